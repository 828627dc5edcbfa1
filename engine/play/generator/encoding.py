"""Variants, boards, racks, leaves and the optional word map as the integers that kernels read; see `kernels.layout`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engine.model.board import Board, Cell
from engine.model.tiles import Alphabet, Tile, Tiles
from engine.model.variant import Variant
from engine.play.generator.kernels import layout as codes
from engine.play.generator.kernels.layout import Ints

if TYPE_CHECKING:
    from engine.play.generator.kernels.layout import Longs
    from engine.words.graph import WordGraph


@dataclass(frozen=True, slots=True, eq=False)
class EncodedPosition:
    """A board (tile codes row by row) and a rack (tile codes in any order)."""

    board: Ints
    rack: Ints


def encode_variant(variant: Variant) -> Ints:
    """Header and template of a variant's board."""
    layout = variant.layout
    width, height = layout.size
    stride, lines = max(width, height) + 2, width + height
    array = np.zeros(codes.HEADER + codes.SECTIONS * lines * stride, np.int32)
    array[codes.WIDTH], array[codes.HEIGHT] = width, height
    array[codes.LETTERS], array[codes.RACK] = len(variant.alphabet), variant.rack_size
    array[codes.STRIDE], array[codes.LINES] = stride, lines
    array[codes.START_COLUMN] = -1 if layout.start.column is None else layout.start.column
    array[codes.START_ROW] = -1 if layout.start.row is None else layout.start.row
    array[codes.BONUS : codes.BONUS + len(variant.bonuses)] = variant.bonuses
    sections = array[codes.HEADER :].reshape(codes.SECTIONS, lines, stride)
    sections[codes.LETTER] = codes.WALL
    for cell in layout.cells():
        _encode_square(variant, cell, sections[:, cell.row, cell.column + 1])
        _encode_square(variant, cell, sections[:, height + cell.column, cell.row + 1])
    return array


def _encode_square(variant: Variant, cell: Cell, sections: Ints) -> None:
    square = variant.layout[cell]
    sections[codes.LETTER] = codes.WALL if square.blocked else 0
    sections[codes.LETTER_FACTOR], sections[codes.WORD_FACTOR] = square.letter, square.word
    sections[codes.EXTRA] = square.points


def tile_code(tile: Tile, alphabet: Alphabet) -> int:
    """The code of a tile on a rack."""
    return tile.points * 256 + (alphabet.index(tile.letter) if tile.letter else 0)


def encode_rack(tiles: Iterable[Tile], alphabet: Alphabet) -> Ints:
    """The codes of a rack's tiles."""
    return np.array([tile_code(tile, alphabet) for tile in tiles], np.int32)


def sort_slots(rack: Tiles, variant: Variant) -> tuple[Tile, ...]:
    """The rack's tiles as kernels number them: highest points first, then by letter, blanks first."""
    alphabet = variant.alphabet
    return tuple(sorted(rack, key=lambda t: (-t.points, alphabet.index(t.letter) if t.letter else 0)))


def encode_board(board: Board, alphabet: Alphabet) -> Ints:
    """The codes of a board's squares, row by row."""
    array = np.zeros(len(board.squares), np.int32)
    view = array.data  # takes numbers twice as fast as the array
    for i, placed in enumerate(board.squares):
        if placed is not None:
            tile = placed.tile
            view[i] = tile.points * 256 + (0 if tile.letter else codes.BLANK) + alphabet.index(placed.letter)
    return array


Letters = tuple[int, ...]
"""Letters as positions in the alphabet, 0 for a blank, in any order."""

HIGHEST_LEAVE = (1 << 23) - 1
"""The highest leave value that fits into an entry, in thousandths of a point."""

