"""A bot and workers on one PostgreSQL database: where computer players think, and what happens when a worker dies."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from sqlalchemy import text

import bot.wiring.bot
from bot.engines.works import LANES
from bot.features.puzzles.search import PuzzleSearch
from bot.features.review import ReviewServices
from bot.features.review.reviews import Reviewer
from bot.model.processes import ProcessKind
from bot.service.processes import peers
from bot.service.processes.watchdog import SystemClock
from bot.settings import Settings, sqlite_url
from bot.store.database import Database
from bot.wiring.process import ComputingParts
from bot.wiring.starting import StartFailed
from bot.wiring.worker import Worker
from engine.computer.tools import Report, ignore
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.views import SeatView
from tests.features.test_computers_in_chat import Pondering
from tests.support import logged
from tests.support.connect import running
from tests.support.engines import StandIns
from tests.support.logged import ANY_PORT, told_by_bot
from tests.support.pictures import buttons_of, text_of
from tests.support.playground import Person
from tests.support.running import (
    DRAWS,
    LETTERS,
    WORDS,
    PushedClock,
    Scene,
    StackedLuck,
    TinyLibrary,
    ask,
    board,
    dictionary,
)
from tests.support.sentences import said
from tests.support.service import eventually

ROOT = Path(__file__).parents[2]
LONG = 24 * 3600 * 1000


@dataclass
class Passing:
    """A computer player that passes, and how often it has."""

    times: int = 0

    def __call__(
        self, view: SeatView, should_stop: Callable[[], bool], report: Report = ignore, family: bool = True
    ) -> cmd.Command:
        """Pass."""
        self.times += 1
        return cmd.Pass(view.table.seats[view.seat].player.id, view.table.turn)


@dataclass
class Stuck:
    """A computer player that thinks until the test lets it go, whatever it is told; then it passes."""

    begun: threading.Event = field(default_factory=threading.Event)
    go: threading.Event = field(default_factory=threading.Event)

    def __call__(
        self, view: SeatView, should_stop: Callable[[], bool], report: Report = ignore, family: bool = True
    ) -> cmd.Command:
        """Thinks."""
        self.begun.set()
        self.go.wait(120)
        return cmd.Pass(view.table.seats[view.seat].player.id, view.table.turn)


@dataclass
class Stage:
    """A bot, its playground with Ada, and workers on the same database."""

    scene: Scene
    ada: Person
    url: str

    @asynccontextmanager
    async def worker(self, thinker: Passing | Stuck | Pondering, threads: int = 2) -> AsyncIterator[Worker]:
        """A worker that works, and that the bot knows of."""
        made = self.make(thinker, threads)
        await made.start()
        try:
            await self.knows(1)
            yield made
        finally:
            await made.stop()

    def make(self, thinker: Passing | Stuck | Pondering, threads: int = 2) -> Worker:
        """A worker that does not work yet."""
        parts = ComputingParts(
            clock=self.scene.clock, luck=StackedLuck(), engines=StandIns(thinker), dictionaries=dictionary(WORDS)
        )
        return Worker(Settings(self.scene.folder, self.url, metrics=ANY_PORT), threads, parts)

    async def knows(self, workers: int) -> None:
        """Wait until the bot knows of so many workers."""
        app = self.scene.app
        assert app and app.core
        beating = app.core.peers

        def does() -> bool:
            beating.wake()
            return sum(one.kind is ProcessKind.WORKER for one in beating.living) == workers

        await eventually(does)

    async def opened(self, rules: str = "") -> None:
        """Start a game of Ada with a computer player; it is Ada's turn."""
        await ask(self.ada, "/game new variant:tiny computer:8")
        if rules:
            await ask(self.ada, rules)
        await ask(self.ada, "/game start")
        await board(self.ada)

    async def passes(self) -> int:
        """How often somebody has passed in the game."""
        app = self.scene.app
        assert app and app.core
        game = await app.core.games.in_channel(int(self.ada.channel_id()))
        assert game
        return sum(isinstance(event, ev.Passed) for event in await app.core.games.events(game))

    async def passed(self, times: int) -> None:
        """Wait until somebody has passed so often in the game."""

        async def has() -> bool:
            return await self.passes() == times

        await eventually(has)

    async def is_held(self) -> bool:
        """Whether a process holds a lease on the computer's move."""
        database = Database(self.url)
        try:
            async with database.read() as connection:
                held = text("SELECT count(*) FROM deadlines WHERE owner IS NOT NULL")
                return bool((await connection.execute(held)).scalar_one())
        finally:
            await database.close()

    async def do(self, statement: str) -> None:
        """Run a statement on the database."""
        database = Database(self.url)
        try:
            async with database.write() as connection:
                await connection.execute(text(statement))
        finally:
            await database.close()


Staged = Callable[..., AbstractAsyncContextManager[Stage]]


