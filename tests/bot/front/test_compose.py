"""The message for composing a move, and how often someone presses to compose one."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from bot.front.components.message import Button, Image, Menu, Message, Row, Text
from bot.front.play.compose import begin_at, spell
from bot.front.play.compose_messages import TURN_PAGE, CompositionContext, ScoredMove, compose_message, framed
from bot.render import BoardScene, Style, draw_board
from bot.service.composing import Composition, first_cell, line_through, opening, place_of
from bot.text import texts_for
from engine.computer.selfplay import positions
from engine.errors import EngineError
from engine.game.views import SeatView, seat_view
from engine.model.board import Board, Cell, Direction, Layout, StartCondition
from engine.model.tiles import KnownRack
from engine.play.notation import write_word
from engine.play.placement import Placement, score
from tests.bot.front.test_buttons import lines_of
from tests.support import diagram
from tests.support.engines import tools
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


IN_ENGLISH = texts_for("en")
BEGUN, PLAY, CHOICE, FORM = 2, 1, 2, 2
"""Presses for Rack and Compose, for Play, for an option of a menu, and for a form."""
PLAYS, PRESSED_LETTERS, MOST = 20, 5, 8


@cache
def plays() -> tuple[tuple[SeatView, Placement], ...]:
    """Plays of five letters, drawn by lot from every third position of four games; one of them is a first play."""
    luck, found = random.Random(30), list[tuple[SeatView, Placement]]()
    for game in range(4):
        for number, view in enumerate(positions(tools(), (6, 6), game)):
            board, rack = view.table.board, view.rack
            assert isinstance(rack, KnownRack)
            if number % 3 != game % 3 or len(found) >= PLAYS * (game + 1) // 4:
                continue
            fits = [one.placement for one in tools().generator.all(board, rack.tiles) if is_wanted(one.placement, view)]
            if fits:
                found.append((view, luck.choice(fits)))
    return tuple(found)


def is_wanted(play: Placement, view: SeatView) -> bool:
    """Whether the main word has five letters."""
    return len(play.on(view.table.board).run(play.cell, play.direction)) == PRESSED_LETTERS


def before(view: SeatView, play: Placement) -> int:
    """Presses by menus of rows and columns, arrows and tiles, which was the only way.

    On an empty board, the first square was the start, from which arrows led on.
    """
    board, first = view.table.board, play.cells[0]
    start = first_cell(board.layout)
    reached = abs(first.row - start.row) + abs(first.column - start.column) if board.is_empty else 2 * CHOICE
    turned = play.direction is Direction.DOWN
    blanks = sum(tile.is_blank for tile in play.used)
    return BEGUN + reached + turned + len(play.tiles) + CHOICE * blanks + PLAY


class Presses:
    """Composes plays by what the messages offer, and counts."""

    def __init__(self, view: SeatView) -> None:
        self.view, self.count = view, BEGUN
        self.one = framed(opening(view.table.board, view.table.variant.rack_size), view, IN_ENGLISH)

    @property
    def message(self) -> Message:
        """What is shown now."""
        return compose_message("d1", self.view, self.one, IN_ENGLISH, made=None)

    def change(self, one: Composition, presses: int) -> None:
        """Something was pressed."""
        self.one, self.count = framed(one, self.view, IN_ENGLISH), self.count + presses

    def go_to(self, play: Placement) -> None:
        """Choose the line of the play, unless the next square is in it already."""
        if self.is_in(play, self.one.cursor, self.one.direction):
            return
        if self.is_in(play, self.one.cursor, self.one.direction.other):
            self.change(self.one.turned(self.view.table.board), 1)
            return
        for value in self.options():
            if value.startswith(TURN_PAGE):
                self.change(replace(self.one, page=int(value.removeprefix(TURN_PAGE))), CHOICE)
                self.go_to(play)
                return
            if self.is_in(play, *place_of(int(value), self.view.table.board.layout)):
                self.change(begin_at(int(value))(self.one, self.view), CHOICE)
                return

    def options(self) -> Iterator[str]:
        """The values of the menu of places, from its first option on."""
        return (option.value for block in self.message.blocks if isinstance(block, Menu) for option in block.options)

    def is_in(self, play: Placement, cell: Cell | None, direction: Direction) -> bool:
        """Whether a square and a direction are those of a play's line."""
        layout = self.view.table.board.layout
        return direction is play.direction and cell in line_through(play.cell, play.direction, layout)

    def type(self, play: Placement) -> None:
        """Type the whole word; if it fits twice in its line and goes where it should not, clear it and step first."""
        board, begun = self.view.table.board, self.one
        run = play.on(board).run(play.cell, play.direction)
        text = write_word(board, run, dict(play.tiles), self.view.table.variant)
        if board.is_empty:
            self.step(play.cells[0])
        self.change(spell(text, IN_ENGLISH)(self.one, self.view), FORM)
        if self.one.placement(board).cells != play.cells:
            self.change(begun, 1)
            self.step(play.cells[0])
            self.change(spell(text, IN_ENGLISH)(self.one, self.view), FORM)

    def step(self, cell: Cell) -> None:
        """Move the next square within its line."""
        while self.one.cursor != cell:
            assert self.one.cursor
            by = 1 if self.one.cursor < cell else -1
            self.change(self.one.step(self.one.direction, by, self.view.table.board), 1)

    def tap(self, play: Placement) -> None:
        """Step to the first square, then tap every tile."""
        self.step(play.cells[0])
        for _, placed in play.tiles:
            taken = self.one.take(placed.tile, self.view.table.board)
            named = taken.name(placed.letter, self.view.table.board) if taken.needs_letter else taken
            self.change(named, 1 + CHOICE * placed.is_blank)


def now(view: SeatView, play: Placement, *, typed: bool) -> int:
    """Presses by the menu of places, then by typing the word or by tapping its tiles."""
    presses = Presses(view)
    presses.go_to(play)
    if typed:
        presses.type(play)
    else:
        presses.tap(play)
    made = presses.one.placement(view.table.board)
    assert made.cells == play.cells
    assert [placed.letter for _, placed in made.tiles] == [placed.letter for _, placed in play.tiles]
    return presses.count + PLAY


@pytest.mark.gate
def test_D2_a_word_of_five_letters_takes_at_most_eight_presses() -> None:
    """On the average of 20 plays; and whoever only taps needs fewer than before, too."""
    assert len(plays()) == PLAYS
    earlier, typed, tapped = (
        [count(view, play) for view, play in plays()]
        for count in (before, lambda *one: now(*one, typed=True), lambda *one: now(*one, typed=False))
    )
    print(f"presses: {sum(earlier) / PLAYS} before, {sum(typed) / PLAYS} typed, {sum(tapped) / PLAYS} tapped")
    assert sum(typed) <= MOST * PLAYS
    assert sum(tapped) < sum(earlier)
