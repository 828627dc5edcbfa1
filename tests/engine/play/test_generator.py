"""The move generator compared with the slow one, compiled and in plain Python."""

from __future__ import annotations

import itertools
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.loading import list_languages, load_graph
from engine.model.board import Board, Layout, Square, StartCondition
from engine.model.tiles import Tile, Tiles
from engine.play.generator.encoding import build_map, encode_board
from engine.play.generator.generator import Generator, ScoredPlay
from engine.play.generator.kernels import layout
from engine.play.generator.kernels.lines import prepare
from engine.play.generator.kernels.plays import MOST_PLAYS
from engine.play.generator.kernels.search import ROOM
from tests.support import generator_cases as cases
from tests.support.games import STANDARD
from tests.support.generator_cases import Case
from tests.support.later import at_gate, later
from tests.support.random_variants import random_case
from tests.support.slow_generator import duplicates, slow_plays
from tests.support.words import english

SEEDS = range(6)
FIXTURES = [(case, seed) for case in cases.CASES for seed in SEEDS]
EMPTY, CROWDED = 0, 3
"""Seeds whose positions are compared every time: the slow generator takes up to two seconds for one."""
SLOWEST = cases.longest
"""The case that takes even longer."""


def compared(*always: int) -> list[Any]:
    """Every case with every seed, of which only these belong to the default tests, or the gate."""
    kinds = {False: [], True: pytest.mark.gate}
    return [
        pytest.param(*one, marks=kinds[one[0] is SLOWEST] if one[1] in always else pytest.mark.soak) for one in FIXTURES
    ]


def generators(case: Case) -> list[Generator]:
    """Without and with a word map."""
    word_map = build_map(case.graph, 31)
    assert word_map
    return [Generator(case.variant, case.graph), Generator(case.variant, case.graph, word_map)]


def position(case: Case, seed: int) -> tuple[Board, Tiles, random.Random]:
    """A random position; every case begins with an empty board."""
    source = random.Random(seed)
    board = cases.random_board(case, seed * 4, source)
    return board, cases.random_rack(case.variant, source, 2 if case.variant.rack_size < 12 else 1), source


def plain(play: ScoredPlay) -> tuple[object, ...]:
    """The parts that must agree, in an order that is easy to read in a failure."""
    return play.placement.direction, play.placement, play.score, round(play.equity * 1000), play.leave


@pytest.mark.parametrize(("make", "seed"), compared(CROWDED))
def test_all_and_top_agree_with_the_slow_generator(make: Callable[[], Case], seed: int) -> None:
    """By score alone: the same plays in the same order, none twice, and top gives the first of them."""
    case = make()
    board, rack, _ = position(case, seed)
    slow = slow_plays(board, rack, case.variant, case.words, {})
    assert not duplicates(slow)
    for fast in generators(case):
        assert [plain(play) for play in fast.all(board, rack)] == [plain(play) for play in slow]
        assert list(fast.top(board, rack, 7)) == slow[:7]


@pytest.mark.parametrize(("make", "seed"), compared(EMPTY, CROWDED))
def test_leaves_count_in_equity_and_order(make: Callable[[], Case], seed: int) -> None:
    """With leave values: the same plays in the same order, in all and top."""
    case = make()
    board, rack, source = position(case, seed + 100)
    values = cases.random_values(case.variant, rack, source)
    leaves = cases.table_of(values)
    slow = slow_plays(board, rack, case.variant, case.words, values)
    for fast in generators(case):
        assert [plain(play) for play in fast.all(board, rack, leaves)] == [plain(play) for play in slow]
        assert list(fast.top(board, rack, 12, leaves)) == slow[:12]


@pytest.mark.parametrize("seed", [0, *at_gate([1]), *later(range(2, 24))])
def test_random_variants_agree_with_the_slow_generator(seed: int) -> None:
    """Random boards and tile sets, with and without leave values."""
    case = random_case(seed)
    board, rack, source = position(case, seed)
    for values in ({}, cases.random_values(case.variant, rack, source)):
        slow = slow_plays(board, rack, case.variant, case.words, values)
        for fast in generators(case):
            leaves = cases.table_of(values) if values else None
            assert [plain(play) for play in fast.all(board, rack, leaves)] == [plain(play) for play in slow]
            assert list(fast.top(board, rack, 5, leaves)) == slow[:5]


