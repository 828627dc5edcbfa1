"""Deadlines and computer players: everything due happens once, also where memory is short."""

from __future__ import annotations

import asyncio
import errno
import logging
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import delete

from bot.model.games import Place
from bot.service.deadlines import MOVE_TRIES
from bot.service.tasks import pause
from bot.store.tables import GAMES
from bot.system import lacks_memory
from engine.computer.tools import Report, ignore
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.clock import UNDO_TIME, Deadline, Due, next_deadline
from engine.game.decisions.lobby import table_again
from engine.game.phases import Turn
from engine.game.state import Computer
from engine.game.views import SeatView
from engine.model.levels import NUMBERS, STRONGEST, less_demanding
from engine.model.rules import Rules
from tests.support.databases import first_due
from tests.support.engines import table
from tests.support.playground import Person
from tests.support.running import scene
from tests.support.sentences import said
from tests.support.service import ADA, BRUNO, NO_UNDO, Process, StillClock, eventually, passes, process, some_move

UNDO = Rules()


async def events_of(bot: Process, game: str, kind: type[ev.Event]) -> int:
    """The number of events of a kind."""
    return sum(isinstance(event, kind) for event in await bot.games.events(game))


async def nothing_urgent(bot: Process) -> bool:
    """Nothing is due except the question, days from now, whether the game continues."""
    due = await first_due(bot.store)
    return due is not None and due > bot.clock.now() + 2 * 24 * 3600 * 1000


async def test_d4_the_undo_window_closes_by_itself(tmp_path: Path) -> None:
    """Its tiles are drawn when it closes and not before."""
    clock = StillClock()
    async with process(tmp_path, clock) as bot:
        game = await bot.new_game(UNDO)
        bot.run_deadlines()
        applied = await bot.do(game, some_move(await bot.games.load(game)))
        assert len(applied.state.seats[0].rack) == 5
        clock.advance(UNDO_TIME - 1)
        await asyncio.sleep(0.1)
        assert len((await bot.games.load(game)).seats[0].rack) == 5
        clock.advance(1)

        async def drawn() -> bool:
            return len((await bot.games.load(game)).seats[0].rack) == 7

        await eventually(drawn)
        assert await nothing_urgent(bot)


async def test_a_deadline_of_a_turn_that_is_over_is_void(tmp_path: Path) -> None:
    """Undone or overtaken, it changes nothing, and nothing is left waiting."""
    clock = StillClock()
    async with process(tmp_path, clock) as bot:
        game = await bot.new_game(UNDO)
        bot.run_deadlines()
        await bot.do(game, some_move(await bot.games.load(game)))
        undone = await bot.do(game, cmd.Undo(ADA.id))
        clock.advance(60_000)
        await asyncio.sleep(0.1)
        assert await bot.games.load(game) == undone.state
        assert await nothing_urgent(bot)


