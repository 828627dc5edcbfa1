"""Time in which nobody could reach the bot: it counts against nobody, in any game where time matters.

The bot is down between its last sign of life and the next connection, and cut off while the connection to Discord is
broken. Until the lost time is in the journal, no other command is decided. A sign of life in the database tells the
next start how long the bot was down.
"""

from __future__ import annotations

import asyncio
import logging

from bot.model.errors import UnknownGame, describe
from bot.model.games import Cause
from bot.service.games import Games
from bot.service.ports import Clock
from bot.service.tasks import repeat
from bot.store.meta import Meta
from engine.errors import RuleViolation
from engine.game.commands import LoseTime

LOG = logging.getLogger(__name__)
SHORTEST = 3_000
"""Milliseconds; a shorter interruption is not worth an entry in every game."""


class Outages:
    """Notes when nobody can reach the bot, and gives that time back."""

    def __init__(self, games: Games, clock: Clock) -> None:
        self._games = games
        self._clock = clock
        self._since: int | None = None
        self._cut_off = False
        self._recording: asyncio.Task[None] | None = None

    def begin(self, since: int | None = None) -> None:
        """Note that nobody can reach the bot from an instant on; in an outage, the first instant counts."""
        self._cut_off = True
        if self._since is None:
            now = self._clock.now()
            self._since = now if since is None else min(since, now)
        self._games.hold()

    def end(self) -> None:
        """Note that people can reach the bot again."""
        self._cut_off = False
        if self._since is not None and (self._recording is None or self._recording.done()):
            self._recording = asyncio.create_task(self._settle(), name="lost time")

    async def settled(self) -> None:
        """Return when the time lost so far is in the journals."""
        if self._recording:
            await asyncio.gather(self._recording, return_exceptions=True)

    async def _settle(self) -> None:
        try:
            while self._since is not None and not self._cut_off:
                start, self._since, end = self._since, None, self._clock.now()
                if end - start >= SHORTEST:
                    await self._record(start, end)
        finally:
            if not self._cut_off:
                self._games.release()

    async def _record(self, start: int, end: int) -> None:
        games = await self._games.timed()
        for game in games:
            try:
                await self._lose(game, start, end)
            except (RuleViolation, UnknownGame):
                continue
            except Exception as error:
                LOG.error("the lost time of game %s is not in its journal: %s", game, describe(error))
        if games:
            LOG.info("%d s were lost and charged to nobody in %d games", (end - start) // 1000, len(games))

    async def _lose(self, game: str, start: int, end: int) -> None:
        # Later events of the game show that people could reach the bot until then.
        latest = (await self._games.events(game))[-1].at
        if max(start, latest) < end:
            cause = Cause(f"outage/{game}/{end}", end, end)
            await self._games.submit(game, LoseTime(max(start, latest), end), cause)


BEAT = 20_000
KEEP = 7 * 24 * 3600 * 1000
"""Milliseconds to keep causes, finished deliveries and drafts; no request is repeated after a week."""
PRUNE = 3600 * 1000


class Heartbeat:
    """Writes the present instant again and again, and deletes what is no longer needed."""

    def __init__(self, meta: Meta, clock: Clock) -> None:
        self._meta = meta
        self._clock = clock
        self._pruned = 0

    async def last(self) -> int | None:
        """The instant of the latest sign of life; None before the first start."""
        value = await self._meta.get("heartbeat")
        return None if value is None else int(value)

    async def run(self) -> None:
        """Beat until cancelled."""
        try:
            await repeat("the heartbeat", self._beat, self._clock, asyncio.Event())
        finally:
            await self._beat()

    async def _beat(self) -> int:
        now = self._clock.now()
        await self._meta.set("heartbeat", str(now))
        if now - self._pruned >= PRUNE:
            await self._meta.prune(now - KEEP)
            self._pruned = now
        return now + BEAT
