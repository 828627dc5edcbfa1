"""A move composed tile by tile: the tiles that a draft has placed on the board, and what the next tap does.

Everything here is a value: a tap gives the next composition, which the draft's row keeps as text, so that any process
can continue it. Words do not matter here; the engine decides whether the tiles form a legal line.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.errors import SquareBlocked, SquareTaken
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

    `laid` are the tiles on the board in the order they were placed. `row` and `column` name the next square, if chosen,
    and `direction` the way on from it. `held` is a tile that waits for its square, or a blank that waits for its
    `letter`. `rows` and `columns` are the pages of the menus. `part` is the part of the board shown last, so that the
    picture stays still; None if there is none to keep.
    """

    laid: Laid = ()
    row: int | None = None
    column: int | None = None
    direction: Direction = Direction.ACROSS
    held: Tile | None = None
    letter: str = ""
    rows: int = 0
    columns: int = 0
    part: Part | None = None

    @property
    def cursor(self) -> Cell | None:
        """The next square, once row and column are known."""
        if self.row is None or self.column is None:
            return None
        return Cell(self.row, self.column)

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

    def go(self, board: Board, row: int | None = None, column: int | None = None) -> Composition:
        """Choose a row or a column. A tile that the player has placed on that square is picked up again.

        If the square holds a tile of the board, the next free square in the direction is chosen. A row or column that
        the board lacks changes nothing. Raises `SquareBlocked`, and `SquareTaken` if no free square follows.
        """
        if (row or 0) >= board.layout.height or (column or 0) >= board.layout.width:
            return self
        chosen = replace(self, row=self.row if row is None else row, column=self.column if column is None else column)
        cell = chosen.cursor
        if cell is None:
            return chosen
        own = dict(chosen.laid).get(cell)
        if own and not chosen.held:
            return replace(_without(chosen, cell), held=own.tile, letter=own.letter)
        return _lay(chosen, board) if chosen.held else _at(chosen, _free(chosen, board, cell))

    def step(self, way: Direction, by: int, board: Board) -> Composition:
        """Move the next square by one, over whatever is there, never off the board; without one, go to the start."""
        layout = board.layout
        cell = self.cursor
        if cell is None:
            return _at(self, first_cell(layout))
        moved = cell.step(way, by)
        return _at(self, moved) if moved in layout else self

    def elsewhere(self) -> Composition:
        """Forget the next square, so that row and column are chosen anew."""
        return _at(self, None)

    def turned(self) -> Composition:
        """The other direction."""
        return replace(self, direction=self.direction.other)

    def back(self) -> Composition:
        """Put a tile back on the rack: the one in hand, else the one placed last, whose square becomes the next."""
        if self.held:
            return replace(self, held=None, letter="")
        if not self.laid:
            return self
        cell = self.laid[-1][0]
        return _at(_without(self, cell), cell)

    def cleared(self) -> Composition:
        """Put all tiles back on the rack; the square of the first one becomes the next."""
        emptied = replace(self, laid=(), held=None, letter="")
        return _at(emptied, self.laid[0][0]) if self.laid else emptied

    def fitting(self, board: Board, rack: Tiles) -> Composition:
        """The composition that still fits another board and another rack; the other tiles go back."""
        kept: list[tuple[Cell, PlacedTile]] = []
        for cell, placed in self.laid:
            tiles = Tiles.of((*(one.tile for _, one in kept), placed.tile))
            if board.at(cell) is None and rack.covers(tiles):
                kept.append((cell, placed))
        held = self.held if self.held and rack.covers(Tiles.of((*(one.tile for _, one in kept), self.held))) else None
        return replace(self, laid=tuple(kept), held=held, letter=self.letter if held else "")

    def placement(self, board: Board) -> Placement:
        """The placement that the tiles form. Raises the geometry errors of `engine.play.placement.check`."""
        new = dict(self.laid)
        check(new, board)
        return arrange(new, board, self.direction)


def _lay(one: Composition, board: Board) -> Composition:
    """Put the tile in hand on the next square, if both are known; the square after it becomes the next."""
    cell = one.cursor
    if one.held is None or cell is None or one.needs_letter:
        return one
    cell = _free(one, board, cell)
    placed = PlacedTile(one.held, one.letter or one.held.letter)
    after = replace(one, laid=(*one.laid, (cell, placed)), held=None, letter="")
    return _at(after, _next(after, board, cell))


def _free(one: Composition, board: Board, cell: Cell) -> Cell:
    """The first square without a tile, starting at a square. Raises `SquareBlocked` and `SquareTaken`."""
    if board.layout[cell].blocked:
        raise SquareBlocked(cell.row, cell.column)
    found = _next(one, board, cell.step(one.direction, -1))
    if found is None:
        placed = board[cell] or dict(one.laid)[cell]
        raise SquareTaken(cell.row, cell.column, placed.letter, "")
    return found


def _next(one: Composition, board: Board, cell: Cell) -> Cell | None:
    """The first square without a tile after a square; None at a blocked one and at the edge."""
    own = dict(one.laid)
    cell = cell.step(one.direction)
    while cell in board.layout and not board.layout[cell].blocked:
        if board[cell] is None and cell not in own:
            return cell
        cell = cell.step(one.direction)
    return None


def _at(one: Composition, cell: Cell | None) -> Composition:
    return replace(one, row=cell.row if cell else None, column=cell.column if cell else None)


def _without(one: Composition, cell: Cell) -> Composition:
    return replace(one, laid=tuple(laid for laid in one.laid if laid[0] != cell))


def first_cell(layout: Layout) -> Cell:
    """Where composing begins on an empty board: the start, or the middle of a start row or column."""
    row, column = layout.start.row, layout.start.column
    return Cell(
        layout.height // 2 if row is None else row,
        layout.width // 2 if column is None else column,
    )


def opening(board: Board) -> Composition:
    """An empty composition: at the start of an empty board, else without a square."""
    empty = Composition()
    return empty.go(board, *first_cell(board.layout)) if board.is_empty else empty


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
        "at": [one.row, one.column, one.direction.value],
        "held": [one.held.letter, one.held.points, one.letter] if one.held else None,
        "pages": [one.rows, one.columns],
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
        row,
        column,
        Direction(way),
        Tile(held[0], held[1]) if held else None,
        held[2] if held else "",
        facts["pages"][0],
        facts["pages"][1],
        tuple(part) if part else None,
    )


def on_board(one: Composition, board: Board) -> Mapping[Cell, PlacedTile]:
    """The placed tiles that fit on the board, by square."""
    return {cell: placed for cell, placed in one.laid if board.at(cell) is None}
