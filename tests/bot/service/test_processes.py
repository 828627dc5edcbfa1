"""The processes of one database: signs of life, shards handed over, a blocked event loop, a clock that is set."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from bot.model.changes import EVERYTHING
from bot.model.games import Place
from bot.model.measures import Measures
from bot.model.processes import DeadProcesses, HeldShards, Lease, Process, ProcessKind
from bot.service.processes import peers
from bot.service.processes import shardshare as module
from bot.service.processes.peers import DEAD_AFTER, GRACE_SECONDS, LOST, Peers, Timekeeper, UnreachableShards
from bot.service.processes.shardshare import Heartbeat, Outages, ShardLeases
from bot.service.processes.watchdog import MISSED, SLOWER, SystemClock, Watchdog
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.clock import next_deadline
from engine.model.durations import HOUR, MINUTE, SECOND
from tests.support.clocks import Machine
from tests.support.later import at_gate
from tests.support.service import ADA, HOME, NO_UNDO, FakeDiscord, StillClock, eventually, process

DEAD = DeadProcesses(("dead",), deliveries=3, deadlines=2, work=1)


@dataclass
class Table:
    """The table of processes, in which one is dead. `asked` are the limits of each burial."""

    asked: list[tuple[int, int | None]] = field(default_factory=list)

    async def sign(self, process: str) -> None:
        """Do nothing."""

    async def seen(self, process: str, kind: ProcessKind, version: str) -> bool:
        """A sign of life."""
        return False

    async def bury(self, within: int, gone: int | None = None) -> DeadProcesses:
        """Bury the dead."""
        self.asked.append((within, gone))
        return DEAD

    async def living(self, within: int) -> tuple[Process, ...]:
        """Nobody."""
        return ()


@dataclass
class Counted(Measures):
    """What was taken over."""

    taken: list[tuple[str, int]] = field(default_factory=list)

    def took_over(self, what: str, count: int) -> None:
        """Count."""
        self.taken.append((what, count))


async def test_X10_an_interruption_gives_the_others_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that could not reach the database buries nobody for a while, since the others could not either."""
    now = 100.0
    monkeypatch.setattr(peers, "monotonic", lambda: now)
    table, counted = Table(), Counted()
    beating = Peers(table, "me", ProcessKind.BOT, "", StillClock(), counted)  # type: ignore[arg-type]
    await beating.enter()
    assert table.asked == []
    now += 1
    await beating._beat()
    assert table.asked == [(DEAD_AFTER, LOST)]
    assert counted.taken == [("delivery", 3), ("deadline", 2), ("work", 1)]
    now += LOST / 1000 + 1
    for _ in range(5):
        await beating._beat()
        now += GRACE_SECONDS / 5
    assert len(table.asked) == 1
    now += 0.1
    await beating._beat()
    assert len(table.asked) == 2


@dataclass
class Shards:
    """Two shards, both of this process, which has to hand one over."""

    released: list[int] = field(default_factory=list)

    async def claim(self, *_: Any) -> HeldShards:
        """This process's share."""
        mine = tuple(Lease(shard, "me", None, True) for shard in (0, 1) if shard not in self.released)
        return HeldShards(2, mine, () if self.released else (1,), ())

    async def release(self, owner: str, served: list[int], unserved: list[int], now: int) -> None:
        """Give up leases."""
        self.released += [*served, *unserved]


@dataclass
class Sessions:
    """The sessions with Discord."""

    connected: frozenset[int] = frozenset({0, 1})

    async def open_shard(self, shard: int) -> None:
        """Begin a session."""

    async def close_shard(self, shard: int) -> None:
        """End a session."""


