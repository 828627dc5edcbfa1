"""Puzzles from the games of a server, and the queue in which games wait to be searched for them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game that may be searched: its id and the server where it was played."""

    game: str
    server: int


@dataclass(frozen=True, slots=True)
class SearchJob:
    """A game that this process searches. `reached` is how many of its positions have been looked at."""

    game: str
    server: int
    reached: int
    attempts: int


@dataclass(frozen=True, slots=True)
class GamePuzzle:
    """A puzzle from a game, as `engine.puzzles.text` writes it in `line`; `key` identifies it by its content."""

    key: str
    server: int
    language: str
    difficulty: int
    line: str


@dataclass(frozen=True, slots=True)
class DailySearches:
    """How many games of one server may be searched: at most `most` that were chosen after the instant `since`."""

    most: int
    since: int