@pytest.fixture
def stage(shared: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Staged:
    """Make a stage whose bot has this computer player and draw."""
    # however slow the machine, the bot does not lend a hand
    monkeypatch.setattr(bot.wiring.bot, "WORKER_PATIENCE", LONG)

    @asynccontextmanager
    async def made(thinker: Passing | Stuck, *draws: str) -> AsyncIterator[Stage]:
        async with running() as playground:
            clock, library = PushedClock(playground), TinyLibrary(LETTERS, 3)
            scene = Scene(playground, clock, tmp_path, StackedLuck(*draws), library, WORDS, thinker, database=shared)
            async with Person.at(playground, "Ada") as ada:
                try:
                    await scene.start()
                    yield Stage(scene, ada, shared)
                finally:
                    await scene.stop()

    return made


@pytest.mark.soak
async def test_X10_a_worker_moves_the_computer_players(stage: Staged) -> None:
    """The bot leaves the thinking to it while it lives, posts its moves, and thinks itself once it has gone."""
    own, working = Passing(), Passing()
    async with stage(own) as play:
        async with play.worker(working):
            await play.opened()
            await play.ada.command("/move pass")
            await play.passed(2)
            await board(play.ada, "passed")
            assert (own.times, working.times) == (0, 1)
        await play.knows(0)
        await play.ada.command("/move pass")
        await play.passed(4)
        assert (own.times, working.times) == (1, 1)


@pytest.mark.soak
async def test_X10_a_stopped_worker_leaves_its_move_at_once(stage: Staged) -> None:
    """What it was thinking about goes to the bot and is moved once, although a thread still thinks."""
    own, stuck = Passing(), Stuck()
    async with stage(own) as play:
        try:
            async with play.worker(stuck):
                await play.opened()
                await play.ada.command("/move pass")
                await eventually(stuck.begun.is_set)
            await play.knows(0)
            await play.passed(2)
            assert own.times == 1
        finally:
            stuck.go.set()


@pytest.mark.soak
async def test_X10_a_silent_workers_move_is_taken_over(stage: Staged, caplog: pytest.LogCaptureFixture) -> None:
    """A worker that was taken for dead moves after all, too late: the game has one move, and nobody sees an error."""
    own, stuck = Passing(), Stuck()
    with caplog.at_level(logging.ERROR):
        async with stage(own) as play, play.worker(stuck) as worker:
            try:
                await play.opened()
                await play.ada.command("/move pass")
                await eventually(stuck.begun.is_set)
                # The worker's next sign of life is far away; its latest one is now long ago.
                await play.do(f"UPDATE processes SET seen = seen - {peers.DEAD_AFTER + 1} WHERE kind = 'worker'")
                await play.knows(0)
                await play.passed(2)
                assert own.times == 1
                assert worker.core is not None
            finally:
                stuck.go.set()
            worker.core.peers.wake()
            await play.knows(1)
            assert await play.passes() == 2
    assert told_by_bot(caplog) == []


PONDERS = """
import asyncio, sys, time
from pathlib import Path
from bot.settings import Settings
from bot.wiring.process import ComputingParts
from bot.wiring.worker import Worker
from engine.game import commands as cmd
from tests.support.engines import StandIns
from tests.support.running import WORDS, dictionary

def ponder(view, should_stop, report, family):
    while not should_stop():
        time.sleep(0.01)
    return cmd.Pass(view.table.seats[view.seat].player.id, view.table.turn)

parts = ComputingParts(engines=StandIns(ponder), dictionaries=dictionary(WORDS))
worker = Worker(Settings(Path(sys.argv[2]), sys.argv[1]), 2, parts)
asyncio.run(worker.run(lambda threads: print("ready", threads, flush=True)))
"""
"""A worker in a process of its own, whose computer player thinks until it is told to stop."""


@pytest.mark.soak
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
async def test_X10_a_workers_process_ends_while_it_thinks(stage: Staged, end: signal.Signals) -> None:
    """The bot makes the move, once; a process that is told to end does so cleanly, and one that is killed is buried."""
    own = Passing()
    async with stage(own) as play:
        command = (sys.executable, "-c", PONDERS, play.url, str(play.scene.folder))
        worker = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE, cwd=ROOT)
        try:
            assert worker.stdout is not None
            assert await worker.stdout.readline() == b"ready 2\n"
            await play.knows(1)
            await play.opened()
            await play.ada.command("/move pass")
            await eventually(play.is_held)
            worker.send_signal(end)
            assert await worker.wait() == (-end if end is signal.SIGKILL else 0)
        finally:
            with suppress(ProcessLookupError):
                worker.kill()
        await play.do(f"UPDATE processes SET seen = seen - {peers.DEAD_AFTER + 1} WHERE kind = 'worker'")
        await play.knows(0)
        await play.passed(2)
        assert own.times == 1


