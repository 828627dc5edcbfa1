"""The processes that serve one database together, their shards, and points where tests make one die."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Protocol


class ProcessKind(Enum):
    """What a process does: a bot is connected to Discord, a worker only computes."""

    BOT = "bot"
    WORKER = "worker"


@dataclass(frozen=True, slots=True)
class Process:
    """A process that serves the database: when it started and when it was last seen, by the database's clock."""

    id: str
    kind: ProcessKind
    version: str
    started: int
    seen: int


@dataclass(frozen=True, slots=True)
class DeadProcesses:
    """Dead processes that were removed, and how much of their work this freed for the living."""

    processes: tuple[str, ...] = ()
    deliveries: int = 0
    deadlines: int = 0
    work: int = 0


@dataclass(eq=False)
class ShardsRefused(Exception):
    """This process cannot have the shards that it was told to serve; `reason` says why and what to do."""

    reason: str

    def __str__(self) -> str:
        return self.reason


@dataclass(frozen=True, slots=True)
class Lease:
    """A shard and its owner, if a living process holds it.

    `served` is the latest instant at which it is known to have been connected, by the clock of the games; None if it
    never was. `is_served` tells whether it is connected now, as far as the processes know.
    """

    shard: int
    owner: str | None
    served: int | None
    is_served: bool


@dataclass(frozen=True, slots=True)
class HeldShards:
    """The shards as one process sees them after it has claimed its share.

    `mine` are those it holds, `surplus` those among them that it has to hand over. `taken` says how many it has just
    taken from dead processes.
    """

    count: int
    mine: tuple[Lease, ...]
    surplus: tuple[int, ...]
    others: tuple[Lease, ...]
    taken: int = 0


def shard_of(server: int | None, count: int) -> int:
    """The shard that hears of a server; direct messages go to shard 0."""
    return ((server or 0) >> 22) % count


def quotas(held: Mapping[str, int], shards: int) -> dict[str, int]:
    """How many shards each process should hold, so that the numbers differ by at most one and few shards move.

    `held` has the processes in order of age, with the number of shards that each one holds now.
    """
    least, more = divmod(shards, len(held))
    fullest = sorted(held, key=lambda process: -held[process])[:more]
    return {process: least + (process in fullest) for process in held}


class Checkpoint(Enum):
    """A point where a process may die; tests make it die there."""

    BEFORE_COMMIT = "before_commit"
    AFTER_COMMIT = "after_commit"
    AFTER_DISCORD_ACCEPTED = "after_discord_accepted"
    BEFORE_MARKED_DONE = "before_marked_done"


class Checkpoints(Protocol):
    """Receives a call at each checkpoint."""

    async def reach(self, point: Checkpoint) -> None:
        """Note that the work has reached a checkpoint. An exception raised here stops it at that point."""


class NoCheckpoints:
    """Production: nothing happens at a checkpoint."""

    async def reach(self, point: Checkpoint) -> None:
        """Do nothing."""
