"""Positions with one to four tiles in the pool, compared with trying everything."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import permutations
from math import comb

import numpy as np
import pytest

from engine.computer.candidates import Candidate, ignore
from engine.computer.luck import Luck
from engine.computer.player import choose
from engine.computer.preendgame import Endings, is_near, list_deals, try_all
from engine.computer.simulating import Simulation
from engine.computer.weighing import weigh
from engine.game.commands import Play
from engine.game.views import SeatView
from engine.model.board import Board
from engine.model.levels import SearchPart, level
from engine.model.tiles import Tiles, TileSet
from tests.engine.computer.test_endgame import BOARD, slow_value
from tests.support.computers import after, tools, view_of
from tests.support.games import STANDARD, rack, tiles


def near(own: str, other: str, pool: str, scores: tuple[int, int] = (300, 300)) -> SeatView:
    """A view of seat 0 with these few tiles left in the pool."""
    view = view_of(BOARD, own, pool=len(pool))
    variant = replace(STANDARD, tile_set=TileSet(tiles("CARELESS") + tiles(own) + tiles(other) + tiles(pool)))
    seats = tuple(
        replace(seat, score=score, tiles=len(held))
        for seat, score, held in zip(view.table.seats, scores, (own, other), strict=True)
    )
    table = replace(view.table, setup=replace(view.table.setup, variant=variant), seats=seats)
    return SeatView(table, 0, rack(own))


def simulation_of(view: SeatView, own: str) -> Simulation:
    """The simulation of all plays of a rack."""
    weighed = weigh(view, tiles(own), tools(), level(8), Luck(b""))
    candidates = [Candidate(weighed.plays[i], weighed.values[i]) for i in weighed.order]
    return Simulation.of(view, tiles(own), tools(), candidates, weighed.plays.records[weighed.order])


@pytest.mark.parametrize("pool", [1, 2, 3, 4])
def test_every_content_of_the_pool_counts_as_often_as_it_is_likely(pool: int) -> None:
    """Weights are the numbers of ways to draw the tiles; each deal covers all unseen tiles."""
    unseen = np.array([1, 1, 2, 3, 3, 3, 4, 5], np.int32)
    deals, weights = list_deals(unseen, pool, Luck(b""))
    assert weights.sum() == comb(8, pool)
    contents = {tuple(sorted(deal[:pool])): weight for deal, weight in zip(deals.tolist(), weights, strict=True)}
    drawn = Counter(tuple(sorted(order[:pool])) for order in permutations(unseen.tolist(), pool))
    ways = len(list(permutations(range(pool))))
    assert contents == {content: count / ways for content, count in drawn.items()}
    assert all(sorted(deal) == sorted(unseen.tolist()) for deal in deals.tolist())


@pytest.mark.parametrize("seed", range(4))
def test_small_positions_are_judged_as_by_trying_everything(seed: int) -> None:
    """With racks of one tile and one in the pool, a play's chance is the share of pools in which it wins."""
    source = random.Random(seed)
    own, other, pool = ("".join(source.choices("AEIOSTNDY", k=k)) for k in (1, 1, 1))
    view = near(own, other, pool, scores=(300, source.choice((298, 302, 305))))
    assert is_near(view)
    simulation = simulation_of(view, own)
    deals, weights = list_deals(simulation.unseen, 1, Luck(b""))
    simulation.learn(simulation.play(deals, simulation.active), weights)
    Endings.of(simulation, deals).search(lambda: False, ignore, map)
    for candidate in simulation.ranked()[:6]:
        chances = [slow_chance(view, candidate, tiles(left), tiles(drawn)) for left, drawn in splits(other + pool)]
        assert candidate.chance == pytest.approx(sum(chances) / len(chances))


def splits(unseen: str) -> list[tuple[str, str]]:
    """Each way to share the unseen tiles between the other rack and a pool of one tile."""
    return [(unseen[:i] + unseen[i + 1 :], unseen[i]) for i in range(len(unseen))]


def slow_chance(view: SeatView, candidate: Candidate, other: Tiles, drawn: Tiles) -> float:
    """Whether a play wins against perfect play when the pool is known."""
    play = candidate.move
    board: Board = play.placement.on(view.table.board)  # type: ignore[union-attr]
    lead = view.table.seats[0].score + play.score - view.table.seats[1].score
    lead -= slow_value(board, (other, play.leave + drawn), 0)
    return 0.5 if lead == 0 else float(lead > 0)


def test_level_8_plays_near_the_end_and_stops_when_told() -> None:
    """Level 8 moves in time with two full racks, whichever part is switched off."""
    view = near("AEINRST", "DEILORS", "GO")
    for part in (None, *SearchPart):
        without = frozenset({part}) if part else frozenset()
        assert isinstance(choose(view, tools(), after(2), strength=8, without=without), Play)


def test_the_same_deals_give_the_same_choice() -> None:
    """Nothing but the view and the number of checks before the stop decides."""
    view = near("AEINRST", "DEILORS", "GO")
    first, second = (try_all(simulation_of(view, "AEINRST"), Luck(b"x"), after(5), ignore, map)[0] for _ in range(2))
    assert first == second


def test_not_near_with_more_tiles_or_seats() -> None:
    """Five tiles in the pool are too many, an empty pool too few."""
    assert not is_near(near("AEINRST", "DEILORS", "GOATS"))
    assert not is_near(near("AEINRST", "DEILORS", ""))
