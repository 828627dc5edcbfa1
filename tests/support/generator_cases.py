"""Variants, word lists and random positions for comparing the move generator with the slow one."""

from __future__ import annotations

import functools
import itertools
import random
from dataclasses import dataclass, replace

import numpy as np

from engine.loading import load_variant
from engine.model.board import BLOCKED, STANDARD_KEY, Board, Cell, Direction, Layout, PlacedTile, Square, StartCondition
from engine.model.tiles import Alphabet, Tile, Tiles, TileSet, Word
from engine.model.variant import Variant
from engine.play.generator.encoding import LeaveTable
from engine.play.generator.kernels.layout import HASHES
from engine.words.graph import WordGraph
from engine.words.graph.kwg import build_graph
from engine.words.lexicon import WordList
from tests.support.games import STANDARD
from tests.support.slow_generator import letters_of
from tests.support.words import SPANISH, WIDEST, english, english_list


@dataclass(frozen=True)
class Case:
    """A variant with a small word list and its graph."""

    variant: Variant
    words: frozenset[Word]
    graph: WordGraph


def make_words(alphabet: Alphabet, letters: int, count: int, longest: int, seed: int) -> frozenset[Word]:
    """Invented words from the first letters of an alphabet and a few others, many of them short."""
    source = random.Random(seed)
    choice = [*alphabet.letters[:letters], *source.sample(alphabet.letters, min(3, len(alphabet)))]
    words: set[Word] = set()
    while len(words) < count:
        length = min(source.choice((2, 2, 3, 3, 4, 5, 6, 7, 9, 12)), longest)
        words.add(tuple(source.choices(choice, k=length)))
    return frozenset(words)


def make_case(variant: Variant, words: frozenset[Word]) -> Case:
    """A case with the graph of its words."""
    keys = [bytes(map(variant.alphabet.index, word)) for word in words]
    return Case(variant, words, build_graph(WordList.of(keys)))


def make_variant(
    name: str, alphabet: Alphabet, tiles: list[Tile], layout: Layout, rack_size: int, bonuses: dict[int, int]
) -> Variant:
    """A variant with bonuses for some numbers of tiles."""
    return Variant(
        name,
        "en",
        alphabet,
        TileSet(Tiles.of(tiles)),
        layout,
        rack_size,
        tuple(bonuses.get(n, 0) for n in range(rack_size + 1)),
    )


def squares_of(width: int, height: int, seed: int, start: StartCondition) -> Layout:
    """A layout with every attribute of squares, several on one square, scattered at random."""
    source = random.Random(seed)
    kinds = [Square()] * 14 + [BLOCKED, Square(letter=0), Square(word=0), Square(letter=9, word=2), Square(word=3)]
    kinds += [Square(letter=2, points=-3), Square(points=7), Square(letter=3, word=2, points=4), Square(letter=2)]
    squares = [source.choice(kinds) for _ in range(width * height)]
    free = (start.row or 0) * width + (start.column or 0)
    squares[free] = squares[free + 1] = Square(word=2)
    return Layout(width, height, tuple(squares), start)


def _uniform(alphabet: Alphabet, letters: int, seed: int) -> list[Tile]:
    source = random.Random(seed)
    points = {letter: source.randint(1, 10) for letter in alphabet.letters}
    common = [letter for letter in alphabet.letters[:letters] for _ in range(6)]
    return [Tile(letter, points[letter]) for letter in [*common, *alphabet.letters]] + [Tile("", 0)] * 4


@functools.cache
def standard() -> Case:
    """The standard game with a few hundred words of its English list, including all two-letter words."""
    keys = [key for key in english_list() if len(key) <= 8]
    source = random.Random(1)
    chosen = [key for key in keys if len(key) == 2] + source.sample(keys, 300)
    return make_case(STANDARD, frozenset(map(english().word, chosen)))


def drawn(rows: list[str], start: StartCondition) -> Layout:
    """The layout drawn by rows of the standard characters."""
    squares = tuple(STANDARD_KEY[character] for character in "".join(rows))
    return Layout(len(rows[0]), len(rows), squares, start)


@functools.cache
def digraphs() -> Case:
    """Letters of two characters, a small square board, the start in one column."""
    layout = drawn(["..-..'..", ".=....^.", '.."..-..', "~......'"] * 2, StartCondition(column=3))
    variant = make_variant("digraphs", SPANISH, _uniform(SPANISH, 9, 2), layout, 7, {7: 50})
    return make_case(variant, make_words(SPANISH, 9, 350, 8, 2))


@functools.cache
def rectangle() -> Case:
    """A rectangle with blocked squares, points on squares, factors of 0 and 9; the start in one row."""
    alphabet = Alphabet(tuple("ABCDEFGH"))
    layout = squares_of(13, 7, 3, StartCondition(row=4))
    variant = make_variant("rectangle", alphabet, _uniform(alphabet, 8, 3), layout, 5, {3: -5, 4: 10, 5: 40})
    return make_case(variant, make_words(alphabet, 8, 300, 9, 3))


