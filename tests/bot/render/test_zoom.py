"""A part of the board, large, and scenes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from bot.render import BoardScene, DrawnTile, Span, SquareFace, Style, TileFace, draw_board
from bot.render.board import COMPOSING, composing_part, composing_span, part_of
from bot.render.scene import look_of
from bot.render.tiles import grid_of
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


# --- composing --------------------------------------------------------------------------------------------------------

PHONE = 340
"""Pixels that a picture is wide on a phone of 390."""


def composed_at(columns: Iterable[int], row: int, cursor: tuple[int, int] | None = None) -> BoardScene:
    """A late board with new tiles in a row."""
    scene = scenes.late()
    lying = tuple(placed._replace(is_new=False) for placed in scene.tiles if placed.row != row)
    new = tuple(DrawnTile(column, row, TileFace("E", "1"), is_new=True) for column in columns)
    return replace(scene, tiles=(*lying, *new), cursor=cursor)


@pytest.mark.parametrize(
    ("columns", "row", "cursor", "shown_columns", "shown_rows"),
    [
        ((), 7, (7, 7), range(2, 12), range(4, 10)),
        ((7, 8), 7, (9, 7), range(3, 13), range(4, 10)),
        ((), 0, (0, 0), range(10), range(6)),
        (range(3, 13), 14, (13, 14), range(5, 15), range(9, 15)),
    ],
    ids=["a square", "two tiles", "a corner", "a long word"],
)
def test_D2_the_part_shown_while_composing(
    columns: Iterable[int], row: int, cursor: tuple[int, int], shown_columns: range, shown_rows: range
) -> None:
    """Ten columns and six rows around tiles and next square; for a long word, those up to the latter."""
    whole = composed_at(columns, row, cursor)
    part = composing_part(whole)
    assert part.column_labels == whole.column_labels[shown_columns.start : shown_columns.stop]
    assert part.row_labels == whole.row_labels[shown_rows.start : shown_rows.stop]
    assert part.cursor == (cursor[0] - shown_columns.start, cursor[1] - shown_rows.start)
    assert sum(placed.is_new for placed in part.tiles) == len(set(columns) & set(shown_columns))


@pytest.mark.parametrize(("down", "letters"), [(False, 8), (True, 5)])
def test_D2_the_whole_word_that_a_tile_extends_is_shown(down: bool, letters: int) -> None:
    """Its first letters would otherwise be cut off."""
    word = [DrawnTile(column, 7, TileFace("E")) for column in range(10 - letters, 9)]
    tiles = (*word, DrawnTile(9, 7, TileFace("D"), is_new=True))
    cursor = (10, 7)
    if down:
        tiles = tuple(placed._replace(column=placed.row, row=placed.column) for placed in tiles)
        cursor = (7, 10)
    part = composing_part(BoardScene(15, 15, (SquareFace(),) * 225, tiles, cursor=cursor))
    assert len(part.tiles) == letters


def test_D2_the_part_is_legible_on_a_phone() -> None:
    """Letters are nearly half as large again as on the whole board: capitals of 16 pixels or more."""
    scene = composed_at((7, 8), 7, (9, 7))
    part, look = composing_part(scene), look_of(Style())
    width = draw_board(part, Style()).width
    assert grid_of(part, look).cell * 0.53 * PHONE / width >= 16
    whole = draw_board(replace(scene, seats=(), title="", facts=(), pool="", status=""), Style()).width
    assert grid_of(part, look).cell / width > 1.4 * grid_of(scene, look).cell / whole


def test_D2_a_word_across_a_large_board_is_shown_around_the_next_square() -> None:
    """The whole word would be too small."""
    squares = (SquareFace(),) * (50 * 9)
    new = tuple(DrawnTile(column, 4, TileFace("E"), is_new=True) for column in range(2, 34))
    part = composing_part(BoardScene(50, 9, squares, new, cursor=(34, 4)))
    assert (part.width, part.height) == COMPOSING
    assert part.cursor == (8, 3)


@pytest.mark.parametrize(("down", "most"), [(False, 7), (True, 5)])
def test_D2_the_part_stays_while_a_word_grows(down: bool, most: int) -> None:
    """Across for seven letters, down for five; beyond, it moves with the next square, but its size stays."""
    heading = (0, 1) if down else (1, 0)
    kept, seen = None, []
    for count in range(8):
        tiles = tuple(
            DrawnTile(*((7, 4 + at) if down else (4 + at, 7)), TileFace("E"), is_new=True) for at in range(count)
        )
        cursor = (7, 4 + count) if down else (4 + count, 7)
        scene = BoardScene(15, 15, (SquareFace(),) * 225, tiles, cursor=cursor, heading=heading)
        kept = composing_span(scene, kept)
        part = composing_part(scene, kept)
        assert (part.width, part.height) == COMPOSING
        assert sum(placed.is_new for placed in part.tiles) >= min(count, COMPOSING[down] - 2)
        seen.append(kept)
    assert len(set(seen[:most])) == 1


def test_D2_the_part_stays_until_the_next_square_leaves_it() -> None:
    """Wherever the next square goes within it; and whatever was kept for a larger board is not used."""
    board = BoardScene(15, 15, (SquareFace(),) * 225, cursor=(7, 7), heading=(1, 0))
    kept = composing_span(board)
    right, bottom = kept.column + kept.columns, kept.row + kept.rows
    for cursor in ((kept.column, kept.row), (right - 1, bottom - 1)):
        assert composing_span(replace(board, cursor=cursor, heading=(0, 1)), kept) == kept
    for cursor in ((kept.column - 1, 7), (7, kept.row - 1), (7, bottom)):
        assert composing_span(replace(board, cursor=cursor), kept) != kept
    assert composing_span(board, Span(10, 10, 9, 7)) == kept


def test_D2_there_is_more_room_where_the_word_goes() -> None:
    """Seven of ten columns are ahead of the first square, and four of six rows."""
    board = BoardScene(15, 15, (SquareFace(),) * 225, cursor=(7, 7), heading=(1, 0))
    assert composing_span(board) == Span(5, 4, 10, 6)
    assert composing_span(replace(board, heading=(0, 1))) == Span(2, 6, 10, 6)


def test_D2_the_word_that_the_next_square_continues_is_shown() -> None:
    """Someone who adds an S to a word of seven letters sees all of it before tapping."""
    word = tuple(DrawnTile(column, 7, TileFace("E")) for column in range(2, 9))
    board = BoardScene(15, 15, (SquareFace(),) * 225, word, cursor=(9, 7), heading=(1, 0))
    assert len(composing_part(board).tiles) == 7


def test_the_frame_has_an_arrow_where_the_next_tiles_go() -> None:
    """Across and down look different from each other, and from a frame without a direction."""
    framed = BoardScene(5, 5, (SquareFace(),) * 25, cursor=(2, 2))
    pictures = {draw_board(replace(framed, heading=way), Style()).data for way in (None, (1, 0), (0, 1))}
    assert len(pictures) == 3
    nowhere = replace(framed, cursor=None)
    assert draw_board(replace(nowhere, heading=(1, 0)), Style()) == draw_board(nowhere, Style())


def test_scenes_compare_and_hash_by_value() -> None:
    """Equal scenes are the same key, so that callers can cache pictures by scene."""
    assert scenes.late() == scenes.late()
    assert len({scenes.late(), scenes.late(), scenes.opening(), scenes.rack(), scenes.rack()}) == 3


@pytest.mark.parametrize(
    "fault",
    [
        {"width": 16},
        {"width": 0, "squares": ()},
        {"width": 65, "height": 1, "squares": (SquareFace(),) * 65},
        {"column_labels": ("A",)},
        {"row_labels": ("1",) * 16},
        {"cursor": (15, 0)},
        {"cursor": (0, -1)},
        {"ring": Span(13, 0, 3)},
    ],
)
def test_a_scene_whose_shapes_disagree_is_refused(fault: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"\d"):
        replace(scenes.late(), **fault)  # type: ignore[arg-type]


def test_a_tile_off_the_board_is_refused() -> None:
    with pytest.raises(ValueError, match="off the board"):
        BoardScene(3, 3, (SquareFace(),) * 9, scenes.tiles(["...A"]))
