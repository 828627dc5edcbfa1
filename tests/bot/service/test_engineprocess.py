"""The process that does the engine's long work: the same results as here, under limits, and whatever happens to it."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import psutil
import pytest

from bot.limits import LIMITS as BOUNDS
from bot.model.errors import ReadingFailed, StillPreparing
from bot.model.reviews import ReviewState
from bot.service.analysing import Analyser
from bot.service.compiling import Compiler
from bot.service.engineprocess import LIMITS, EngineProcess
from bot.service.fairuse import FairUse
from bot.service.gamepuzzles import LazyFinder
from bot.service.grading import LazyGrader
from bot.service.reviewing import Reviewing
from bot.service.reviews import Reviews
from bot.service.sandbox.works import Answer, FindMoves
from engine.analysis.thinking import answer, find_moves
from engine.computer.player import never
from engine.game.commands import Command
from engine.game.state import Setup
from engine.puzzles import making
from engine.review import jsonform, reviewing
from engine.review.reviewing import Effort, review_turn
from engine.words.lexicon import Lexicon
from tests.support.computers import tools, view_of
from tests.support.reviews import finished_game
from tests.support.service import ADA, HOME, Process, StillClock, eventually, process, setup
from tests.support.words import english

CARE = "\n" * 7 + ".......CARE"
QUICK = Effort(first=8, deals=16, slices=4)
LONG = Effort(first=10**6, deals=10**6, slices=10**6)
SECRETS = {"DISCORD_TOKEN": "secret", "TILEWRIGHT_SAVE_KEY": "secret", "TILEWRIGHT_DATABASE_URL": "secret"}


class Prepared(Compiler):
    """Has kernels that an image brought along, and goes on compiling for this processor: nobody may wait for that."""

    def begin(self) -> None:
        """Does nothing."""

    def is_done(self) -> bool:
        return True

    def _wait(self, seconds: float | None = None) -> None:
        raise AssertionError


def made(lexicon: Lexicon | None = None) -> EngineProcess:
    """A process with the words of a lexicon."""
    return EngineProcess(lambda _: lexicon or english(), Prepared())


@pytest.fixture
async def engine() -> AsyncIterator[EngineProcess]:
    one = made()
    yield one
    await one.close()


@pytest.fixture
async def run(tmp_path: Path) -> AsyncIterator[Process]:
    async with process(tmp_path, StillClock()) as one:
        yield one


async def graded(engine: EngineProcess, run: Process, game: str, number: int, effort: Effort = QUICK) -> str | None:
    """The review of a turn, as text."""
    events, found = await run.games.events(game), (await run.games.load(game)).setup
    review = await asyncio.to_thread(LazyGrader(engine, effort), events, found, number, never)
    return review and jsonform.to_json(review)


@pytest.mark.soak
async def test_X6_grading_leaves_the_bots_own_process_alone(
    engine: EngineProcess, run: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Grades are the same as here, but come from a process that sees no secret and yields to all others."""
    game = await finished_game(run, turns=2)
    events = await run.games.events(game)
    wanted = [jsonform.to_json(review_turn(events, number, tools(), QUICK)) for number in (1, 2)]
    monkeypatch.setattr(reviewing, "review_turn", None)
    for name, value in SECRETS.items():
        monkeypatch.setenv(name, value)
    assert [await graded(engine, run, game, number) for number in (1, 2)] == wanted
    assert engine.pid
    one = psutil.Process(engine.pid)
    told = " ".join((*one.environ().values(), *one.cmdline()))
    assert "secret" not in told
    assert events[0].at and game not in told
    if sys.platform == "linux":
        assert 0 < one.rlimit(psutil.RLIMIT_AS)[1] < 2**32
        assert one.rlimit(psutil.RLIMIT_FSIZE)[1] == 0
        assert one.nice() == min(19, psutil.Process().nice() + LIMITS.nice)
    await engine.close()
    assert not one.is_running()


@pytest.mark.soak
async def test_X6_words_that_no_cache_holds_are_sent(run: Process) -> None:
    """A list of one's own: the process asks for it once, and then knows it."""
    own = english().with_words([tuple("QQQQQQQ")])
    engine, game = made(own), await finished_game(run, turns=2)
    try:
        first = await graded(engine, run, game, 1)
        pid = engine.pid
        assert first and await graded(engine, run, game, 2)
        assert pid and engine.pid == pid
    finally:
        await engine.close()


