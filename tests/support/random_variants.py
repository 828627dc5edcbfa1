"""Random variants: boards with every attribute of squares, odd tile sets, costs. A seed always gives the same one."""

from __future__ import annotations

import random
from dataclasses import replace

from engine.model.board import BLOCKED, Cell, Layout, Square, StartCondition
from engine.model.tiles import Alphabet, Tile, Tiles, TileSet
from engine.model.variant import Variant
from tests.support.generator_cases import Case, make_case, make_words

ODD_LETTERS = ("A", "B", "C", "CH", "D", "E", "LL", "É", "ß", "Я", "Ñ", "漢")


def random_square(source: random.Random) -> Square:
    """Usually a plain square; otherwise blocked, or with one to three attributes."""
    if source.random() < 0.6:
        return Square()
    if source.random() < 0.15:
        return BLOCKED
    letter, word, points = source.choice((0, 1, 1, 2, 3, 4, 9)), source.choice((0, 1, 1, 1, 2, 3, 4)), 0
    if source.random() < 0.3:
        points = source.randint(-9, 99)
    return Square(letter, word, points)


def random_layout(source: random.Random, least: int = 3, most: int = 31) -> Layout:
    """A board of any size, with one of the four kinds of start, on which a word of two letters fits."""
    width, height = source.randint(least, most), source.randint(least, most)
    squares = [random_square(source) for _ in range(width * height)]
    cell = Cell(source.randrange(height), source.randrange(width - 1))
    at = cell.row * width + cell.column
    for place in (at, at + 1):
        squares[place] = replace(squares[place], blocked=False)
    starts = (
        StartCondition(cell.column, cell.row),
        StartCondition(None, cell.row),
        StartCondition(cell.column, None),
        StartCondition(),
    )
    return Layout(width, height, tuple(squares), source.choice(starts))


def random_tiles(source: random.Random, letters: tuple[str, ...], kinds: int, count: int) -> TileSet:
    """Tiles with these letters, one of which has several values, some negative, and up to four kinds of blank."""
    faces = [Tile(source.choice(letters), source.choice((*range(-3, 12), 99))) for _ in range(kinds)]
    faces += [Tile("", source.choice((-2, 0, 0, 3))) for _ in range(source.randint(0, 4))]
    return TileSet(Tiles.of([*faces, *source.choices(faces, k=count)]))


def random_variant(seed: int, alphabet: Alphabet | None = None, most: int = 31) -> Variant:
    """A variant; if an alphabet is given, its tiles show that alphabet's letters."""
    source = random.Random(seed)
    chosen = source.sample(ODD_LETTERS, source.randint(3, len(ODD_LETTERS)))
    letters = alphabet or Alphabet(tuple(chosen), ((),) * len(chosen))
    rack_size = source.randint(2, 8)
    tiles = random_tiles(source, letters.letters, source.randint(4, 20), source.randint(4 * rack_size, 80))
    bonuses = [source.choice((0, 0, 5, -3, 50)) for _ in range(rack_size + 1)]
    costs = tuple(-number for number in range(rack_size + 1)) if source.random() < 0.5 else ()
    layout = random_layout(source, most=most)
    passing = source.choice((0, 0, -5, 2))
    return Variant(f"random-{seed}", "en", letters, tiles, layout, rack_size, (0, *bonuses[1:]), costs, passing)


def random_case(seed: int) -> Case:
    """A random variant with made-up words, small enough for the slow generator."""
    variant = random_variant(seed, most=11)
    words = make_words(variant.alphabet, min(6, len(variant.alphabet)), 120, max(variant.layout.size), seed)
    has_blanks = bool(variant.tile_set.blanks)
    faces = {kind.letter for kind in variant.tile_set.kinds}
    return make_case(variant, frozenset(word for word in words if has_blanks or set(word) <= faces))


def start_of(layout: Layout) -> Cell:
    """A free square that the first word may cover."""
    return next(cell for cell in layout.cells() if layout.start.admits(cell) and not layout[cell].blocked)


def game_variant(seed: int) -> Variant:
    """A random variant for games with the state machine's words: few tiles, ordinary letters."""
    source = random.Random(seed)
    letters = Alphabet(tuple("AEIOUNRST"))
    variant = random_variant(seed, letters, most=12)
    tiles = random_tiles(source, letters.letters, 8, source.randint(12, 30))
    size = min(variant.rack_size, 5)
    costs = variant.exchange_points[: size + 1]
    return replace(variant, tile_set=tiles, rack_size=size, bonuses=variant.bonuses[: size + 1], exchange_points=costs)
