"""A process that makes the waiting reviews with the engine's analyser, and that a test kills.

`python -m tests.support.reviewing_process DATABASE NOTES` loads the bot's modules once. For each line of its input it
forks a life, which ends once no review waits; it writes the life's `pid N`, and `ended STATUS` (negative: the signal).
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bot.model.checkpoints import NoCheckpoints
from bot.service.compiling import Compiler
from bot.service.engineprocess import LIMITS, EngineProcess
from bot.service.games import Games
from bot.service.grading import LazyGrader
from bot.service.reviewing import Reviewing
from bot.service.systemclock import SystemClock
from bot.store.opening import open_store
from engine.game.events import Event
from engine.game.state import Setup
from engine.review.reviewing import Effort
from engine.review.values import ANALYSER_VERSION, TurnReview
from tests.support.service import Words
from tests.support.words import english

QUICK = Effort(first=8, deals=16, slices=4)
"""Little work for each turn: grades need not be right here, only the same each time."""


@dataclass(frozen=True)
class Noting:
    """A grader that notes in a file the game and the number of each turn that it begins."""

    grader: LazyGrader
    notes: Path

    def __call__(
        self, events: Sequence[Event], setup: Setup, number: int, should_stop: Callable[[], bool]
    ) -> TurnReview | None:
        """The grade of a turn."""
        with self.notes.open("a") as file:
            file.write(f"{events[0].at} {number}\n")
        return self.grader(events, setup, number, should_stop)


async def live(url: str, notes: Path) -> None:
    """Make reviews until none waits."""
    store = await open_store(url, NoCheckpoints(), alone=True)
    games = Games(store.journal, Words(), random.Random(1))
    engine = EngineProcess(lambda _: english(), Compiler(), replace(LIMITS, nice=0))
    grader = Noting(LazyGrader(engine, QUICK), notes)
    working = asyncio.create_task(Reviewing(games, store.reviews, grader, SystemClock(), str(os.getpid())).run())
    while await store.reviews.next_due(ANALYSER_VERSION) is not None:
        assert not working.done()
        await asyncio.sleep(0.02)
    os._exit(0)


def be_born(begin: Callable[[], object]) -> int:
    """The id of a new process that does this."""
    if pid := os.fork():
        return pid
    try:
        begin()
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(1)


def serve(url: str, notes: Path) -> None:
    """A life for each line of input, at the usual priority, so that the test need not wait for other work."""
    english()
    for _ in sys.stdin:
        pid = be_born(lambda: asyncio.run(live(url, notes)))
        print("pid", pid, flush=True)
        print("ended", os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)


if __name__ == "__main__":
    serve(sys.argv[1], Path(sys.argv[2]))
