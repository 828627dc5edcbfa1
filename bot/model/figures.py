"""Figures about an installation, counted in its database, and about how busy one process is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DatabaseCounts:
    """What the database holds now.

    `games` is how many games are in each phase except finished ones, `waiting` how many deliveries wait, `oldest` the
    instant at which the oldest of them was due (None if none waits), `processes` how many processes there are of each
    kind.
    """

    games: Mapping[str, int]
    waiting: int
    oldest: int | None
    processes: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class PoolLoad:
    """How much of something limited is in use, and how many wait for it."""

    used: int
    waiting: int
    most: int
