"""The processes of one database: their signs of life, and through which shards people can reach the bot."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Collection, Mapping
from time import monotonic

from bot.model.measures import Measures
from bot.model.processes import DeadProcesses, Process, ProcessKind, shard_of
from bot.service.ports import Clock
from bot.service.tasks import repeat
from bot.store.meta import Meta
from bot.store.processes import Processes

LOG = logging.getLogger(__name__)
SIGN_OF_LIFE_GAP = 3_000
"""Milliseconds between signs of life."""
LOST = 8_000
"""Milliseconds without a sign of life after which a process counts as dead if the server has lost its connection."""
DEAD_AFTER = 20_000
"""Milliseconds without a sign of life after which a process counts as dead."""

GRACE_SECONDS = 10.0
"""Seconds after an interruption in which this process takes nobody for dead."""


class Peers:
    """Enters this process among those that serve the database, keeps it there, and knows who else lives.

    `owner` is the process's id, with which all its leases are marked.
    """

    def __init__(
        self,
        processes: Processes | None,
        owner: str,
        kind: ProcessKind,
        version: str,
        clock: Clock,
        measures: Measures | None = None,
    ) -> None:
        self._measures = measures or Measures()
        self._processes = processes
        self.owner = owner
        self._kind = kind
        self._version = version
        self._clock = clock
        self._woken = asyncio.Event()
        self._listeners: list[Callable[[], object]] = []
        self._beaten = self._trusts = -math.inf
        self.living: tuple[Process, ...] = ()

    def subscribe(self, listener: Callable[[], object]) -> None:
        """Call the listener whenever a process has come or gone, also one that was found dead."""
        self._listeners.append(listener)

    def wake(self) -> None:
        """Look now: a process has come or gone."""
        self._woken.set()

    def lives(self, kind: ProcessKind) -> bool:
        """Whether another process of a kind lives."""
        return any(one.kind is kind and one.id != self.owner for one in self.living)

    async def enter(self) -> None:
        """Show the first sign of life, before this process takes any lease."""
        if self._processes:
            await self._processes.sign(self.owner)
        await self._beat()

    async def run(self) -> None:
        """Beat until cancelled, then leave."""
        if self._processes is None:
            return
        try:
            await repeat("the signs of life", self._beat, self._clock, self._woken)
        finally:
            await self._processes.leave(self.owner)

    async def _beat(self) -> int | None:
        if self._processes is None:
            return None
        await self._processes.seen(self.owner, self._kind, self._version)
        dead = await self._processes.bury(DEAD_AFTER, LOST) if self._is_steady() else DeadProcesses()
        if dead.processes:
            self._note(dead)
        before, self.living = self.living, await self._processes.living(DEAD_AFTER)
        if dead.processes or {one.id for one in before} != {one.id for one in self.living}:
            for listener in self._listeners:
                listener()
        return self._clock.now() + SIGN_OF_LIFE_GAP

    def _is_steady(self) -> bool:
        """Whether this process has reached the database for long enough that all others have had time for it, too."""
        now, before = monotonic(), self._beaten
        self._beaten = now
        if now - before > LOST / 1000:
            self._trusts = now if math.isinf(before) else now + GRACE_SECONDS
        return now > self._trusts

    def _note(self, dead: DeadProcesses) -> None:
        LOG.warning("Others go on with the work of %d processes that fell silent", len(dead.processes))
        for what, count in (("delivery", dead.deliveries), ("deadline", dead.deadlines), ("work", dead.work)):
            self._measures.took_over(what, count)


LOOK_AT_CLOCK, NOTE_CLOCK, TELL_OF_CLOCKS = 10_000, 3_600_000, 60_000
"""Milliseconds between looks at this machine's clock, between two notes of one that stays wrong, and between looks at
what others have noted."""


class Timekeeper:
    """Compares the clock of this machine with the right time, and notes for `tilewright doctor` that it is wrong.

    Discord tells bots the time; workers do not hear it, so they follow the bots (`follows`). One that is told lives by
    that time. A bot calls `on_wrong` with each machine whose clock is wrong, and the seconds by which it is ahead.
    """

    def __init__(self, meta: Meta, clock: Clock, machine: str, *, follows: bool) -> None:
        self._meta = meta
        self._clock = clock
        self._machine = machine
        self._follows = follows
        self._noted: tuple[int, int] | None = None
        self.on_wrong: Callable[[str, int], Awaitable[None]] | None = None

    async def look(self) -> int:
        """Compare once; returns when to do so again."""
        if self._follows and (told := await self._meta.time()) is not None:
            self._clock.told(told)
        now, off = self._clock.now(), self._clock.off
        seconds, at = self._noted or (0, 0)
        if off != seconds or (off and now - at >= NOTE_CLOCK):
            await self._meta.note_clock(self._machine, off)
            self._noted = off, now
        if self._follows:
            return now + LOOK_AT_CLOCK
        for machine, ahead in (await self._meta.clocks()).items():
            if self.on_wrong:
                await self.on_wrong(machine, ahead)
        return now + TELL_OF_CLOCKS

    async def run(self) -> None:
        """Compare again and again until cancelled."""
        await repeat("the clock", self.look, self._clock, asyncio.Event())


class UnreachableShards:
    """The shards that are out of reach: those `held` by this process, whose commands wait, and those of nobody.

    `notice` is called before every command, since time may have been lost since the last one without anyone noticing.
    `make_up` is called with a game and the instant since when nobody has served its shard, before a command that came
    another way, such as a deadline, is decided. `give_back` is called with a game and its shard while `owing` names the
    shard: the time that it lost earlier may not be in the game's journal yet.
    """

    def __init__(self) -> None:
        self.count = 1
        self.notice: Callable[[], object] = lambda: None
        self.make_up: Callable[[str, int], Awaitable[None]] | None = None
        self.give_back: Callable[[str, int], Awaitable[None]] | None = None
        self.owing: Collection[int] = ()
        self._held: set[int] = set()
        self._unserved: Mapping[int, int] = {}
        self._changed = asyncio.Event()

    @property
    def is_whole(self) -> bool:
        """Whether no shard is out of reach, and none owes its games any time."""
        return not self._held and not self._unserved and not self.owing

    def hold(self, shard: int) -> None:
        """Make commands in the games of a shard wait."""
        self._held.add(shard)

    def release(self, shard: int) -> None:
        """Let commands in the games of a shard through again."""
        self._held.discard(shard)
        self._changed.set()
        self._changed = asyncio.Event()

    def note_unserved(self, since: Mapping[int, int]) -> None:
        """Note the shards that no process serves, each with the instant since when."""
        self._unserved = since

    async def wait(self, server: int | None) -> None:
        """Return when the shard of a server is not held."""
        while shard_of(server, self.count) in self._held:
            await self._changed.wait()

    async def settle(self, game: str, server: int | None) -> None:
        """Let a game's journal have all the time that its shard has lost."""
        shard, since = shard_of(server, self.count), self.unserved_since(server)
        if self.give_back and shard in self.owing:
            await self.give_back(game, shard)
        if self.make_up and since is not None:
            await self.make_up(game, since)

    def unserved_since(self, server: int | None) -> int | None:
        """Since when nobody has served the shard of a server; None if it is served."""
        return self._unserved.get(shard_of(server, self.count))
