"""Positions from self-play and the generator's time for them; the caller provides randomness and the timer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import mean
from typing import Protocol

import numpy as np

from engine.computer.kernels import replies
from engine.play.generator.encoding import EncodedPosition, encode_rack
from engine.play.generator.generator import NO_VALUES, Generator
from engine.play.generator.kernels import racks, search
from engine.play.generator.kernels.layout import KEY_2, Ints


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


def play_positions(generator: Generator, count: int, source: Source) -> list[EncodedPosition]:
    """`count` positions, one before each turn of games between two seats that always make their best play.

    A game ends when a rack is empty, or when neither seat has a play.
    """
    found: list[EncodedPosition] = []
    while len(found) < count:
        found += _play_game(generator, source)
    return found[:count]


def _play_game(generator: Generator, source: Source) -> list[EncodedPosition]:
    variant = generator.variant
    tiles = encode_rack(variant.tile_set.tiles, variant.alphabet).tolist()
    pool = source.sample(tiles, len(tiles))
    board: Ints = np.zeros(len(variant.layout.squares), np.int32)
    seats = [_Seat(), _Seat()]
    for seat in seats:
        seat.draw(pool, variant.rack_size)
    found: list[EncodedPosition] = []
    idle = 0
    while idle < 2 and all(seat.rack for seat in seats):
        seat = seats[len(found) % 2]
        position = EncodedPosition(board, np.array(seat.rack, np.int32))
        found.append(position)
        after = _best_turn(generator, position)
        idle = idle + 1 if after is None else 0
        if after is not None:
            board, seat.rack = after.board, after.rack.tolist()
            seat.draw(pool, variant.rack_size)
    return found


def _best_turn(generator: Generator, position: EncodedPosition) -> EncodedPosition | None:
    """The board and the leave after the best play; None if there is no play."""
    plays = search.best_plays(*generator.arrays, NO_VALUES, position.board, position.rack, 1)
    if not len(plays):
        return None
    boards, slots = np.zeros((1, len(position.board)), np.int32), racks.sort_rack(position.rack)
    replies.lay_candidates(*generator.arrays[:2], position.board, slots, plays, boards)
    stay = [i for i in range(len(position.rack)) if not int(plays[0, KEY_2]) >> i & 1]
    codes = slots[racks.SLOT_LETTER, stay] + 256 * slots[racks.SLOT_POINTS, stay]
    return EncodedPosition(boards[0], codes.astype(np.int32))


def best_time(generator: Generator, positions: list[EncodedPosition], timer: Callable[[], float], runs: int) -> float:
    """The mean seconds for the best play of a position on this thread, each the fastest of its runs.

    Only the search is timed, from arrays to records.
    """
    fastest = [float("inf")] * len(positions)
    for _ in range(runs):
        for i, position in enumerate(positions):
            start = timer()
            search.best_plays(*generator.arrays, NO_VALUES, position.board, position.rack, 1)
            fastest[i] = min(fastest[i], timer() - start)
    return mean(fastest)
