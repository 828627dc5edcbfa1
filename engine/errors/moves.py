"""Refusals of plays, exchanges and undos."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.errors.base import SECRET, RuleViolation


class NoTilesPlayed(RuleViolation):
    """The move puts no tile of the rack on the board."""


class TilesNotInLine(RuleViolation):
    """The tiles lie neither in one row nor in one column."""


class GapBetweenTiles(RuleViolation):
    """There is an empty square between the tiles: only one word is allowed."""


class NotConnected(RuleViolation):
    """The tiles touch no tile on the board."""


class PlayTooShort(RuleViolation):
    """The tiles make no word of two letters or more."""


@dataclass(eq=False)
class StartNotCovered(RuleViolation):
    """The first word must cover the start: a cell, or any cell of a column or row (0-based; None is free)."""

    row: int | None
    column: int | None


@dataclass(eq=False)
class OffTheBoard(RuleViolation):
    """A tile would lie outside the board. Coordinates are 0-based."""

    row: int
    column: int


@dataclass(eq=False)
class SquareBlocked(RuleViolation):
    """A tile would lie on a blocked square."""

    row: int
    column: int


@dataclass(eq=False)
class SquareTaken(RuleViolation):
    """Another letter than the one typed lies on the square already."""

    row: int
    column: int
    letter: str
    typed: str


@dataclass(eq=False)
class SquareEmpty(RuleViolation):
    """The move reads a letter from the board (`.` or parentheses) where no tile lies."""

    row: int
    column: int


@dataclass(eq=False)
class TilesNotOnRack(RuleViolation):
    """The rack lacks tiles that the move needs. `missing` is in tile notation."""

    missing: tuple[str, ...] = field(metadata=SECRET)


@dataclass(eq=False)
class NotInLexicon(RuleViolation):
    """Words of the play are not in the lexicon. Each word is a tuple of letters."""

    words: tuple[tuple[str, ...], ...]


# turns


@dataclass(eq=False)
class PoolTooSmall(RuleViolation):
    """An exchange needs more tiles in the pool than it holds."""

    pool: int
    needed: int


class NothingToExchange(RuleViolation):
    """No tile was named."""


class UndoIsOff(RuleViolation):
    """The rules have no undo."""


class NothingToUndo(RuleViolation):
    """The latest move is not the player's own, or its window has closed."""
