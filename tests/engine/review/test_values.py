"""Reviews as JSON, the strength that an index suggests, and reasons that are true of their position."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from typing import Any, get_args

import pytest

from engine.errors import BadData
from engine.game.views import SeatView
from engine.model.board import STANDARD as AS_WRITTEN
from engine.model.board import Cell, Direction, PlacedTile
from engine.model.tiles import KnownRack, Tile, Tiles
from engine.play.generator.generator import ScoredExchange, ScoredPlay
from engine.play.notation import read_move
from engine.play.placement import Placement, resolve, score
from engine.review import values as v
from engine.review.jsonform import MOST_BYTES, from_json, to_json
from engine.review.reviewing import lanes, reason_for
from engine.review.turns import FEWEST, STRENGTHS, Moment, PassedTurn, ReviewedTurn, strength, summarise
from engine.review.values import DECIDED_STEPS, ENDGAME_STEPS, WIN_STEPS, grade
from tests.support.engines import view_of
from tests.support.games import STANDARD, tiles

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


MIDDLE = "\n" * 7 + ".......CARE"


def moment(view: SeatView) -> Moment:
    return Moment(ReviewedTurn(1, 0, view.table.seats[0].player, 3, 4), view, PassedTurn())


def play(
    view: SeatView, move: str, kept: float = 0.0, win: float | None = 0.5, *, proven: bool = False
) -> v.MoveFigures:
    """A play with its real score and leave, and a given value of the leave."""
    assert isinstance(view.rack, KnownRack)
    placement = resolve(read_move(move, STANDARD, AS_WRITTEN), view.table.board, view.rack, STANDARD)
    points = score(view.table.board, placement, STANDARD).total
    found = ScoredPlay(placement, points, points + kept, view.rack.tiles - placement.used)
    return v.MoveFigures(found, points, win, 0.0, points + kept, proven=proven)


def swap(held: str, leave: str) -> v.MoveFigures:
    return v.MoveFigures(ScoredExchange(tiles(held), 0, 0.0, tiles(leave)), 0, 0.5, 0.0, 0.0)


PASS = v.MoveFigures(None, 0, 0.5, 0.0, 0.0)


def test_more_points() -> None:
    view = view_of(MIDDLE, "STDEEON")
    made, better = play(view, "8H CARED"), play(view, "L8 STONED")
    ahead = better.score - made.score
    assert ahead > 4
    assert reason_for(moment(view), better, made, ahead) == v.MorePoints(ahead)


def test_a_better_leave_names_both() -> None:
    view = view_of(MIDDLE, "STDEEON")
    best, made = play(view, "8H CARED", kept=9.0), play(view, "8H CARES", kept=-4.0)
    assert reason_for(moment(view), best, made, 14.0) == v.BetterLeave(tiles("STEEON"), tiles("TDEEON"), 13.0)


def test_bingos_exchanges_and_plays_instead_of_them() -> None:
    view = view_of(MIDDLE, "STDEEON")
    few = play(view, "8H CARED")
    bingo = play(view_of("", "AEINRST"), "8D NASTIER")
    assert reason_for(moment(view), bingo, few, 50.0) == v.Bingo(50)
    assert reason_for(moment(view), swap("DO", "STEEN"), few, 5.0) == v.BetterExchange(tiles("DO"), Tiles())
    assert reason_for(moment(view), swap("DO", "STEEN"), swap("D", "STEEON"), 5.0) == v.BetterExchange(
        tiles("DO"), tiles("D")
    )
    assert reason_for(moment(view), few, PASS, 5.0) == v.PlaysOn(few.score)
    assert reason_for(moment(view), few, swap("D", "STEEON"), 5.0) == v.PlaysOn(few.score)
    assert reason_for(moment(view), PASS, few, 1.0) is None


def test_a_premium_square_that_only_the_move_made_opens() -> None:
    """H4 brings the triple word at H1 within three squares, G7 does not."""
    view = view_of(MIDDLE, "ABDELST")
    assert lanes(view.table.board) == {Cell(7, 14)}
    made, best = play(view, "H4 ABLEC"), play(view, "G7 AB")
    assert isinstance(made.move, ScoredPlay)
    assert lanes(made.move.placement.on(view.table.board)) == {Cell(0, 7), Cell(7, 14)}
    assert reason_for(moment(view), best, made, 12.0) == v.OpensLane(Cell(0, 7), 3)


def test_a_premium_square_that_the_best_move_takes() -> None:
    """It is the reason only if the points alone do not explain the loss."""
    view = view_of(MIDDLE, "DSTLESN")
    best, made = play(view, "8H CARELESS"), play(view, "G7 ED")
    ahead = best.score - made.score
    assert reason_for(moment(view), best, made, ahead) == v.MorePoints(ahead)
    assert reason_for(moment(view), best, made, 3.0 * ahead) == v.BlocksLane(Cell(7, 14), 3)


@pytest.mark.parametrize(("pool", "expected"), [(3, v.EmptiesPool()), (4, v.GetsRidOf(tiles("Q").items[0]))])
def test_the_last_tiles_of_the_pool(pool: int, expected: v.Reason) -> None:
    """With three tiles in the pool, the best move draws them all; with four, it at least plays the Q."""
    view = view_of(MIDDLE, "QIDNEST", pool=pool)
    best, made = play(view, "K8 EQID"), play(view, "8H CARED")
    assert reason_for(moment(view), best, made, 100.0) == expected


def test_leaving_a_tile_in_the_pool() -> None:
    view = view_of(MIDDLE, "DINEEST", pool=2)
    best, made = play(view, "8H CARED"), play(view, "K8 EDE")
    assert reason_for(moment(view), best, made, 30.0) == v.LeavesPool(1)


def test_endings_by_what_they_end_with() -> None:
    """The win comes first, then going out, then points now or at the end; a loss of nothing has no reason."""
    view = view_of(MIDDLE, "DS", pool=0)
    out, stays = play(view_of(MIDDLE, "D", pool=0), "8H CARED"), play(view, "8H CARED")
    other = play(view, "8H CARES")
    won = play(view, "8H CARED", win=1.0, proven=True)
    lost = play(view, "8H CARES", win=0.0, proven=True)
    assert reason_for(moment(view), won, lost, 3.0) == v.WinsGame()
    assert reason_for(moment(view), out, other, 3.0) == v.GoesOut(view.unseen.points)
    assert reason_for(moment(view), stays, other, 2.0) == v.MorePoints(stays.score - other.score)
    assert reason_for(moment(view), stays, other, 8.0) == v.EndsBetter(8)
    assert reason_for(moment(view), other, stays, 0.2) is None


def test_the_first_play_with_a_vowel_beside_a_premium_square() -> None:
    """Above and below columns G and I there are squares that double a letter."""
    view = view_of("", "BREADTN")
    made, best = play(view, "8D BREAD"), play(view, "8H BRED")
    assert reason_for(moment(view), best, made, 9.0) == v.RiskyOpening(Cell(7, 6))
