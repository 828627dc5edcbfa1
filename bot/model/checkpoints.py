"""Points where a process may die, so that tests can make it die there."""

from __future__ import annotations

from enum import Enum
from typing import Protocol


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
