"""Commands of the special rules: blanks, four of a kind, seats that change hands, real tiles, guests."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game.state import Person


@dataclass(frozen=True, slots=True)
class TradeBlank:
    """Puts the real tile from the own rack on a blank of the board, a square such as `H8`, and takes the blank."""

    by: str
    square: str
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class ExchangeFour:
    """Exchanges the whole rack for its four of a kind and keeps the turn."""

    by: str
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Takes a person's seat of the running game.

    Its owner may come back to it, and a seat that was left and that nobody plays is free to all; any other person's
    seat needs the leave of the host or a moderator, who is `by` then. Where whoever held it neither left it nor gives
    it up (is not `by`), its tiles go back to the pool and new ones are drawn.
    """

    player: Person
    seat: int
    by: str
    moderator: bool = False


@dataclass(frozen=True, slots=True)
class OfferSeat:
    """Asks whoever holds a seat to let a person play on in it, tiles included; for the host and moderators."""

    player: Person
    seat: int
    by: str
    moderator: bool = False


@dataclass(frozen=True, slots=True)
class AgreeToOffer:
    """Whoever holds a seat lets the person play on who was named in an offer; `number` is that of its event."""

    by: str
    number: int


@dataclass(frozen=True, slots=True)
class Draw:
    """Picks face-down tiles that are due: so many, all when None; for a seat of the member, the first due when None."""

    by: str
    count: int | None = 1
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class FinishDraw:
    """The time in which a seat may pick its tiles by hand is over; asked by the clock."""

    seat: int


@dataclass(frozen=True, slots=True)
class TypeRack:
    """Types in the real tiles that a computer player drew; anybody seated may (ledger M4)."""

    by: str
    seat: int
    tiles: str


@dataclass(frozen=True, slots=True)
class TypeLeft:
    """Types in the tiles left on a real rack at the end; anybody seated may (ledger M4)."""

    by: str
    seat: int
    tiles: str


@dataclass(frozen=True, slots=True)
class CloseTiles:
    """The time to type in the tiles left is over; asked by the clock."""

    turn: int


@dataclass(frozen=True, slots=True)
class AddGuest:
    """Seats a guest who plays at the same computer as a member (ledger N26)."""

    by: str
    name: str


SpecialCommand = (
    AddGuest
    | AgreeToOffer
    | CloseTiles
    | Draw
    | ExchangeFour
    | FinishDraw
    | OfferSeat
    | TakeSeat
    | TradeBlank
    | TypeLeft
    | TypeRack
)
