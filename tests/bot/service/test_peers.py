"""Signs of life: when a process takes others for dead, and what it counts then."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from bot.model.measures import Measures
from bot.model.processes import DeadProcesses, Process, ProcessKind
from bot.service.processes import peers
from bot.service.processes.peers import DEAD_AFTER, GRACE_SECONDS, LOST, Peers
from tests.support.service import StillClock

DEAD = DeadProcesses(("dead",), deliveries=3, deadlines=2, work=1)


@dataclass
class Table:
    """The table of processes, in which one is dead. `asked` are the limits of each burial."""

    asked: list[tuple[int, int | None]] = field(default_factory=list)

    async def sign(self, process: str) -> None:
        """Do nothing."""

    async def seen(self, process: str, kind: ProcessKind, version: str) -> bool:
        """A sign of life."""
        return False

    async def bury(self, within: int, gone: int | None = None) -> DeadProcesses:
        """Bury the dead."""
        self.asked.append((within, gone))
        return DEAD

    async def living(self, within: int) -> tuple[Process, ...]:
        """Nobody."""
        return ()


@dataclass
class Counted(Measures):
    """What was taken over."""

    taken: list[tuple[str, int]] = field(default_factory=list)

    def took_over(self, what: str, count: int) -> None:
        """Count."""
        self.taken.append((what, count))


async def test_X10_an_interruption_gives_the_others_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that could not reach the database buries nobody for a while, since the others could not either."""
    now = 100.0
    monkeypatch.setattr(peers, "monotonic", lambda: now)
    table, counted = Table(), Counted()
    beating = Peers(table, "me", ProcessKind.BOT, "", StillClock(), counted)  # type: ignore[arg-type]
    await beating.enter()
    assert table.asked == []
    now += 1
    await beating._beat()
    assert table.asked == [(DEAD_AFTER, LOST)]
    assert counted.taken == [("delivery", 3), ("deadline", 2), ("work", 1)]
    now += LOST / 1000 + 1
    for _ in range(5):
        await beating._beat()
        now += GRACE_SECONDS / 5
    assert len(table.asked) == 1
    now += 0.1
    await beating._beat()
    assert len(table.asked) == 2