@pytest.mark.parametrize(
    ("board_name", "count", "seed"),
    [("quick", 150, 1), *later(("standard", 420, seed) for seed in (1, 3))],
)
@pytest.mark.parametrize("code", ["es", "pl", *later(one for one in list_languages() if one not in ("es", "pl"))])
def test_N11_N22_every_language_agrees_with_the_slow_generator(
    code: str, board_name: str, count: int, seed: int
) -> None:
    """The tiles of each language on random boards, letters of several characters and accented ones among them."""
    case = cases.in_language(code, board_name, count)
    board, rack, source = position(case, seed)
    values = cases.random_values(case.variant, rack, source)
    slow = slow_plays(board, rack, case.variant, case.words, values)
    assert slow
    for fast in generators(case):
        assert [plain(play) for play in fast.all(board, rack, cases.table_of(values))] == [plain(play) for play in slow]
        assert list(fast.top(board, rack, 7, cases.table_of(values))) == slow[:7]


@pytest.mark.parametrize("seed", [1, 2])
def test_K8_K9_the_largest_boards_and_hands_agree_with_the_slow_generator(seed: int) -> None:
    """64 columns, factors of 99, and more tiles than set listings cover."""
    case = cases.huge()
    board, _, source = position(case, seed)
    rack = Tiles.of(source.sample([tile for tile in case.variant.tile_set.tiles if not tile.is_blank], 14))
    slow = slow_plays(board, rack, case.variant, case.words, {})
    assert any(play.placement.cell.column > 31 for play in slow)
    for fast in generators(case):
        assert [plain(play) for play in fast.all(board, rack)] == [plain(play) for play in slow]
        assert list(fast.top(board, rack, 7)) == slow[:7]


def test_K9_exchanges_of_a_large_hand_are_few() -> None:
    """There is one for each number of tiles, not a million."""
    case = cases.huge()
    rack = Tiles.of(random.Random(1).sample(case.variant.tile_set.tiles.items, 14))
    assert [len(one.tiles) for one in Generator(case.variant, case.graph).exchanges(rack, 9)] == list(range(1, 10))


def test_no_rack_takes_for_ever() -> None:
    """With two blanks, a huge board and the whole English list, only part of all plays is found, in bounded memory."""
    layout = Layout(64, 64, (Square(),) * 64**2, StartCondition())
    case = Case(replace(STANDARD, layout=layout), frozenset({tuple("HELLO"), tuple("TABLE")}), load_graph(english()))
    board = cases.random_board(case, 150, random.Random(5))
    rack = Tiles.of([*(Tile(letter, 1) for letter in "AEINRST"), Tile("", 0), Tile("", 0)])
    plays = Generator(case.variant, case.graph).all(board, rack)
    assert MOST_PLAYS <= len(plays) < 1.01 * MOST_PLAYS


@pytest.mark.soak
def test_the_cases_are_not_trivial() -> None:
    """Most positions have plays, some with blanks, some of one tile, some across and some down."""
    plays = [
        play
        for make, seed in FIXTURES
        for play in Generator(make().variant, make().graph).all(*position(make(), seed)[:2])
    ]
    assert len(plays) > 3000
    assert {len(play.placement.tiles) for play in plays} >= {1, 2, 3, 4, 5, 6}
    assert {play.placement.direction.value for play in plays} == {"across", "down"}
    assert any(placed.is_blank for play in plays for _, placed in play.placement.tiles)


def test_more_plays_than_the_first_buffer_holds() -> None:
    """With two blanks and the whole English list, no play is lost or doubled when the buffer grows, and top agrees."""
    case = Case(STANDARD, frozenset(), load_graph(english()))
    board = cases.random_board(cases.standard(), 30, random.Random(5))
    rack = Tiles.of([*(Tile(letter, 1) for letter in "AEINT"), Tile("", 0), Tile("", 0)])
    by_graph, by_map = (fast.all(board, rack) for fast in generators(case))
    assert len(by_graph) > 3 * ROOM
    assert (by_graph.records == by_map.records).all()
    assert len(np.unique(by_graph.records[:, 1:3], axis=0)) == len(by_graph)
    for fast in generators(case):
        assert (fast.top(board, rack, 500).records == by_graph.records[:500]).all()


