"""The message for composing a move: what it shows, and how high it is on a phone."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from bot.front.core.message import Button, Image, Menu, Message, Row, Text
from bot.front.play.compose_messages import Around, ScoredMove, compose_message, framed
from bot.render import BoardScene
from bot.service.composing import Composition, opening
from bot.text import texts_for
from engine.errors import EngineError
from engine.game.views import SeatView, seat_view
from engine.model.board import Board
from engine.model.coordinates import Direction
from engine.play.scoring import score
from tests.bot.front.test_buttons_on_a_phone import lines_of
from tests.support import diagram
from tests.support.games import STANDARD, Table

ENGLISH, NOTHING = texts_for("en"), Around()
ACROSS, DOWN = Direction.ACROSS, Direction.DOWN
SCREEN = 620
"""Pixels between the heading and the input line on a phone of 390 by 844."""
PICTURE, FRAME, LINE, LETTERS, BUTTONS, MENU, AROUND = 340, 36, 21.5, 42, 43, 47, 75
"""Width of a picture, its letters and margins, a line of text and its letters, buttons, a menu, and what is around."""
LATE = diagram.read(
    ["KITE...........", "..O............"] + ["." * 15] * 5 + ["...HELLO......."] + ["." * 15] * 5
    + ["............A..", "..........DOT.A"], STANDARD,
)  # fmt: skip


def seen(board: Board, rack: str = "AEINRST") -> SeatView:
    """What a player on turn sees of a board."""
    table = Table().start(rack, "QUAZJVK")
    return seat_view(replace(table.game, board=board), 0)


def shown(view: SeatView, one: Composition, around: Around = NOTHING) -> Message:
    """The message of a composition."""
    board, made = view.table.board, None
    try:
        placement = one.placement(board)
        made = ScoredMove(placement, score(board, placement, STANDARD), ())
    except EngineError:
        pass
    return compose_message("d1", view, one, ENGLISH, made=made, around=around)


def labels(message: Message) -> list[str]:
    """The labels of all buttons."""
    return [
        one.label for row in message.blocks if isinstance(row, Row) for one in row.buttons if isinstance(one, Button)
    ]


def picture(message: Message) -> BoardScene:
    """The scene of the picture."""
    scene = next(block.scene for block in message.blocks if isinstance(block, Image))
    assert isinstance(scene, BoardScene)
    return scene


def height(message: Message) -> float:
    """About how many pixels high a message is on a phone."""
    scene = picture(message)
    lines = [line for block in message.blocks if isinstance(block, Text) for line in block.content.split("\n")]
    return (
        AROUND
        + FRAME
        + scene.height * (PICTURE - FRAME) / scene.width
        + LINE * sum(math.ceil(len(line) / LETTERS) for line in lines)
        + BUTTONS * lines_of(message)
        + MENU * sum(isinstance(block, Menu) for block in message.blocks)
    )


@pytest.mark.parametrize("way", [ACROSS, DOWN])
@pytest.mark.parametrize("board", [Board.empty(STANDARD.layout), LATE], ids=["empty", "late"])
def test_D2_the_message_fits_a_phones_screen(board: Board, way: Direction) -> None:
    """Picture, tiles and buttons together: before a square is chosen, and with each tile that is placed."""
    view = seen(board)
    one = framed(opening(board), view, ENGLISH)
    assert height(shown(view, one)) <= SCREEN
    one = framed(replace(one.go(board, 8, 7), direction=way), view, ENGLISH)
    for letter in "AEINRST":
        assert height(shown(view, one)) <= SCREEN, letter
        tile = next(tile for tile in STANDARD.tile_set.tiles if tile.letter == letter)
        one = framed(one.take(tile, board), view, ENGLISH)
    assert height(shown(view, one)) <= SCREEN


def test_D2_the_direction_is_a_state_that_the_picture_shows() -> None:
    """The button says what it is now, not what it does."""
    board = Board.empty(STANDARD.layout)
    view, one = seen(board), opening(board)
    assert "Direction: across" in labels(shown(view, one))
    assert "Direction: down" in labels(shown(view, one.turned()))
    assert picture(shown(view, one)).heading == (1, 0)
    assert picture(shown(view, one.turned())).heading == (0, 1)


def test_D2_there_is_no_choice_of_picture_where_the_part_is_the_whole_board() -> None:
    """Once there is a part, the button names the other picture."""
    view = seen(LATE)
    for whole in (False, True):
        message = shown(view, Composition(), Around(whole=whole))
        assert picture(message).width == picture(message).height == 15
        assert not {"Whole board", "Zoom in"} & set(labels(message))
    square = Composition().go(LATE, 8, 3)
    assert "Whole board" in labels(shown(view, square))
    assert "Zoom in" in labels(shown(view, square, Around(whole=True)))


def test_D2_a_chosen_row_is_ringed_until_its_column_is_chosen() -> None:
    """The menu of the columns takes the place of that of the rows."""
    view = seen(LATE)
    message = shown(view, Composition().go(LATE, row=8))
    ring = picture(message).ring
    assert ring and (ring.row, ring.columns, ring.rows) == (8, 15, 1)
    assert [block.hint for block in message.blocks if isinstance(block, Menu)] == ["Column"]
    assert "Other square" in labels(message)


def test_D2_the_game_is_named_where_the_message_answers_none_of_its_own() -> None:
    """In direct messages, where several games meet."""
    view, one = seen(LATE), Composition()
    named = shown(view, one, Around(titled=True)).blocks[0]
    assert isinstance(named, Text) and "**" in named.content
    assert isinstance(shown(view, one).blocks[0], Image)
