"""Where a word fits, without a coordinate."""

from __future__ import annotations

from engine.errors import RuleViolation
from engine.model.board import Board
from engine.model.coordinates import Cell, Direction
from engine.play.notation import PlayIntent, read_word
from engine.play.placement import places, resolve
from tests.support.games import STANDARD, rack


def test_first_word_fits_wherever_it_covers_the_centre() -> None:
    """Three letters through the centre: three places across, three down, in the order of the board."""
    found = places(read_word("CAT", STANDARD), Board.empty(STANDARD.layout), rack("CATXYZQ"), STANDARD)
    assert [(p.cell, p.direction) for p in found] == [
        *((Cell(7, column), Direction.ACROSS) for column in (5, 6, 7)),
        *((Cell(row, 7), Direction.DOWN) for row in (5, 6, 7)),
    ]


def test_only_places_where_the_word_stands_alone_in_its_line_are_found() -> None:
    """A word is not offered where letters before or after it would make it longer; the rack must hold its tiles."""
    board = Board.empty(STANDARD.layout)
    first = resolve(PlayIntent(Cell(7, 6), Direction.ACROSS, read_word("CAT", STANDARD)), board, rack("CAT"), STANDARD)
    board = first.on(board)
    found = places(read_word("AT", STANDARD), board, rack("ATXYZQJ"), STANDARD)
    assert found
    for placement in found:
        assert len(placement.on(board).run(placement.cell, placement.direction)) == 2
    assert not places(read_word("DOG", STANDARD), board, rack("ATXYZQJ"), STANDARD)


def test_every_place_found_is_one_that_resolve_takes() -> None:
    """The list holds exactly the places that a typed coordinate could give."""
    board = Board.empty(STANDARD.layout)
    first = resolve(PlayIntent(Cell(7, 6), Direction.ACROSS, read_word("CAT", STANDARD)), board, rack("CAT"), STANDARD)
    board, mine, letters = first.on(board), rack("SODXYZQ"), read_word("SOD", STANDARD)
    wanted = set()
    for direction in Direction:
        for row in range(15):
            for column in range(15):
                try:
                    placement = resolve(PlayIntent(Cell(row, column), direction, letters), board, mine, STANDARD)
                except RuleViolation:
                    continue
                if len(placement.on(board).run(placement.cell, placement.direction)) == 3:
                    wanted.add(placement)
    assert set(places(letters, board, mine, STANDARD)) == wanted
