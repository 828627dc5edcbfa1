"""Reviews as JSON, the strength that an index suggests, and a game's turns together."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from typing import Any, get_args

import pytest

from engine.errors import BadData
from engine.model.board import PlacedTile
from engine.model.coordinates import Cell, Direction
from engine.model.tiles import Tile, Tiles
from engine.play.generator.plays import ScoredExchange, ScoredPlay
from engine.play.placement import Placement
from engine.review import values as v
from engine.review.jsonform import MOST_BYTES, from_json, to_json
from engine.review.summary import FEWEST, STRENGTHS, strength, summarise
from engine.review.values import DECIDED_STEPS, ENDGAME_STEPS, WIN_STEPS, grade
from tests.support.games import tiles

PLACED = PlacedTile(Tile("A", 1), "A")
PLAY = ScoredPlay(Placement(Cell(7, 7), Direction.DOWN, ((Cell(7, 7), PLACED),)), 12, 14.5, tiles("EIN?"))
SWAP = ScoredExchange(tiles("QV"), 0, -3.25, tiles("AEINR"))
TURN = v.TurnReview(
    1,
    0,
    4,
    5,
    v.GameStage.OPEN,
    tiles("AEIN?"),
    v.MoveFigures(SWAP, 0, 0.4, -3.5, -3.25, 900),
    (v.MoveFigures(PLAY, 12, 0.5, 2.25, 14.5, 900), v.MoveFigures(None, 0, None, None, 0.0)),
    v.Mistake.LARGE,
    0.1,
    5.75,
    reason=v.PlaysOn(12),
)

REASONS: tuple[v.Reason, ...] = (
    v.WinsGame(),
    v.GoesOut(6),
    v.EndsBetter(3),
    v.Bingo(50),
    v.BetterExchange(tiles("UVW"), tiles("")),
    v.PlaysOn(12),
    v.MorePoints(9),
    v.BetterLeave(tiles("AERST"), tiles("UVW"), 12.5),
    v.BlocksLane(Cell(7, 14), 3),
    v.OpensLane(Cell(0, 0), 3),
    v.RiskyOpening(Cell(7, 7)),
    v.EmptiesPool(),
    v.LeavesPool(1),
    v.GetsRidOf(Tile("Q", 10)),
)


@pytest.mark.parametrize("reason", REASONS, ids=lambda reason: type(reason).__name__)
def test_a_review_survives_its_text(reason: v.Reason) -> None:
    """Every kind of reason, move, grade and effect comes back equal from one line of JSON."""
    review = replace(TURN, reason=reason, phony=v.PhonyEffect(False, -0.125, None))
    text = to_json(review)
    assert "\n" not in text
    assert from_json(text) == review
    assert from_json(text.encode()) == review


def test_every_kind_of_reason_is_tried() -> None:
    """The list above names each class of the union."""
    assert {type(one) for one in REASONS} == set(get_args(v.Reason))


def test_a_turn_without_a_known_rack_or_move_survives_its_text() -> None:
    bare = v.TurnReview(9, 3, 40, 41, v.GameStage.ENDGAME, None, None, (), None, meaning=v.Meaning.SEVERAL)
    assert from_json(to_json(bare)) == bare


def _changed(path: str, value: Any) -> str:
    """The text of a review with one value replaced."""
    data = json.loads(to_json(TURN))
    *way, last = path.split(".")
    place: Any = data
    for step in way:
        place = place[int(step)] if isinstance(place, list) else place[step]
    key = int(last) if isinstance(place, list) else last
    if value is KeyError:
        del place[key]
    else:
        place[key] = value
    return json.dumps(data)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("number", 0),
        ("number", "1"),
        ("number", 1.5),
        ("number", True),
        ("number", 10**30),
        ("seat", -1),
        ("seat", 60),
        ("before", 5),
        ("before", 0),
        ("phase", "middle"),
        ("rack", "AEIN?"),
        ("rack", [["A", 1, 10**9]]),
        ("played.win", 1.5),
        ("played.win", "0.5"),
        ("played.win", True),
        ("played.deals", -1),
        ("played.move.type", "Pass"),
        ("played.move.tiles", []),
        ("played.move.leave", [["A", 1, 40]]),
        ("best.0.move.placement.cell", [7]),
        ("best.0.move.placement.tiles", []),
        ("best.0.move.placement.tiles.0.0", [64, 0]),
        ("best", 3),
        ("best.0.move", []),
        ("mistake", "huge"),
        ("mistake", 3),
        ("lost_win", -0.1),
        ("lost_win", 2),
        ("lost_points", -1),
        ("reason.type", "Because"),
        ("reason.type", KeyError),
        ("reason.points", KeyError),
        ("reason.more", 1),
        ("reason", 5),
        ("meaning", ""),
        ("version", 0),
        ("proven", 1),
        ("surprise", 1),
    ],
)
def test_bad_text_is_refused_by_type(path: str, value: Any) -> None:
    """Whatever is missing, added, of another type or impossible in a game, the error is `BadData`."""
    with pytest.raises(BadData):
        from_json(_changed(path, value))


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"number":NaN}', "{}", "\ud800", "[" * 99, "9" * 99, '"x"'])
def test_other_texts_are_refused_by_type(text: str) -> None:
    with pytest.raises(BadData):
        from_json(text)


def test_a_huge_text_is_refused_unread() -> None:
    with pytest.raises(BadData):
        from_json(" " * (MOST_BYTES + 1))


def test_more_best_moves_than_a_review_holds_are_refused() -> None:
    with pytest.raises(BadData):
        from_json(to_json(replace(TURN, best=TURN.best * 3)))


def test_phases_by_the_tiles_in_the_pool() -> None:
    named = {pool: v.GameStage.of_pool(pool) for pool in (0, 1, 2, 7, 8, 93)}
    assert named == {
        0: v.GameStage.ENDGAME,
        1: v.GameStage.LAST,
        2: v.GameStage.LATE,
        7: v.GameStage.LATE,
        8: v.GameStage.OPEN,
        93: v.GameStage.OPEN,
    }


@pytest.mark.parametrize(
    ("lost", "steps", "expected"),
    [
        (0.0024, WIN_STEPS, "none"),
        (0.0025, WIN_STEPS, "small"),
        (0.03, WIN_STEPS, "small"),
        (0.031, WIN_STEPS, "medium"),
        (0.07, WIN_STEPS, "medium"),
        (0.071, WIN_STEPS, "large"),
        (-1.0, WIN_STEPS, "none"),
        (0.0, ENDGAME_STEPS, "none"),
        (1.0, ENDGAME_STEPS, "small"),
        (7.0, ENDGAME_STEPS, "small"),
        (8.0, ENDGAME_STEPS, "medium"),
        (15.0, ENDGAME_STEPS, "medium"),
        (16.0, ENDGAME_STEPS, "large"),
        (0.4, DECIDED_STEPS, "none"),
        (15.0, DECIDED_STEPS, "small"),
        (30.0, DECIDED_STEPS, "medium"),
        (30.5, DECIDED_STEPS, "large"),
    ],
)
def test_limits_of_the_grades(lost: float, steps: tuple[float, float, float], expected: str) -> None:
    assert grade(lost, steps) is v.Mistake(expected)


def test_strength_meets_its_known_points_and_falls_evenly_between() -> None:
    assert [strength(index) for index, _ in STRENGTHS] == [elo for _, elo in STRENGTHS]
    assert strength(0.25) == 2250
    assert strength(5.2) == 1525
    assert strength(100.0) == 0
    found = [strength(index / 10) for index in range(200)]
    assert all(one >= other for one, other in pairwise(found))


def _turn(number: int, seat: int, mistake: v.Mistake | None, **more: Any) -> v.TurnReview:
    return replace(TURN, number=number, seat=seat, mistake=mistake, **more)


def test_a_game_adds_up_the_mistakes_of_each_seat() -> None:
    """The index is the sum of the weights; ungraded turns and phonies stand apart, and the order does not matter."""
    made = [v.Mistake.NONE, v.Mistake.SMALL, v.Mistake.MEDIUM, v.Mistake.LARGE, v.Mistake.SMALL, None]
    turns = [_turn(2 * n + 1, 0, one) for n, one in enumerate(made)]
    turns += [_turn(2, 1, v.Mistake.NONE, phony=v.PhonyEffect(True, 0.05, 7.5), lost_win=None)]
    review = summarise(reversed(turns))
    assert [turn.number for turn in review.turns] == [1, 2, 3, 5, 7, 9, 11]
    first, second = review.seats
    assert (first.seat, first.turns, first.index, first.small, first.medium, first.large) == (0, 5, 1.9, 2, 1, 1)
    assert first.strength is None, "too few graded turns"
    assert (second.index, second.phonies, second.phony_points, second.lost_win) == (0.0, 1, 7.5, 0.0)
    longer = [*turns, *(_turn(20 + n, 0, v.Mistake.NONE) for n in range(FEWEST))]
    assert summarise(longer).seats[0].strength == strength(1.9)


def test_a_game_without_turns_has_no_seats() -> None:
    assert summarise([]).seats == ()


def test_tiles_of_a_move_may_be_blank() -> None:
    """A blank keeps the letter that it stands for."""
    blank = PlacedTile(Tile("", 0), "Z")
    play = replace(PLAY, placement=Placement(Cell(0, 0), Direction.ACROSS, ((Cell(0, 0), blank),)), leave=Tiles())
    turn = replace(TURN, played=v.MoveFigures(play, 3, None, None, 3.0))
    assert from_json(to_json(turn)) == turn
