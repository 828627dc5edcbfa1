"""Choosing the game in a direct message (K4, N8): an ambiguous command asks, then is carried out."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from engine.game.phases import Over
from tests.support.playground import DM, Person
from tests.support.readable import text_of
from tests.support.running import DRAWS, Scene, gathered, started
from tests.support.sentences import said


@asynccontextmanager
async def two_games(folder: Path) -> AsyncIterator[tuple[Scene, Person, Person]]:
    """Ada and Bruno play two games, and it is Ada's turn in both."""
    async with gathered(folder, *DRAWS, *DRAWS, letters="CATSODEEE", rack_size=3) as (stage, ada, bruno):
        await started(ada, bruno, "variant:tiny name:One")
        ada.place = bruno.place = "games"
        await started(ada, bruno, "variant:tiny name:Two")
        ada.place = DM
        yield stage, ada, bruno


@pytest.mark.gate
async def test_games_of_the_same_name_are_told_apart_by_their_codes(tmp_path: Path) -> None:
    """Two people may play several games that have no name of their own."""
    async with gathered(tmp_path, *DRAWS, *DRAWS, letters="CATSODEEE", rack_size=3) as (_, ada, bruno):
        await started(ada, bruno)
        ada.place = bruno.place = "games"
        await started(ada, bruno)
        ada.place = DM
        first, second = options(await asked(ada, "/scores"))
        assert first.startswith("Ada v Bruno · ") and second.startswith("Ada v Bruno · ")
        assert first != second


async def asked(ada: Person, line: str) -> dict[str, Any]:
    """The question that a command prompts."""
    before = ada.visible()[-1] if ada.visible() else None
    await ada.command(line)
    return await ada.wait_message(said("core.which_game"), after=before)


def options(message: dict[str, Any]) -> list[str]:
    """The options in its menu."""
    [menu] = [c for container in message["components"] for c in container["components"] if c["type"] == 1]
    return [one["label"] for one in menu["components"][0]["options"]]


async def changed(person: Person, message: dict[str, Any], text: str, line: str = "") -> None:
    """Wait until the question has become its answer."""

    def found() -> bool:
        now = text_of(person.now(message) or message)
        return "Which game" not in now and text in now

    await person.wait(found, f"{text!r} for {line}")


async def tiles_on(stage: Scene, ada: Person, channel: str) -> int:
    """The number of tiles on a channel's board."""
    return len(tuple((await stage.state(ada.channel_id(channel))).board.tiles()))


ABOUT_THE_GAME = (
    ("/rack", "Your tiles"),
    ("/board style:grid", "capital letter"),
    ("/scores", "Ada"),
    ("/words", said("board.no_words_yet")),
    ("/try move:8H AT", "You keep"),
    ("/challenge", "nothing to challenge"),
    ("/hint kind:nudge", ""),
    ("/draw", ""),
    ("/trade square:H8", ""),
    ("/tiles unseen", "S"),
    ("/tiles distribution", "C"),
    ("/check word:cat", "CAT"),
    ("/hooks word:cat", "CAT"),
    ("/game status", "Two"),
    ("/game rules", "Rules of"),
    ("/game resign", said("lobby.want_to_resign")),
    ("/game end", said("pause.keep_or_end")),
    ("/game leave", said("lobby.want_to_leave")),
    ("/game join", ""),
    ("/game start", said("games.only_before_start")),
    ("/seat computer level:3", said("games.only_before_start")),
    ("/seat guest name:Ben", said("games.only_before_start")),
    ("/seat remove player:Bruno", ""),
    ("/swap", ""),
    ("/undo", "Nothing to undo"),
    ("/nudge", ""),
    ("/game chat", said("chat.players_game_chat")),
    ("/game rematch", said("games.channel_has_game")),
    ("/game export", said("core.record_after_end")),
    ("/exchange tiles:A", "You exchanged A"),
)
"""Commands about the game here, and their results; the last one ends the turn."""


@pytest.mark.gate
async def test_every_command_about_the_game_here_asks(tmp_path: Path) -> None:
    """The question turns into the command's answer for the chosen game, even if that is a refusal."""
    async with two_games(tmp_path) as (_, ada, __):
        for line, told in ABOUT_THE_GAME:
            question = await asked(ada, line)
            assert sorted(options(question)) == ["One", "Two"], line
            await ada.select(question, "Two")
            await changed(ada, question, told, line)


@pytest.mark.gate
async def test_two_games_shown_in_the_same_direct_messages_are_asked_about(tmp_path: Path) -> None:
    """Ada joined both there by code."""
    async with gathered(tmp_path, letters="CATSODEEE", rack_size=3) as (_, ada, bruno):
        await ada.open_dm()
        for place in ("general", "games"):
            bruno.place = place
            await bruno.command(f"/game new variant:tiny name:{place}")
            lobby = text_of(await bruno.wait_message("join code:"))
            code = lobby.split("join code:")[1][:8]
            await ada.command(f"/game join code:{code}", channel=DM)
            await ada.wait_message(f"## {place}", channel=DM)
        ada.place = DM
        assert sorted(options(await asked(ada, "/game start"))) == ["games", "general"]


async def test_a_command_asks_and_is_carried_out_on_the_game_that_was_chosen(tmp_path: Path) -> None:
    """The menu is private, names the games and their state, and becomes the receipt; the other game is unchanged.

    After a restart the request is forgotten and the bot says so. After a move in one game, only the other is waiting.
    """
    async with two_games(tmp_path) as (stage, ada, _):
        question = await asked(ada, "/game resign")
        await stage.restart()
        await ada.select(question, "Two")
        await changed(ada, question, "no longer know what this is about")
        for channel in ("general", "games"):
            assert not isinstance((await stage.state(ada.channel_id(channel))).phase, Over)
        question = await asked(ada, "/play move:8H AT")
        assert question["flags"] & 64
        assert sorted(options(question)) == ["One", "Two"]
        await ada.select(question, "One")
        await changed(ada, question, "You played 8H AT")
        assert (await tiles_on(stage, ada, "general"), await tiles_on(stage, ada, "games")) == (2, 0)
        await ada.command("/play move:8H CAT")
        await ada.wait_message("You played 8H CAT", after=question)
        assert await tiles_on(stage, ada, "games") == 3
