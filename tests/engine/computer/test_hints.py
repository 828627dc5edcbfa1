"""Hints name plays that are legal, and reveal no more than was asked for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.computer.hints import LookAlong, LookForLength, PlayHint, hint
from engine.game.state import HintKind
from engine.model.tiles import HiddenRack
from tests.support.computers import tools, view_of

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


def test_C14_best_play() -> None:
    """The best hint is what a level 7 computer would play."""
    one = hint(view_of("", "AEINRST"), tools(), HintKind.BEST)
    assert isinstance(one, PlayHint) and one.best and len(one.play.placement.tiles) == 7


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


@pytest.mark.parametrize("kind", HintKind)
def test_unwanted_words_are_not_shown(kind: HintKind) -> None:
    """With every two-letter word unwanted, a rack of two tiles gets no hint of one."""
    pairs = frozenset(key for key in tools().lexicon.base if len(key) == 2)
    assert hint(view_of("", "AT"), replace(tools(), unwanted=pairs), kind) is None


def test_hidden_rack_gets_no_hint() -> None:
    """Without sight of the rack there is nothing to hint at."""
    with pytest.raises(ValueError, match="hidden"):
        hint(replace(view_of(CARE, "A"), rack=HiddenRack(7)), tools(), HintKind.BEST)
