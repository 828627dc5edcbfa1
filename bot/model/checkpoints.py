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
    """Is told when a checkpoint is reached."""

    async def reach(self, point: Checkpoint) -> None:
        """A checkpoint is reached. An exception raised here stops the work there."""
        ...


class NoCheckpoints:
    """Production: nothing happens at a checkpoint."""

    async def reach(self, point: Checkpoint) -> None:
        """Do nothing."""