@functools.cache
def many_points() -> Case:
    """Tiles of one letter with different and negative points, blanks with points; no condition on the start."""
    alphabet = Alphabet(tuple("ABCDE"))
    tiles = [Tile(letter, points) for letter, points in itertools.product("ABCDE", (-2, 0, 3, 3, 9))]
    tiles += [Tile("", points) for points in (-2, 0, 4)]
    variant = make_variant("points", alphabet, tiles, squares_of(7, 6, 4, StartCondition()), 6, {5: 20, 6: 30})
    return make_case(variant, make_words(alphabet, 5, 200, 7, 4))


@functools.cache
def widest() -> Case:
    """An alphabet of 60 letters, most of them rare."""
    variant = make_variant(
        "sixty", WIDEST, _uniform(WIDEST, 8, 5), squares_of(9, 9, 5, StartCondition(4, 4)), 7, {7: 50}
    )
    return make_case(variant, make_words(WIDEST, 8, 350, 9, 5))


@functools.cache
def longest() -> Case:
    """A board of 31 columns, words of up to 31 letters and a rack of 12 tiles."""
    alphabet = Alphabet(tuple("ABCDEFG"))
    variant = make_variant(
        "long", alphabet, _uniform(alphabet, 7, 6), squares_of(31, 5, 6, StartCondition(15, 2)), 12, {12: 99}
    )
    source = random.Random(6)
    words = set(make_words(alphabet, 7, 150, 12, 6))
    words |= {tuple(source.choices("ABCDEFG", k=length)) for length in range(13, 32)}
    return make_case(variant, frozenset(words))


@functools.cache
def huge() -> Case:
    """A board of the largest width, factors of 99, and a rack of more tiles than a play can have."""
    alphabet = Alphabet(tuple("ABCDEFG"))
    board = squares_of(64, 4, 8, StartCondition())
    squares = tuple(replace(square, word=99) if n % 50 == 7 else square for n, square in enumerate(board.squares))
    layout = Layout(64, 4, squares, StartCondition(row=2))
    return make_case(
        make_variant("huge", alphabet, _uniform(alphabet, 7, 8), layout, 14, {5: 20}),
        make_words(alphabet, 7, 8, 6, 8),
    )


@functools.cache
def tiny() -> Case:
    """Racks of one tile on a board of three columns."""
    alphabet = Alphabet(tuple("ABC"))
    layout = drawn(["...", ".-.", "..."], StartCondition())
    variant = make_variant("tiny", alphabet, _uniform(alphabet, 3, 7), layout, 1, {1: 5})
    return make_case(variant, make_words(alphabet, 3, 14, 3, 7))


@functools.cache
def in_language(code: str, board: str, count: int) -> Case:
    """A board with a language's tiles, and invented words of its letters, many of them with rare ones."""
    variant, source = load_variant(board, code), random.Random(code)
    letters = [tile.letter for tile in variant.tile_set.tiles if tile.letter]
    words = set(make_words(variant.alphabet, len(variant.alphabet), count // 3, 5, 9))
    while len(words) < count:
        words.add(tuple(source.sample(letters, source.choice((2, 2, 3, 3, 4, 5, 6, 7, 8)))))
    return make_case(variant, frozenset(words))


CASES = (standard, digraphs, rectangle, many_points, widest, longest, tiny)


def random_board(case: Case, words: int, source: random.Random) -> Board:
    """A board with words placed at random where they agree with the tiles there, whatever else they touch."""
    board = Board.empty(case.variant.layout)
    choice = sorted(case.words)
    for _ in range(words):
        word = source.choice(choice)
        direction = source.choice(list(Direction))
        first = Cell(source.randrange(board.layout.height), source.randrange(board.layout.width))
        cells = [first.step(direction, i) for i in range(len(word))]
        if cells[-1] not in board.layout or any(board.layout[cell].blocked for cell in cells):
            continue
        if all(board[c] is None or board[c].letter == x for c, x in zip(cells, word, strict=True)):  # type: ignore[union-attr]
            new = {c: x for c, x in zip(cells, word, strict=True) if board[c] is None}
            board = board.place({c: _tile(case.variant, letter, source) for c, letter in new.items()})
    return board


def _tile(variant: Variant, letter: str, source: random.Random) -> PlacedTile:
    kinds = [*variant.tile_set.of_letter(letter) * 4, *variant.tile_set.blanks]
    return PlacedTile(source.choice(kinds), letter)


def random_rack(variant: Variant, source: random.Random, most_blanks: int = 3) -> Tiles:
    """A rack of between one tile and a full rack."""
    size = variant.rack_size - source.choice((0, 0, 0, 1, 2))
    drawn = Tiles.of(source.sample(variant.tile_set.tiles.items, max(size, 1)))
    blanks = [tile for tile in drawn if tile.is_blank][most_blanks:]
    return drawn - Tiles.of(blanks)


def random_values(variant: Variant, rack: Tiles, source: random.Random) -> dict[tuple[int, ...], float]:
    """A value for two thirds of a rack's possible leaves; the empty leave is worth 0."""
    leaves = {
        letters_of(Tiles.of(kept), variant) for n in range(1, len(rack)) for kept in itertools.combinations(rack, n)
    }
    return {leave: source.uniform(-20, 20) for leave in sorted(leaves) if source.random() < 0.67}


def table_of(values: dict[tuple[int, ...], float]) -> LeaveTable:
    """The same values as arrays."""
    keys = np.array([sum(int(HASHES[letter]) for letter in leave) for leave in values], np.int64)
    return LeaveTable.from_keys(keys, np.array(list(values.values()), np.float64))
