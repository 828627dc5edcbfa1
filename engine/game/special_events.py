"""Events of the special rules: traded blanks, four of a kind, seats that change hands."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from engine.game.phases import EndReason
from engine.game.state import Computer, Person
from engine.model.coordinates import Cell
from engine.model.tiles import Tile, Tiles


class Departure(Enum):
    """How somebody gave a seat up; only who left may come back unasked."""

    LEFT = "left"
    REMOVED = "removed"
    RESIGNED = "resigned"
    OVERTIME = "overtime"


@dataclass(frozen=True, slots=True)
class BlankTraded:
    """A seat put a real tile on a blank of the board and took the blank (ledger N15)."""

    at: int
    seat: int
    cell: Cell
    tile: Tile
    blank: Tile


@dataclass(frozen=True, slots=True)
class FourExchanged:
    """A seat with four or more of one letter exchanged its whole rack and keeps the turn (ledger N15)."""

    at: int
    seat: int
    returned: Tiles
    drawn: Tiles


@dataclass(frozen=True, slots=True)
class TakenOver:
    """A computer player plays on for somebody who gave the seat up (ledger K3)."""

    at: int
    seat: int
    person: Person
    computer: Computer
    how: Departure


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A person took a seat of the running game: its owner came back, or somebody plays on (ledger K3, N8).

    `before` is who had the seat last, a computer player not counted; `by` is who allowed it, the person's own id where
    no leave was needed. Where `before` had not agreed, `returned` went back to the pool and `drawn` came for it.
    """

    at: int
    seat: int
    player: Person
    before: Person
    by: str
    returned: Tiles = field(default_factory=Tiles)
    drawn: Tiles = field(default_factory=Tiles)


@dataclass(frozen=True, slots=True)
class SeatOffered:
    """Whoever holds a seat was asked to let a person play on in it; `by` is who asked."""

    at: int
    seat: int
    player: Person
    by: str


@dataclass(frozen=True, slots=True)
class DrawOpened:
    """So many tiles of the pool are a seat's from now on, to be picked by hand or typed in (ledger N6, M4).

    Where a play was the reason, its window to be undone is closed.
    """

    at: int
    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class HiddenDrawn:
    """A player at a real table drew tiles that the program does not know (ledger M4)."""

    at: int
    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class TilesAwaited:
    """The game is decided; these seats' tiles are to be typed until the deadline, before they are counted (M4)."""

    at: int
    waiting: tuple[int, ...]
    reason: EndReason
    deadline: int


@dataclass(frozen=True, slots=True)
class LeftDeclared:
    """The tiles left on a real rack were typed in, or are all that was unseen (ledger M4)."""

    at: int
    seat: int
    tiles: Tiles


SpecialEvent = (
    BlankTraded
    | FourExchanged
    | TakenOver
    | SeatTaken
    | SeatOffered
    | DrawOpened
    | HiddenDrawn
    | TilesAwaited
    | LeftDeclared
)
