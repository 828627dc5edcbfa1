"""The endgame solver compared with a slow search that tries everything."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.computer.candidates import Candidate, ignore
from engine.computer.endgame import is_known, solve
from engine.computer.luck import Luck
from engine.computer.player import choose
from engine.computer.weighing import weigh
from engine.game.commands import Pass, Play
from engine.game.views import SeatView
from engine.model.board import Board
from engine.model.levels import level
from engine.model.tiles import KnownRack, Tiles, TileSet
from tests.support.computers import after, tools, view_of
from tests.support.games import STANDARD, tiles

BOARD = "\n" * 7 + ".......CARELESS"


def slow_value(board: Board, racks: tuple[Tiles, Tiles], idle: int) -> int:
    """The lead that the seat on turn still gains, with both playing perfectly."""
    mine, theirs = racks
    if idle == 2:
        return theirs.points - mine.points
    values = [-slow_value(board, (theirs, mine), idle + 1)]
    for play in tools().generator.all(board, mine):
        going_on = -slow_value(play.placement.on(board), (theirs, play.leave), 0) if play.leave else 2 * theirs.points
        values.append(play.score + going_on)
    return max(values)


def ending(own: str, other: str, scores: tuple[int, int] = (300, 300)) -> SeatView:
    """A view of seat 0 in which every tile except the two racks is on the board, as far as anyone can tell."""
    view = view_of(BOARD, own, pool=0)
    variant = replace(STANDARD, tile_set=TileSet(tiles("CARELESS") + tiles(own) + tiles(other)))
    seats = tuple(
        replace(seat, score=score, tiles=len(held))
        for seat, score, held in zip(view.table.seats, scores, (own, other), strict=True)
    )
    table = replace(view.table, setup=replace(view.table.setup, variant=variant), seats=seats)
    return SeatView(table, 0, KnownRack(tiles(own)))


@pytest.mark.parametrize("seed", range(12))
def test_small_endings_are_solved_exactly(seed: int) -> None:
    """With racks of one or two tiles, the lead found is that of perfect play by both sides."""
    source = random.Random(seed)
    own, other = ("".join(source.choices("AEIORSTLNDQVHY", k=source.randint(1, 2))) for _ in range(2))
    view = ending(own, other)
    assert is_known(view)
    rack = tiles(own)
    weighed = weigh(view, rack, tools(), level(8), Luck(b""))
    candidates = [Candidate(weighed.plays[i], weighed.values[i]) for i in weighed.order]
    records = weighed.plays.records[weighed.order]
    found = solve(view, rack, tools(), candidates, records, lambda: False, ignore)[0]
    best = slow_value(view.table.board, (rack, tiles(other)), 0)
    if found is None:
        assert best == -slow_value(view.table.board, (tiles(other), rack), 1)
    else:
        assert found.lead == best
        assert found.proven


def test_the_last_tiles_go_out_in_the_order_that_pays() -> None:
    """A level 8 computer goes out where that wins, with a play that the rules accept."""
    command = choose(ending("S", "QVJ"), tools(), strength=8)
    assert isinstance(command, Play)


def test_stuck_players_pass() -> None:
    """With nothing to play there is nothing to search."""
    assert isinstance(choose(ending("V", "V"), tools(), strength=8), Pass)


def test_search_stops_when_told() -> None:
    """With full racks the search does not finish in time; the computer plays the best move found so far."""
    assert isinstance(choose(ending("AEINRST", "DEILORS"), tools(), after(1), strength=8), Play)


def test_pool_or_third_seat_leave_something_hidden() -> None:
    """With a tile in the pool or a third seat, the other racks are unknown."""
    assert not is_known(view_of(BOARD, "AEINRST", pool=1))
