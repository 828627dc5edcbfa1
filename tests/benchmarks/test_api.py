"""What the way in for programs costs: the best play of 600 positions through it, beside the loops that it calls.

Both are measured in turns within one run, each position one way right after the other, and only processor time counts.
ROUNDS is how often.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from time import process_time_ns

import numpy as np
import pytest

import engine
from engine.computer.selfplay import positions
from engine.formats import cgp
from engine.play.generator.encoding import LeaveTable
from engine.play.generator.generator import leave_values
from engine.play.generator.kernels import search

Find = Callable[[engine.Position], object]

POSITIONS = 600
ROUNDS = int(os.environ.get("ROUNDS", "15"))


def played() -> list[engine.Position]:
    """Positions from games of level 7 against itself, as a program opens them."""
    empty, found = engine.open_position(), list[engine.Position]()
    number = 0
    while len(found) < POSITIONS:
        views = positions(empty.resources.computers, (7, 7), number)
        texts = (cgp.write(cgp.position_of(view), empty.variant) for view in views)
        found += [engine.open_position(text) for text in texts]
        number += 1
    return found[:POSITIONS]


def through(position: engine.Position) -> object:
    """The best play, found as a program finds it."""
    return position.plays(1).records


def entry(position: engine.Position, leaves: LeaveTable | None) -> object:
    """The same by the generator's own entry, with leave values chosen beforehand."""
    return position.resources.generator.top(position.board, position.racks[0], 1, leaves).records


def loops(position: engine.Position, leaves: LeaveTable | None) -> object:
    """The same by the compiled loops alone, after what they need has been made of board, rack and leaves."""
    generator = position.resources.generator
    encoded = generator.position(position.board, position.racks[0])
    values = leave_values(encoded, leaves)
    return search.best_plays(*generator.arrays, values, encoded.board, encoded.rack, 1)


def compared(one: Find, other: Find, positions: list[engine.Position]) -> tuple[float, float]:
    """The share of the other way's time that one takes, and its microseconds a position, by the fastest rounds.

    Whatever else the machine does makes a round slower and never faster.
    """
    fastest = [[1 << 60] * len(positions) for _ in range(2)]
    for number in range(ROUNDS):
        for at, position in enumerate(positions):
            for way in (0, 1) if (at + number) % 2 else (1, 0):
                began = process_time_ns()
                (one, other)[way](position)
                fastest[way][at] = min(fastest[way][at], process_time_ns() - began)
    own, others = map(sum, fastest)
    return own / others, own / 1000 / len(positions)


@pytest.mark.benchmark
@pytest.mark.timeout(1800)
def test_share_of_the_time_of_the_loops() -> None:
    """Through the way in, beside the generator's entry and beside the bare loops; first one way beside itself."""
    found = played()
    chosen = {id(one): one.resources.learnt_leaves if one._draws else None for one in found}
    ways: dict[str, Find] = {
        "the way in": through,
        "the generator": lambda one: entry(one, chosen[id(one)]),
        "the loops": lambda one: loops(one, chosen[id(one)]),
    }
    for one in found:
        assert len({str(np.asarray(find(one)).tolist()) for find in ways.values()}) == 1
    print()
    for name, find in ways.items():
        share, own = compared(through, find, found)
        print(f"{share:.3f} of the time of {name}, {own:.1f} us a position")
        assert share > 0
