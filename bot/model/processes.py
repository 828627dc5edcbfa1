"""The processes that serve one database together."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


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
