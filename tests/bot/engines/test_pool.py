"""The processes that think: the same results as here, under limits, fair, and whatever happens to them."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest
import pytest_asyncio

from bot.engines import pool, process, works
from bot.engines.pool import EnginePool
from bot.engines.works import (
    ChooseMove,
    ComputerMove,
    FindHint,
    FindMoves,
    FindPuzzle,
    GradeTurn,
    Job,
    Means,
    Order,
    Ticket,
    Waits,
    Work,
    read_value,
)
from bot.fairness import on_behalf_of
from bot.features.review import reviews as reviewing
from bot.features.review.reviews import Reviewer, Reviews
from bot.features.review.store import ReviewState, ReviewStore
from bot.limits import LIMITS as BOUNDS
from bot.model.errors import EngineFailed, StillPreparing, TooManyAtOnce
from bot.service.rights import FairUse
from engine import jit
from engine.analysis.positions import answer, find_moves
from engine.computer.player import choose, never
from engine.computer.tools import Candidate, ignore
from engine.game import commands as cmd
from engine.game.state import Computer, HintKind
from engine.game.views import SeatView
from engine.model.levels import STRONGEST, SearchPart
from engine.puzzles import making, values
from engine.review import jsonform
from engine.review.reviewing import Effort, review_turn
from engine.words.lexicon import Lexicon
from tests.support import light_engine
from tests.support.bad_works import Crashes, Hangs, LacksEvenMore, LacksMemory
from tests.support.engines import always, tools, view_of
from tests.support.finished import finished_game
from tests.support.service import ADA, HOME, Process, StillClock, eventually
from tests.support.service import process as running
from tests.support.words import ENGLISH, english, keys_of, list_of

CARE = "\n" * 7 + ".......CARE"
QUICK = Effort(first=8, deals=16, slices=4)
SECRETS = {"DISCORD_TOKEN": "secret", "TILEWRIGHT_SAVE_KEY": "secret", "TILEWRIGHT_DATABASE_URL": "secret"}


@pytest.fixture
async def engines() -> AsyncIterator[EnginePool]:
    """A pool without a process yet."""
    made = EnginePool(always(english()))
    yield made
    await made.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared() -> AsyncIterator[EnginePool]:
    """A pool for all tests of what its process answers: that takes a second of computing to start."""
    made = EnginePool(always(english()))
    yield made
    await made.close()


@pytest.fixture
def light(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes that start at once and answer without thinking."""
    real = process.start
    monkeypatch.setattr(process, "start", lambda _, **options: real("tests.support.light_engine", **options))
    monkeypatch.setattr(process, "BEAT_SECONDS", light_engine.BEAT)


@pytest.fixture
async def run(tmp_path: Path) -> AsyncIterator[Process]:
    async with running(tmp_path, StillClock()) as one:
        yield one


def of_level(view: SeatView, level: int) -> SeatView:
    """The view with a computer player in its seat."""
    seats = list(view.table.seats)
    seats[view.seat] = replace(seats[view.seat], player=Computer("computer-1", "Computer", level))
    return replace(view, table=replace(view.table, seats=tuple(seats)))


def order(work: Work[Any], waits: Waits = Waits.CLOCK, seconds: float = 1.0) -> Order[Any]:
    """Work with the words and tables of the standard board."""
    view = getattr(work, "view", None) or view_of(CARE, "AEINRST")
    return Order(Job(work, view.table.setup, seconds, waits))


async def value(engines: EnginePool, work: Work[Any], waits: Waits = Waits.CLOCK) -> Any:
    """What work returns."""
    return (await engines.do(order(work, waits))).value


def move(level: int, rack: str = "AEINRST") -> ChooseMove:
    """A computer player's move."""
    return ChooseMove(of_level(view_of(CARE, rack), level), family=True)


# --- the same results as here -----------------------------------------------------------------------------------------


