"""A move composed tile by tile: the tiles that a draft has placed on the board, and what the next tap does.

Everything here is a value: a tap gives the next composition, which the draft's row keeps as text, so that any process
can continue it. Words do not matter here; the engine decides whether the tiles form a legal line.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.service.drafting.beginnings import beginnings
from engine.model.board import Board, PlacedTile
from engine.model.coordinates import Cell, Direction
from engine.model.layout import Layout
from engine.model.tiles import Tile, Tiles
from engine.model.variant import Variant
from engine.play.placement import Placement, arrange, check

Laid = tuple[tuple[Cell, PlacedTile], ...]
Part = tuple[int, int, int, int]
"""A part of the board: its first column and row, and how many columns and rows it has."""


@dataclass(frozen=True, slots=True)
class Composition:
    """What has been tapped so far.

    `laid` are the tiles on the board in the order they were placed. `cursor` is the next square, None where the line
    has ended, and `direction` the way on from it. `held` is a tile that waits for its square, or a blank that waits for
    its `letter`. `page` is that of the menu of places. `part` is the part of the board shown last, so that the picture
    stays still; None if there is none to keep.
    """

    laid: Laid = ()
    cursor: Cell | None = None
    direction: Direction = Direction.ACROSS
    held: Tile | None = None
    letter: str = ""
    page: int = 0
    part: Part | None = None

    @property
    def _last(self) -> Cell | None:
        """The square of the tile placed last."""
        return self.laid[-1][0] if self.laid else None

    @property
    def needs_letter(self) -> bool:
        """Whether a blank has been tapped whose letter is not chosen yet."""
        return self.held is not None and self.held.is_blank and not self.letter

    def take(self, tile: Tile, board: Board) -> Composition:
        """Tap a tile of the rack: it goes to the next square if that is known; a blank waits for its letter."""
        return _lay(replace(self, held=tile, letter=""), board)

    def name(self, letter: str, board: Board) -> Composition:
        """Choose the letter of the blank in hand."""
        return _lay(replace(self, letter=letter), board)

    def begin(self, cell: Cell, way: Direction, board: Board) -> Composition:
        """Choose the next square and the direction from there; a square that takes no tile changes nothing.

        The picture moves to where the word has most room.
        """
        if not _is_free(cell, self, board):
            return self
        return _lay(replace(self, cursor=cell, direction=way, part=None), board)

    def step(self, way: Direction, by: int, board: Board) -> Composition:
        """Move the next square to the next free one, never off the board; a tile in hand is placed there."""
        cell = (self.cursor or self._last or first_cell(board.layout)).step(way, by)
        while cell in board.layout and not _is_free(cell, self, board):
            cell = cell.step(way, by)
        return _lay(replace(self, cursor=cell), board) if cell in board.layout else self

    def turned(self, board: Board) -> Composition:
        """The other direction: the tiles turn around the first one's square, and the next square with them.

        If they do not fit there, they stay, and only the next square moves.
        """
        way, tiles = self.direction.other, sorted(self.laid, key=lambda one: one[0])
        if not tiles:
            return replace(self, direction=way, part=None)
        word = replace(self, laid=(), cursor=tiles[0][0], direction=way)
        for _, placed in tiles:
            word = _lay(replace(word, held=placed.tile, letter=placed.letter), board)
        if len(word.laid) < len(tiles):
            word = replace(self, direction=way)
            word = replace(word, cursor=_next(word, board, tiles[0][0]))
        return _lay(replace(word, held=self.held, letter=self.letter), board)

    def back(self) -> Composition:
        """Put a tile back on the rack: the one in hand, else the one placed last, whose square becomes the next."""
        if self.held:
            return replace(self, held=None, letter="")
        if not self.laid:
            return self
        cell = self.laid[-1][0]
        return replace(self, laid=self.laid[:-1], cursor=cell)

    def cleared(self) -> Composition:
        """Put all tiles back on the rack; the square of the first one becomes the next."""
        return replace(self, laid=(), held=None, letter="", cursor=self.laid[0][0] if self.laid else self.cursor)

    def fitting(self, board: Board, rack: Tiles) -> Composition:
        """The composition that still fits another board and another rack; the other tiles go back."""
        kept: list[tuple[Cell, PlacedTile]] = []
        for cell, placed in self.laid:
            tiles = Tiles.of((*(one.tile for _, one in kept), placed.tile))
            if board.at(cell) is None and rack.covers(tiles):
                kept.append((cell, placed))
        held = self.held if self.held and rack.covers(Tiles.of((*(one.tile for _, one in kept), self.held))) else None
        fits = replace(self, laid=tuple(kept), held=held, letter=self.letter if held else "")
        cursor = fits.cursor
        return (
            fits
            if cursor is None or _is_free(cursor, fits, board)
            else replace(fits, cursor=_next(fits, board, cursor))
        )

    def placement(self, board: Board) -> Placement:
        """The placement that the tiles form. Raises the geometry errors of `engine.play.placement.check`."""
        new = dict(self.laid)
        check(new, board)
        return arrange(new, board, self.direction)


def _lay(one: Composition, board: Board) -> Composition:
    """Put the tile in hand on the next square, if both are known; the square after it becomes the next."""
    if one.held is None or one.cursor is None or one.needs_letter:
        return one
    placed = PlacedTile(one.held, one.letter or one.held.letter)
    after = replace(one, laid=(*one.laid, (one.cursor, placed)), held=None, letter="")
    return replace(after, cursor=_next(after, board, one.cursor))


def _is_free(cell: Cell, one: Composition, board: Board) -> bool:
    """Whether a square is on the board and takes a tile."""
    if cell not in board.layout or board.layout[cell].blocked:
        return False
    return board[cell] is None and cell not in dict(one.laid)


def _next(one: Composition, board: Board, cell: Cell) -> Cell | None:
    """The first free square after a square; None at a blocked one and at the edge."""
    cell = cell.step(one.direction)
    while cell in board.layout and not board.layout[cell].blocked:
        if _is_free(cell, one, board):
            return cell
        cell = cell.step(one.direction)
    return None


def first_cell(layout: Layout) -> Cell:
    """Where composing begins on an empty board: the start, or the middle of a start row or column."""
    row, column = layout.start.row, layout.start.column
    return Cell(
        layout.height // 2 if row is None else row,
        layout.width // 2 if column is None else column,
    )


def opening(board: Board, rack_size: int) -> Composition:
    """An empty composition: at the start of an empty board, else where most moves can begin."""
    best = max(beginnings(board, rack_size), key=lambda one: one.ways, default=None)
    if best is None:
        return Composition(cursor=first_cell(board.layout))
    return Composition(cursor=best.cell, direction=best.direction)


def move_text(placement: Placement, board: Board, variant: Variant, place: str) -> str:
    """A placement as text that `engine.play.notation.read_move` reads back to the very same tiles.

    `place` names its first square and direction. Blanks are marked by `?`, even if lower case would do.
    """
    new = dict(placement.tiles)
    run = board.place(new).run(placement.cell, placement.direction)
    return f"{place} " + "".join(_letter_text(new.get(cell), board[cell], variant) for cell in run)


def _letter_text(new: PlacedTile | None, lying: PlacedTile | None, variant: Variant) -> str:
    placed = new or lying
    assert placed
    letter = f"[{placed.letter}]" if _needs_brackets(placed.letter, variant) else placed.letter
    if new is None:
        return f"({letter})"
    kinds = variant.tile_set.blanks if new.is_blank else variant.tile_set.of_letter(new.letter)
    points = f"({new.tile.points})" if len(kinds) > 1 else ""
    return f"{'?' if new.is_blank else ''}{letter}{points}"


def _needs_brackets(letter: str, variant: Variant) -> bool:
    """Whether a letter beside others may be read as a part of a letter of several characters, or is one."""
    return len(letter) > 1 or any(letter in other for other in variant.alphabet.letters if other != letter)


# --- as text ----------------------------------------------------------------------------------------------------------


def write_composition(one: Composition) -> str:
    """A composition as text for a draft's row."""
    facts = {
        "laid": [[*cell, placed.tile.letter, placed.tile.points, placed.letter] for cell, placed in one.laid],
        "at": [*(one.cursor or (None, None)), one.direction.value],
        "held": [one.held.letter, one.held.points, one.letter] if one.held else None,
        "page": one.page,
        "part": one.part,
    }
    return json.dumps(facts, ensure_ascii=False, separators=(",", ":"))


def read_composition(text: str) -> Composition:
    """The composition of a draft's row; an empty one if none was kept."""
    if not text:
        return Composition()
    facts = json.loads(text)
    row, column, way = facts["at"]
    held, part = facts["held"], facts["part"]
    return Composition(
        tuple((Cell(r, c), PlacedTile(Tile(face, points), letter)) for r, c, face, points, letter in facts["laid"]),
        None if row is None or column is None else Cell(row, column),
        Direction(way),
        Tile(held[0], held[1]) if held else None,
        held[2] if held else "",
        facts.get("page", 0),
        tuple(part) if part else None,
    )


def on_board(one: Composition, board: Board) -> Mapping[Cell, PlacedTile]:
    """The placed tiles that fit on the board, by square."""
    return {cell: placed for cell, placed in one.laid if board.at(cell) is None}
