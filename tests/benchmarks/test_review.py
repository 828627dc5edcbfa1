"""The mistake index of computer players: stronger levels make fewer mistakes. Prints means, and seconds for a game.

`GAMES=4 LEVELS=8,7,4 pytest -s -n 0 -m benchmark tests/benchmarks/test_review.py`
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from statistics import fmean
from time import process_time

import pytest

from engine.computer.player import choose
from engine.game import events as ev
from engine.game.phases import FinalPass, Turn
from engine.game.views import seat_view
from engine.review.reviewing import review_turn
from engine.review.summary import summarise
from engine.review.turns import reviewable
from engine.review.values import GameReview
from tests.support.computers import table, tools

GAMES = int(os.environ.get("GAMES", "4"))
LEVELS = tuple(map(int, os.environ.get("LEVELS", "8,7,4").split(",")))
SECONDS = 0.5
"""Processor time in which level 8 may think about a move, so that it plays as well on a busy machine."""


def played(level: int, seed: int) -> tuple[ev.Event, ...]:
    """A game of two players of the same level."""
    game = table(seed=seed).start()
    while isinstance(game.game.phase, Turn | FinalPass):
        phase = game.game.phase
        seat = phase.seat if isinstance(phase, Turn) else phase.waiting[0]
        end = process_time() + SECONDS
        game.do(choose(seat_view(game.game, seat), tools(), lambda end=end: process_time() > end, strength=level))  # type: ignore[misc]
    return tuple(game.events)


def _reviewed(events: tuple[ev.Event, ...]) -> tuple[GameReview, float]:
    """The review, and the processor time that it took: other work on the machine counts less than on a clock."""
    with ThreadPoolExecutor(2) as pool:
        start = process_time()
        turns = [review_turn(events, one.number, tools(), run=pool.map) for one in reviewable(events)]
        return summarise(turns), process_time() - start


@pytest.mark.benchmark
@pytest.mark.timeout(7200)
def test_mistake_index_by_level() -> None:
    means: dict[int, float] = {}
    for level in LEVELS:
        found = [_reviewed(played(level, seed)) for seed in range(1, GAMES + 1)]
        seats = [seat for review, _ in found for seat in review.seats]
        means[level] = fmean(seat.index for seat in seats)
        kinds = [fmean(getattr(seat, kind) for seat in seats) for kind in ("small", "medium", "large")]
        turns = fmean(len(review.turns) for review, _ in found)
        seconds = [spent for _, spent in found]
        print(
            f"\nlevel {level}: mean index {means[level]:.2f} a game and player over {len(seats)}"
            f" (small {kinds[0]:.2f}, medium {kinds[1]:.2f}, large {kinds[2]:.2f});"
            f" {turns:.0f} turns, {fmean(seconds):.0f} s of processor time a game, most {max(seconds):.0f} s"
        )
    ordered = [means[level] for level in sorted(means, reverse=True)]
    assert ordered == sorted(ordered), "stronger players have the lower index"
