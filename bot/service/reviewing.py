"""Makes the reviews that wait in the database, one turn at a time.

| shared              | limit                    | who waits                       | how long at most            |
|---------------------|--------------------------|---------------------------------|-----------------------------|
| the reviewing       | one game, one turn at a  | reviews in the database, each   | until the games before it   |
| thread              | time in a process        | person in turn                  | are reviewed                |
| the grader's        | `bot.service.            |                                 |                             |
| process             | engineprocess`           |                                 |                             |

A claimed review is leased. The lease is prolonged while a turn is graded and with each graded turn, so that another
process goes on soon after this one has died, with the turns graded so far.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from threading import Event as Flag
from typing import TypeVar

from bot.fairness import on_behalf_of, person_key
from bot.model.errors import UnknownGame, describe
from bot.model.reviews import ReviewJob
from bot.service.games import Games
from bot.service.ports import Clock, Grader
from bot.service.tasks import POLL, pause, repeat
from bot.store.reviews import ReviewStore
from engine.errors import BadData
from engine.game.events import Event
from engine.game.state import Setup
from engine.review import jsonform
from engine.review.values import ANALYSER_VERSION

T = TypeVar("T")

LOG = logging.getLogger(__name__)
LEASE = 60_000
HEARTBEAT = LEASE // 4
TRIES = 4
"""After this many failures a review is given up; it can be requested again."""


class Reviewing:
    """Waits for reviews and makes them. `owner` names this process among several; `poll` is as for `repeat`."""

    def __init__(
        self,
        games: Games,
        store: ReviewStore,
        grade: Grader,
        clock: Clock,
        owner: str,
        poll: Callable[[], int] = lambda: POLL,
    ) -> None:
        self._games = games
        self._store = store
        self._grade = grade
        self._clock = clock
        self._owner = owner
        self._poll = poll
        self._woken = asyncio.Event()
        self._ending = Flag()
        self._thread = ThreadPoolExecutor(1, "reviewing")
        self.idle = False
        """Whether nothing could be claimed when this last looked."""

    def wake(self) -> None:
        """Look again: a review was requested."""
        self._woken.set()

    async def run(self) -> None:
        """Make reviews until cancelled."""
        await repeat("the reviews", self._step, self._clock, self._woken, self._poll)

    def close(self) -> None:
        """End the grading; another process, or the next start, goes on with the same turn."""
        self._ending.set()
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _step(self) -> int | None:
        now = self._clock.now()
        job = await self._store.claim(self._owner, ANALYSER_VERSION, now, now + LEASE)
        self.idle = job is None
        if job is None:
            return await self._store.next_due(ANALYSER_VERSION)
        with on_behalf_of(person_key(job.person)):
            await self._see_to(job)
        return self._clock.now()

    async def _see_to(self, job: ReviewJob) -> None:
        try:
            await self._make(job)
        except (UnknownGame, BadData) as error:
            LOG.error("game %s cannot be reviewed: %s", job.game, describe(error))
            await self._store.fail(job, self._owner)
        except Exception as error:
            LOG.error("the review of game %s failed: %s", job.game, describe(error))
            await self._later(job)

    async def _make(self, job: ReviewJob) -> None:
        """Grade the turns that are left, until the lease is lost."""
        events, setup = await self._games.events(job.game), (await self._games.load(job.game)).setup
        for number in range(1, job.turns + 1):
            if number in job.graded:
                continue
            async with self._held(job) as is_lost:
                data = await self._in_thread(partial(self._graded, events, setup, number, is_lost))
            if data is None or is_lost():
                return
            if not await self._store.graded(job, self._owner, number, data, self._clock.now() + LEASE):
                return
        await self._store.done(job, self._owner)

    def _graded(self, events: Sequence[Event], setup: Setup, number: int, is_lost: Callable[[], bool]) -> str | None:
        review = self._grade(events, setup, number, is_lost)
        return jsonform.to_json(review) if review else None

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    @asynccontextmanager
    async def _held(self, job: ReviewJob) -> AsyncIterator[Callable[[], bool]]:
        """Prolong the lease while this lasts; yields whether it is lost, or the work is to end."""
        lost = Flag()
        beating = asyncio.create_task(self._beat(job, lost))
        try:
            yield lambda: lost.is_set() or self._ending.is_set()
        except BaseException:
            lost.set()  # the thread may still be at work
            raise
        finally:
            beating.cancel()
            await asyncio.gather(beating, return_exceptions=True)

    async def _beat(self, job: ReviewJob, lost: Flag) -> None:
        never = asyncio.Event()
        while True:
            await self._clock.wait(never, self._clock.now() + HEARTBEAT)
            if not await self._store.prolong(job, self._owner, self._clock.now() + LEASE):
                lost.set()
                return

    async def _later(self, job: ReviewJob) -> None:
        if job.attempts + 1 >= TRIES:
            await self._store.fail(job, self._owner)
        else:
            await self._store.retry(job, self._owner, self._clock.now() + pause(job.attempts + 1))
