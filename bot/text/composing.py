"""Composing a move tile by tile, and the moves tried so far, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.text.cast import Cast
from bot.text.moves import alphabetical, letters_text, play_text
from bot.text.names import escape, in_code
from bot.text.texts import Texts
from engine.game.views import SeatView
from engine.model.board import Board, PlacedTile
from engine.model.coordinates import Cell, Direction
from engine.model.tiles import KnownRack, Tile
from engine.play.placement import Placement
from engine.play.scoring import ScoreSheet


def next_step(held: Tile | None, letter: str, cursor: Cell | None, way: Direction, cast: Cast, texts: Texts) -> str:
    """The effect of the next tap: where the next tile goes, or what the player has to choose first."""
    if held is not None and held.is_blank and not letter:
        return texts.gettext("Which letter should the blank be?")
    if held is not None:
        shown = f"**{escape(letter or held.letter)}**"
        return texts.gettext("You are holding {tile}. Choose its row and column.", tile=shown)
    if cursor is None:
        return texts.gettext("Choose a row and a column, then tap your tiles.")
    square = f"**{cast.square(cursor.row, cursor.column)}**"
    if way is Direction.ACROSS:
        return texts.gettext("The next tile goes on {square}, across.", square=square)
    return texts.gettext("The next tile goes on {square}, down.", square=square)


def laid_text(laid: Mapping[Cell, PlacedTile], cast: Cast, texts: Texts) -> str:
    """The positions of the tiles placed so far, as text for players who cannot see the picture."""
    if not laid:
        return texts.gettext("You have not placed any tiles yet.")
    named = [f"{placed.letter} {cast.square(cell.row, cell.column)}" for cell, placed in sorted(laid.items())]
    return texts.gettext("Your tiles on the board: {tiles}.", tiles=", ".join(named))


def row_letters(board: Board, row: int) -> str:
    """The letters in a row, a dot for each free square."""
    return _line_letters(board, [Cell(row, column) for column in range(board.layout.width)])


def column_letters(board: Board, column: int) -> str:
    """The letters in a column, from top to bottom."""
    return _line_letters(board, [Cell(row, column) for row in range(board.layout.height)])


def _line_letters(board: Board, cells: Sequence[Cell]) -> str:
    placed = map(board.at, cells)
    return "".join(one.letter if one else "·" for one in placed)


def tile_label(tile: Tile, texts: Texts) -> str:
    """The button label of a tile on the rack: `C 3`."""
    if tile.is_blank:
        return texts.pgettext("tile", "Blank")
    return f"{tile.letter} {texts.number(tile.points)}"


def try_line(
    view: SeatView, placement: Placement, sheet: ScoreSheet, refused: bool, cast: Cast, texts: Texts
) -> tuple[str, str, str]:
    """A tried move as table cells: the move, its points, and its leave."""
    move = play_text(placement, sheet, cast.setup)
    leave = _leave(view, placement)
    if refused:
        leave = texts.gettext("{leave} (not in the dictionary)", leave=leave)
    return in_code(move), texts.number(sheet.total), in_code(leave)


def _leave(view: SeatView, placement: Placement) -> str:
    if not isinstance(view.rack, KnownRack):
        return ""
    kept = view.rack.tiles - placement.used
    return letters_text(alphabetical(kept, view.table.variant), view.table.variant) if kept else "–"