ROWS = 1 << 15
"""Leaves hashed at a time: the hashes of a million would take more memory than their table."""


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class LeaveTable:
    """Values of leaves by their letters, in thousandths of a point; a leave not in the table is worth 0.

    `entries` is a hash table with open addressing that packs hash and value into one number, so that a look-up is one
    memory read; a hash is the sum of the letters' `HASHES`. Do not write to it.
    """

    entries: Longs

    @staticmethod
    def from_letters(leaves: NDArray[np.uint8], values: NDArray[np.floating]) -> LeaveTable:
        """The table for a matrix with one leave a row, padded with 255, and their values in points."""
        from engine.play.generator.kernels.layout import HASHES

        hashes = np.zeros(256, np.int64)
        hashes[: len(HASHES)] = HASHES
        hashes[255] = 0
        return LeaveTable._of(lambda rows: hashes[leaves[rows]].sum(axis=1), values)

    @staticmethod
    def from_keys(keys: Longs, values: NDArray[np.floating]) -> LeaveTable:
        """The table for hashes and values in points, both of the same length."""
        return LeaveTable._of(lambda rows: keys[rows], values)

    @staticmethod
    def _of(keys: Callable[[slice], Longs], values: NDArray[np.floating]) -> LeaveTable:
        """The table for values and the hashes of any rows of them."""
        from engine.play.generator.kernels import racks

        # numpy requests large pages, which make random reads cheaper, only for memory that it does not zero
        entries = np.empty(len(values) * 3 // 2 + 1, np.int64)
        entries[:] = 0
        for start in range(0, len(values), ROWS):
            rows = slice(start, start + ROWS)
            thousandths = np.rint(np.asarray(values[rows], np.float64) * 1000)
            racks.fill_leaves(keys(rows), np.clip(thousandths, -HIGHEST_LEAVE, HIGHEST_LEAVE).astype(np.int64), entries)
        return LeaveTable(entries)


MAX_BYTES = 64_000_000
"""Limit on the size of a map."""

LEAST_BYTES = 18
"""A word takes no fewer, even where each has an anagram; millions of words are not listed to learn that."""


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class WordMap:
    """The arrays that `kernels.wordmap` explains. Do not write to them."""

    longs: Longs
    ints: Ints


def build_map(graph: WordGraph, longest: int) -> WordMap | None:
    """The map of a graph's words of at most `longest` letters, in about 0.1 s; None if it would be too large."""
    from engine.play.generator.kernels import wordmap as kernels

    if LEAST_BYTES * graph.size > MAX_BYTES:
        return None
    longest = min(longest, kernels.LONGEST)
    count = kernels.list_words(graph.nodes, longest, np.zeros((0, longest), np.uint8))
    words = np.zeros((count, longest), np.uint8)
    kernels.list_words(graph.nodes, longest, words)
    keys, lengths = np.zeros(count, np.int64), np.zeros(count, np.int64)
    kernels.hash_words(words, keys, lengths)
    order = np.lexsort((keys, lengths))
    first = np.ones(count, np.bool_)
    first[1:] = keys[order][1:] != keys[order][:-1]
    classes = np.bincount(lengths[order][first], minlength=kernels.LONGEST + 1).tolist()
    ints, spot = _plan(classes)
    size = spot + int(((lengths + kernels.PACKED - 1) // kernels.PACKED).sum())
    if 8 * size > MAX_BYTES:
        return None
    # numpy requests large pages, which make random reads cheaper, only for memory that it does not zero
    longs = np.empty(size, np.int64)
    longs[:] = 0
    end = kernels.fill_map(words, keys, lengths, order, spot, longs, ints)
    return WordMap(longs[:end], ints) if end >= 0 else None


def _plan(classes: list[int]) -> tuple[Ints, int]:
    """Offsets and sizes for that many distinct keys of each length, and the offset after them all."""
    from engine.play.generator.kernels import wordmap as kernels

    ints = np.zeros(kernels.FIELDS * (kernels.LONGEST + 1), np.int32)
    at = 0
    for length, count in enumerate(classes):
        # bits for each key; fewer for each multiset with missing letters, because many words share it
        sizes = [bits * count // 64 + 1 for bits in (16, 8 * length, 3 * length * length // 2)]
        sizes.append(count * 5 // 4 + 1)
        for part, size in enumerate(sizes):
            ints[kernels.FIELDS * length + 2 * part : kernels.FIELDS * length + 2 * part + 2] = at, size
            at += size if 2 * part < kernels.TABLE else 2 * (size + kernels.SPARE)
    return ints, at
