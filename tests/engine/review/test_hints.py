"""Hints name plays that are legal, and reveal no more than was asked for."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import islice

import pytest

from engine.computer.player import never
from engine.computer.selfplay import positions
from engine.game.state import HintKind
from engine.game.views import SeatView
from engine.model.levels import level
from engine.model.tiles import HiddenRack, Tiles
from engine.play.generator.generator import ScoredExchange
from engine.review.hints import (
    EVERYDAY,
    LEAST_GOOD,
    ExchangeHint,
    Hint,
    LookAlong,
    LookForLength,
    PlayHint,
    as_made,
    hint,
)
from engine.review.reviewing import review_moment
from engine.review.values import Mistake, ReviewedMove
from tests.support.engines import tools, view_of
from tests.support.games import rack
from tests.support.later import at_gate, later

CARE = "\n" * 7 + ".......CARE"


def test_M6_random_word_with_position_and_score() -> None:
    """The play is legal as shown, scores what the hint says, and differs from one hint to the next."""
    view = view_of(CARE, "ADEINST")
    found = [hint(view, tools(), HintKind.RANDOM, number) for number in range(6)]
    for one in found:
        assert isinstance(one, PlayHint)
        assert one.sheet.total == one.play.score
        assert all(tools().lexicon.contains(word.word) for word in one.sheet.words)
        view.rack.minus(one.play.placement.used)
    assert len({one.word for one in found if isinstance(one, PlayHint)}) > 3
    assert found == [hint(view, tools(), HintKind.RANDOM, number) for number in range(6)]


@pytest.mark.parametrize(("board", "held"), [(CARE, "ADEINST"), (CARE, "AEHLOVW"), ("", "CADLEVR")])
def test_M6_a_word_is_one_that_its_reader_knows_and_scores_well(board: str, held: str) -> None:
    """With all its side words, for the first hints; a weak player's words, and none of the many for few points."""
    view = view_of(board, held)
    known = level(EVERYDAY).words or 0
    plays = tools().generator.all(view.table.board, rack(held).tiles)
    middle = sorted(play.score for play in plays)[len(plays) // 2]
    for number in range(LEAST_GOOD):
        one = hint(view, tools(), HintKind.RANDOM, number)
        assert isinstance(one, PlayHint)
        keys = [tools().lexicon.key(word.word) for word in one.sheet.words]
        assert all(tools().vocabulary.rank(key) < known for key in keys)
        assert one.sheet.total > middle


def test_C14_best_play() -> None:
    """At sight, the best hint is what a level 7 computer would play."""
    one = hint(view_of("", "AEINRST"), tools(), HintKind.BEST)
    assert isinstance(one, PlayHint) and one.best and len(one.play.placement.tiles) == 7


def ahead(view: SeatView, kind: HintKind, number: int = 0) -> Hint | None:
    """A hint that looks ahead."""
    return hint(view, tools(), kind, number, never)


@cache
def five_positions(game: int) -> tuple[SeatView, ...]:
    """Some of a game, from the opening to the end."""
    return tuple(islice(positions(tools(), (6, 6), game), 2, 22, 4))


@pytest.mark.parametrize(
    ("game", "number"), [(1, 1), *later([(1, 0), (1, 2), (1, 3), (1, 4), *((2, n) for n in range(5))])]
)
def test_C14_the_review_finds_no_mistake_in_the_best_hint(game: int, number: int) -> None:
    """It calls the same move the best."""
    view = five_positions(game)[number]
    move = move_of(ahead(view, HintKind.BEST))
    review = review_moment(as_made(move, view, {}), tools())
    assert review.mistake is Mistake.NONE
    best = review.best[0].move
    assert (best.tiles if isinstance(best, ScoredExchange) else best) == (
        move.tiles if isinstance(move, ScoredExchange) else move
    )


def move_of(best: Hint | None) -> ReviewedMove:
    """The move that a hint names."""
    match best:
        case PlayHint(play=play):
            return play
        case ExchangeHint(tiles=tiles):
            return ScoredExchange(tiles, 0, 0.0, Tiles())
        case _:
            return None


def test_C14_a_hint_knows_the_tiles_that_the_seat_has_seen() -> None:
    """A review counts a rack that lies open, so a hint does too."""
    view = next(one for one in five_positions(1) if 7 < one.table.pool < 40)
    seen = {1 - view.seat: Tiles.of(sorted(view.unseen, key=lambda tile: tile.points)[: view.table.seats[0].tiles])}
    best = hint(view, tools(), HintKind.BEST, 0, never, map, seen)
    review = review_moment(as_made(move_of(best), view, seen), tools())
    assert review.mistake is Mistake.NONE


def test_C14_the_best_hint_looks_ahead() -> None:
    """In an ending, at sight the play with most points seems best, but another one wins."""
    view = next(one for one in positions(tools(), (7, 7), 6) if one.table.turn == 20)
    at_sight, best = hint(view, tools(), HintKind.BEST), ahead(view, HintKind.BEST)
    assert isinstance(at_sight, PlayHint) and isinstance(best, PlayHint)
    assert best.proven and not at_sight.proven
    assert at_sight.play.score > best.play.score


def test_C14_the_best_move_may_be_an_exchange() -> None:
    """Then the hint says so; a nudge still tells of a play."""
    view = view_of(CARE, "VVWWUUI")
    best = hint(view, tools(), HintKind.BEST)
    assert isinstance(best, ExchangeHint) and len(best.tiles) >= 4
    view.rack.minus(best.tiles)
    assert isinstance(hint(view, tools(), HintKind.NUDGE), LookAlong)


def test_nudges_tell_line_and_length_in_turns() -> None:
    """Two nudges in a row give both the line and the length; neither gives the word."""
    view = view_of(CARE, "AEINRST")
    best = hint(view, tools(), HintKind.BEST)
    first, second = (hint(view, tools(), HintKind.NUDGE, number) for number in (0, 1))
    assert isinstance(best, PlayHint)
    assert {type(first), type(second)} == {LookAlong, LookForLength}
    for one in (first, second):
        if isinstance(one, LookForLength):
            assert (one.letters, one.tiles) == (len(best.word), len(best.play.placement.tiles))
        if isinstance(one, LookAlong):
            assert one.direction is best.play.placement.direction and one.cell == best.play.placement.cell


@pytest.mark.parametrize("kind", HintKind)
def test_nothing_to_play(kind: HintKind) -> None:
    """The hint is None, not an error."""
    assert hint(view_of("", "VVWWCCG"), tools(), kind) is None


@pytest.mark.parametrize("kind", [HintKind.BEST, *at_gate(one for one in HintKind if one is not HintKind.BEST)])
def test_unwanted_words_are_not_shown(kind: HintKind) -> None:
    """With every two-letter word unwanted, a rack of two tiles gets no hint of one."""
    pairs = frozenset(key for key in tools().lexicon.base if len(key) == 2)
    assert hint(view_of("", "AT"), replace(tools(), unwanted=pairs), kind) is None


def test_hidden_rack_gets_no_hint() -> None:
    """Without sight of the rack there is nothing to hint at."""
    with pytest.raises(ValueError, match="hidden"):
        hint(replace(view_of(CARE, "A"), rack=HiddenRack(7)), tools(), HintKind.BEST)
