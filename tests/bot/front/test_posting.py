"""How messages are found, posted and lose their buttons, whom they notify, who is where, and what refusals mean."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock, Mock

import aiohttp
import discord
import pytest

from bot.front.components.message import Image, Message, Text
from bot.front.posting.discord_errors import FAULTS, FORBIDDEN, refusals
from bot.front.posting.game_links import FRESH, Whereabouts
from bot.front.posting.mailbox import Mailbox, mentioning
from bot.front.posting.poster import Poster
from bot.model.deliveries import DeliveryKind, Post, Target, TargetKind
from bot.playground.errors import ApiError
from bot.playground.faults import Refuse
from bot.playground.ratelimit import VIA
from bot.render import LobbyScene
from bot.service.ports import PermanentRefusal, TransientFailure
from tests.support.later import at_gate
from tests.support.pictures import buttons_of, pictures_of, text_of
from tests.support.playground import DM, Person
from tests.support.running import DRAWS, EPHEMERAL, LETTERS, ask, board, gathered, resigned, scene, started
from tests.support.sentences import said
from tests.support.service import StillClock, eventually


def test_only_the_people_a_message_means_are_notified() -> None:
    """Never everyone, never roles, never the author of the message replied to."""
    allowed = mentioning(Message((), ("7", "8"))).to_dict()
    assert allowed["parse"] == []
    assert allowed["users"] == [7, 8]
    assert mentioning(Message(())).to_dict()["parse"] == []


@pytest.mark.parametrize("told", ["may", "may not", "refused"])
async def test_what_a_message_shows_instead_is_said_in_words_where_pictures_may_not_be(told: str) -> None:
    """Discord says so beforehand or refuses; the texts beside a picture that says the same stay alone."""
    shown = Message((Text("2 players"), Image(LobbyScene(()), "lobby.png", "Ada", is_told=True)))

    async def change(_: Post, one: Message, files: list[str]) -> None:
        if told == "refused" and files:
            raise PermanentRefusal(FORBIDDEN)
        assert len(one.images) == len(files)
        seen.append(one)

    seen = list[Message]()
    mailbox = Mock(may_attach=lambda _: told != "may not", change=change)
    looks = SimpleNamespace(theme="classic", background=None, easy_to_read=False, zoom=100)
    people, themes = Mock(channel=AsyncMock(return_value=looks)), Mock(own=AsyncMock(return_value={}))
    pictures = Mock(files=AsyncMock(side_effect=lambda one, _: [image.filename for image in one.images]))
    assert await Poster(lambda: mailbox, people, pictures, themes, "").change(7, 8, shown)
    assert seen == [shown if told == "may" else shown.in_words()]


@pytest.mark.parametrize("has_buttons", [True, False])
async def test_an_update_does_not_bring_buttons_back(has_buttons: bool) -> None:
    """A lobby may have lost them meanwhile, when its game began."""
    button = {"type": 2, "style": 2, "custom_id": "a", "label": "a"}
    row = discord.ActionRow(cast("Any", {"type": 1, "id": 1, "components": [button]}))
    inside = SimpleNamespace(children=[row] if has_buttons else [])
    message = Mock(fetch=AsyncMock(return_value=SimpleNamespace(components=[inside])), edit=AsyncMock())
    client = Mock(get_partial_messageable=Mock(return_value=Mock(get_partial_message=Mock(return_value=message))))
    post = Post(8, 7, "", Target(TargetKind.CHANNEL, 7), DeliveryKind.NOTICE, 0)
    await Mailbox(client, Mock()).update(post, Message((Text("2 players"),)), [])
    assert message.edit.await_count == has_buttons


async def test_old_board_loses_its_buttons_and_keeps_its_picture(tmp_path: Path) -> None:
    """Texts, alt text and picture of the old board stay, but it no longer tells anyone to move."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        old = await started(ada, bruno)
        before = await ada.download(pictures_of(old)[0]["url"])
        await ask(ada, "/play move:8H AT", "You played")
        await board(ada, "AT", after=old)
        await ada.wait(lambda: not buttons_of(ada.now(old) or old, disabled=True), "the old board without buttons")
        stripped = ada.now(old) or {}
        assert [p["description"] for p in pictures_of(stripped)] == [p["description"] for p in pictures_of(old)]
        assert await ada.download(pictures_of(stripped)[0]["url"]) == before
        lines = [one for one in text_of(old).splitlines() if "your turn" not in one and one not in buttons_of(old)]
        assert text_of(stripped).splitlines() == lines


