"""Makes the reviews that wait in the database, one turn at a time.

A claimed review is leased. The lease is prolonged while a turn is graded and with each graded turn, so that another
process goes on soon after this one has died, with the turns graded so far.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from bot.engines.orders import Job, Order, Waits
from bot.engines.pool import EnginePool
from bot.engines.works import GradeTurn
from bot.fairness import on_behalf_of, person_key
from bot.features.review.store import ReviewStore
from bot.features.review.values import ReviewJob
from bot.model.errors import SecretPosition, UnknownGame, describe
from bot.service.games import Games
from bot.service.ports import Clock
from bot.service.secrecy import check_review
from bot.service.tasks import POLL, Loop, pause, repeat
from engine.errors import BadData
from engine.game.hotseat import member_seats
from engine.review.values import ANALYSER_VERSION

LOG = logging.getLogger(__name__)
REVIEW_LEASE = 60_000
HEARTBEAT = REVIEW_LEASE // 4
REVIEW_SECONDS = 120.0
"""The longest time for a turn, in seconds; its effort is counted in work, so only a very slow machine needs that."""
REVIEW_TRIES = 4
"""After this many failures a review is given up; it can be requested again."""


class Reviewer(Loop):
    """Waits for reviews and makes them. `owner` names this process among several; `poll` is as for `repeat`."""

    topic = "reviews"

    def __init__(
        self,
        games: Games,
        store: ReviewStore,
        engines: EnginePool,
        clock: Clock,
        owner: str,
        poll: Callable[[], int] = lambda: POLL,
    ) -> None:
        super().__init__()
        self._games = games
        self._store = store
        self._engines = engines
        self._clock = clock
        self._owner = owner
        self._poll = poll
        self.is_busy = True  # until it has looked

    async def run(self) -> None:
        """Make reviews until cancelled."""
        await repeat("the reviews", self._step, self._clock, self._woken, self._poll)

    async def _step(self) -> int | None:
        now = self._clock.now()
        job = await self._store.claim(self._owner, ANALYSER_VERSION, now, now + REVIEW_LEASE)
        self.is_busy = job is not None
        if job is None:
            return await self._store.next_due(ANALYSER_VERSION)
        with on_behalf_of(person_key(job.person)):
            await self._see_to(job)
        return self._clock.now()

    async def _see_to(self, job: ReviewJob) -> None:
        try:
            await self._make(job)
        except SecretPosition:
            LOG.info("game %s has a position that is open elsewhere, so it is not reviewed", job.game)
            await self._store.fail(job, self._owner)
        except (UnknownGame, BadData) as error:
            LOG.error("game %s cannot be reviewed: %s", job.game, describe(error))
            await self._store.fail(job, self._owner)
        except Exception as error:
            LOG.error("the review of game %s failed: %s", job.game, describe(error))
            await self._later(job)

    async def _make(self, job: ReviewJob) -> None:
        """Grade the turns that are left, until the lease is lost."""
        state, events = await self._games.load(job.game), await self._games.events(job.game)
        await check_review(self._games, job.game, state, {job.person, *member_seats(state)})
        for number in range(1, job.turns + 1):
            if number in job.graded:
                continue
            data = await self._graded(
                job, Job(GradeTurn(tuple(events), number), state.setup, REVIEW_SECONDS, Waits.NOBODY)
            )
            if data is None:
                return
            if not await self._store.graded(job, self._owner, number, data, self._clock.now() + REVIEW_LEASE):
                return
        await self._store.done(job, self._owner)

    async def _graded(self, job: ReviewJob, turn: Job[str]) -> str | None:
        """The grade of a turn, while its lease is prolonged; None once the lease is lost."""
        grading = asyncio.create_task(self._engines.do(Order(turn)))
        holding = asyncio.create_task(self._hold(job))
        try:
            await asyncio.wait((grading, holding), return_when=asyncio.FIRST_COMPLETED)
            if grading.done():
                return grading.result().value
            return holding.result()
        finally:
            for one in (grading, holding):
                one.cancel()
            await asyncio.gather(grading, holding, return_exceptions=True)

    async def _hold(self, job: ReviewJob) -> None:
        """Prolong the lease until it is lost."""
        never = asyncio.Event()
        is_held = True
        while is_held:
            await self._clock.wait(never, self._clock.now() + HEARTBEAT)
            is_held = await self._store.prolong(job, self._owner, self._clock.now() + REVIEW_LEASE)

    async def _later(self, job: ReviewJob) -> None:
        if job.attempts + 1 >= REVIEW_TRIES:
            await self._store.fail(job, self._owner)
        else:
            await self._store.retry(job, self._owner, self._clock.now() + pause(job.attempts + 1))
