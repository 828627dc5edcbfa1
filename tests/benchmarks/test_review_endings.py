"""How many endings a review proves, how long it takes, and whether it agrees with positions that are proven already.

POSITIONS names a folder with `endgame_positions.jsonl`, WORDS the word list that it was made with; GAMES is how many
games of level LEVEL give endings of our own. `tests/benchmarks/test_judged_positions.py` explains the file.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from statistics import fmean, median
from time import perf_counter, process_time

import pytest

from engine.computer.tools import Tools
from engine.formats.tiletext import write_move
from engine.game.phases import Turn
from engine.game.state import Person
from engine.game.views import SeatView
from engine.model.tiles import KnownRack
from engine.play.generator.plays import Play
from engine.play.scoring import score
from engine.review.reviewing import review_moment
from engine.review.turns import Decision, Moment, Placed, moments
from engine.review.values import Mistake, TurnReview
from tests.benchmarks.test_judged_positions import FOLDER, lead_before, look_at, plain, prepared, read
from tests.benchmarks.test_review import played
from tests.support.computers import tools
from tests.support.games import STANDARD

GAMES = int(os.environ.get("GAMES", "10"))
LEVEL = int(os.environ.get("LEVEL", "7"))

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(7200)]


def timed(moment: Moment, with_tools: Tools) -> tuple[TurnReview, float, float]:
    """The review of a decision, the seconds that it took, and its processor time."""
    with ThreadPoolExecutor(2) as pool:
        begun, spent = perf_counter(), process_time()
        review = review_moment(moment, with_tools, run=pool.map)
        return review, perf_counter() - begun, process_time() - spent


def made(view: SeatView, play: Play) -> Moment:
    """The decision to make a play."""
    decision = Decision(1, view.seat, Person("1", "Ada"), 1, 2)
    sheet = score(view.table.board, play.placement, STANDARD)
    on_turn = replace(view, table=replace(view.table, phase=Turn(view.seat, 0)))
    return Moment(decision, on_turn, Placed(play.placement, sheet))


def lead_of(review: TurnReview) -> float | None:
    """The lead that the play made leads to."""
    return review.played.lead if review.played else None


@pytest.mark.skipif(not FOLDER, reason="POSITIONS names no folder of judged positions")
def test_proven_endings() -> None:
    """The best play named is no mistake, its lead is the proven one, and another play that loses points is a mistake.

    The other play is the one that scores most.
    """
    agreed, proven, seconds = 0, 0, []
    positions = read("endgame_positions.jsonl")
    for one in positions:
        view = look_at(prepared(), one["cgp"])
        assert isinstance(view.rack, KnownRack)
        plays = prepared().generator.all(view.table.board, view.rack.tiles)
        named = {plain(write_move(view.table.board, play.placement, STANDARD)): play for play in plays}
        best = named[plain(one["best"])]
        other = max((play for play in plays if play is not best), key=lambda play: play.score)
        right, taken, _ = timed(made(view, best), prepared())
        wrong, more, _ = timed(made(view, other), prepared())
        seconds += [taken, more]
        proven += right.proven + wrong.proven
        lead = one["spread"] + lead_before(one["cgp"])
        loses = (lead_of(wrong) or 0) < lead
        agrees = right.mistake is Mistake.NONE and lead_of(right) == lead == wrong.best[0].lead
        agrees = agrees and (wrong.mistake is not Mistake.NONE) == loses
        agreed += agrees
        if not (agrees and right.proven and wrong.proven):
            print(one["cgp"], one["best"], lead, lead_of(right), right.best[0].lead, right.proven, wrong.proven)
    print(f"\n{agreed} of {len(positions)} agree, {proven} of {2 * len(positions)} proven")
    print(f"seconds: mean {fmean(seconds):.2f}, median {median(seconds):.2f}, most {max(seconds):.1f}")


def test_share_of_endings_that_are_proven() -> None:
    """Endings of whole games, by the tiles on both racks together."""
    found: dict[int, list[tuple[bool, float, float]]] = {}
    games = []
    for seed in range(1, GAMES + 1):
        spent = 0.0
        for one in moments(played(LEVEL, seed)):
            if one.view.table.pool:
                continue
            review, seconds, processor = timed(one, tools())
            spent += seconds
            tiles = sum(seat.tiles for seat in one.view.table.seats)
            found.setdefault(tiles, []).append((review.proven, seconds, processor))
        games.append(spent)
    for tiles, rows in sorted(found.items()):
        print(f"{tiles:2} tiles: {told(rows)}")
    every = [row for rows in found.values() for row in rows]
    print(f"all: {told(every)}; {fmean(games):.1f} s a game, most {max(games):.1f} s")


def told(rows: list[tuple[bool, float, float]]) -> str:
    """How many endings there are, the share proven, and their times."""
    share, seconds, spent = (fmean(column) for column in zip(*rows, strict=True))
    most = max(row[1] for row in rows)
    return f"{len(rows):3}, {share:4.0%} proven, {seconds:.2f} s ({spent:.2f} s of processor time), most {most:.1f} s"