async def test_buttons_of_a_known_post_go_in_one_request(tmp_path: Path) -> None:
    """Discord limits the requests of a bot, so the post is not read first."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        old = await started(ada, bruno)
        stage.playground.recorder.clear()
        await ask(ada, "/play move:8H AT", "You played")
        await board(ada, "AT", after=old)
        await ada.wait(lambda: not buttons_of(ada.now(old) or old, disabled=True), "the old board without buttons")
        assert stage.playground.recorder.matching("PATCH", f"/messages/{old['id']}$")
        assert not stage.playground.recorder.matching("GET", f"/messages/{old['id']}$")


@pytest.mark.parametrize("lost", ["everything", *at_gate(["the attachments"])])
async def test_post_that_another_process_has_changed_is_read_first(tmp_path: Path, lost: str) -> None:
    """What is remembered of it, if anything, is no longer true: its picture has another number now."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        old = await started(ada, bruno)
        assert stage.app
        known = stage.app.client.mailbox._known
        sequence, bare = known._posts[int(old["id"])]
        if lost == "everything":
            known.learn(int(old["id"]), sequence - 1, bare)
        else:
            changed = bare.components.replace("attachment://", "attachment://old-")
            known.learn(int(old["id"]), sequence, replace(bare, components=changed))
        await ask(ada, "/play move:8H AT", "You played")
        await board(ada, "AT", after=old)
        await ada.wait(lambda: not buttons_of(ada.now(old) or old, disabled=True), "the old board without buttons")
        assert stage.playground.recorder.matching("GET", f"/messages/{old['id']}$")
        stripped = ada.now(old) or {}
        assert [p["description"] for p in pictures_of(stripped)] == [p["description"] for p in pictures_of(old)]


async def test_direct_messages_are_opened_once_for_each_person(tmp_path: Path) -> None:
    """Also with so many people that discord.py has forgotten the channel: it remembers 128."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        await started(ada, bruno)
        assert stage.app
        client = stage.app.client
        person = int(stage.playground.world.named("Ada").id)
        channel = await client.mailbox.direct_channel(person)
        client._connection._private_channels.clear()
        client._connection._private_channels_by_user.clear()
        stage.playground.recorder.clear()
        assert await client.mailbox.direct_channel(person) == channel
        assert not stage.playground.recorder.matching("POST", "^/users/@me/channels$")


async def test_message_is_found_again_by_its_nonce(tmp_path: Path) -> None:
    """The sender finds what it has sent, and nothing else."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno)
        assert stage.app
        place = Target(TargetKind.CHANNEL, int(ada.channel_id()))
        found = await stage.app.client.mailbox.find(place, first["nonce"])
        assert found
        assert str(found.message_id) == first["id"]
        assert len(first["nonce"]) == 25
        assert await stage.app.client.mailbox.find(place, "x" * 25) is None


async def test_where_the_bot_is_no_member_it_answers_privately_only(tmp_path: Path) -> None:
    """Installed by a person in a foreign server: no game there, but help works."""
    async with scene(tmp_path) as stage:
        world = stage.playground.world
        ada_id = world.named("Ada").id
        world.add_guild("Elsewhere", ["lounge"], [ada_id], has_bot=False)
        async with Person.at(stage.playground, "Ada", "lounge") as ada:
            told = await ask(ada, "/game new")
            assert "not a member" in text_of(told)
            await ask(ada, "/help", "/game new")


