"""The racks of a duplicate, and the top of a round."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.computer.tools import ComputerTools, Luck, Vocabulary
from engine.duplicate.record import PlayedRound, Scored, to_gcg, to_json
from engine.duplicate.rounds import (
    EARLY,
    EARLY_ROUNDS,
    LATE,
    DuplicateStyle,
    RoundStart,
    VowelLetters,
    after,
    begin,
    fill,
    fill_with_blank,
    find,
    fitting,
    highest,
    is_fair,
    needed,
    places,
    rack_of,
    solo_of,
    top_of,
    with_solo,
)
from engine.formats import gcg
from engine.formats.replay import replay
from engine.loading import list_languages, load_language, load_variant
from engine.model.board import Board, Cell, Direction, PlacedTile
from engine.model.tiles import Tile, Tiles
from engine.play.generator.generator import Generator, ScoredPlay
from engine.play.placement import Placement, score
from engine.words.lexicon import Lexicon, WordList
from tests.support import generator_cases as cases
from tests.support.engines import tools
from tests.support.games import STANDARD, variant_of
from tests.support.later import later
from tests.support.slow_generator import slow_plays

ENGLISH = VowelLetters(frozenset("AEIOU"), frozenset("Y"))
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
    assert needed(1, every, VowelLetters(frozenset())) == 0
    late = RoundStart(EARLY_ROUNDS + 1, Board.empty(STANDARD.layout), Tiles(), tiles("AB"))
    assert rack_of(late, STANDARD, DuplicateStyle(), ENGLISH, drawing(1)) == tiles("AB")


@pytest.mark.parametrize("joker", [False, True])
@pytest.mark.parametrize(
    ("left", "vowels"),
    [("BCDKLMUW", 1), ("TU", 1), ("CHIP", 1), ("B?", 1), ("AEBCDFGHJK", 2), ("AEIO", None), ("T", None)],
)
def test_X17_an_early_round_asks_for_two_of_a_kind_only_where_there_are_two(
    left: str, vowels: int | None, joker: bool
) -> None:
    """A game goes on while a vowel and a consonant are left, and ends when one of them is not."""
    position = RoundStart(10, Board.empty(STANDARD.layout), Tiles(), tiles(left))
    for seed in range(5):
        rack = rack_of(position, STANDARD, DuplicateStyle(joker=joker), ENGLISH, drawing(seed))
        assert (rack is None) == (vowels is None)
        assert rack is None or (is_fair(rack, vowels or 0, ENGLISH) and len(rack) == min(7, len(left)))


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
    letters = VowelLetters(language.vowels, language.semivowels)
    every = variant.tile_set.tiles
    vowels, consonants, either = letters.count(every)
    assert 0.3 < vowels / len(every) < 0.55 and consonants > 40 and either >= 2
    size = DuplicateStyle(spare=True).rack_size(variant)
    rack = rack_of(begin(variant), variant, DuplicateStyle(spare=True), letters, drawing(3))
    assert rack and len(rack) == size == variant.rack_size + 1 and is_fair(rack, EARLY, letters)


def test_X17_draws_are_by_chance() -> None:
    racks = Counter(rack_of(begin(STANDARD), STANDARD, DuplicateStyle(), ENGLISH, drawing(seed)) for seed in range(30))
    assert len(racks) > 28


LUCK = Luck(b"duplicate")
BLANK_TILE = STANDARD.tile_set.blanks[0]


def rack(text: str) -> Tiles:
    kinds = STANDARD.tile_set
    return Tiles.of(BLANK_TILE if letter == "?" else kinds.of_letter(letter)[0] for letter in text)


def play_through(style: DuplicateStyle, seed: int, most: int | None = None):  # type: ignore[no-untyped-def]
    """All rounds of a game in which the top is played: position, rack, top; and what is left in the end."""
    position, draw, rounds = begin(STANDARD), drawing(seed), []
    while held := rack_of(position, STANDARD, style, ENGLISH, draw):
        top = top_of(tools(), position.board, held, STANDARD.rack_size, ENGLISH)
        if top is None or (most and len(rounds) == most):
            break
        rounds.append((position, held, top))
        position = after(position, held, top.placement, style)
    return rounds, position, held


@pytest.mark.parametrize("seed", [3, *later([0, 1, 2, 4, 5, 6, 7])])
@pytest.mark.parametrize("make", [*later([cases.standard]), cases.digraphs, cases.tiny])
def test_X17_the_top_is_what_a_slow_search_finds(make, seed: int) -> None:  # type: ignore[no-untyped-def]
    """With every tile, and with one less than there are on the rack."""
    case, source = make(), random.Random(seed)
    board, held = cases.random_board(case, seed * 3, source), cases.random_rack(case.variant, source, 1)
    generator = Generator(case.variant, case.graph)
    every = slow_plays(board, held, case.variant, case.words, {})
    for most in (len(held), len(held) - 1, 1):
        allowed = [play for play in every if len(play.placement.tiles) <= most]
        best = [play for play in allowed if play.score == max(one.score for one in allowed)]
        found = list(highest(generator, board, held, most))
        assert [(play.placement, play.score) for play in found] == [(play.placement, play.score) for play in best]


def test_X17_the_best_is_found_behind_thousands_that_use_too_many_tiles() -> None:
    """All the first plays use the whole rack, as 8 tiles score most."""
    words = cases.make_words(STANDARD.alphabet, 4, 150, 3, 1)
    case = cases.make_case(STANDARD, words)
    board = cases.random_board(case, 5, random.Random(2))
    held, generator = rack("AABBCCDD"), Generator(STANDARD, case.graph)
    plays = generator.all(board, held)
    one = fitting(plays, 1)
    assert 0 < len(one) < len(plays)
    best = highest(generator, board, held, 1)
    assert best[0].score == max(play.score for play in one) and len(best[0].placement.tiles) == 1


def with_words(*words: str) -> ComputerTools:
    keys = [bytes(map(STANDARD.alphabet.index, word)) for word in words]
    lexicon = Lexicon.of("test", STANDARD.alphabet, WordList.of(keys))
    case = cases.make_case(STANDARD, frozenset(map(tuple, words)))
    generator = Generator(STANDARD, case.graph)
    return ComputerTools(generator, (), lexicon, Vocabulary.of(()), tools().leaves, frozenset(), frozenset())


def test_X17_ties_go_to_fewer_blanks_then_to_balanced_tiles_then_to_the_place() -> None:
    empty = Board.empty(STANDARD.layout)

    def top(held: str, *words: str) -> ScoredPlay:
        found = top_of(with_words(*words), empty, rack(held), 7, ENGLISH)
        assert found
        return found

    def word(play: ScoredPlay) -> str:
        return "".join(placed.letter for _, placed in play.placement.tiles)

    # the same points: one of them needs the blank for a letter that scores nothing
    assert not any(placed.is_blank for _, placed in top("AT?", "AT").placement.tiles)
    # ANT keeps E and S, SEA keeps N and T
    assert word(top("ANTES", "ANT", "SEA")) == "ANT"
    assert word(top("EAINT", "NAE", "TIN")) == "NAE"  # keeps I and T, the other one A and E
    # nothing else decides: across before down, the upper left place first
    placed = top("AT", "AT").placement
    assert placed.direction is Direction.ACROSS and (placed.cell.row, placed.cell.column) == (7, 6)


def test_X17_an_unwanted_word_is_the_top_only_if_nothing_scores_as_much() -> None:
    chosen = with_words("CAT", "ACT")
    key = chosen.lexicon.key(tuple("ACT"))
    shy = ComputerTools(
        chosen.generator, (), chosen.lexicon, chosen.vocabulary, chosen.leaves, frozenset({key}), frozenset()
    )
    found = top_of(shy, Board.empty(STANDARD.layout), rack("CAT"), 7, ENGLISH)
    assert found and [placed.letter for _, placed in found.placement.tiles] == ["C", "A", "T"]


@pytest.mark.parametrize("seed", [1, *later([2, 3])])
@pytest.mark.parametrize(
    "style",
    [DuplicateStyle(), DuplicateStyle(joker=True), DuplicateStyle(spare=True), DuplicateStyle(joker=True, spare=True)],
)
def test_X17_a_whole_game_keeps_the_rules(style: DuplicateStyle, seed: int) -> None:
    """No tile is lost, each rack is fair, and the game ends only when it must."""
    rounds, position, left = play_through(style, seed)
    every = STANDARD.tile_set.tiles
    assert len(rounds) > 10
    for number, (one, held, top) in enumerate(rounds, 1):
        assert one.number == number
        assert Tiles.of(placed.tile for _, placed in one.board.tiles()) + one.kept + one.pool == every
        need = needed(number, every, ENGLISH)
        assert is_fair(held, need if is_fair(one.kept + one.pool, need, ENGLISH) else LATE, ENGLISH)
        assert (one.kept + one.pool).covers(held)
        assert len(held) <= 7 + style.spare and len(top.placement.tiles) <= 7
        assert top.score == score(one.board, top.placement, STANDARD).total
        if style.joker and sum(tile.is_blank for tile in one.kept + one.pool):
            assert held.count(BLANK_TILE) == 1
    rest = position.kept + position.pool
    if left is None:
        assert len(rest) < 2 or not is_fair(rest, LATE, ENGLISH)
    else:
        assert top_of(tools(), position.board, left, 7, ENGLISH) is None


def test_X17_tiles_kept_from_the_top_stay_on_the_rack() -> None:
    rounds, *_ = play_through(DuplicateStyle(), 5, most=4)
    for (_, held, top), (position, _, _) in pairwise(rounds):
        assert position.kept == held - top.placement.used


def test_X17_a_joker_stays_while_its_letter_is_left_in_the_pool() -> None:
    style, pool, cells = DuplicateStyle(joker=True), rack("TTEE"), [(7, 7), (7, 8)]

    def played(letter: str) -> RoundStart:
        tiles = (
            (Cell(*cells[0]), PlacedTile(rack("A").items[0], "A")),
            (Cell(*cells[1]), PlacedTile(BLANK_TILE, letter)),
        )
        position = RoundStart(1, Board.empty(STANDARD.layout), Tiles(), rack("AB?") + pool)
        return after(position, rack("AB?"), Placement(Cell(7, 7), Direction.ACROSS, tiles), style)

    swapped = played("T")
    assert swapped.kept == rack("B?") and swapped.pool == rack("TEE")
    assert swapped.board[Cell(7, 8)] == PlacedTile(rack("T").items[0], "T")
    gone = played("S")
    assert gone.kept == rack("B") and gone.pool == pool
    assert gone.board[Cell(7, 8)] == PlacedTile(BLANK_TILE, "S")


def test_X17_computer_players_answer_by_their_level_and_always_the_same() -> None:
    board, points = Board.empty(STANDARD.layout), Counter[int]()
    for seed in range(12):
        held = rack_of(begin(STANDARD), STANDARD, DuplicateStyle(), ENGLISH, drawing(seed))
        assert held
        luck = LUCK.at_turn(seed)
        found = find(tools(), board, held, 7, ENGLISH, (1, 5, 7, 8), luck)
        assert found == find(tools(), board, held, 7, ENGLISH, (1, 5, 7, 8), luck)
        assert found.top
        for level, play in zip((1, 5, 7, 8), found.answers, strict=True):
            assert play is None or play.score <= found.top.score
            points[level] += play.score if play else 0
        points[0] += found.top.score
    assert points[1] < points[5] < points[7] == points[8] == points[0]


def test_X17_nobody_finds_anything_where_nothing_can_be_played() -> None:
    found = find(with_words("CAT"), Board.empty(STANDARD.layout), rack("EEEE"), 7, ENGLISH, (7,), LUCK)
    assert found.top is None and found.answers == (None,)


def test_X17_a_solo_needs_a_crowd_and_the_top() -> None:
    points = {"ada": 30, "bruno": 20, "eve": 20}
    assert solo_of(points, 30, 16) == "ada"
    assert solo_of(points, 30, 15) is None
    assert solo_of({**points, "eve": 30}, 30, 16) is None
    assert solo_of(points, 31, 16) is None
    assert with_solo(points, 30, 16) == {"ada": 40, "bruno": 20, "eve": 20}


def test_X17_places_are_shared_and_measured_by_the_top() -> None:
    found = places({"ada": 50, "bruno": 80, "eve": 50, "dan": 10}, 100)
    assert [(one.key, one.number, one.behind, one.percent) for one in found] == [
        ("bruno", 1, 20, 80.0),
        ("ada", 2, 50, 50.0),
        ("eve", 2, 50, 50.0),
        ("dan", 4, 90, 10.0),
    ]
    assert places({"ada": 0}, 0)[0].percent == 0.0


def test_X17_the_top_game_can_be_exported_and_replayed() -> None:
    rounds, *_ = play_through(DuplicateStyle(), 7)
    played = [
        PlayedRound(one.number, one.board, held, Scored(top.placement, top.score), Scored(top.placement, top.score))
        for one, held, top in rounds
    ]
    played[1] = PlayedRound(*(getattr(played[1], name) for name in ("number", "board", "rack", "top")))
    record = gcg.read(to_gcg(played, STANDARD, "english"))
    assert record.events[-1].total == sum(top.score for *_, top in rounds)
    assert [bool(event.note) for event in record.events][:3] == [True, False, True]
    again = replay(record, STANDARD)
    assert again.board == after(*rounds[-1][:2], rounds[-1][2].placement, DuplicateStyle()).board
    data = json.loads(to_json(played, STANDARD, "english", DuplicateStyle(joker=True)))
    assert data["joker"] and data["rounds"][0]["own"] == data["rounds"][0]["top"] and data["rounds"][1]["own"] is None
    assert data["rounds"][0]["top"]["score"] == rounds[0][2].score
