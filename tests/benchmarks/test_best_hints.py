"""Games in which both players always play the best hint: how many of these moves the review calls mistakes.

`GAMES=4 pytest -s -n 0 -m benchmark tests/benchmarks/test_best_hints.py`
"""

from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from statistics import median
from time import process_time

import pytest

from engine.computer.player import never
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.phases import FinalPass, Turn
from engine.game.state import HintKind
from engine.game.views import seat_view
from engine.review.hints import ExchangeHint, PlayHint, hint
from engine.review.reviewing import review_turn
from engine.review.turns import reviewable
from tests.support.computers import table, tools

GAMES = int(os.environ.get("GAMES", "4"))


Taken = dict[int, float]


def played(seed: int) -> tuple[tuple[ev.Event, ...], Taken]:
    """A game of best hints, and the seconds of processor time that each took, by turn; without a hint, a pass."""
    game, seconds, number = table(seed=seed).start(), Taken(), 0
    while isinstance(game.game.phase, Turn | FinalPass):
        phase, turn = game.game.phase, game.game.turn
        seat = phase.seat if isinstance(phase, Turn) else phase.waiting[0]
        player, begun, best = game.game.seats[seat].player.id, process_time(), None
        if isinstance(phase, Turn):
            number += 1
            best = hint(seat_view(game.game, seat), tools(), HintKind.BEST, 0, never)
        if best:
            seconds[number] = process_time() - begun
        match best:
            case PlayHint(play=play):
                game.do(cmd.Play(player, play.placement, turn))
            case ExchangeHint(tiles=tiles):
                game.do(cmd.Exchange(player, tiles, turn))
            case _:
                game.do(cmd.Pass(player, turn))
    return tuple(game.events), seconds


@pytest.mark.benchmark
@pytest.mark.timeout(7200)
def test_best_hints_that_the_review_calls_mistakes() -> None:
    grades, seconds = Counter[str](), list[float]()
    hint(seat_view(table(seed=1).start().game, 0), tools(), HintKind.BEST, 0, never)
    with ThreadPoolExecutor(2) as pool:
        for seed in range(1, GAMES + 1):
            events, taken = played(seed)
            seconds += taken.values()
            for one in reviewable(events):
                if one.number in taken:
                    review = review_turn(events, one.number, tools(), run=pool.map)
                    assert review.mistake
                    grades[review.mistake.value] += 1
            print(
                f"\n{seed} games: {dict(grades)}; {median(seconds):.2f} s of processor time, most {max(seconds):.1f} s"
            )
