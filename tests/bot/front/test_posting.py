"""How messages are found and lose their buttons."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.front.components.message import Message
from bot.front.posting.mailbox import mentioning
from bot.model.deliveries import Target, TargetKind
from bot.playground.errors import ApiError
from bot.playground.faults import Refuse
from bot.playground.ratelimit import VIA
from tests.support.playground import Person
from tests.support.readable import buttons_of, pictures_of, text_of
from tests.support.running import DRAWS, EPHEMERAL, LETTERS, ask, board, gathered, scene, started
from tests.support.service import eventually


def test_only_the_people_a_message_means_are_notified() -> None:
    """Never everyone, never roles, never the author of the message replied to."""
    allowed = mentioning(Message((), ("7", "8"))).to_dict()
    assert allowed["parse"] == []
    assert allowed["users"] == [7, 8]
    assert mentioning(Message(())).to_dict()["parse"] == []


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


@pytest.mark.parametrize("lost", ["the attachments", "everything"])
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
