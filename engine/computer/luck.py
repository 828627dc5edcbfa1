"""Chance without a state: every draw is a hash of what it is about, so that the same view gives the same move."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from statistics import NormalDist

from engine.game.views import SeatView

_NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class Luck:
    """Draws that depend on the seed and on what they are drawn for, and on nothing else."""

    seed: bytes

    @staticmethod
    def of_seat(view: SeatView) -> Luck:
        """What is decided once for a whole game: the same at every turn of a seat."""
        table = view.table
        return Luck.of_player(table.opened, table.host, view.seat, tuple(seat.player.id for seat in table.seats))

    @staticmethod
    def of_player(opened: int, host: str, seat: int, players: tuple[str, ...]) -> Luck:
        """The same by the facts of the game: when and by whom it was opened, and the ids of the players by seat."""
        return Luck(_digest(b"", (opened, host, seat, players)))

    def of_turn(self, view: SeatView) -> Luck:
        """What is drawn anew at every turn."""
        return self.at_turn(view.table.turn)

    def at_turn(self, turn: int) -> Luck:
        """The same by the number of the turn."""
        return Luck(_digest(self.seed, (turn,)))

    def chance(self, *facts: object) -> float:
        """A number from 0 up to 1, evenly distributed over facts."""
        return int.from_bytes(_digest(self.seed, facts)[:7]) / (1 << 56)

    def bell(self, *facts: object) -> float:
        """A number of the normal distribution of mean 0 and deviation 1."""
        return _NORMAL.inv_cdf((self.chance(*facts) + 2**-57) / (1 + 2**-56))

    def pick(self, count: int, *facts: object) -> int:
        """A number from 0 to `count` - 1."""
        return int(self.chance(*facts) * count)


def _digest(seed: bytes, facts: tuple[object, ...]) -> bytes:
    return hashlib.blake2b(repr(facts).encode(), key=seed, digest_size=16).digest()
