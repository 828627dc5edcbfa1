"""From an empty channel to the first move, and threads that the bot opens for games."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.model.profiles import WhoMay
from bot.playground.errors import ApiError
from bot.playground.faults import Refuse
from bot.playground.world import GatewayEvent
from tests.support.pictures import BUTTON, buttons_of, caption_of, text_of, walk
from tests.support.playground import DM, Person
from tests.support.running import DRAWS, LETTERS, Scene, answer, ask, board, gathered
from tests.support.sentences import said
from tests.support.service import passes

WORDS = ("RETAINS", "STAINER", "AT")
OFFER = ["Play the computer", "Start a game"]
AGAIN = ["Play again", "New game"]


@asynccontextmanager
async def empty(folder: Path, **options: Any) -> AsyncIterator[tuple[Scene, Person, Person]]:
    """A channel without a game; Ada will move first, with the rack RETAINS."""
    draws = ("A", "B", "RETAINS", "QVVWXYZ")
    async with gathered(folder, *draws, words=WORDS, thinker=passes, names=("Milo",), **options) as (stage, ada, bruno):
        yield stage, ada, bruno


def primary_of(message: dict[str, Any]) -> str:
    """The label of the button that is coloured."""
    [found] = [one for one in walk(message["components"]) if one["type"] == BUTTON and one["style"] == 1]
    return caption_of(found)


async def test_alone_three_actions_lead_to_the_first_move(tmp_path: Path) -> None:
    """What the button of the empty channel sends, Play now, and a move."""
    async with empty(tmp_path) as (_, ada, _bruno):
        await ada.command("/game new computer:5")
        lobby = await ada.wait_message("Press **Play now**")
        assert "## Ada v Milo" in text_of(lobby)
        assert buttons_of(lobby)[0] == "Play now" and "Start" not in buttons_of(lobby)
        await ada.click(lobby, "Play now")
        first = await board(ada)
        rack = await ada.wait_message("Your tiles in")
        assert "`A E I N R S T`" in text_of(rack)
        assert int(rack["id"]) > int(first["id"]), "the tiles must stand below the board"
        await ada.say("8D RETAINS")
        await board(ada, "played 8D RETAINS", after=first)


async def test_four_actions_lead_two_people_to_the_first_move(tmp_path: Path) -> None:
    """One opens, one joins, either starts, and a move."""
    async with empty(tmp_path) as (_, ada, bruno):
        await ada.command("/game new")
        lobby = await bruno.wait_message("## Ada's game")
        await bruno.click(lobby, "Join")
        await bruno.wait_message("## Ada v Bruno")
        await bruno.click(lobby, "Start")
        first = await board(ada)
        await ada.say("8D RETAINS")
        await board(bruno, "played 8D RETAINS", after=first)


async def test_a_command_without_a_game_offers_to_open_one(tmp_path: Path) -> None:
    """Play the computer asks for its strength, and the game begins at once."""
    async with empty(tmp_path) as (_, ada, _bruno):
        for line in ("/play move:8H CAT", "/rack", "/hint", "/game start"):
            told = await ask(ada, line, said("games.no_game"))
            assert buttons_of(told) == OFFER
        await ada.click(told, "Play the computer")
        asked = await answer(ada, said("lobby.how_strong"))
        assert primary_of(asked) == "3 · casual"
        await ada.click(asked, "1 · novice")
        await board(ada)
        await answer(ada, "Milo (level 1)")


@pytest.mark.gate
async def test_someone_who_has_played_meets_a_stronger_computer(tmp_path: Path) -> None:
    """Play the computer seats a casual player in one's first games, then one of the default level."""
    async with empty(tmp_path) as (stage, ada, _bruno):
        assert stage.app and stage.app.core
        known = stage.app.core.services.standing.results
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(type(known), "knows_moves", lambda *_: asyncio.sleep(0, True))
            await ada.click(await ask(ada, "/rack", said("games.no_game")), "Play the computer")
            assert primary_of(await answer(ada, said("lobby.how_strong"))) == "5 · club"


