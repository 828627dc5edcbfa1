"""A computer player that lacks the memory to think says so, and plays on with less."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.oserrors import lacks_memory
from engine.computer.candidates import Report, ignore
from engine.game import commands as cmd
from engine.game.decisions.lobby import table_again
from engine.game.state import Computer
from engine.game.views import SeatView
from engine.model.levels import NUMBERS, STRONGEST, less_demanding
from tests.support.computers import table
from tests.support.playground import Person
from tests.support.running import scene
from tests.support.sentences import said
from tests.support.service import passes


def level_of(view: SeatView) -> int:
    """The level of the computer player in a seat."""
    player = view.table.seats[view.seat].player
    assert isinstance(player, Computer)
    return player.level


def only_at(*levels: int) -> Callable[..., cmd.Command]:
    """A computer player that passes, with memory for these levels only."""

    def think(
        view: SeatView, should_stop: Callable[[], bool], report: Report = ignore, family: bool = True
    ) -> cmd.Command:
        if level_of(view) not in levels:
            raise MemoryError
        return passes(view, should_stop, report)

    return think


def test_a_rematch_begins_at_the_level_that_was_chosen() -> None:
    """Perhaps there is memory again."""
    game = table(names=("ada",))
    game.do(cmd.AddComputer("ada", 8))
    game.start("AEINRST", "ADEINST", first=1)
    game.do(cmd.LackMemory("computer-1", 7, game.game.turn))
    assert [one.player.level for one in game.game.seats if isinstance(one.player, Computer)] == [7]
    assert [one.level for one in table_again(game.game, game.events) if isinstance(one, Computer)] == [8]


def test_only_a_level_that_looks_ahead_has_one_that_needs_less() -> None:
    """The strongest of the others; these need the same."""
    assert {number: less_demanding(number) for number in NUMBERS} == dict.fromkeys(NUMBERS) | {STRONGEST: STRONGEST - 1}


@pytest.mark.parametrize("levels", [(7,), ()], ids=["for level 7", "for none"])
async def test_N18_the_board_says_that_memory_is_short(tmp_path: Path, levels: tuple[int, ...]) -> None:
    """The strongest plays on at a weaker level at once; if that has too little memory too, it passes."""
    async with (
        scene(tmp_path, letters="CATSODEEECATSOD", rack_size=3, thinker=only_at(*levels)) as stage,
        Person.at(stage.playground, "Ada") as ada,
    ):
        await ada.command("/game new variant:tiny computer:8")
        await ada.click(await ada.wait_message("seats taken"), "Play now")
        await ada.wait_message("plays first")
        if (await stage.state(ada.channel_id())).on_turn == 0:
            await ada.command("/pass")
        name = "**Robot1**"
        await ada.wait_message(said("happenings.weaker", name=name, level=7))
        if not levels:
            await ada.wait_message(said("happenings.cannot_think", name=name))
        await ada.wait_message(said("happenings.passed", name=name))
        state = await stage.state(ada.channel_id())
        assert [seat.player.level for seat in state.seats if isinstance(seat.player, Computer)] == [7]
        assert state.on_turn == 0


def test_a_lack_of_memory_is_known_by_what_led_to_an_error() -> None:
    """Libraries raise errors of their own when memory for code or a thread is refused."""
    wrapped = SystemError("returned a result with an exception set")
    wrapped.__cause__ = MemoryError()
    system = OSError(errno.ENOMEM, "Cannot allocate memory")
    assert all(map(lacks_memory, (MemoryError(), wrapped, system, RuntimeError("can't start new thread"))))
    assert not any(map(lacks_memory, (ValueError("x"), OSError(errno.ENOSPC, "No space left on device"), None)))
