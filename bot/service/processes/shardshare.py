"""Which shards this process serves: claimed, opened, handed over, given up; and time in which nobody could reach it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Protocol

from bot.model.errors import UnknownGame, describe
from bot.model.games import Cause
from bot.model.measures import Measures
from bot.model.processes import HeldShards, shard_of
from bot.service.games import Games
from bot.service.ports import Clock
from bot.service.processes.peers import DEAD_AFTER, UnreachableShards
from bot.service.processes.watchdog import FAR
from bot.service.tasks import repeat
from bot.store.meta import Meta
from bot.store.processes import Shards
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
                await self._meta.beat(now)
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
        await self._meta.beat(now)
        if now - self._pruned >= PRUNE:
            await self._meta.prune(now - KEEP)
            self._pruned = now
        return now + HEARTBEAT_GAP


ROUND = 3_000
"""Milliseconds between the rounds of processes that share a database."""
ALONE_ROUND = 20_000
"""Milliseconds between the rounds of the only process: less to write while nobody plays."""
ABANDON_SECONDS = DEAD_AFTER / 1000 - 2
"""Seconds without the database after which the shards are given up, just before others may claim them."""


class Connections(Protocol):
    """The sessions with Discord. Implemented by the front's client."""

    @property
    def connected(self) -> frozenset[int]:
        """The shards that are connected now."""

    async def open_shard(self, shard: int) -> None:
        """Begin the session of a shard; it stays connected by itself from then on."""

    async def close_shard(self, shard: int) -> None:
        """End the session of a shard."""


class ShardLeases:
    """Keeps this process's share of the shards.

    `owner` names this process. `by_hand` are the shards that it was told to serve instead of a share. `finish` waits
    for the answers under way. `expects` tells whether it claimed any shard at first.
    """

    def __init__(
        self,
        store: Shards,
        owner: str,
        clock: Clock,
        reach: UnreachableShards,
        outages: Outages,
        finish: Callable[[], Awaitable[object]],
        *,
        shared: bool,
        by_hand: frozenset[int] = frozenset(),
        measures: Measures | None = None,
    ) -> None:
        self._measures = measures or Measures()
        self._store = store
        self._owner = owner
        self._clock = clock
        self._reach = reach
        self._outages = outages
        outages.when_settled = self.wake
        self._finish = finish
        self._shared = shared
        self._every = ROUND if shared else ALONE_ROUND
        self._since: int | None = None
        self._by_hand = by_hand
        self._woken = asyncio.Event()
        self._held: dict[int, asyncio.Task[None]] = {}
        self._count = 1
        self.expects = False
        self._reached = monotonic()

    @property
    def held(self) -> frozenset[int]:
        """The shards that this process holds now."""
        return frozenset(self._held)

    def wake(self) -> None:
        """Look now: a process has come or gone, or a shard is connected."""
        self._woken.set()

    async def begin(self, connections: Connections, count: int, since: int | None) -> int:
        """Claim the first shards; returns how many there are in all, `count` if no other process has decided.

        `since` is the last sign of life before shards had records. Raises `ShardsRefused`.
        """
        self._count, self._since = count, since
        holding = await self._claim(connections)
        self._count = self._reach.count = holding.count
        for lease in holding.mine:
            self._outages.begin(lease.served, lease.shard)
        self.expects = bool(holding.mine)
        return holding.count

    async def run(self, connections: Connections) -> None:
        """Keep the share until cancelled, then close and release all."""
        try:
            while True:
                self._woken.clear()
                await self._round(connections)
                await self._clock.wait(self._woken, self._clock.now() + self._every)
        finally:
            await asyncio.shield(self._end(connections))

    async def _round(self, connections: Connections) -> None:
        left = self._reached + ABANDON_SECONDS - monotonic()
        try:
            # In a network that loses everything, a statement waits for many minutes.
            async with asyncio.timeout(left if left > 0 else ABANDON_SECONDS):
                holding = await self._claim(connections)
        except Exception as error:
            LOG.error("the shards could not be claimed: %s", describe(error))
            if self._shared and monotonic() - self._reached >= ABANDON_SECONDS:
                await self._abandon(connections)
            return
        mine = {lease.shard: lease for lease in holding.mine}
        for shard in self._held.keys() - mine.keys():
            await self._close(connections, shard)
        unserved = (lease for lease in holding.others if not lease.is_served and lease.served is not None)
        self._reach.note_unserved({lease.shard: lease.served for lease in unserved if lease.served is not None})
        for shard in mine.keys() - self._held.keys() - {*holding.surplus}:
            self._outages.begin(mine[shard].served, shard)
            self._held[shard] = asyncio.create_task(self._open(connections, shard), name=f"shard {shard}")
        # Another process would give the games that have their lost time already a little more of it.
        if surplus := tuple(shard for shard in holding.surplus if shard not in self._outages.owing):
            await self._hand_over(connections, surplus)

    async def _claim(self, connections: Connections) -> HeldShards:
        began, now = monotonic(), self._clock.now()
        served = self._served(connections)
        holding = await self._store.claim(self._owner, self._count, served, now, self._since, self._by_hand)
        self._reached = began
        self._measures.took_over("shard", holding.taken)
        return holding

    def _served(self, connections: Connections) -> frozenset[int]:
        """The connected shards, without those that still owe games the time before they were connected."""
        return connections.connected - self._outages.owing

    async def _open(self, connections: Connections, shard: int) -> None:
        LOG.info("Opening shard %d of %d", shard, self._count)
        while True:
            try:
                await connections.open_shard(shard)
            except Exception as error:
                LOG.error("shard %d could not be opened: %s", shard, describe(error))
                await asyncio.sleep(AGAIN_SECONDS)
            else:
                return

    async def _hand_over(self, connections: Connections, surplus: tuple[int, ...]) -> None:
        LOG.info("Handing over the shards %s", ", ".join(map(str, surplus)))
        served = self._served(connections)
        for shard in surplus:
            await self._close(connections, shard)
        # Answers under way need no session, so nobody has to wait for them.
        await self._release(surplus, served, self._clock.now())
        await self._finish()

    async def _release(self, shards: tuple[int, ...], served: frozenset[int], now: int) -> None:
        done, others = ([one for one in shards if (one in served) is known] for known in (True, False))
        await self._store.release(self._owner, done, others, now)

    async def _abandon(self, connections: Connections) -> None:
        if self._held:
            LOG.error("The database does not answer: other processes may claim the shards of this one")
        for shard in tuple(self._held):
            await self._close(connections, shard)

    async def _close(self, connections: Connections, shard: int) -> None:
        if opening := self._held.pop(shard, None):
            opening.cancel()
            await asyncio.gather(opening, return_exceptions=True)
        await connections.close_shard(shard)
        self._outages.leave(shard)

    async def _end(self, connections: Connections) -> None:
        shards, served, now = tuple(self._held), self._served(connections), self._clock.now()
        for shard in shards:
            await self._close(connections, shard)
        try:
            await self._release(shards, served, now)
        except Exception as error:
            LOG.warning("the shards could not be released: %s", describe(error))