def test_plays_are_a_sequence() -> None:
    """Indexes, slices and iteration agree; scores and equities are available without play objects."""
    case = cases.standard()
    board, rack, _ = position(case, 3)
    plays = Generator(case.variant, case.graph).all(board, rack)
    assert list(plays)[-1] == plays[-1]
    assert list(plays[2:5]) == [plays[2], plays[3], plays[4]]
    assert plays.equities.tolist() == [play.equity for play in plays]
    assert not Generator(case.variant, case.graph).top(board, rack, 0)


@pytest.mark.parametrize("make", cases.CASES)
def test_a_square_before_tiles_has_only_letters_that_a_word_has_there(make: Callable[[], Case]) -> None:
    """Trying others would be a tenth of the time of finding the best play."""
    case = make()
    board, _, _ = position(case, CROWDED)
    variant, nodes, _, _ = Generator(case.variant, case.graph).arrays
    size = int(variant[layout.LINES] * variant[layout.STRIDE])
    masks, cells = np.zeros(size, np.int64), np.zeros(layout.SECTIONS * size, np.int32)
    prepare(variant, nodes, encode_board(board, case.variant.alphabet), masks, cells)
    words = [bytes(map(case.variant.alphabet.index, word)) for word in case.words]
    line, found = bytes(cells[:size].tolist()).replace(bytes([layout.WALL]), bytes(1)), 0
    for run in re.finditer(rb"[^\0]+", line):
        if cells[run.start() - 1] == 0:
            fit = sum(1 << one for one in range(1, layout.WALL) if any(bytes([one]) + run[0] in word for word in words))
            assert masks[run.start() - 1] & ~fit & ~1 == 0
            found += 1
    assert found


def test_exchanges_are_every_choice_of_tiles_once() -> None:
    """Equal tiles are one choice, the pool limits how many go, and the leave gives the order."""
    case = cases.many_points()
    rack = Tiles.of([Tile("A", 3), Tile("A", 3), Tile("A", 9), Tile("", 4)])
    fast = Generator(case.variant, case.graph)
    found = fast.exchanges(rack, 3)
    choices = {Tiles.of(c) for n in (1, 2, 3) for c in itertools.combinations(rack, n)}
    assert sorted(e.tiles.items for e in found) == sorted(tiles.items for tiles in choices)
    assert all(e.tiles + e.leave == rack for e in found)
    assert len(fast.exchanges(rack, 4)) == len(found) + 1
    best = fast.exchanges(rack, 4, cases.table_of({(0,): 25.5, (0, 1): 7.25}))
    assert [(e.equity, e.leave) for e in best[:2]] == [
        (25.5, Tiles.of([Tile("", 4)])),
        (7.25, Tiles.of([Tile("A", 9), Tile("", 4)])),
    ]


SCRIPT = "from tests.engine.play.test_generator import digest; print(digest())"


def digest() -> list[list[int]]:
    """Record of plays of small positions, by graph and by map, all and top, with leave values."""
    found = []
    for make in (cases.rectangle, cases.many_points, cases.tiny):
        case = make()
        word_map = build_map(case.graph, 13)
        for seed in range(2):
            source = random.Random(seed)
            board = cases.random_board(case, 3 * seed, source)
            rack = cases.random_rack(case.variant, source, 1)
            leaves = cases.table_of(cases.random_values(case.variant, rack, source))
            for fast in (Generator(case.variant, case.graph), Generator(case.variant, case.graph, word_map)):
                plays = fast.all(board, rack, leaves)
                found += plays.records[:40].tolist()
                found += [[len(plays)], *fast.top(board, rack, 3, leaves).records.tolist()]
    return found


@pytest.mark.soak
def test_plain_python_gives_the_same_plays() -> None:
    """A process whose compiler is switched off lists the same plays; an overflow there would warn and so fail."""
    ran = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-c", SCRIPT],
        env={**os.environ, "TILEWRIGHT_JIT": "off", "PYTHONPATH": str(Path.cwd())},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stderr == ""
    assert ran.stdout.strip() == str(digest())
    assert len(digest()) > 150
