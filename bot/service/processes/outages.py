"""Time in which nobody could reach the bot: it counts against nobody, in any game where time matters.

People reach the bot through the shard of their server. It is down between the last instant at which a process is known
to have served it and the next connection, and cut off while its connection to Discord is broken. Meanwhile the process
that holds the shard decides no command in its games. Afterwards it writes the lost time into their journals one after
the other, and into a game's own journal at once if someone acts there first. Until all have it, the shard is not noted
as served: if the process dies, the next one begins again, and games that have the time already get none of it twice.

Another process that decides a command meanwhile, such as a deadline, makes up for the time lost so far first.

Time in which this process did not run is lost in the same way, and noticed before any command is decided: whichever
loop wakes first after a standstill, no deadline takes a turn for it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from bot.model.errors import UnknownGame, describe
from bot.model.games import Cause
from bot.model.shards import shard_of
from bot.service.games import Games
from bot.service.ports import Clock
from bot.service.processes.systemclock import FAR
from bot.service.tasks import repeat
from bot.store.meta import Meta
from engine.errors import RuleViolation
from engine.game.commands import LoseTime

LOG = logging.getLogger(__name__)
SHORTEST = 3_000
"""Milliseconds; a shorter interruption is not worth an entry in every game."""
LOST_TIME_TRIES = 6
LOOK_SECONDS = 1.0
"""How often a process looks whether it has been standing still."""
AGAIN_SECONDS = 5.0
"""How often, and how long apart, lost time is written into games whose journals cannot be written."""


@dataclass(frozen=True, slots=True)
class LostTime:
    """A span in which nobody could reach a shard, in milliseconds since 1970."""

    start: int
    end: int


class Outages:
    """Notes when nobody can reach the bot through a shard, and gives that time back to the games of its servers.

    `when_settled` is called once all of it is in the journals.
    """

    def __init__(self, games: Games, clock: Clock) -> None:
        self._games = games
        self._clock = clock
        self._since: dict[int, int] = {}
        self._served: set[int] = set()
        self._owed: dict[int, tuple[LostTime, ...]] = {}
        self._recording: asyncio.Task[None] | None = None
        self.when_settled: Callable[[], object] = lambda: None
        games.reach.notice = self._notice
        games.reach.make_up = self._make_up
        games.reach.give_back = self._give_back
        games.reach.owing = self._owed.keys()

    @property
    def owing(self) -> frozenset[int]:
        """The shards some of whose games may not have their lost time in their journals yet."""
        return frozenset(self._owed)

    def begin(self, since: int | None = None, shard: int = 0) -> None:
        """Note that nobody can reach a shard from an instant on; in an outage, the first instant counts."""
        now = self._clock.now()
        self._since.setdefault(shard, now if since is None else min(since, now))
        self._games.reach.hold(shard)

    def end(self, shard: int = 0) -> None:
        """Note that people can reach a shard again."""
        self._notice()
        self._served.add(shard)
        start, end = self._since.pop(shard, None), self._clock.now()
        if start is not None and end - start >= SHORTEST:
            self._owe(shard, LostTime(start, end))
        self._games.reach.release(shard)
        self._record_owed()

    async def watch(self) -> None:
        """Look for standstills until cancelled."""
        while True:
            self._notice()
            await asyncio.sleep(LOOK_SECONDS)

    def _notice(self) -> None:
        """Owe the games of all shards the time in which this process did not run."""
        missed = self._clock.missed()
        if missed is None:
            return
        for shard in self._served - self._since.keys():
            self._owe(shard, LostTime(*missed))
        self._record_owed()

    def _owe(self, shard: int, lost: LostTime) -> None:
        self._owed[shard] = (*self._owed.get(shard, ()), lost)

    def _record_owed(self) -> None:
        if self._owed and (self._recording is None or self._recording.done()):
            self._recording = asyncio.create_task(self._settle(), name="lost time")

    def leave(self, shard: int) -> None:
        """Forget a shard: from now on, another process notes whether people can reach it."""
        self._since.pop(shard, None)
        self._served.discard(shard)
        self._owed.pop(shard, None)
        self._games.reach.release(shard)

    async def settled(self) -> None:
        """Return when the time lost so far is in the journals."""
        if self._recording:
            await asyncio.gather(self._recording, return_exceptions=True)

    async def _settle(self) -> None:
        tries = LOST_TIME_TRIES
        while owed := dict(self._owed):
            tries -= 1
            if not await self._record(owed) and tries:
                await asyncio.sleep(AGAIN_SECONDS)
                continue
            for shard, lost in owed.items():
                if self._owed.get(shard) == lost:
                    del self._owed[shard]
            tries = LOST_TIME_TRIES
        self.when_settled()

    async def _record(self, owed: Mapping[int, tuple[LostTime, ...]]) -> bool:
        """Give the time that shards have lost back to all of their games; False if some do not have it yet."""
        count = self._games.reach.count
        try:
            timed = await self._games.journal.timed()
        except Exception as error:
            LOG.error("the games with lost time cannot be read: %s", describe(error))
            return False
        games = [(game, shard) for game, server in timed if (shard := shard_of(server, count)) in owed]
        done = [await self._recorded(game, shard) for game, shard in games]
        if games:
            longest = max(lost.end - lost.start for spans in owed.values() for lost in spans) // 1000
            LOG.info("%d s were lost and charged to nobody in %d games", longest, sum(done))
        return all(done)

    async def _recorded(self, game: str, shard: int) -> bool:
        try:
            await self._give_back(game, shard)
        except UnknownGame:
            return True
        except Exception as error:
            LOG.error("the lost time of game %s is not in its journal: %s", game, describe(error))
            return False
        return True

    async def _give_back(self, game: str, shard: int) -> None:
        for lost in self._owed.get(shard, ()):
            with suppress(RuleViolation):  # time does not matter in this game now
                await self._lose(game, lost.start, lost.end)

    async def _make_up(self, game: str, since: int) -> None:
        """Record the time that a game has lost so far because nobody serves its shard."""
        with suppress(RuleViolation):  # time does not matter in this game now
            await self._lose(game, since, self._clock.now(), SHORTEST)

    async def _lose(self, game: str, start: int, end: int, least: int = 1) -> None:
        # Later events of the game show that people could reach the bot until then.
        latest = (await self._games.events(game))[-1].at
        if end - max(start, latest) >= least:
            cause = Cause(f"outage/{game}/{end}", end, end)
            await self._games.submit(game, LoseTime(max(start, latest), end), cause)


HEARTBEAT_GAP = 20_000
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

    async def resume(self, *, alone: bool = True) -> None:
        """Let the clock go on from the latest sign of life: the machine's may have been set back since.

        If it was far ahead of Discord's time until then, everything that was noted in that time is set back by as much,
        so that what is due stays due in what time was left; not while others, who are not `alone`, work with it.
        """
        latest, now = await self.last(), self._clock.now()
        ahead = 0 if latest is None else latest - now
        if ahead >= FAR and self._clock.is_told:
            if alone:
                LOG.warning("the database is %.0f s ahead of Discord's time: all that is due is set back", ahead / 1000)
                await self._meta.set_back(now + ahead // 2, ahead)
                latest = now
                await self._meta.set("heartbeat", str(now))
            else:
                LOG.warning(
                    "the database is %.0f s ahead of Discord's time: stop all processes and start one to mend that",
                    ahead / 1000,
                )
        self._clock.resume(latest or now)

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
        return now + HEARTBEAT_GAP