async def test_a_long_pause_that_discord_asks_for_holds_no_worker(tmp_path: Path) -> None:
    """The message waits until then and is sent once; people elsewhere do not notice."""
    pause = ApiError(429, 0, "You are being rate limited.", extra={"retry_after": 3600.0, "global": False}, headers=VIA)
    async with (
        scene(tmp_path, start=False, is_new=True) as stage,
        Person.at(stage.playground, "Ada") as ada,
        Person.at(stage.playground, "Bruno", "games") as bruno,
    ):
        app = await stage.start()
        stage.playground.faults.plan(Refuse(pause), "POST", f"^/channels/{ada.channel_id()}/messages$")
        await ada.command("/game new variant:tiny")
        await eventually(lambda: not stage.playground.faults.planned[0].count)
        assert app.core
        deliveries = app.core.deliveries
        await eventually(lambda: not deliveries._workers.under_way)
        await bruno.command("/game new variant:tiny")
        await bruno.wait_message("seats taken")
        assert not [message for message in ada.visible() if not message["flags"] & EPHEMERAL]
        stage.clock.push(3600)
        await ada.wait_message("seats taken")


SERVER, CHANNEL, THREAD, DIRECT = 7, 70, 71, 72


class Client:
    """Stands in for discord.py's: a server with a channel and a thread, someone's direct messages, and its looks."""

    def __init__(self) -> None:
        self.looks = 0
        self.places: dict[int, Any] = {CHANNEL: object.__new__(discord.TextChannel)}
        self.places[THREAD] = object.__new__(discord.Thread)
        for place in self.places.values():
            place.guild = self
        self.id = SERVER

    def get_guild(self, server: int) -> Client | None:
        return self if server == SERVER else None

    def get_channel_or_thread(self, channel: int) -> object | None:
        return self.places.get(channel)

    def get_channel(self, channel: int) -> object | None:
        self.looks += 1
        return object.__new__(discord.DMChannel) if channel == DIRECT else self.places.get(channel)


async def test_a_channel_is_looked_for_once_and_found_wherever_it_is() -> None:
    """Discord.py goes through all servers each time; one that is gone is unknown again."""
    client = Client()
    mailbox = Mailbox(cast("Any", client), cast("Any", None))
    assert [await mailbox.server_of(one) for one in (CHANNEL, THREAD, CHANNEL, THREAD)] == [SERVER] * 4
    assert client.looks == 2
    assert await mailbox.server_of(DIRECT) is None
    del client.places[CHANNEL]
    assert mailbox.text_channel(CHANNEL) is None


async def test_a_message_is_deleted_once_unless_that_failed() -> None:
    """Whoever asks: the turn that repeats a rack deletes it, and so does what tidies up later."""
    deleted = AsyncMock(side_effect=[TimeoutError, None])
    mailbox, asked = Mailbox(Mock(), cast("Any", None)), Mock(return_value=True)
    mailbox._message = lambda _: Mock(delete=deleted)  # type: ignore[method-assign,assignment]
    post = cast("Any", SimpleNamespace(message_id=5, channel_id=6))
    with pytest.raises(TimeoutError):
        await mailbox.remove(post, asked)
    assert not mailbox.has_removed(5)
    for _ in range(3):
        assert await mailbox.remove(post, asked)
    assert deleted.await_count == 2 == asked.call_count and mailbox.has_removed(5)


def _refusal(status: int, code: int) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="")
    return discord.HTTPException(response, {"code": code, "message": ""})


@pytest.mark.parametrize(
    "code", [50001, 50007, 50013, 10003, 10008, 10013, 50009, 50083, 50278, 20026, 30046, 200000, 987654]
)
def test_final_refusals_keep_their_code(code: int) -> None:
    """A retry would change nothing; Discord adds codes, so a new one is final too."""
    with pytest.raises(PermanentRefusal) as caught, refusals():
        raise _refusal(403, code)
    assert caught.value.code == code


@pytest.mark.parametrize(
    "error",
    [
        _refusal(500, 0),
        _refusal(503, 0),
        _refusal(429, 0),
        _refusal(403, 40003),
        _refusal(403, 40004),
        aiohttp.ServerDisconnectedError(),
        ConnectionResetError(),
        TimeoutError(),
    ],
)
def test_everything_that_may_pass_is_tried_again(error: Exception) -> None:
    """Errors of the server and of the network."""
    with pytest.raises(TransientFailure), refusals():
        raise error


