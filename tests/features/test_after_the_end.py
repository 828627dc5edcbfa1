"""Whoever looks in after the end of a game is told so and offered another one."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import pytest

from bot.model.profiles import WhoMay
from tests.support.readable import buttons_of, text_of
from tests.support.running import DRAWS, LETTERS, answer, ask, gathered, resigned, started
from tests.support.sentences import said

AGAIN = ["Play again", "New game"]
THREE = ("Ada", "Bruno", "Chloe")
LINES = [
    "/play move:8H CAT",
    "/play move:CAT",
    "/try move:8H CAT",
    "/pass",
    "/exchange tiles:A",
    "/rack",
    "/hint",
    "/draw",
    "/game start",
    "/game leave",
    "/game resign",
    "/game end",
    "/game pause",
    "/nudge",
    "/seat guest name:Bob",
    "/seat remove player:Ada",
    "/game rules rule:undo value:on",
]


async def test_everyone_is_told_that_the_game_is_over_and_may_play_again(tmp_path: Path) -> None:
    """Whoever has played it asks the same people again; a button of the finished game answers likewise."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, people=THREE) as (_, ada, bruno, chloe):
        first = await started(ada, bruno)
        question = await ask(bruno, "/game resign", said("lobby.want_to_resign"))
        await resigned(ada, bruno, first)
        for line, one in itertools.product(LINES, (ada, bruno, chloe)):
            assert buttons_of(await ask(one, line, said("games.over"))) == AGAIN, (line, one)
        await bruno.click(question, "Resign")
        told = await answer(bruno, said("games.over"))
        await bruno.click(told, "Play again")
        await answer(bruno, said("receipts.rematch_opened", names="**Ada**"))


@pytest.mark.gate
async def test_someone_who_has_not_played_plays_again_with_anyone(tmp_path: Path) -> None:
    """A lobby with the same rules, in which nobody is awaited."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, people=THREE) as (_, ada, bruno, chloe):
        await resigned(ada, bruno, await started(ada, bruno))
        told = await ask(chloe, "/rack", said("games.over"))
        await chloe.click(told, "Play again")
        lobby = await ada.wait_message("seats taken", after=told)
        assert "**Chloe**" in text_of(lobby) and "**Ada**" not in text_of(lobby)


@pytest.mark.gate
async def test_without_the_right_to_open_games_there_is_nothing_to_press(tmp_path: Path) -> None:
    """The game is over all the same."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, people=THREE) as (stage, ada, bruno, chloe):
        first = await started(ada, bruno)
        await resigned(ada, bruno, first)
        server = int(stage.playground.world.channel(ada.channel_id())["guild_id"])
        people = stage.app.core.services.people
        await people.change_server(server, lambda profile: replace(profile, opens=WhoMay.MODERATORS.value))
        assert buttons_of(await ask(chloe, "/pass", said("games.over"))) == []
