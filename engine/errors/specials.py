"""Refusals of the special rules: hints, swaps, traded blanks, tiles by hand, real tables."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.errors.base import SECRET, RuleViolation


class HintsAreOff(RuleViolation):
    """The rules give no hints."""


@dataclass(eq=False)
class NoHintLeft(RuleViolation):
    """The seat has had all the hints that the rules give each player."""

    hints: int


class HintNeedsRack(RuleViolation):
    """The tiles of the seat are not known, so nothing can be found for it."""


class NothingToSwap(RuleViolation):
    """Racks change hands only between a person and the computer player opposite, with nobody else at the table."""


@dataclass(eq=False)
class RuleIsOff(RuleViolation):
    """The game is played without the rule that would allow this."""

    rule: str


@dataclass(eq=False)
class NoBlankThere(RuleViolation):
    """On the square lies no blank. Coordinates are 0-based."""

    row: int
    column: int


@dataclass(eq=False)
class LetterNotOnRack(RuleViolation):
    """The rack lacks the real tile of the letter that the blank stands for."""

    letter: str = field(metadata=SECRET)


class NoFourOfAKind(RuleViolation):
    """The rack does not hold four tiles of one letter."""


class RackIsHidden(RuleViolation):
    """This needs tiles that the program knows, and those of the seat lie on a real table."""


@dataclass(eq=False)
class NothingToDraw(RuleViolation):
    """No tile is due to the seat, or fewer than were asked for. `due` is how many are."""

    due: int


@dataclass(eq=False)
class DrawFirst(RuleViolation):
    """The seat is to pick its tiles before it plays."""

    due: int


@dataclass(eq=False)
class TilesNotUnseen(RuleViolation):
    """Tiles were typed that lie on the board or on a known rack already. `missing` is in tile notation."""

    missing: tuple[str, ...]


@dataclass(eq=False)
class WrongNumberOfTiles(RuleViolation):
    """Another number of tiles was typed than the seat has drawn or holds."""

    given: int
    needed: int


@dataclass(eq=False)
class NoTilesAwaited(RuleViolation):
    """Nobody needs to type in tiles of this seat now."""

    seat: int


@dataclass(eq=False)
class OnlyTilesLeft(RuleViolation):
    """The game is decided: only the tiles left of these seats are to be typed in."""

    waiting: tuple[int, ...]


class StartNotTyped(RuleViolation):
    """With real tiles on the table somebody must type who drew what, or who begins."""


@dataclass(eq=False)
class StartTied(RuleViolation):
    """The tiles typed for the start tie, or do not fit the seats that are to draw: `waiting`."""

    waiting: tuple[int, ...]