async def test_a_stale_alarm_is_replaced_by_the_true_one(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The rules refuse a row that names a wrong turn, and the deadline is set again."""
    clock = StillClock()
    async with process(tmp_path, clock) as bot:
        game = await bot.new_game(UNDO)
        applied = await bot.do(game, some_move(await bot.games.load(game)))
        await bot.store.alarms.reset(game, applied.state.sequence, Deadline(clock.now(), Due.WINDOWS, 77))
        with caplog.at_level(logging.INFO):
            bot.run_deadlines()
            true = next_deadline(applied.state)
            assert true

            async def replaced() -> bool:
                return await first_due(bot.store) == true.at

            await eventually(replaced)
        assert "StaleTurn" in caplog.text
        assert await bot.games.load(game) == applied.state
        clock.advance(UNDO_TIME)

        async def closed() -> bool:
            return len((await bot.games.load(game)).seats[0].rack) == 7

        await eventually(closed)


async def test_computers_play_each_other_while_a_person_watches(tmp_path: Path) -> None:
    """Consecutive computer moves are separate commands."""
    async with process(tmp_path, StillClock()) as bot:
        game = await bot.new_game(start=False)
        for level in (1, 8):
            await bot.do(game, cmd.AddComputer(ADA.id, level))
        await bot.do(game, cmd.Start(ADA.id))
        seen: list[int] = []

        def think(
            view: SeatView, should_stop: Callable[[], bool], report: Report = ignore, family: bool = True
        ) -> cmd.Command:
            seen.append(view.seat)
            return passes(view, should_stop)

        bot.run_deadlines(think)
        await bot.do(game, cmd.Pass(ADA.id))
        await bot.do(game, cmd.Pass(BRUNO.id))

        async def round_is_over() -> bool:
            return (await bot.games.load(game)).on_turn == 0

        await eventually(round_is_over)
        assert seen == [2, 3]


async def test_a_computer_thinks_off_the_event_loop(tmp_path: Path) -> None:
    """While it thinks, everyone else is answered; told to hurry, it moves."""
    async with process(tmp_path, StillClock()) as bot:
        game = await bot.new_game(computer=True)
        started, threads = threading.Event(), []

        def think(
            view: SeatView, should_stop: Callable[[], bool], report: Report = ignore, family: bool = True
        ) -> cmd.Command:
            threads.append(threading.current_thread())
            started.set()
            while not should_stop():
                threading.Event().wait(0.005)
            return passes(view, should_stop)

        loop = bot.run_deadlines(think)
        await bot.do(game, cmd.Pass(ADA.id))
        await eventually(started.is_set)
        async with asyncio.timeout(60):
            assert (await bot.games.load(game)).on_turn == 1
        loop.computers.hurry(game)

        async def moved() -> bool:
            return (await bot.games.load(game)).on_turn == 0

        await eventually(moved)
        assert threads[0] is not threading.main_thread()


def held(started: threading.Event, go: threading.Event) -> Callable[..., cmd.Command]:
    """A computer player that tells when it has begun to think, and passes once it may go on."""

    def think(
        view: SeatView, should_stop: Callable[[], bool], report: Report = ignore, family: bool = True
    ) -> cmd.Command:
        started.set()
        go.wait(10)
        return passes(view, should_stop)

    return think


async def test_what_a_computer_thought_about_a_state_that_is_gone_is_dropped(tmp_path: Path) -> None:
    """The person who undid the pass is not surprised by the computer's answer to it."""
    async with process(tmp_path, StillClock()) as bot:
        game = await bot.new_game(computer=True)
        started, go = threading.Event(), threading.Event()

        bot.run_deadlines(held(started, go))
        await bot.do(game, cmd.Pass(ADA.id))
        await eventually(started.is_set)
        ended = await bot.do(game, cmd.End("999", moderator=True))
        go.set()
        await asyncio.sleep(0.2)
        assert await bot.games.load(game) == ended.state
        assert await first_due(bot.store) is None


async def test_a_computer_that_fails_tries_again_and_in_the_end_passes(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody waits for it for ever, and the log reveals nothing about its rack."""
    clock = StillClock()
    async with process(tmp_path, clock) as bot:
        game = await bot.new_game(computer=True)
        calls: list[int] = []

        def think(
            view: SeatView, should_stop: Callable[[], bool], report: Report = ignore, family: bool = True
        ) -> cmd.Command:
            calls.append(1)
            if len(calls) == 2:
                return cmd.Play(view.table.seats[view.seat].player.id, "8H QQQQQQQ", view.table.turn)
            raise ValueError(str(view.rack))

        bot.run_deadlines(think)
        with caplog.at_level(logging.INFO):
            await bot.do(game, cmd.Pass(ADA.id))
            for tries in range(1, MOVE_TRIES + 1):
                await eventually(lambda tries=tries: len(calls) == tries)

                async def waits() -> bool:
                    due = await first_due(bot.store)
                    return due == clock.now() + pause(tries)  # noqa: B023 - called in this round only

                await eventually(waits)
                clock.advance(pause(tries))

            async def passed() -> bool:
                return (await bot.games.load(game)).on_turn == 0

            await eventually(passed)
        assert len(calls) == MOVE_TRIES
        assert "ValueError" in caplog.text
        assert "Tile(" not in caplog.text
        assert "KnownRack" not in caplog.text


async def test_what_waits_for_a_worker_is_seen_to_when_one_is_free(tmp_path: Path) -> None:
    """Also if the work before it came to nothing, which tells nobody: that game is deleted meanwhile."""
    clock = StillClock()
    async with process(tmp_path, clock) as bot:
        started, go = threading.Event(), threading.Event()
        first, second = [await bot.new_game(place=Place(7, channel), computer=True) for channel in (70, 71)]
        for game in (first, second):
            await bot.do(game, cmd.Pass(ADA.id))
            clock.advance(1)

        bot.run_deadlines(held(started, go), parallel=1)
        await eventually(started.is_set)
        async with bot.store.database.write() as connection:
            await connection.execute(delete(GAMES).where(GAMES.c.game == first))
        go.set()

        async def moved() -> bool:
            return (await bot.games.load(second)).on_turn == 0

        await eventually(moved)


async def test_a_killed_process_leaves_its_computers_to_the_next(tmp_path: Path) -> None:
    """The next process thinks about the interrupted move again, once."""
    clock = StillClock()
    started, never = threading.Event(), threading.Event()

    def think(
        view: SeatView, should_stop: Callable[[], bool], report: Report = ignore, family: bool = True
    ) -> cmd.Command:
        started.set()
        while not should_stop():
            never.wait(0.005)
        raise InterruptedError

    async with process(tmp_path, clock) as one:
        game = await one.new_game(NO_UNDO, computer=True)
        one.run_deadlines(think)
        await one.do(game, cmd.Pass(ADA.id))
        await eventually(started.is_set)
    async with process(tmp_path, clock) as two:
        assert isinstance((await two.games.load(game)).phase, Turn)
        two.run_deadlines()

        async def moved() -> bool:
            return (await two.games.load(game)).on_turn == 0

        await eventually(moved)
        assert await events_of(two, game, ev.Passed) == 2


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
        await ada.wait_message(said("happenings.goes_first"))
        if (await stage.state(ada.channel_id())).on_turn == 0:
            await ada.command("/move pass")
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
