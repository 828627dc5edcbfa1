"""A server's digest, and what stands out in its week."""

from __future__ import annotations

from dataclasses import dataclass

from bot.model.games import PlayerResult

MOST_ACTIVE = 3
"""People who are named for the number of their games."""
MOST_GAMES = 5000
"""The latest games of a week that are looked at."""


@dataclass(frozen=True, slots=True)
class Digest:
    """Where a server's digest is posted, and when the next week ends. `language` is None for the channel's own."""

    server: int
    channel: int
    language: str | None
    ends: int
    attempts: int = 0


@dataclass(frozen=True, slots=True)
class Highlights:
    """A week with games: how many, who played the most, whose play and whose game was the best; None without points.

    `where` is the game of the best play.
    """

    games: int
    active: tuple[tuple[str, int], ...]
    play: PlayerResult | None = None
    where: str = ""
    game: PlayerResult | None = None