@pytest.mark.soak
async def test_X10_candidates_and_play_now_across_processes(stage: Staged) -> None:
    """The bot shows what the worker's player considers, without exchanged tiles, and Play now reaches the worker."""
    own, pondering = Passing(), Pondering()
    async with stage(own, *DRAWS) as play, play.worker(pondering):
        ada = play.ada
        await play.opened("/game rules rule:show_thinking value:on")
        await ask(ada, "/play move:8F CAT")
        play.scene.clock.push(10)
        shown = await board(ada, said("status.choosing_a_move"))
        await eventually(pondering.begun.is_set)
        await ada.wait(lambda: "is considering" in text_of(ada.now(shown) or {}), "candidates")
        told = text_of(ada.now(shown) or {})
        assert "1\\. H8 TO, 2 points · 61% chance to win" in told
        assert "exchanging 3 tiles" in told
        assert "Play now" in buttons_of(ada.now(shown) or {})
        await ada.click(shown, "Play now")
        await board(ada, "H8 TO", after=shown)
        await ada.wait(lambda: not buttons_of(ada.now(shown) or {}), "the old board without buttons")
        assert own.times == 0


@pytest.mark.soak
async def test_X11_a_worker_tells_how_it_is(stage: Staged) -> None:
    """Health, readiness and metrics as a bot has them; its thinking is in them."""
    async with stage(Passing()) as play, play.worker(Passing(), threads=3) as worker:
        assert worker.monitoring
        address = worker.monitoring.address
        assert await logged.ask(address, "/healthz") == (200, "ok\n")
        assert await logged.ask(address, "/readyz") == (200, "ok\n")
        await play.opened()
        await play.ada.command("/move pass")
        await play.passed(2)
        found = logged.values((await logged.ask(address, "/metrics"))[1])
        assert found["tilewright_pool_most"][(("pool", "thinking"),)] == LANES
        assert found["tilewright_commit_seconds_count"][()] >= 1
        assert found["tilewright_takeovers_total"][(("what", "deadline"),)] == 0


async def test_X10_what_one_process_has_to_do_wakes_the_others(stage: Staged, monkeypatch: pytest.MonkeyPatch) -> None:
    """A review that somebody requested, and games that were chosen to search for puzzles, by a bot or a worker."""
    woken: set[Reviewer | PuzzleSearch] = set()
    for kind in (Reviewer, PuzzleSearch):
        monkeypatch.setattr(kind, "wake", lambda self: woken.add(self))
    async with stage(Passing()) as play, play.worker(Passing()):
        app = play.scene.app
        assert app and app.core
        own = next(one for one in app.core.loops if isinstance(one, PuzzleSearch))
        await asyncio.sleep(0)
        woken.clear()

        def reviews_heard() -> bool:
            app.core.services.of(ReviewServices).reviews._requested()  # again, in case nobody listens yet
            return sum(isinstance(one, Reviewer) for one in woken) == 2

        await eventually(reviews_heard)

        def other_searches() -> list[PuzzleSearch]:
            own._queued()
            return [one for one in woken if isinstance(one, PuzzleSearch) and one is not own]

        await eventually(lambda: bool(other_searches()))
        (other,) = other_searches()
        woken.clear()

        def bot_heard() -> bool:
            other._queued()
            return own in woken

        await eventually(bot_heard)


@pytest.mark.soak
async def test_X10_a_worker_with_a_wrong_clock_lives_by_the_bots_time(
    stage: Staged, caplog: pytest.LogCaptureFixture
) -> None:
    """From its start on, and its log says so."""
    async with stage(Passing()) as play:
        assert play.scene.app and play.scene.app.core
        beating = play.scene.app.core.store.meta

        async def has_beaten() -> bool:
            return await beating.time() is not None

        await eventually(has_beaten)
        wrong = SystemClock(lambda: time.time_ns() + 365 * 24 * 3600 * 10**9)
        parts = ComputingParts(clock=wrong, engines=StandIns(Passing()), dictionaries=dictionary(WORDS))
        worker = Worker(Settings(play.scene.folder, play.url), 1, parts)
        await worker.start()
        try:
            assert abs(wrong.now() - play.scene.clock.now()) < 60_000
        finally:
            await worker.stop()
    assert [one for one in caplog.records if "ahead of Discord's" in one.getMessage()]


async def test_X10_workers_need_a_shared_database(tmp_path: Path) -> None:
    """With SQLite there is one process: a worker says what it needs."""
    settings = Settings(tmp_path, sqlite_url(tmp_path / "games.db"))
    with pytest.raises(StartFailed, match="TILEWRIGHT_DATABASE_URL"):
        await Worker(settings).start()
    await asyncio.sleep(0)
    assert not (tmp_path / "games.db").exists()
