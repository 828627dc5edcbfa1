"""Seats and who may look on: ledger K2, C1, K4."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.computer.candidates import Report, ignore
from engine.game import commands as cmd
from engine.game.state import Computer
from engine.game.views import SeatView
from tests.support.playground import Refused
from tests.support.running import answer, ask, board, gathered, started
from tests.support.sentences import said
from tests.support.service import passes

LETTERS = "CATSODEEECATSODEEE"


@pytest.mark.gate
async def test_K2_in_the_bot_the_seats_of_a_small_set_and_of_the_rules(tmp_path: Path) -> None:
    """The lobby says how many there are; rules can lower the number, never raise it."""
    async with gathered(tmp_path, letters="CATSODEEE", rack_size=3, thinker=passes) as (_, ada, bruno):
        await ask(ada, "/game new variant:tiny computer:2")
        lobby = await ada.wait_message("2 of 3 seats taken")
        await ask(ada, "/game rules rule:players value:8", "is now")
        await bruno.click(lobby, "Join")
        await ada.wait_message("3 of 3 seats taken")
        await ask(ada, "/seat computer level:1", "All 3 seats")
        await ask(ada, "/game start")
        await board(ada, "plays first", after=lobby)


@pytest.mark.gate
async def test_C1_in_the_bot_up_to_three_opponents_each_with_a_level_of_its_own(tmp_path: Path) -> None:
    """An unknown level and a fourth opponent are refused; each of the three plays at its own level."""
    levels: list[int] = []

    def watched(
        view: SeatView, should_stop: Callable[[], bool], report: Report = ignore, family: bool = True
    ) -> cmd.Command:
        player = view.table.seats[view.seat].player
        assert isinstance(player, Computer)
        levels.append(player.level)
        return passes(view, should_stop, report)

    async with gathered(tmp_path, letters=LETTERS, rack_size=3, thinker=watched, people=("Ada",)) as (_, ada):
        await ask(ada, "/game new variant:tiny preset:classic computer:1")
        await ask(ada, "/game rules rule:first_player value:host", "is now")
        with pytest.raises(Refused):
            await ada.command("/seat computer level:9")
        await ask(ada, "/seat computer level:8", "Robot2 (level 8) joined")
        await ask(ada, "/seat computer level:4", "Robot3 (level 4) joined")
        await ask(ada, "/seat computer level:2", "All 4 seats")
        await ask(ada, "/game start")
        first = await board(ada)
        await ask(ada, "/pass", "You passed")
        await board(ada, after=first)
        assert levels == [1, 8, 4]


async def test_K4_in_the_bot_anybody_in_the_channel_looks_on(tmp_path: Path) -> None:
    """People without a seat see board, scores, words and status, but cannot see racks or move."""
    async with gathered(
        tmp_path, "A", "C", "CAT", "SOD", letters=LETTERS, rack_size=3, people=("Ada", "Bruno", "Chloe")
    ) as (stage, ada, bruno, chloe):
        first = await started(ada, bruno)
        await ask(ada, "/play move:8H AT", "You played")
        shown = await board(chloe, "played 8H AT", after=first)
        for line, told in (
            ("/board style:text", "A"),
            ("/scores", "Ada"),
            ("/words", "8H AT"),
            ("/game status", "Bruno"),
        ):
            await ask(chloe, line, told)
        for line in ("/rack", "/play move:8H AT", "/pass", "/exchange tiles:all", "/hint"):
            await ask(chloe, line, said("seats.no_seat"))
        await chloe.click(shown, "Rack")
        await answer(chloe, said("seats.no_seat"))
        assert (await stage.state(ada.channel_id())).on_turn == 1
