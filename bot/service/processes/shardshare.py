"""Which shards this process serves: claimed from the database, opened, handed over, and given up in an emergency.

Each round notes which shards are connected and claims this process's share. A dead process's shards are free in the
next round of any other; a process with too many closes one's session, releases it, and finishes what is under way.
A process that cannot reach the database for as long as makes it dead for the others closes its sessions, if there can
be others: the only one would lose what people press meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Protocol

from bot.model.errors import describe
from bot.model.measures import Measures
from bot.model.shards import HeldShards
from bot.service.ports import Clock
from bot.service.processes.outages import Outages
from bot.service.processes.peers import DEAD_AFTER
from bot.service.processes.reachable import UnreachableShards
from bot.store.shards import Shards

LOG = logging.getLogger(__name__)
ROUND = 3_000
"""Milliseconds between the rounds of processes that share a database."""
ALONE_ROUND = 20_000
"""Milliseconds between the rounds of the only process: less to write while nobody plays."""
ABANDON_SECONDS = DEAD_AFTER / 1000 - 2
"""Seconds without the database after which the shards are given up, just before others may claim them."""

AGAIN_SECONDS = 5.0


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