async def test_X10_answers_under_way_do_not_delay_a_handover() -> None:
    """The shard is free for the other process while an answer still takes long."""
    table, answered = Shards(), asyncio.Event()
    games: Any = type("Games", (), {"reach": UnreachableShards()})()
    clock = StillClock()
    sharing = ShardLeases(table, "me", clock, UnreachableShards(), Outages(games, clock), answered.wait, shared=True)  # type: ignore[arg-type]
    running = asyncio.create_task(sharing.run(Sessions()))
    try:
        await eventually(lambda: table.released == [1])
        assert not answered.is_set()
    finally:
        running.cancel()
        answered.set()
        await asyncio.gather(running, return_exceptions=True)


@dataclass
class Silent(Shards):
    """A table that answers once; then the network loses everything."""

    asked: int = 0

    async def claim(self, *_: Any) -> HeldShards:
        """Both shards at first, later nothing at all."""
        self.asked += 1
        if self.asked > 1:
            await asyncio.Event().wait()
        return HeldShards(2, tuple(Lease(shard, "me", None, True) for shard in (0, 1)), (), ())


@dataclass
class CountedShards(Sessions):
    """Sessions that remember which were closed."""

    closed: list[int] = field(default_factory=list)

    async def close_shard(self, shard: int) -> None:
        """End a session."""
        self.closed.append(shard)


@pytest.mark.parametrize("shared", [True, False])
async def test_X10_shards_are_given_up_while_a_claim_gets_no_answer(
    monkeypatch: pytest.MonkeyPatch,
    shared: bool,
) -> None:
    """Others take this process for dead, and it must not go on answering beside them. The only process goes on."""
    monkeypatch.setattr(module, "ABANDON_SECONDS", 0.2)
    games: Any = type("Games", (), {"reach": UnreachableShards()})()
    clock, sessions, table = StillClock(), CountedShards(), Silent()
    sharing = ShardLeases(
        table, "me", clock, UnreachableShards(), Outages(games, clock), asyncio.Event().wait, shared=shared
    )  # type: ignore[arg-type]
    running = asyncio.create_task(sharing.run(sessions))
    try:
        await eventually(lambda: sharing.held == {0, 1})
        sharing.wake()
        await eventually(lambda: table.asked == 2)
        sharing.wake()
        await eventually(lambda: table.asked == 3)
        assert sorted(sessions.closed) == ([0, 1] if shared else [])
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


LONG = 0.2


@pytest.fixture
async def watchdog(caplog: pytest.LogCaptureFixture) -> AsyncIterator[Watchdog]:
    caplog.set_level(logging.WARNING)
    made = Watchdog(LONG, quiet=0.0)
    made.start()
    yield made
    made.stop()


def stand_in_python(until: Callable[[], bool]) -> None:
    """Blocks the loop, but lets other threads run."""
    secret = "QUIXOTIC"
    while not until():
        time.sleep(0.01)
    del secret


def stand_in_c(until: Callable[[], bool]) -> None:
    """Blocks every thread for as long as each large sum takes."""
    while not until():
        sum(range(60_000_000))


@pytest.mark.parametrize("stand", [stand_in_python, *at_gate([stand_in_c])])
async def test_where_a_loop_stands_is_logged(
    watchdog: Watchdog, caplog: pytest.LogCaptureFixture, stand: Callable[[Callable[[], bool]], None]
) -> None:
    """The log names the blocking function, and none of its values."""
    await asyncio.sleep(0)
    stand(lambda: f" {stand.__name__}\n" in caplog.text or caplog.text.rstrip().endswith(f" {stand.__name__}"))
    await eventually(lambda: "goes on, after" in caplog.text)
    assert "the event loop has stood still for" in caplog.text
    assert "QUIXOTIC" not in caplog.text


async def test_a_loop_that_stands_still_often_does_not_flood_the_log(
    watchdog: Watchdog, caplog: pytest.LogCaptureFixture
) -> None:
    """There is one report per period; the next one gives the number left out."""
    stand_in_python(lambda: "stood still" in caplog.text)
    watchdog._quiet = 3600.0
    await eventually(lambda: "goes on" in caplog.text)
    caplog.clear()
    stand_in_python(lambda: watchdog._kept_quiet > 0)
    assert "stood still" not in caplog.text
    watchdog._quiet = 0.0
    stand_in_python(lambda: "times more since the last report" in caplog.text)