def test_rate_limit_tells_when_to_come_back() -> None:
    """The wait is passed on in milliseconds."""
    with pytest.raises(TransientFailure) as caught, refusals():
        raise discord.RateLimited(1.5)
    assert caught.value.retry_after == 1500


@pytest.mark.parametrize("error", [_refusal(400, code) for code in sorted(FAULTS)])
def test_faults_of_the_program_are_not_hidden(error: discord.HTTPException) -> None:
    """A body that Discord cannot read and a wrong token do not count as refusals."""
    with pytest.raises(discord.HTTPException), refusals():
        raise error


async def test_every_message_says_whom_it_may_notify(tmp_path: Path) -> None:
    """`allowed_mentions` is explicit in every message; only the person on turn is ever notified."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        await ask(ada, "/game new variant:tiny name:@everyone <@1190000000000000203>")
        await bruno.click(await bruno.wait_message("1 of"), "Join")
        await ada.wait_message(". Bruno")
        await ask(ada, "/game start")
        await board(ada)
        await ada.say("8H DOG")
        await ada.wait_message(said("moves.tiles_not_on_rack", 2), channel=DM)
        sent = stage.playground.recorder.bodies("POST|PATCH", r"/messages")
        bodies = [body for body in sent if isinstance(body, dict) and "components" in body]
        assert bodies
        for body in bodies:
            allowed = body["allowed_mentions"]
            assert allowed["parse"] == []
            assert set(allowed.get("users", [])) <= {int(ada.id), ada.id}
            assert not allowed.get("replied_user")


HER_SERVER, HER_CHANNEL, ADA = 7, 70, 1


class Asked:
    """Stands in for the mailbox: what Discord answers, and how often it was asked."""

    def __init__(self) -> None:
        self.answer: bool | Exception = True
        self.count = 0

    async def member(self, *_: int) -> object | None:
        return object() if self._told() else None

    async def sees(self, *_: int) -> bool:
        return self._told()

    def _told(self) -> bool:
        self.count += 1
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.fixture
def asked() -> Asked:
    """What Discord is asked."""
    return Asked()


def of(asked: Asked, clock: StillClock) -> Whereabouts:
    """The whereabouts that this Discord tells."""
    return Whereabouts(lambda: cast("Any", asked), clock)


async def test_discord_is_asked_again_only_after_a_while(asked: Asked) -> None:
    """An answer holds until then, and someone who was there is remembered after they have gone."""
    known = of(asked, clock := StillClock())
    assert await known.is_in(HER_SERVER, ADA)
    asked.answer = False
    clock.advance(FRESH - 1)
    assert await known.is_in(HER_SERVER, ADA) and asked.count == 1
    clock.advance(1)
    assert not await known.is_in(HER_SERVER, ADA)
    assert not await known.sees(HER_SERVER, HER_CHANNEL, ADA)
    assert known.has_been_in(HER_SERVER, ADA) and asked.count == 2


async def test_while_discord_cannot_answer_nobody_is_gone_and_nobody_is_heard(asked: Asked) -> None:
    """Unless it has answered before; whoever is only assumed to be there does not count as having been there."""
    known = of(asked, clock := StillClock())
    asked.answer = OSError()
    assert await known.is_in(HER_SERVER, ADA)
    assert not await known.sees(HER_SERVER, HER_CHANNEL, ADA)
    assert not known.has_been_in(HER_SERVER, ADA)
    asked.answer = True
    assert await known.sees(HER_SERVER, HER_CHANNEL, ADA)
    asked.answer = OSError()
    clock.advance(FRESH)
    assert await known.sees(HER_SERVER, HER_CHANNEL, ADA)


async def test_nothing_is_remembered_of_the_posts_of_a_game_that_is_over(tmp_path: Path) -> None:
    """Its last board has lost its buttons, and its end keeps them: only running games cost memory."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        await resigned(ada, bruno, await started(ada, bruno))
        known = stage.app.core.mailbox()._known._posts
        await eventually(lambda: not known)