@pytest.mark.gate
async def test_a_game_that_is_over_makes_room_for_another(tmp_path: Path) -> None:
    """A command or a button after the end offers the same buttons, unless another game is open.

    New game opens an empty lobby.
    """
    async with empty(tmp_path) as (_, ada, _bruno):
        await ask(ada, "/game new computer:5")
        await ada.click(await ada.wait_message("Press **Play now**"), "Play now")
        first = await board(ada)
        question = await ask(ada, "/game resign", said("lobby.want_to_resign"))
        await ada.click(await ask(ada, "/game end"), "End for good")
        await board(ada, said("receipts.over"), after=first)
        told = await ask(ada, "/play move:8D RETAINS", "is over")
        assert buttons_of(told) == AGAIN
        for offered in (AGAIN, []):
            last = ada.last()
            await ada.click(question, "Resign")
            assert buttons_of(await answer(ada, "is over", after=last)) == offered
            if offered:
                await ada.click(told, "New game")
                await ada.wait_message("## Ada's game")


@pytest.mark.gate
async def test_nobody_is_offered_what_the_server_forbids(tmp_path: Path) -> None:
    """Without the right to open games there is no button, nor one for the computer without that right."""
    async with empty(tmp_path) as (stage, ada, bruno):
        assert stage.app and stage.app.core
        people = stage.app.core.services.people
        server = int(stage.playground.world.channel(ada.channel_id())["guild_id"])
        await people.change_server(server, lambda profile: replace(profile, computers=WhoMay.MODERATORS.value))
        assert buttons_of(await ask(bruno, "/rack", said("games.no_game"))) == OFFER[1:]
        await people.change_server(server, lambda profile: replace(profile, opens=WhoMay.MODERATORS.value))
        assert buttons_of(await ask(bruno, "/rack", said("games.no_game"))) == []


@pytest.mark.gate
async def test_help_offers_a_game_where_there_is_none(tmp_path: Path) -> None:
    """In the overview alone, and not while a game is running."""
    async with empty(tmp_path) as (_, ada, _bruno):
        assert buttons_of(await ask(ada, "/help")) == OFFER
        assert buttons_of(await ask(ada, "/help topic:moves")) == []
        await ask(ada, "/game new")
        assert buttons_of(await ask(ada, "/help")) == []


async def test_a_move_typed_without_a_game_is_answered_and_chat_is_not(tmp_path: Path) -> None:
    """Once in a while in a channel, and only if it is written like a move or addressed to the bot."""
    async with empty(tmp_path) as (_, ada, bruno):
        for chat in ("meet 8am today", "good 4u", "SEE YOU 8H", "pass", "hello 8h"):
            await bruno.say(chat)
        await ada.say("8H HELLO")
        told = await ada.wait_message(said("games.no_game"))
        assert buttons_of(told) == OFFER
        await ada.say("H8 HELLO")
        await ada.open_dm()
        await ada.say("8H CAT", channel=DM)
        private = await ada.wait_message(said("games.no_game"), channel=DM)
        assert buttons_of(private) == OFFER
        answers = [m for m in ada.visible() if said("games.no_game") in text_of(m)]
        assert len(answers) == 1
        await bruno.click(told, "Start a game")
        await ada.wait_message("## Bruno's game")


OPEN = "/game new variant:tiny thread:yes"


def thread_of(stage: Scene) -> dict[str, Any]:
    """The only thread."""
    (found,) = [one for one in stage.playground.world.channels.values() if one["type"] == 11]
    return found


async def begun(stage: Scene, ada: Person, bruno: Person) -> None:
    """Bruno joins in the thread, and Ada starts."""
    ada.place = bruno.place = thread_of(stage)["id"]
    await bruno.click(await bruno.wait_message("seats taken"), "Join")
    await ada.wait_message(f"2. {bruno.name}")
    await ask(ada, "/game start")
    await ada.wait_message(said("happenings.goes_first"))