async def test_a_loop_that_works_is_left_in_peace(caplog: pytest.LogCaptureFixture) -> None:
    """This is so however much other threads have to do; after the loop ends nothing is watched."""
    watchdog = Watchdog(60.0)
    watchdog.start()
    await asyncio.to_thread(sum, range(1_000_000))
    watchdog.stop()
    assert not caplog.records
    assert "watchdog" not in {thread.name for thread in threading.enumerate()}


TEN = NO_UNDO.with_value("turn_clock", "10s")


class StoppedClock(StillClock):
    """The clock of a process that can be stopped."""

    span: tuple[int, int] | None = None

    def stop(self, milliseconds: int) -> None:
        """Let time pass in which the process does not run."""
        self.span = self.now(), self.now() + milliseconds
        self.advance(milliseconds)

    def missed(self) -> tuple[int, int] | None:
        """The last stop, once."""
        span, self.span = self.span, None
        return span


@pytest.mark.parametrize("back", [20 * SECOND, 120 * SECOND, HOUR])
def test_a_clock_that_is_set_back_goes_on_a_little_slower_until_both_agree(
    back: int, caplog: pytest.LogCaptureFixture
) -> None:
    """What is due in 20 seconds is at most two seconds late, and the step is logged once, with its size."""
    machine = Machine()
    clock = SystemClock(lambda: machine.wall, lambda: machine.passed)
    before = clock.now()
    machine.set(-back)
    assert clock.now() == before
    machine.run(20 * SECOND)
    assert 18 * SECOND <= clock.now() - before <= 20 * SECOND
    assert clock.missed() is None
    machine.run((back - 20 * SECOND) * SLOWER + MINUTE)
    assert clock.now() >= machine.wall // 1_000_000
    machine.run(back * SLOWER)
    assert clock.now() == machine.wall // 1_000_000
    assert [record.args for record in caplog.records] == [(back / 1000,)]


def test_a_clock_that_is_set_back_by_mistake_and_right_again_has_missed_nothing() -> None:
    """And agrees with the machine's at once."""
    machine = Machine()
    clock = SystemClock(lambda: machine.wall, lambda: machine.passed)
    assert clock.missed() is None
    before = clock.now()
    for step in (-HOUR, HOUR):
        machine.set(step)
        machine.run(SECOND)
        assert clock.missed() is None
    assert clock.now() == before + 2 * SECOND == machine.wall // 1_000_000


@pytest.mark.parametrize("forward", [20 * SECOND, 24 * HOUR])
def test_a_clock_that_is_set_forward_has_missed_the_time_between(
    forward: int, caplog: pytest.LogCaptureFixture
) -> None:
    """As a process that was stopped has."""
    machine = Machine()
    clock = SystemClock(lambda: machine.wall, lambda: machine.passed)
    assert clock.missed() is None
    machine.run(SECOND)
    before = clock.now()
    assert clock.missed() is None
    machine.set(forward)
    assert clock.missed() == (before, before + forward)
    assert clock.missed() is None
    assert [record.args for record in caplog.records] == [(forward / 1000,)]
    machine.run(MISSED)
    assert clock.missed() == (before + forward, before + forward + MISSED)
    assert [record.args for record in caplog.records] == [(forward / 1000,), (MISSED / 1000,)]


def test_a_process_goes_on_where_the_last_one_was_although_the_clock_was_set_back_between() -> None:
    """The last sign of life in the database says where."""
    machine = Machine()
    clock = SystemClock(lambda: machine.wall, lambda: machine.passed)
    noted = clock.now() + HOUR
    clock.resume(noted)
    assert clock.now() == noted
    clock.resume(noted - MINUTE)
    assert clock.now() == noted


