"""Positions from self-play and the generator's time for them; the caller provides randomness and the timer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import mean, median
from typing import Protocol

import numpy as np

from engine.computer.kernels import replies
from engine.play.generator.encoding import Position, encode_rack
from engine.play.generator.generator import Generator, leave_values
from engine.play.generator.kernels import racks, search
from engine.play.generator.kernels.layout import KEY_2, Ints, Longs
from engine.play.generator.leaves import LeaveTable


class Source(Protocol):
    """A source of randomness, such as `random.Random`."""

    def sample(self, population: list[int], k: int) -> list[int]:
        """`k` different members of a population, in random order."""
        ...


@dataclass(slots=True)
class _Seat:
    rack: list[int] = field(default_factory=list)

    def draw(self, pool: list[int], size: int) -> None:
        while pool and len(self.rack) < size:
            self.rack.append(pool.pop())


def play_positions(
    generator: Generator, count: int, source: Source, leaves: LeaveTable | None = None
) -> list[Position]:
    """`count` positions, one before each turn of games between two seats that always make their best play.

    A game ends when a rack is empty, or when neither seat has a play.
    """
    found: list[Position] = []
    while len(found) < count:
        found += _play_game(generator, source, leaves)
    return found[:count]


def _play_game(generator: Generator, source: Source, leaves: LeaveTable | None) -> list[Position]:
    variant = generator.variant
    tiles = encode_rack(variant.tile_set.tiles, variant.alphabet).tolist()
    pool = source.sample(tiles, len(tiles))
    board: Ints = np.zeros(len(variant.layout.squares), np.int32)
    seats = [_Seat(), _Seat()]
    for seat in seats:
        seat.draw(pool, variant.rack_size)
    found: list[Position] = []
    idle = 0
    while idle < 2 and all(seat.rack for seat in seats):
        seat = seats[len(found) % 2]
        position = Position(board, np.array(seat.rack, np.int32))
        found.append(position)
        after = _best_turn(generator, position, leaves if pool else None)
        idle = idle + 1 if after is None else 0
        if after is not None:
            board, seat.rack = after.board, after.rack.tolist()
            seat.draw(pool, variant.rack_size)
    return found


def _best_turn(generator: Generator, position: Position, leaves: LeaveTable | None) -> Position | None:
    """The board and the leave after the best play; None if there is no play."""
    values = leave_values(position, leaves)
    plays = search.best_plays(*generator.arrays, values, position.board, position.rack, 1)
    if not len(plays):
        return None
    boards, slots = np.zeros((1, len(position.board)), np.int32), racks.sort_rack(position.rack)
    replies.lay_candidates(*generator.arrays[:2], position.board, slots, plays, boards)
    stay = [i for i in range(len(position.rack)) if not int(plays[0, KEY_2]) >> i & 1]
    codes = slots[racks.SLOT_LETTER, stay] + 256 * slots[racks.SLOT_POINTS, stay]
    return Position(boards[0], codes.astype(np.int32))


@dataclass(frozen=True, slots=True)
class Figures:
    """Microseconds for one position (mean and median over positions, each the fastest of its runs), and plays."""

    positions: int
    plays: int
    best_mean: float
    best_median: float
    all_mean: float
    all_median: float

    @property
    def plays_per_second(self) -> float:
        """Plays per second when all plays of a position are listed."""
        return self.plays / self.positions / self.all_mean * 1e6 if self.positions else 0.0


def measure(
    generator: Generator,
    positions: list[Position],
    timer: Callable[[], float],
    *,
    runs: int = 3,
    leaves: LeaveTable | None = None,
) -> Figures:
    """Times the best play and all plays of positions on this thread; `timer` returns seconds, like `perf_counter`.

    Only the search is timed, from arrays to records, with leave values looked up beforehand.
    """
    values = [leave_values(position, leaves) for position in positions]
    best, _ = _time(generator, positions, values, 1, timer, runs)
    every, plays = _time(generator, positions, values, 0, timer, runs)
    return Figures(len(positions), plays, mean(best), median(best), mean(every), median(every))


def _time(
    generator: Generator,
    positions: list[Position],
    values: list[Longs],
    limit: int,
    timer: Callable[[], float],
    runs: int,
) -> tuple[list[float], int]:
    """The fastest run for each position, and the plays found for all of them."""
    fastest, plays = [float("inf")] * len(positions), 0
    for _ in range(runs):
        plays = 0
        for i, position in enumerate(positions):
            start = timer()
            found = search.best_plays(*generator.arrays, values[i], position.board, position.rack, limit)
            fastest[i] = min(fastest[i], (timer() - start) * 1e6)
            plays += len(found)
    return fastest, plays