@pytest.mark.asyncio(loop_scope="module")
async def test_C4_moves_and_hints_are_those_of_the_engine(shared: EnginePool) -> None:
    """At a level that does not look ahead; what the strongest player considers is told on the way."""
    assert await value(shared, move(7)) == choose(move(7).view, tools())
    told: list[Sequence[Candidate]] = []
    strongest = order(move(STRONGEST), seconds=60.0)

    def report(candidates: Sequence[Candidate]) -> None:
        told.append(candidates)
        if len(told) > 1:
            strongest.hurry()

    strongest.report = report
    assert isinstance((await shared.do(strongest)).value, cmd.Play)
    assert len(told) > 1 and all(isinstance(one, Candidate) for one in told[0])
    for kind in HintKind:
        found, is_old = await value(shared, FindHint(view_of(CARE, "AEINRST"), kind, 0, family=True), Waits.SOMEBODY)
        assert found and not is_old


@pytest.mark.gate
async def test_C4_without_compiled_kernels_a_process_finds_the_same_until_it_is_replaced(
    engines: EnginePool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The strongest player does not look ahead then, and somebody who wants just that is told to wait.

    The job under way when the compiler is done is done before.
    """
    done = asyncio.Event()
    monkeypatch.setenv("TILEWRIGHT_JIT", "off")
    monkeypatch.setattr(pool, "COMPILING", 0.1)
    real = pool.start

    async def compiles(module: str) -> Any:
        monkeypatch.delenv("TILEWRIGHT_JIT")
        await done.wait()
        return await real("this", variables={})  # ends at once

    monkeypatch.setattr(pool, "start", compiles)
    for level in (2, 6, STRONGEST):
        assert await value(engines, move(level)) == choose(move(level).view, tools(), without=frozenset(SearchPart))
    with pytest.raises(StillPreparing):
        await value(engines, FindMoves(view_of(CARE, "AEINRST"), ahead=False), Waits.SOMEBODY)
    before = engines.pids
    done.set()
    await eventually(lambda: not set(before) & set(engines.pids))
    assert await value(engines, move(7)) == choose(move(7).view, tools())
    assert [one.mode for one in engines._processes] == [jit.ON if jit.is_tuned() else jit.OFF]


@pytest.mark.asyncio(loop_scope="module")
async def test_C4_a_player_in_a_hurry_moves_at_once(shared: EnginePool) -> None:
    """Also one that is hurried before it begins, and one whose answer nobody wants any more."""
    await value(shared, move(7))
    hurried = order(move(STRONGEST), seconds=600.0)
    hurried.hurry()
    assert isinstance((await shared.do(hurried)).value, cmd.Play)
    later = order(move(STRONGEST, "AEINOR?"), seconds=600.0)
    task = asyncio.create_task(shared.do(later))
    await eventually(lambda: shared.load.used == 1)
    later.hurry()
    assert isinstance((await task).value, cmd.Play)
    dropped = asyncio.create_task(shared.do(order(move(STRONGEST, "AEINOR?"), seconds=600.0)))
    await eventually(lambda: shared.load.used == 1)
    dropped.cancel()
    await eventually(lambda: not shared._processes[0].load)


async def test_a_server_for_families_gets_no_coarse_moves_and_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also by a strong player; the dictionary stays the same."""
    from engine.loading import computers

    def answers(*, family: bool) -> tuple[object, object]:
        found = computers.load_tools(view.table.variant, words)
        means = Means(found, never, map, ignore)
        return ChooseMove(view, family).do(means), FindHint(view, HintKind.BEST, 0, family).do(means)

    view, words = move(7).view, Lexicon.of("few", ENGLISH, list_of("AT", "CARES", "RETAINS", "SCARE", "STAIN"))
    known = answers(family=False)
    assert answers(family=True) == known
    coarse = frozenset(keys_of("RETAINS"))
    monkeypatch.setattr(computers, "load_coarse", lambda *_: coarse)
    monkeypatch.setattr(computers, "_kept", {})
    monkeypatch.setattr(computers, "_words", {})
    assert answers(family=False) == known
    assert all(mild != rude for mild, rude in zip(answers(family=True), known, strict=True))


@pytest.mark.asyncio(loop_scope="module")
async def test_X7_analysis_boards_get_the_same_moves(shared: EnginePool) -> None:
    """The best moves and the computer's answer."""
    view = view_of(CARE, "AEINRST")
    assert list(await value(shared, FindMoves(view, ahead=False))) == find_moves(view, tools(), ahead=False)
    assert await value(shared, ComputerMove(view, 7)) == answer(view, tools(), 7)


@pytest.mark.soak
async def test_X6_X8_reviews_and_puzzles_are_those_of_the_engine(engines: EnginePool, run: Process) -> None:
    """Nobody waits for them; other words than the cache has are sent once."""
    own = EnginePool(always(english().with_words([tuple("QQQQQQQ")])))
    game = await finished_game(run, turns=3)
    events = await run.games.events(game)
    try:
        for number, view in enumerate(making.to_solve(events), 1):
            wanted = jsonform.to_json(review_turn(events, number, tools(), QUICK))
            assert await value(engines, GradeTurn(events, number, QUICK), Waits.NOBODY) == wanted
            assert await value(own, GradeTurn(events, number, QUICK), Waits.NOBODY)
            puzzle = making.from_turn(view, tools())
            assert await value(engines, FindPuzzle(events, number), Waits.NOBODY) == (puzzle and values.write(puzzle))
    finally:
        await own.close()


# --- limits -----------------------------------------------------------------------------------------------------------


async def test_a_process_sees_no_secret_and_has_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends when it has had nothing to do for a while, and when the bot does."""
    words = always(Lexicon.of("few", ENGLISH, list_of("CARE", "SCARE")))
    engines = EnginePool(words, idle=0.5)
    monkeypatch.setattr(EnginePool, "_compile", lambda _: asyncio.Event().wait())
    for name, secret in (SECRETS | {"TILEWRIGHT_JIT": "off"}).items():
        monkeypatch.setenv(name, secret)
    await value(engines, move(7))
    one = psutil.Process(engines.pids[0])
    assert "secret" not in " ".join((*one.environ().values(), *one.cmdline()))
    if sys.platform == "linux":
        assert 0 < one.rlimit(psutil.RLIMIT_AS)[1] < 2**33
        assert one.rlimit(psutil.RLIMIT_CORE)[1] == 0
    await eventually(lambda: not one.is_running())
    engines = EnginePool(words)
    engines.warm()
    await eventually(lambda: bool(engines.pids))
    one = psutil.Process(engines.pids[0])
    await engines.close()
    assert not one.is_running()
    with pytest.raises(EngineFailed):
        await asyncio.wait_for(value(engines, move(7)), 60)


STARTED = """
import asyncio, sys
from bot.wiring.app import build
from bot.settings import Settings, sqlite_url
from pathlib import Path
from tests.support.playground import Person
from tests.support.running import ask

async def main():
    folder = Path(sys.argv[1])
    app = build(Settings(folder, sqlite_url(folder / "games.db"), port=0))
    await app.start()
    async with Person.at(app.playground, "Ada") as ada:
        for command in ("/word check word:QI", "/word hooks word:CARE", "/word anagram letters:AEINRS?"):
            await ask(ada, command)
        await ask(ada, "/game new computer:7")
        await ask(ada, "/game start")
        await ask(ada, "/move pass")
        await ask(ada, "/hint kind:best")
    await app.stop()
    print(sorted(name for name in sys.modules if name.partition(".")[0] in ("numba", "llvmlite")))

asyncio.run(main())
"""


@pytest.mark.soak
@pytest.mark.gate
def test_the_bots_own_process_never_loads_the_compiler(tmp_path: Path) -> None:
    """It hosts a game with a computer player, gives a hint and looks words up."""
    ran = subprocess.run(
        [sys.executable, "-c", STARTED, str(tmp_path)], capture_output=True, text=True, timeout=120, check=True
    )
    assert ran.stdout.strip().splitlines()[-1] == "[]"


# --- who is next ------------------------------------------------------------------------------------------------------


class Fake:
    """A process that does nothing until it is told to, and notes what it began."""

    def __init__(self, *_: object, is_plain: bool = False) -> None:
        self.mode: str | None = jit.ON
        self.retires = self.has_ended = False
        self.is_plain = is_plain
        self.begun: list[Ticket] = []
        self.lanes = 1

    @property
    def load(self) -> int:
        """How many jobs it has."""
        return sum(not one.future.done() for one in self.begun)

    def takes(self, waits: Waits, *, alone: bool) -> bool:
        """Whether it has a free lane."""
        return self.load < self.lanes

    def knows(self, _: object) -> bool:
        """Nothing."""
        return False

    def begin(self, ticket: Ticket) -> None:
        """Note it."""
        ticket.has_begun = True
        self.begun.append(ticket)

    async def end(self) -> None:
        """Nothing has begun."""


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Fake:
    made = Fake()
    monkeypatch.setattr(pool, "EngineProcess", lambda *_, **__: made)
    return made


async def test_X10_people_come_first_and_each_server_in_turn(engines: EnginePool, fake: Fake) -> None:
    """Then games; a server with many games has one turn like the others; what nobody waits for comes last."""
    tasks = []
    for key, waits in [("a", Waits.NOBODY), *[("busy", Waits.CLOCK)] * 3, ("b", Waits.CLOCK), ("c", Waits.SOMEBODY)]:
        with on_behalf_of(key):
            tasks.append(asyncio.create_task(engines.do(order(move(7), waits))))
    await eventually(lambda: engines.load.waiting == 5)
    while len(fake.begun) < 6:
        fake.begun[-1].answer(None, 0.0)
        await asyncio.sleep(0)
        engines._assign()
    fake.begun[-1].answer(None, 0.0)
    await asyncio.gather(*tasks)
    assert [one.key for one in fake.begun] == ["a", "c", "busy", "b", "busy", "busy"]


async def test_X10_a_server_or_person_cannot_fill_the_pool(
    engines: EnginePool, fake: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has a share of what is under way, and only so many jobs may wait; a person is told after a while."""
    fake.lanes = 100
    monkeypatch.setattr(pool, "BEGIN_SECONDS", 0.05)
    with on_behalf_of("busy"):
        tasks = [
            asyncio.create_task(engines.do(order(move(7), Waits.SOMEBODY)))
            for _ in range(works.JOB_SHARE + pool.WAITING[Waits.SOMEBODY] + 1)
        ]
    await eventually(lambda: tasks[-1].done())
    assert isinstance(tasks[-1].exception(), TooManyAtOnce)
    assert len(fake.begun) == works.JOB_SHARE
    await eventually(lambda: all(task.done() for task in tasks[works.JOB_SHARE :]))
    assert {type(task.exception()) for task in tasks[works.JOB_SHARE :]} == {TooManyAtOnce}
    for one in fake.begun:
        one.answer(None, 0.0)
    await asyncio.gather(*tasks, return_exceptions=True)
    assert engines.load.waiting == engines.load.used == 0


# --- whatever happens -------------------------------------------------------------------------------------------------


def bad(kind: type[ChooseMove]) -> ChooseMove:
    """A move that is not found."""
    return kind(move(7).view, family=True)


@pytest.mark.usefixtures("light")
@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGSTOP] if sys.platform != "win32" else [])
async def test_X23_jobs_of_a_process_that_dies_or_hangs_are_done_by_another(
    engines: EnginePool, sent: signal.Signals
) -> None:
    """Nobody sees more than a delay."""
    await value(engines, move(7))
    before = engines.pids[0]
    os.kill(before, sent)
    tasks = [asyncio.create_task(value(engines, move(STRONGEST))) for _ in range(3)]
    assert await asyncio.gather(*tasks) == [light_engine.DONE] * 3
    assert before not in engines.pids
    assert not psutil.pid_exists(before)