@pytest.mark.parametrize("step", [-HOUR, -120 * SECOND, -20 * SECOND, 20 * SECOND, 24 * HOUR])
async def test_c3_boards_come_and_nobody_is_charged_whichever_way_the_clock_is_set(tmp_path: Path, step: int) -> None:
    """A game with a turn clock goes on: the move's board is sent, and the next turn has all its time."""
    offset = 0
    clock = SystemClock(lambda: time.time_ns() + offset * 1_000_000)
    discord = FakeDiscord(clock)
    async with process(tmp_path, clock, discord) as bot:
        game = await bot.new_game(NO_UNDO.with_value("turn_clock", "1m"))
        outages = Outages(bot.games, clock)
        outages.end()
        bot.run_deliveries()
        bot.run_deadlines()
        await eventually(lambda: "board" in discord.kinds(HOME.channel_id))
        boards = len(discord.messages)
        offset = step
        state = (await bot.do(game, cmd.Pass(ADA.id))).state
        await eventually(lambda: len(discord.messages) > boards)
        await outages.settled()
        events = await bot.games.events(game)
        assert state.on_turn == 1 and not any(isinstance(event, ev.TurnExpired) for event in events)
        assert state.seats[0].used < 10 * SECOND


@pytest.mark.parametrize("deadline_first", [True, False])
async def test_c3_no_deadline_takes_a_turn_for_time_in_which_the_process_stood_still(
    tmp_path: Path, deadline_first: bool
) -> None:
    """Whichever wakes first, the loop of the deadlines or the look for standstills."""
    clock = StoppedClock()
    async with process(tmp_path, clock) as bot:
        game = await bot.new_game(TEN)
        outages = Outages(bot.games, clock)
        outages.end()
        clock.advance(4 * SECOND)
        start = clock.now()
        clock.stop(60 * SECOND)
        if not deadline_first:
            outages.end()
        loop = bot.run_deadlines()
        loop.wake()

        async def is_noted() -> bool:
            return any(isinstance(event, ev.TimeLost) for event in await bot.games.events(game))

        await eventually(is_noted)
        await outages.settled()
        events = await bot.games.events(game)
        assert [(one.start, one.end) for one in events if isinstance(one, ev.TimeLost)] == [(start, clock.now())]
        assert (await bot.games.load(game)).on_turn == 0
        applied = await bot.do(game, cmd.Pass(ADA.id))
        assert applied.state.seats[0].used == 4 * SECOND


def test_discords_time_counts_on_a_machine_whose_clock_is_wrong(caplog: pytest.LogCaptureFixture) -> None:
    """Whichever way, from the start; seconds of difference are none."""
    for wrong in (-365 * 24 * HOUR, -2 * MINUTE, 2 * MINUTE, 365 * 24 * HOUR):
        machine = Machine()
        right = machine.wall // 1_000_000
        machine.set(wrong)
        clock = SystemClock(lambda: machine.wall, lambda: machine.passed)  # noqa: B023
        clock.told(right)
        clock.resume(right - HOUR)
        machine.run(SECOND)
        clock.told(right - 4 * SECOND)
        assert clock.now() == right + SECOND
        assert clock.off == wrong / 1000
        machine.set(-wrong)
        assert clock.now() == right + SECOND
        clock.told(right + SECOND)
        assert clock.now() == right + SECOND
        assert clock.off == 0
    assert len([one for one in caplog.records if "Discord's" in one.getMessage()]) == 4


