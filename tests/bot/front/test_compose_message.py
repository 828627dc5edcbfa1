"""The message for composing a move: what it shows, and how high it is on a phone."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from bot.front.components.message import Button, Image, Menu, Message, Row, Text
from bot.front.play.compose_messages import CompositionContext, ScoredMove, compose_message, framed
from bot.render import BoardScene, Style, draw_board
from bot.service.drafting.composing import Composition, opening
from bot.text import texts_for
from engine.errors import EngineError
from engine.game.views import SeatView, seat_view
from engine.model.board import Board
from engine.model.coordinates import Cell, Direction
from engine.model.layout import Layout, StartCondition
from engine.play.scoring import score
from tests.bot.front.test_buttons_on_a_phone import lines_of
from tests.support import diagram
from tests.support.games import STANDARD, Table, tiles

ENGLISH, NOTHING = texts_for("en"), CompositionContext(play="Play")
ACROSS, DOWN = Direction.ACROSS, Direction.DOWN
SCREEN = 620
"""Pixels between the heading and the input line on a phone of 390 by 844."""
PICTURE, LINE, LETTERS, BUTTONS, MENU, AROUND = 340, 21.5, 42, 43, 47, 75
"""Width of a picture, a line of text and its letters, buttons, a menu, and what is around."""
LATE = diagram.read(
    ["KITE...........", "..O............"] + ["." * 15] * 5 + ["...HELLO......."] + ["." * 15] * 5
    + ["............A..", "..........DOT.A"], STANDARD,
)  # fmt: skip


def seen(board: Board, rack: str = "AEINRST") -> SeatView:
    """What a player on turn sees of a board."""
    table = Table().start(rack, "QUAZJVK")
    return seat_view(replace(table.game, board=board), 0)


def shown(view: SeatView, one: Composition, around: CompositionContext = NOTHING) -> Message:
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
    drawn = draw_board(picture(message), Style())
    lines = [line for block in message.blocks if isinstance(block, Text) for line in block.content.split("\n")]
    return (
        AROUND
        + drawn.height * PICTURE / drawn.width
        + LINE * sum(math.ceil(len(line) / LETTERS) for line in lines)
        + BUTTONS * lines_of(message)
        + MENU * sum(isinstance(block, Menu) for block in message.blocks)
    )


@pytest.mark.parametrize("way", [ACROSS, DOWN])
@pytest.mark.parametrize("board", [Board.empty(STANDARD.layout), LATE], ids=["empty", "late"])
def test_D2_the_message_fits_a_phones_screen(board: Board, way: Direction) -> None:
    """Picture with tiles, and buttons: before a place is chosen, and with each tile that is placed."""
    view = seen(board)
    one = framed(opening(board, 7), view, ENGLISH)
    assert height(shown(view, one)) <= SCREEN
    one = framed(one.begin(Cell(8, 7), way, board), view, ENGLISH)
    for letter in "AEINRST":
        assert height(shown(view, one)) <= SCREEN, letter
        tile = next(tile for tile in STANDARD.tile_set.tiles if tile.letter == letter)
        one = framed(one.take(tile, board), view, ENGLISH)
    assert height(shown(view, one)) <= SCREEN


def test_D2_the_direction_is_a_state_that_the_picture_shows() -> None:
    """The button says what it is now, not what it does."""
    board = Board.empty(STANDARD.layout)
    view, one = seen(board), opening(board, 7)
    assert "Direction: across" in labels(shown(view, one))
    assert "Direction: down" in labels(shown(view, one.turned(board)))
    assert picture(shown(view, one)).heading == (1, 0)
    assert picture(shown(view, one.turned(board))).heading == (0, 1)


def test_D2_the_button_names_the_other_picture() -> None:
    """Where the part is the whole board, there is none."""
    view, one = seen(LATE), opening(LATE, 7)
    assert "Whole board" in labels(shown(view, one))
    assert "Zoom in" in labels(shown(view, one, CompositionContext(whole=True)))
    small = Board.empty(Layout(10, 6, STANDARD.layout.squares[:60], StartCondition(1, 1)))
    message = shown(seen(small), opening(small, 7))
    assert not {"Whole board", "Zoom in"} & set(labels(message))


@pytest.mark.parametrize("whole", [False, True])
def test_D2_the_zoom_stays_still(whole: bool) -> None:
    """From the first picture to the last, whatever is chosen; and the part stays while a word grows through HELLO."""
    view, one = seen(LATE), opening(LATE, 7)
    sizes, parts = set(), set()
    for cell, way in ((Cell(6, 3), DOWN), (Cell(8, 3), ACROSS), (Cell(12, 12), DOWN)):
        one = framed(one.begin(cell, way, LATE), view, ENGLISH)
        for count, letter in enumerate("AEINRST"):
            scene = picture(shown(view, one, CompositionContext(whole=whole)))
            sizes.add((scene.width, scene.height))
            parts.add((cell, one.part) if count < 4 and cell.row < 10 else None)
            one = framed(one.take(tiles(letter).items[0], LATE), view, ENGLISH)
        one = one.cleared()
    assert sizes == {(15, 15) if whole else (10, 6)}
    assert len(parts - {None}) == 2


def test_D2_the_tiles_that_are_left_are_below_the_board() -> None:
    """In the order of the rack, with an empty place for each tile on the board."""
    view = seen(LATE, "TREASON")
    one = opening(LATE, 7).take(tiles("A").items[0], LATE)
    order = tuple(tiles(letter).items[0] for letter in "TREASON")
    rack = picture(shown(view, one, CompositionContext(order))).rack
    assert [tile.letter if tile else "" for tile in rack] == ["T", "R", "E", "", "S", "O", "N"]


def test_D2_places_to_begin_are_offered_until_a_tile_is_placed() -> None:
    """Then what can be done with the tiles takes up their line; and on an empty board there is only the start."""
    view, one = seen(LATE), opening(LATE, 7)
    menu = next(block for block in shown(view, one).blocks if isinstance(block, Menu))
    assert {"Row 8, across from C8", "Column H, down from H7"} <= {option.label for option in menu.options}
    assert {"···HELLO·······"} == {option.about for option in menu.options if option.label.startswith("Row 8,")}
    assert "Play" not in labels(shown(view, one))
    taken = one.take(tiles("A").items[0], LATE)
    assert "Play" in labels(shown(view, taken))
    assert not [block for block in shown(view, taken).blocks if isinstance(block, Menu)]
    empty = Board.empty(STANDARD.layout)
    assert "Play" in labels(shown(seen(empty), opening(empty, 7)))


def test_D2_the_game_is_named_where_the_message_answers_none_of_its_own() -> None:
    """In direct messages, where several games meet."""
    view, one = seen(LATE), opening(LATE, 7)
    named = shown(view, one, CompositionContext(title="Ada and Bruno")).blocks[0]
    assert isinstance(named, Text) and "**" in named.content
    assert isinstance(shown(view, one).blocks[0], Image)