@pytest.mark.soak
async def test_X6_a_turn_that_is_no_longer_wanted_ends_the_process(engine: EngineProcess, run: Process) -> None:
    """The lease is lost or the bot ends: nobody waits for the turn."""
    game = await finished_game(run, turns=1)
    events, found = await run.games.events(game), (await run.games.load(game)).setup
    assert await graded(engine, run, game, 1)
    before = engine.pid
    grade = LazyGrader(engine, LONG)
    assert await asyncio.to_thread(grade, events, found, 1, lambda: True) is None
    assert before
    await eventually(lambda: not psutil.pid_exists(before))


@pytest.mark.soak
async def test_X6_a_killed_process_costs_at_most_the_turn_under_way(engine: EngineProcess, run: Process) -> None:
    """Killed while a game is reviewed: each turn is there once, as without the kill."""
    game = await finished_game(run, turns=5)
    events = await run.games.events(game)
    wanted = tuple(review_turn(events, number, tools(), QUICK) for number in range(1, 6))
    reviews = Reviews(run.games, run.store.reviews, FairUse(run.store.people, run.clock, BOUNDS), run.clock)
    await reviews.request(game, ADA.id, HOME.guild_id)
    killed: set[int] = set()

    class Killing(LazyGrader):
        """Kills the process as soon as the third turn begins."""

        def __call__(self, events, setup, number, should_stop):  # type: ignore[no-untyped-def]
            if engine.pid and number == 3 and not killed:
                killed.add(engine.pid)
                os.kill(engine.pid, signal.SIGKILL)
            return super().__call__(events, setup, number, should_stop)

    made_here = Reviewing(run.games, run.store.reviews, Killing(engine, QUICK), run.clock, "me")
    task = asyncio.create_task(made_here.run())
    try:

        async def done() -> bool:
            run.clock.advance(1000)
            row = await reviews.of_game(game)
            return row is not None and row.state is ReviewState.DONE

        await eventually(done, seconds=500)  # two processes start, perhaps on a busy machine
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        made_here.close()
    assert len(killed) == 1
    assert await reviews.turns(game) == wanted


@pytest.mark.soak
async def test_X8_puzzles_come_from_the_process_too(
    engine: EngineProcess, run: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it finds is what would be found here; a changed dictionary gives none."""
    game = await finished_game(run, turns=3)
    events, found = await run.games.events(game), (await run.games.load(game)).setup
    wanted = [making.from_turn(view, tools()) for view in making.to_solve(events)]
    monkeypatch.setattr(making, "from_turn", None)
    find = LazyFinder(engine, lambda _: english())
    assert [await asyncio.to_thread(find, events, found, number, never) for number in (1, 2, 3)] == wanted
    changed = LazyFinder(engine, lambda _: english().with_words([tuple("QQQQQQQ")]))
    assert await asyncio.to_thread(changed, events, found, 1, never) is None


@pytest.mark.soak
async def test_X7_analysis_boards_get_the_same_moves(engine: EngineProcess, run: Process) -> None:
    """The best moves and the computer's answer; if the process fails, the person may try again."""
    view, fair_use = view_of(CARE, "AEINRST"), FairUse(run.store.people, run.clock, BOUNDS)
    analyser = Analyser(engine, lambda _: True, fair_use)
    game: Setup = setup()
    try:
        moves = await analyser.run(game, ADA.id, None, FindMoves(view, ahead=False))
        assert list(moves) == find_moves(view, tools(), ahead=False)
        command: Command = await analyser.run(game, ADA.id, None, Answer(view, 7))
        assert command == answer(view, tools(), 7)
        assert engine.pid
        await engine.close()
        with pytest.raises(StillPreparing):
            await analyser.run(game, ADA.id, None, Answer(view, 7))
    finally:
        analyser.close()


async def test_nothing_is_begun_after_the_end(engine: EngineProcess) -> None:
    """The bot is ending."""
    await engine.close()
    with pytest.raises(ReadingFailed):
        await asyncio.to_thread(engine.do, setup(), Answer(view_of(CARE, "AEINRST"), 7), 1.0, never)