@pytest.mark.parametrize("wrong", [-365 * 24 * HOUR, 2 * MINUTE])
async def test_a_worker_lives_by_the_time_of_the_bots_and_its_wrong_clock_is_noted(
    address: str, wrong: int, caplog: pytest.LogCaptureFixture
) -> None:
    """Until it is right; while no bot has told the time, the machine's counts."""
    machine = Machine()
    right = machine.wall // 1_000_000
    machine.set(wrong)
    clock = SystemClock(lambda: machine.wall, lambda: machine.passed)
    async with process(address, StillClock()) as run:
        meta = run.store.meta
        worker = Timekeeper(meta, clock, "worker1", follows=True)
        await worker.look()
        assert clock.now() == right + wrong and clock.off == 0
        await meta.beat(right)
        await worker.look()
        assert abs(clock.now() - right) < MINUTE
        assert clock.off == pytest.approx(wrong / 1000, abs=60)
        noted = await meta.get("clock worker1")
        assert noted is not None and int(noted.split()[1]) == clock.off
        machine.set(-wrong)
        await meta.beat(right)
        await worker.look()
        assert await meta.get("clock worker1") is None
        assert [one for one in caplog.records if "Discord's" in one.getMessage()]
        bot = Timekeeper(meta, clock, "bot1", follows=False)
        await meta.beat(right - HOUR)
        await bot.look()
        assert clock.off == 0, "a bot asks Discord"


def test_a_jump_of_the_machines_clock_counts_once_discord_says_the_same() -> None:
    """A machine that has slept is told so by Discord's next answer; one whose clock was set by mistake is not."""
    machine = Machine()
    clock = SystemClock(lambda: machine.wall, lambda: machine.passed)
    right = machine.wall // 1_000_000
    clock.told(right)
    clock.resume(right)
    assert clock.missed() is None
    machine.set(8 * HOUR)
    assert clock.now() == right and clock.missed() is None
    clock.told(right)
    assert clock.now() == right
    clock.told(right + 8 * HOUR)
    assert clock.missed() == (right, right + 8 * HOUR)
    machine.set(-8 * HOUR)
    assert clock.now() == right + 8 * HOUR


def test_a_clock_that_runs_ahead_of_discords_goes_slower_and_never_back() -> None:
    machine = Machine()
    clock = SystemClock(lambda: machine.wall, lambda: machine.passed)
    right = machine.wall // 1_000_000
    clock.told(right)
    clock.resume(right)
    for _ in range(3):
        machine.set(40 * SECOND)
        clock.now()
    clock.told(right)
    assert clock.now() == right + 2 * MINUTE
    machine.run(2 * MINUTE * SLOWER)
    assert clock.now() == right + 2 * MINUTE * SLOWER


async def test_a_database_that_was_a_year_ahead_heals_at_the_next_start(tmp_path: Path) -> None:
    """What is due is due in the seconds that were left, what was due before stays so, and games go on."""
    year, clock = 365 * 24 * HOUR, StillClock()
    async with process(tmp_path, clock) as bot:
        before = await bot.new_game(NO_UNDO.with_value("turn_clock", "6h"))
        right = clock.now()
        clock.advance(year)
        ahead = await bot.new_game(NO_UNDO.with_value("turn_clock", "1m"), Place(7, 71))
        clock.advance(20 * SECOND)
        heartbeat = Heartbeat(bot.store.meta, clock)
        await heartbeat._beat()
        due = {one: next_deadline(await bot.games.load(one)) for one in (before, ahead)}
    machine = Machine()
    machine.wall = (right + MINUTE) * 1_000_000
    late = SystemClock(lambda: machine.wall, lambda: machine.passed)
    late.told(right + MINUTE)
    async with process(tmp_path, late) as bot:
        heartbeat = Heartbeat(bot.store.meta, late)
        await heartbeat.resume()
        assert late.now() == right + MINUTE == await heartbeat.last()
        for game, earlier in ((before, 0), (ahead, clock.now() - late.now())):
            deadline, old = next_deadline(await bot.games.load(game)), due[game]
            assert deadline and old
            assert deadline.at == old.at - earlier
        (alarm,) = (await bot.store.alarms.claim("me", late.now() + MINUTE, 0, 9, 9, {}, EVERYTHING)).alarms
        assert alarm.game == ahead
        applied = await bot.do(ahead, cmd.Pass(ADA.id))
        assert applied.events[-1].at == late.now()
        assert applied.state.seats[0].used == 20 * SECOND