@pytest.mark.soak
@pytest.mark.skipif(sys.platform == "win32", reason="no signals to send")
async def test_real_jobs_of_a_process_that_dies_are_done_by_another(engines: EnginePool) -> None:
    """While it thinks."""
    await value(engines, move(7))
    tasks = [asyncio.create_task(engines.do(order(move(STRONGEST, "AEINOR?")))) for _ in range(3)]
    await eventually(lambda: engines.load.used == 3)
    os.kill(engines.pids[0], signal.SIGKILL)
    assert all(isinstance(done.value, cmd.Play) for done in await asyncio.gather(*tasks))


@pytest.mark.usefixtures("light")
async def test_a_job_that_crashes_is_refused_and_takes_no_other_with_it(engines: EnginePool) -> None:
    """The others are done once more; what crashes in company is tried alone at last."""
    poison = asyncio.create_task(value(engines, bad(Crashes)))
    good = [asyncio.create_task(value(engines, move(STRONGEST))) for _ in range(2)]
    assert await asyncio.gather(*good) == [light_engine.DONE] * 2
    with pytest.raises(EngineFailed):
        await poison


@pytest.mark.usefixtures("light")
async def test_X23_a_job_that_hangs_is_refused(engines: EnginePool, monkeypatch: pytest.MonkeyPatch) -> None:
    """After its time and what loading may take."""
    monkeypatch.setattr(process, "SLACK", 1)
    monkeypatch.setattr(process, "SILENT_BEATS", 100)
    with pytest.raises(EngineFailed):
        await asyncio.wait_for(engines.do(order(bad(Hangs), seconds=0.1)), 60)


