"""Posts the puzzle of the day: once a day in each server that wants one, also if the bot restarts in between.

What is to be posted is written down before it is sent, under a number that gives its message a nonce of its own.
After a crash, another process finds the message by that nonce, and posts it only if it is not there.
"""

from __future__ import annotations

from bot.features.puzzles.messages import day_message
from bot.features.puzzles.puzzles import Puzzles
from bot.features.puzzles.refusals import NoPuzzleLeft, UnknownPuzzle
from bot.features.puzzles.store import PuzzleStore
from bot.features.puzzles.values import DAY, Daily, DailyChannel
from bot.front.posting.poster import Poster
from bot.service.dueloop import DueLoop
from bot.service.ports import Clock, PermanentRefusal

MOST_REFUSED_DAYS = 3
"""Days of refusals after which a server's puzzle of the day ends: its channel is gone, or closed to the bot."""


class DailyPuzzles(DueLoop[DailyChannel]):
    """Sleeps until a puzzle of the day is due, and posts it."""

    name = "the puzzle of the day"
    lease = 300_000
    at_once = 4
    tries = 30
    """About five hours of an outage."""

    def __init__(self, puzzles: Puzzles, store: PuzzleStore, poster: Poster, clock: Clock, owner: str) -> None:
        super().__init__(store, clock, owner)
        self._puzzles = puzzles
        self._store = store
        self._poster = poster

    async def go_on(self, one: DailyChannel) -> None:
        """Post a server's puzzle, unless it has none left."""
        missed = max(0, self._clock.now() - one.due) // DAY
        try:
            day = await self._puzzles.next_day(one, one.due + missed * DAY)
            message = await self._post(one.channel, day) if day.message is None else day.message
        except (NoPuzzleLeft, UnknownPuzzle):
            await self.give_up(one)
        else:
            await self._store.end_day(day, message, self._owner, day.at + DAY)

    async def _post(self, channel: int, day: Daily) -> int:
        keyed = await self._puzzles.of(day.puzzle, day.language)
        texts = await self._poster.texts(channel, day.server, day.language)
        return await self._poster.post(channel, day_message(day, keyed.puzzle, texts), f"puzzle/{day.number}")

    async def refused(self, one: DailyChannel, _: PermanentRefusal) -> None:
        """Try again in a day, or end it."""
        if one.attempts + 1 >= MOST_REFUSED_DAYS:
            await self.give_up(one)
        else:
            await self.later(one, self._clock.now() + DAY)

    async def give_up(self, one: DailyChannel) -> None:
        """End a server's puzzle of the day."""
        await self._store.stop(one.server)
