"""Variants, boards and racks as the integers that kernels read; see `kernels.layout`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from engine.model.alphabet import Alphabet
from engine.model.board import Board
from engine.model.coordinates import Cell
from engine.model.tiles import Tile
from engine.model.variant import Variant
from engine.play.generator.kernels import layout as codes
from engine.play.generator.kernels.layout import Ints


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


def encode_board(board: Board, alphabet: Alphabet) -> Ints:
    """The codes of a board's squares, row by row."""
    array = np.zeros(len(board.squares), np.int32)
    for i, placed in enumerate(board.squares):
        if placed is not None:
            blank = codes.BLANK if placed.is_blank else 0
            array[i] = placed.tile.points * 256 + blank + alphabet.index(placed.letter)
    return array
