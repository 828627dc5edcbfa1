"""Examples for the pictures of help: words laid on the board of a variant, with its tiles and its premium squares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from bot import render
from bot.front.presenter.scenes import empty_scene, face
from bot.render.zoom import cut
from engine.errors import EngineError
from engine.game.state import Setup
from engine.model.board import Board, PlacedTile
from engine.model.coordinates import Cell, Direction
from engine.model.tiles import Tile
from engine.model.variant import Variant
from engine.play.placement import Placement, arrange, check

_AROUND = 1
_LEAST = 6
"""Columns that a part of a board shows at least."""


def spelling(variant: Variant, words: Iterable[str]) -> Mapping[str, str]:
    """A letter of the variant's tiles for each letter of the words.

    Where tiles lack some of them (other alphabets), the first letters that there are take their places one by one, so
    that words still cross where they share a letter.
    """
    needed = sorted({letter for word in words for letter in word})
    shown = {tile.letter for tile in variant.tile_set.kinds if tile.letter}
    if shown.issuperset(needed):
        return {letter: letter for letter in needed}
    there = [letter for letter in variant.alphabet.letters if letter in shown]
    return {letter: there[number % len(there)] for number, letter in enumerate(needed)} if there else {}


def laid(
    variant: Variant, board: Board, word: Iterable[str], cell: Cell, way: Direction, blank: int | None = None
) -> Placement | None:
    """A word laid across tiles that are there; the `blank`th letter by a blank. None where it does not fit."""
    tiles: dict[Cell, PlacedTile] = {}
    for number, letter in enumerate(word):
        at = cell.step(way, number)
        if not board.at(at):
            tiles[at] = PlacedTile(_tile(variant, letter, number == blank), letter)
    try:
        check(tiles, board, way)
    except EngineError:
        return None
    return arrange(tiles, board, way)


def _tile(variant: Variant, letter: str, is_blank: bool) -> Tile:
    kinds = variant.tile_set.blanks if is_blank else variant.tile_set.of_letter(letter)
    return kinds[0] if kinds else Tile("" if is_blank else letter, 0)


def example_scene(setup: Setup, board: Board, new: Iterable[Cell], cursor: Cell | None = None) -> render.BoardScene:
    """The part of a board where its tiles lie; `new` ones are outlined, and `cursor` is framed."""
    own = frozenset(new)
    tiles = tuple(render.PlacedTile(cell.column, cell.row, face(placed), cell in own) for cell, placed in board.tiles())
    framed = (cursor.column, cursor.row) if cursor else None
    whole = replace(empty_scene(setup, ""), tiles=tiles, cursor=framed)
    seen = [cell for cell, _ in board.tiles()] + ([cursor] if cursor else [])
    columns = _window([cell.column for cell in seen], whole.width, _LEAST)
    rows = _window([cell.row for cell in seen], whole.height, 1)
    return cut(whole, columns, rows)


def _window(seen: list[int], size: int, least: int) -> range:
    """The lines with something on them and one more on each side, as far as there are so many."""
    first, last = max(min(seen) - _AROUND, 0), min(max(seen) + _AROUND, size - 1)
    while last - first + 1 < min(least, size):
        last, first = min(last + 1, size - 1), first if last + 1 < size else first - 1
    return range(first, last + 1)
