"""Stateless chance: every draw is a hash of what it is for, so that the same view gives the same move."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from statistics import NormalDist

from engine.game.views import SeatView

_NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class Luck:
    """Draws that depend only on the seed and on what they are for."""

    seed: bytes

    @staticmethod
    def of_seat(view: SeatView) -> Luck:
        """The luck of a seat for the whole game: the same at every turn."""
        table = view.table
        return Luck.of_player(table.opened, table.host, view.seat, tuple(seat.player.id for seat in table.seats))

    @staticmethod
    def of_player(opened: int, host: str, seat: int, players: tuple[str, ...]) -> Luck:
        """The luck of a seat from the facts of the game: when and by whom it was opened, and the player ids by seat."""
        return Luck(_digest(b"", (opened, host, seat, players)))

    def of_turn(self, view: SeatView) -> Luck:
        """The luck of the present turn."""
        return self.at_turn(view.table.turn)

    def at_turn(self, turn: int) -> Luck:
        """The luck of a turn, by its number."""
        return Luck(_digest(self.seed, (turn,)))

    def chance(self, *facts: object) -> float:
        """A number from 0 up to 1, uniformly distributed over facts."""
        return int.from_bytes(_digest(self.seed, facts)[:7]) / (1 << 56)

    def bell(self, *facts: object) -> float:
        """A number from the normal distribution with mean 0 and standard deviation 1."""
        return _NORMAL.inv_cdf((self.chance(*facts) + 2**-57) / (1 + 2**-56))

    def pick(self, count: int, *facts: object) -> int:
        """A number from 0 to `count` - 1."""
        return int(self.chance(*facts) * count)


def _digest(seed: bytes, facts: tuple[object, ...]) -> bytes:
    return hashlib.blake2b(repr(facts).encode(), key=seed, digest_size=16).digest()