@pytest.mark.usefixtures("light")
async def test_C4_what_lacks_memory_is_done_once_more_with_as_little_as_possible(engines: EnginePool) -> None:
    """In plain Python, beside the process that had too little and ends when its other jobs are done."""
    await value(engines, move(7))
    [before] = engines.pids
    assert await value(engines, bad(LacksMemory)) == light_engine.DONE
    await eventually(lambda: before not in engines.pids)
    assert [one.is_plain for one in engines._processes] == [True]
    with pytest.raises(EngineFailed) as refused:
        await value(engines, bad(LacksEvenMore))
    assert refused.value.lacks_memory


class Bad:
    """A value of a class that nobody may send."""

    def __reduce__(self) -> Any:
        return os.system, ("true",)


@pytest.mark.parametrize("sent", [Bad(), Path(), subprocess.Popen, print])
def test_only_values_of_the_engine_are_read_from_a_process(sent: object) -> None:
    """Any other value could run code in the bot."""
    with pytest.raises(EngineFailed):
        read_value(pickle.dumps(sent))


def test_functions_and_modules_of_the_engine_are_no_values() -> None:
    """Names that a module of the engine has imported from elsewhere are refused too."""
    for data in (b"cengine.jit\nwarm_up\n.", b"cengine.jit\nPath\n.", b"\x80\x04\x8c\nengine.jit\x8c\tos.system\x93."):
        with pytest.raises(EngineFailed):
            read_value(data)


