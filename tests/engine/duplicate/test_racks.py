"""The racks of a duplicate hold enough vowels and consonants, whatever was kept and whatever is left."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.duplicate.racks import EARLY, EARLY_ROUNDS, LATE, Letters, fill, fill_with_blank, is_fair, needed
from engine.duplicate.rounds import DuplicateStyle, RoundStart, begin, rack_of
from engine.loading import list_languages, load_language, load_variant
from engine.model.board import Board
from engine.model.tiles import Tile, Tiles
from tests.support.games import STANDARD, variant_of

ENGLISH = Letters(frozenset("AEIOU"), frozenset("Y"))
BLANK = Tile("", 0)


def tiles(text: str) -> Tiles:
    return Tiles.of(BLANK if letter == "?" else Tile(letter, 1) for letter in text)


def drawing(seed: int):  # type: ignore[no-untyped-def]
    luck = random.Random(seed)
    return lambda some, count: Tiles.of(luck.sample(list(some), count))


def obviously_fair(rack: Tiles, need: int) -> bool:
    """Every way to let each tile that is both count as one of them."""
    letters = "".join(tile.letter or "?" for tile in rack)
    sure = sum(letter in "AEIOU" for letter in letters), sum(letter not in "AEIOUY?" for letter in letters)
    both = len(letters) - sum(sure)
    return any(sure[0] + n >= need and sure[1] + both - n >= need for n in range(both + 1))


TEXTS = st.text("AEBCDY?", max_size=12)


@given(TEXTS, TEXTS, st.integers(0, 2), st.integers(2, 8), st.integers(0, 9))
def test_X17_a_rack_is_fair_or_there_is_none(kept: str, pool: str, need: int, size: int, seed: int) -> None:
    """Nothing is lost, a rack is as full as can be, and none is refused that could be made."""
    kept = kept[:size]
    rack = fill(tiles(kept), tiles(pool), size, need, ENGLISH, drawing(seed))
    every = tiles(kept + pool)
    if rack is None:
        count = min(size, len(every))
        assert not len(every) or count < 2 * need or not obviously_fair(every, need)
    else:
        assert obviously_fair(rack, need) and every.covers(rack) and len(rack) == min(size, len(every))


@given(TEXTS, TEXTS, st.integers(0, 2), st.integers(2, 8), st.integers(0, 9))
def test_X17_with_a_joker_each_rack_has_one_blank(kept: str, pool: str, need: int, size: int, seed: int) -> None:
    kept, pool = kept.replace("?", "")[: size - 1], pool.replace("?", "")
    rack = fill_with_blank(BLANK, tiles(kept), tiles(pool), size, need, ENGLISH, drawing(seed))
    every = tiles(kept + pool)
    if rack is None:
        count = min(size, len(every) + 1)
        assert not len(every) or count < 2 * need or not obviously_fair(every + tiles("?"), need)
    else:
        assert rack.count(BLANK) == 1 and obviously_fair(rack, need) and len(rack) == min(size, len(every) + 1)


def test_X17_tiles_kept_stay_if_that_is_fair_and_go_back_if_not() -> None:
    kept = fill(tiles("BCDFA"), tiles("EE"), 7, 2, ENGLISH, drawing(1))
    assert kept == tiles("BCDFAEE")
    seen = {fill(tiles("BCDFGHJ"), tiles("AEAEAEAE"), 7, 2, ENGLISH, drawing(seed)) for seed in range(20)}
    assert len(seen) > 10 and all(rack and is_fair(rack, 2, ENGLISH) for rack in seen)


def test_X17_a_scarce_vowel_is_found_among_a_thousand_consonants() -> None:
    rack = fill(tiles(""), tiles("B" * 3000 + "AE"), 4, 2, ENGLISH, drawing(1))
    assert rack == tiles("AEBB")


def test_X17_the_rule_is_milder_after_the_first_rounds() -> None:
    every = STANDARD.tile_set.tiles
    assert needed(EARLY_ROUNDS, every, ENGLISH) == EARLY
    assert needed(EARLY_ROUNDS + 1, every, ENGLISH) == LATE
    assert needed(1, every, Letters(frozenset())) == 0
    late = RoundStart(EARLY_ROUNDS + 1, Board.empty(STANDARD.layout), Tiles(), tiles("AB"))
    assert rack_of(late, STANDARD, DuplicateStyle(), ENGLISH, drawing(1)) == tiles("AB")
    early = RoundStart(EARLY_ROUNDS, Board.empty(STANDARD.layout), Tiles(), tiles("AB"))
    assert rack_of(early, STANDARD, DuplicateStyle(), ENGLISH, drawing(1)) is None


def test_X17_a_board_with_small_racks_needs_fewer_of_each_kind() -> None:
    small = variant_of("CATSODEEE", 3)
    rack = rack_of(begin(small), small, DuplicateStyle(), ENGLISH, drawing(1))
    assert rack and len(rack) == 3 and is_fair(rack, 1, ENGLISH)


def test_X17_no_rack_after_the_last_round() -> None:
    position = begin(STANDARD)
    assert rack_of(position, STANDARD, DuplicateStyle(rounds=1), ENGLISH, drawing(1))
    after = RoundStart(2, position.board, position.kept, position.pool)
    assert rack_of(after, STANDARD, DuplicateStyle(rounds=1), ENGLISH, drawing(1)) is None


@pytest.mark.parametrize("code", list_languages())
def test_X17_every_language_has_vowels_and_racks(code: str) -> None:
    language, variant = load_language(code), load_variant("standard", code)
    letters = Letters(language.vowels, language.semivowels)
    every = variant.tile_set.tiles
    vowels, consonants, either = letters.count(every)
    assert 0.3 < vowels / len(every) < 0.55 and consonants > 40 and either >= 2
    size = DuplicateStyle(spare=True).rack_size(variant)
    rack = rack_of(begin(variant), variant, DuplicateStyle(spare=True), letters, drawing(3))
    assert rack and len(rack) == size == variant.rack_size + 1 and is_fair(rack, EARLY, letters)


def test_X17_draws_are_by_chance() -> None:
    racks = Counter(rack_of(begin(STANDARD), STANDARD, DuplicateStyle(), ENGLISH, drawing(seed)) for seed in range(30))
    assert len(racks) > 28