async def test_the_answer_leads_to_the_thread_which_is_named_after_its_players(tmp_path: Path) -> None:
    """After the host at first, and after both once they play."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        told = await ask(ada, OPEN)
        thread = thread_of(stage)
        assert said("lobby.game_in_place", place=f"<#{thread['id']}>") in text_of(told)
        assert thread["name"] == "Ada's game"
        await begun(stage, ada, bruno)
        assert thread["name"] == "Ada – Bruno"


@pytest.mark.gate
async def test_a_thread_of_a_demonstration_is_led_to(tmp_path: Path) -> None:
    """Its name stays: the players are computers."""
    async with gathered(tmp_path, letters=LETTERS, rack_size=3) as (stage, ada, _bruno):
        told = await ask(ada, "/game demo variant:tiny level:1 level2:1 pace:60 thread:yes")
        assert f"<#{thread_of(stage)['id']}>" in text_of(told)


@pytest.mark.gate
async def test_a_thread_that_has_a_name_keeps_it(tmp_path: Path) -> None:
    """A moderator has renamed it; Discord's refusal of a new name would hold up nothing either."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        await ask(ada, OPEN)
        thread = thread_of(stage)
        thread["name"] = "Friday night"
        stage.playground.world.emit(GatewayEvent("THREAD_UPDATE", thread, thread["id"]))
        await begun(stage, ada, bruno)
        assert thread["name"] == "Friday night"


@pytest.mark.gate
async def test_a_thread_whose_name_cannot_be_changed_still_shows_the_game(tmp_path: Path) -> None:
    """Discord allows few renamings."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        await ask(ada, OPEN)
        refusal = Refuse(ApiError(403, 50013, "Missing Permissions"))
        stage.playground.faults.plan(refusal, "PATCH", f"/channels/{thread_of(stage)['id']}$")
        await begun(stage, ada, bruno)


async def test_a_thread_that_discord_refuses_is_refused_with_the_reason(tmp_path: Path) -> None:
    """Only where a permission is missing is one asked for."""
    async with gathered(tmp_path, letters=LETTERS, rack_size=3) as (stage, ada, _bruno):
        for status, code, reason in (
            (400, 160006, "core.too_many_threads"),
            (400, 160007, "core.too_many_threads"),
            (403, 50024, "core.no_threads_here"),
            (403, 50013, "core.cannot_create_thread"),
            (400, 30013, "core.no_thread_now"),
        ):
            stage.playground.faults.plan(Refuse(ApiError(status, code, "No")), "POST", "/threads$")
            told = await ask(ada, OPEN, said(reason))
            assert ("permission" in text_of(told)) is (code == 50013)


@pytest.mark.gate
async def test_channels_without_threads_are_named_as_what_they_are(tmp_path: Path) -> None:
    """A direct message and a thread; a voice channel is neither."""
    async with gathered(tmp_path, letters=LETTERS, rack_size=3) as (stage, ada, _bruno):
        await ada.open_dm()
        await ask(ada, OPEN, said("core.no_threads_here"), channel=DM)
        await ask(ada, OPEN)
        ada.place = thread_of(stage)["id"]
        await ask(ada, OPEN, said("core.no_threads_here"))


@pytest.mark.gate
async def test_a_thread_of_an_announcement_channel_is_of_its_own_kind(tmp_path: Path) -> None:
    """Discord refuses the other kind there."""
    async with gathered(tmp_path, letters=LETTERS, rack_size=3) as (stage, ada, _bruno):
        world = stage.playground.world
        channel = world.channel(ada.channel_id())
        channel["type"] = 5
        world.emit(GatewayEvent("CHANNEL_UPDATE", channel, channel["id"]))
        await ask(ada, OPEN)
        asked = stage.playground.recorder.matching("POST", "/threads$")
        assert [one.body["type"] for one in asked] == [10]
