"""Refusals about seats, turns, the lobby and the rules of a game."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors.base import RuleViolation


@dataclass(eq=False)
class NotYourTurn(RuleViolation):
    """Another seat is on turn."""

    on_turn: int


@dataclass(eq=False)
class StaleTurn(RuleViolation):
    """The command was meant for a turn that is over."""

    meant: int
    current: int


class NotSeated(RuleViolation):
    """Who asked has no seat in this game."""


class AlreadySeated(RuleViolation):
    """Who asked has a seat already."""


@dataclass(eq=False)
class NoSeatFree(RuleViolation):
    """All seats that the rules and the tile set allow are taken."""

    seats: int


@dataclass(eq=False)
class SeatsKept(RuleViolation):
    """The seats that are free are kept for those who played the game before; `names` are theirs, as they are."""

    names: tuple[str, ...]


class NobodySeated(RuleViolation):
    """A game needs at least one player to start."""


@dataclass(eq=False)
class NoSuchSeat(RuleViolation):
    """The seat number does not exist."""

    seat: int


class AlreadyStarted(RuleViolation):
    """This is only possible in the lobby, before the start."""


class NotStarted(RuleViolation):
    """This is only possible once the game runs."""


class GameIsOver(RuleViolation):
    """The game has ended."""


class OnlyHost(RuleViolation):
    """Only the host or a moderator may do this."""


@dataclass(eq=False)
class NoSuchLevel(RuleViolation):
    """Computer players have levels 1 to 8."""

    level: int


@dataclass(eq=False)
class NoSuchRule(RuleViolation):
    """There is no rule of that name."""

    rule: str


@dataclass(eq=False)
class RuleValueRefused(RuleViolation):
    """The rule does not take that value. `allowed` lists what it takes, as text."""

    rule: str
    value: str
    allowed: tuple[str, ...]


@dataclass(eq=False)
class RulesContradict(RuleViolation):
    """Two rules make no sense together."""

    rule: str
    other: str


# placing tiles (geometry)


class HostIsComputer(RuleViolation):
    """The host, who would decide about words, is a computer player (challenge rule `ask_host`)."""


@dataclass(eq=False)
class WrongNumberOfSeats(RuleViolation):
    """A value of a rule is for another number of players than are seated."""

    rule: str
    value: str
    needed: int
    seats: int


class HasLeft(RuleViolation):
    """The seat has left the game."""


# time


@dataclass(eq=False)
class SeatKept(RuleViolation):
    """A computer player keeps the seat of who asks, who may take it back."""

    seat: int


@dataclass(eq=False)
class NotAgreed(RuleViolation):
    """Whoever holds the seat has not agreed to give it up, and the pool has too few tiles for new ones.

    `of_file`: the game was taken from a file, so that no seat changes hands without that.
    """

    seat: int
    of_file: bool = False


class NoSuchOffer(RuleViolation):
    """Who asked is not asked to give a seat up, or not any more."""


@dataclass(eq=False)
class SeatNotFree(RuleViolation):
    """Nobody can take the seat: it was given up for good, or belongs to a computer player."""

    seat: int