@pytest.mark.soak
async def test_X6_a_killed_process_costs_at_most_the_turn_under_way(
    engines: EnginePool, run: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed while a game is reviewed: each turn is there once, as without the kill."""
    game = await finished_game(run, turns=5)
    events = await run.games.events(game)
    wanted = tuple(review_turn(events, number, tools(), QUICK) for number in range(1, 6))
    reviews = Reviews(
        run.games, ReviewStore(run.store.database), FairUse(run.store.people, run.clock, BOUNDS), run.clock
    )
    await reviews.request(game, ADA.id, HOME.guild_id)
    monkeypatch.setattr(reviewing, "Grade", lambda events, number: GradeTurn(events, number, QUICK))
    task = asyncio.create_task(Reviewer(run.games, ReviewStore(run.store.database), engines, run.clock, "me").run())
    killed: set[int] = set()
    try:

        async def done() -> bool:
            run.clock.advance(1000)
            if len(await reviews.turns(game)) == 2 and engines.pids and not killed:
                killed.add(engines.pids[0])
                os.kill(engines.pids[0], signal.SIGKILL)
            row = await reviews.of_game(game)
            return row is not None and row.state is ReviewState.DONE

        await eventually(done, seconds=500)  # two processes start, perhaps on a busy machine
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    assert len(killed) == 1
    assert await reviews.turns(game) == wanted
