"""Posts the puzzle of the day: once a day in each server that wants one, also if the bot restarts in between.

What is to be posted is written down before it is sent, under a number that gives its message a nonce of its own.
After a crash, another process finds the message by that nonce, and posts it only if it is not there.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol

from bot.features.puzzles.puzzles import Puzzles
from bot.features.puzzles.refusals import NoPuzzleLeft, UnknownPuzzle
from bot.features.puzzles.store import PuzzleStore
from bot.features.puzzles.values import DAY, Daily, DailyChannel
from bot.model.errors import describe
from bot.service.ports import Clock, PermanentRefusal, TransientFailure
from bot.service.tasks import Loop, pause, repeat
from engine.puzzles.values import Puzzle

LOG = logging.getLogger(__name__)
LEASE = 300_000
AT_ONCE = 4
LATEST = 3
"""Days of refusals after which a server's puzzle of the day ends: its channel is gone, or closed to the bot."""


class PuzzlePoster(Protocol):
    """Posts puzzles of the day."""

    async def post(self, channel: int, day: Daily, puzzle: Puzzle) -> int:
        """Post a puzzle of the day in a channel, or find it if an earlier attempt posted it; returns the message's id.

        Raises `PermanentRefusal` and `TransientFailure`.
        """


class DailyPuzzles(Loop):
    """Sleeps until a puzzle of the day is due, and posts it. `owner` names this process among several."""

    def __init__(self, puzzles: Puzzles, store: PuzzleStore, poster: PuzzlePoster, clock: Clock, owner: str) -> None:
        super().__init__()
        self._puzzles = puzzles
        self._store = store
        self._poster = poster
        self._clock = clock
        self._owner = owner

    async def run(self) -> None:
        """Post puzzles until cancelled."""
        await repeat("the puzzles of the day", self._step, self._clock, self._woken)

    async def _step(self) -> int | None:
        now = self._clock.now()
        first = await self._store.next_due()
        if first is None or first > now:
            return first
        claimed = await self._store.claim(self._owner, now, now + LEASE, AT_ONCE)
        await asyncio.gather(*map(self._see_to, claimed))
        return await self._store.next_due()

    async def _see_to(self, channel: DailyChannel) -> None:
        try:
            await self._post(channel)
        except PermanentRefusal as refusal:
            LOG.info("the puzzle of the day cannot be posted in server %s (%s)", channel.server, refusal.code)
            await self._give_up(channel)
        except TransientFailure as failure:
            await self._later(channel, failure.retry_after)
        except (NoPuzzleLeft, UnknownPuzzle):
            await self._store.stop(channel.server)
        except Exception as error:
            LOG.error("the puzzle of the day of server %s failed: %s", channel.server, describe(error))
            await self._later(channel, None)

    async def _post(self, channel: DailyChannel) -> None:
        missed = max(0, self._clock.now() - channel.due) // DAY
        day = await self._puzzles.next_day(channel, channel.due + missed * DAY)
        if day.message is None:
            keyed = await self._puzzles.of(day.puzzle, day.language)
            message = await self._poster.post(channel.channel, day, keyed.puzzle)
        else:
            message = day.message
        await self._store.end_day(day, message, self._owner, day.at + DAY)

    async def _give_up(self, channel: DailyChannel) -> None:
        if channel.attempts + 1 >= LATEST:
            await self._store.stop(channel.server)
        else:
            await self._store.later(channel, self._owner, self._clock.now() + DAY)

    async def _later(self, channel: DailyChannel, wait: int | None) -> None:
        due = self._clock.now() + max(wait or 0, pause(channel.attempts + 1))
        await self._store.later(channel, self._owner, due)
