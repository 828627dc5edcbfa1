"""A part of the board, large."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.render import Span, Style, draw_board, draw_zoom
from bot.render.board import part_of
from tests.support import scenes


@pytest.mark.parametrize(
    ("cell", "columns", "rows"),
    [((7, 7), "EFGHIJK", range(5, 12)), ((0, 0), "ABCDEFG", range(1, 8)), ((14, 13), "IJKLMNO", range(9, 16))],
)
def test_K21_the_part_keeps_its_coordinates_and_tiles(cell: tuple[int, int], columns: str, rows: range) -> None:
    """Seven by seven squares, labelled and filled as on the whole board, also near an edge; the square is outlined."""
    whole = scenes.late()
    part = part_of(whole, cell)
    assert part.column_labels == tuple(columns)
    assert part.row_labels == tuple(map(str, rows))
    assert part.cursor is not None
    named = (part.column_labels[part.cursor[0]], part.row_labels[part.cursor[1]])
    assert named == (whole.column_labels[cell[0]], whole.row_labels[cell[1]])
    letters = {(t.column, t.row): t.tile.letter for t in whole.tiles}
    left, top = cell[0] - part.cursor[0], cell[1] - part.cursor[1]
    assert {(t.column + left, t.row + top): t.tile.letter for t in part.tiles} == {
        place: letter for place, letter in letters.items() if left <= place[0] < left + 7 and top <= place[1] < top + 7
    }


def test_K21_tiles_are_larger_than_on_the_whole_board() -> None:
    """Even though the picture is hardly larger."""
    whole, part = draw_board(scenes.late(), Style()), draw_zoom(scenes.late(), (7, 7), Style())
    assert part.width < 1.2 * whole.width
    assert (part.width - 150) / 7 > 1.8 * (whole.width - 80) / 15


def test_a_ring_is_cut_with_the_board() -> None:
    """The visible part of the ring stays."""
    ringed = replace(scenes.late(), ring=Span(2, 7, 9))
    assert part_of(ringed, (7, 7)).ring == Span(0, 3, 7)
    assert part_of(ringed, (0, 0)).ring is None


def test_a_small_board_is_shown_whole() -> None:
    """A square off the board is the caller's fault."""
    small = scenes.small()
    part = part_of(small, (0, 0))
    assert (part.width, part.height) == (min(7, small.width), min(7, small.height))
    with pytest.raises(ValueError, match="off the board"):
        part_of(small, (99, 0))
