"""A real game reviewed through `/review` while people and computer players go on: how long each of them takes.

The playground is in the same process, as with `tilewright` at home. LEVEL is the level of the computers whose game is
reviewed, SECONDS how long each of the other measurements takes: without anything else before and after the review, and
beside as many busy processes of the same priority as there are cores, which shows what sharing the processor costs.
"""

from __future__ import annotations

import asyncio
import math
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import perf_counter, process_time

import psutil
import pytest

from bot.app import App, build
from bot.core import Core
from bot.limits import LARGEST, LIMITS, read_limits
from bot.model.reviews import ReviewState
from bot.service.computers import LOWEST
from bot.settings import Settings, sqlite_url
from engine.computer.candidates import ignore
from engine.computer.player import never
from engine.game.phases import Over
from engine.game.state import GameState
from engine.game.views import SeatView, seat_view
from tests.benchmarks.test_twenty_games import lag, report, threads, timed
from tests.support.playground import Person
from tests.support.running import ask

LEVEL = int(os.environ.get("LEVEL", "7"))
SECONDS = float(os.environ.get("SECONDS", "20"))
TURNS = 24
"""A game of this many turns should be reviewed within a minute."""
PAUSE = 0.2
LONGEST = 2700
"""Seconds to wait for a review; a machine with much other work takes many minutes."""


@dataclass
class Waits:
    """Milliseconds: until a command was acknowledged and answered, until a thinking job began and chose, and how late
    the event loop was."""

    acknowledged: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    began: list[float] = field(default_factory=list)
    chosen: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)

    def report(self, when: str) -> None:
        """Prints them."""
        for name in ("acknowledged", "answered", "began", "chosen", "late"):
            report(f"{when}: {name}", getattr(self, name))


async def until(is_so: Callable[[], Awaitable[bool]], seconds: float) -> None:
    """Waits for a fact that only the database shows."""
    end = perf_counter() + seconds
    while not await is_so():
        assert perf_counter() < end
        await asyncio.sleep(PAUSE)


async def play_a_game(core: Core, watcher: Person) -> tuple[str, str]:
    """A finished game of two computers, and the id of its thread."""
    known = set(threads(watcher))
    await ask(watcher, f"/game demo level:{LEVEL} level2:{LEVEL} pace:1 thread:yes", "begin")
    thread = next(one for one in threads(watcher) if one not in known)
    game = await core.games.in_channel(int(thread))
    assert game

    async def is_over() -> bool:
        return isinstance((await core.games.load(game)).phase, Over)

    await until(is_over, 600)
    return game, thread


async def a_turn_of(core: Core, game: str) -> SeatView:
    """What the seat on turn knows in the middle of a game."""
    latest = await core.games.load(game)
    for sequence in range(latest.sequence // 2, latest.sequence):
        state: GameState = await core.games.state_at(game, sequence)
        if state.on_turn is not None:
            return seat_view(state, state.on_turn)
    raise AssertionError("nobody was on turn")


async def think(core: Core, view: SeatView, waits: Waits) -> None:
    """One move of a computer player, as a live game asks for it."""
    begun = perf_counter()

    def work() -> float:
        started = perf_counter()
        core.thinker(view, never, ignore)
        return started

    started = await core.computers.in_thread(work)
    waits.began.append(1000 * (started - begun))
    waits.chosen.append(1000 * (perf_counter() - begun))


async def live_on(core: Core, person: Person, view: SeatView, waits: Waits) -> None:
    """A person who asks and a computer that moves, in turns, until cancelled."""
    watching = asyncio.create_task(lag(waits.late))
    try:
        while True:
            first, whole = await timed(person, "/check word:quixotry", person.channel_id())
            waits.acknowledged.append(first)
            waits.answered.append(whole)
            await think(core, view, waits)
            await asyncio.sleep(PAUSE)
    finally:
        watching.cancel()


async def meanwhile(core: Core, person: Person, view: SeatView, doing: Callable[[], Awaitable[None]]) -> Waits:
    """How long everyone waits while something goes on."""
    waits = Waits()
    living = asyncio.create_task(live_on(core, person, view, waits))
    try:
        await doing()
    finally:
        living.cancel()
        results = await asyncio.gather(living, return_exceptions=True)
    assert all(isinstance(one, asyncio.CancelledError) for one in results), results
    return waits


async def review(core: Core, watcher: Person, game: str, thread: str) -> None:
    """A review from the request to its last turn."""
    await watcher.command("/review", thread)

    async def is_done() -> bool:
        row = await core.services.reviews.of_game(game)
        return row is not None and row.state is ReviewState.DONE

    await until(is_done, LONGEST)


def processor_time(core: Core) -> float:
    """What the process that grades has used in seconds; NaN if it has ended already."""
    pid = core.background.pid
    if pid is None:
        return math.nan
    used = psutil.Process(pid).cpu_times()
    return used.user + used.system


@contextmanager
def busy_processes() -> Iterator[None]:
    """As many processes as cores, which compute at the priority of a review as long as this lasts."""
    spin = (sys.executable, "-c", f"import os\nos.nice({LOWEST})\nwhile True: pass")
    spinning = [subprocess.Popen(spin) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for one in spinning:
            one.kill()
            one.wait()


@pytest.mark.benchmark
@pytest.mark.timeout(3600)
async def test_a_review_beside_live_games(tmp_path: Path) -> None:
    """The review is made, and nobody waits much longer than without it."""
    boundless = read_limits(",".join(f"{name}={LARGEST}" for name in LIMITS))
    app: App = build(Settings(tmp_path, sqlite_url(tmp_path / "games.db"), port=0, limits=boundless))
    await app.start()
    core = app.core
    assert core and app.playground
    try:
        await asyncio.to_thread(core.compiler.finish)
        async with Person.at(app.playground, "Ada") as watcher, Person.at(app.playground, "Bruno") as person:
            game, thread = await play_a_game(core, watcher)
            view = await a_turn_of(core, game)
            await think(core, view, Waits())
            before = await meanwhile(core, person, view, lambda: asyncio.sleep(SECONDS))
            before.report("before")
            with busy_processes():
                beside = await meanwhile(core, person, view, lambda: asyncio.sleep(SECONDS))
            beside.report("beside busy processes")
            begun, spent = perf_counter(), process_time()
            busy = await meanwhile(core, person, view, partial(review, core, watcher, game, thread))
            begun, spent, there = perf_counter() - begun, process_time() - spent, processor_time(core)
            busy.report("during the review")
            after = await meanwhile(core, person, view, lambda: asyncio.sleep(SECONDS))
            after.report("after")
            turns = len(await core.services.reviews.turns(game))
    finally:
        await app.stop()
    print(f"\nlevel {LEVEL}, {turns} turns, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    print(f"review: {begun:.0f} s, {begun * TURNS / turns:.0f} s for {TURNS} turns; bot's processor time {spent:.0f} s")
    print(f"processor time of the process that grades: {there:.0f} s, {there * TURNS / turns:.0f} s for {TURNS} turns")
    quiet = max(before.late + after.late)
    print(f"greatest wait of the loop: {max(busy.late):.0f} ms with a review, {quiet:.0f} ms without")
    assert turns
