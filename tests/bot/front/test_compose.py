"""The message for composing a move, and how often someone presses to compose one."""

from __future__ import annotations

import itertools
import math
import random
import statistics
from collections.abc import Iterable
from dataclasses import replace
from functools import cache

import pytest

from bot.front.components.message import Button, Image, Menu, Message, Row, Text
from bot.front.play.compose import begin_at, fits_after_tap, next_fit, spelling
from bot.front.play.compose_messages import AT, CompositionContext, ScoredMove, compose_message, framed
from bot.render import BoardScene, Style, draw_board
from bot.service.composing import Composition, line_through, moved_to, opening, place_number
from bot.text import texts_for
from engine.computer.player import choose
from engine.computer.selfplay import positions
from engine.errors import EngineError
from engine.game.commands import Play
from engine.game.state import LatestPlay
from engine.game.views import SeatView, seat_view
from engine.model.board import Board, Cell, Direction, Layout, StartCondition
from engine.model.tiles import KnownRack, Word
from engine.play.notation import write_word
from engine.play.placement import Placement, score
from tests.bot.front.test_buttons import lines_of
from tests.support import diagram
from tests.support.engines import tools
from tests.support.games import STANDARD, Table, tiles
from tests.support.sentences import said

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


def test_D2_a_row_and_a_square_in_it_are_offered_until_a_tile_is_placed() -> None:
    """Those where a word can go; then what can be done with the tiles takes up their lines.

    On an empty board there is only the start.
    """
    view, one = seen(LATE), opening(LATE, 7)
    one = one if one.direction is ACROSS else one.turned(LATE)
    assert labels(shown(view, one))[8:-3] == ["1", "2", "3", "7", "8", "9", "13", "14", "15"]
    assert labels(shown(view, one.turned(LATE)))[8:-3][0] == "A"
    row = one.begin(Cell(7, 8), ACROSS, LATE)
    assert labels(shown(view, row))[8:-3] == ["A8", "B8", "C8", "I8"]
    assert "Play" not in labels(shown(view, one))


def test_D2_places_are_told_in_words_to_those_who_do_not_see_the_board() -> None:
    """In a menu, with the letters that are in the line; also where a message has no room for a button for each."""
    view, one = seen(LATE), opening(LATE, 7)
    menu = next(block for block in shown(view, one, CompositionContext(listed=True)).blocks if isinstance(block, Menu))
    assert {"Row 8, across from C8", "Column H, down from H7"} <= {option.label for option in menu.options}
    assert {"···HELLO·······"} == {option.about for option in menu.options if option.label.startswith("Row 8,")}
    assert [block for block in shown(seen(LATE, "AEINRSTAEI"), one).blocks if isinstance(block, Menu)]
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


@pytest.mark.parametrize("word", ["COMBO", "HOT"])
@pytest.mark.parametrize("judged", [True, False])
def test_D2_a_typed_word_goes_where_it_is_a_move_through_letters_on_the_board(word: str, judged: bool) -> None:
    """As in the form of a move; none of the line that happens to be open is needed, and the dictionary is."""
    board = diagram.read("\n" * 7 + "...HELLO", STANDARD)
    view = seen(board, "CMBOTXY")
    one = spelling(word, IN_ENGLISH, known if judged else None)(opening(board, 7), view)
    words = [scored.word for scored in score(board, one.placement(board), STANDARD).words]
    assert words[0] == tuple(word)
    assert len(one.laid) == len(word) - 1 and (not judged or all(known(tuple(words))))


def test_D2_a_word_that_makes_a_phony_in_the_open_line_goes_elsewhere_unless_it_was_chosen() -> None:
    """A place that nobody has chosen binds nobody."""
    board = diagram.read("\n" * 7 + "...HELLO", STANDARD)
    view = seen(board, "HOTCMBX")
    beside = Composition(cursor=Cell(8, 3))
    assert not known(tuple(one.word for one in score(board, spelt_there(beside, board), STANDARD).words))[-1]
    for chosen in (False, True):
        one = spelling("HOT", IN_ENGLISH, known)(replace(beside, chosen=chosen), view)
        words = tuple(scored.word for scored in score(board, one.placement(board), STANDARD).words)
        assert all(known(words)) != chosen


def spelt_there(one: Composition, board: Board) -> Placement:
    """HOT where the next square is."""
    return spelling("HOT", IN_ENGLISH)(one, seen(board, "HOTCMBX")).placement(board)


def test_D2_an_empty_composition_says_that_tiles_find_their_place() -> None:
    """Only where they do."""
    view = seen(LATE)
    for finds in (True, False):
        message = shown(view, opening(LATE, 7), replace(NOTHING, finds=finds))
        assert (said("composing.tiles_find_place") in message.text) == finds


COMPOSE, PLAY, CHOICE, FORM = 1, 1, 2, 2
"""Presses for Compose, for Play, for an option of a menu, and for a form."""
PLAYS, PRESSED_LETTERS, MOST_TYPED, MOST_PRESSED = 20, 5, 8, 7


@cache
def plays() -> tuple[tuple[SeatView, Placement], ...]:
    """Plays of five letters, drawn by lot from every third position of four games; one of them is a first play."""
    luck, found = random.Random(30), list[tuple[SeatView, Placement]]()
    for game in range(4):
        for number, view in enumerate(positions(tools(), (3, 3), game)):
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


@cache
def casual_plays() -> tuple[tuple[SeatView, Placement], ...]:
    """Every second play of a game between computer players of level 3."""
    chosen = ((view, choose(view, tools())) for view in itertools.islice(positions(tools(), (3, 3), 0), 0, None, 2))
    return tuple((view, one.move) for view, one in chosen if isinstance(one, Play) and isinstance(one.move, Placement))


class Presses:
    """Composes plays by what the messages offer, and counts."""

    def __init__(self, view: SeatView) -> None:
        self.view, self.board, self.count = view, view.table.board, COMPOSE
        latest = view.table.latest
        beside = latest.placement.cells if isinstance(latest, LatestPlay) else ()
        self.one = framed(opening(self.board, view.table.variant.rack_size, beside), view, IN_ENGLISH)

    def change(self, one: Composition, presses: int) -> None:
        """Something was pressed."""
        self.one, self.count = framed(one, self.view, IN_ENGLISH), self.count + presses

    def press_place(self, cell: Cell) -> bool:
        """Press the button of a square, or of the line in which it is, if there is one."""
        offered = {
            button.custom_id for button in compose_message("d1", self.view, self.one, IN_ENGLISH, made=None).buttons
        }
        line = line_through(cell, self.one.direction, self.board.layout)
        for place in (cell,) if self.one.chosen else line:
            number = place_number(place, self.one.direction, self.board.layout)
            if AT.id("d1", number) in offered:
                self.change(begin_at(number)(self.one, self.view), 1)
                return True
        return False

    def go_to(self, play: Placement) -> None:
        """Choose the line of the play and its first square, unless they are known already."""
        if self.one.direction is not play.direction:
            self.change(self.one.turned(self.board), 1)
        if self.one.cursor != play.cells[0] and not self.board.is_empty:
            assert self.press_place(play.cells[0])
        if self.one.cursor != play.cells[0] and not self.board.is_empty:
            assert self.press_place(play.cells[0])
        while self.one.cursor != play.cells[0]:
            assert self.one.cursor
            way = Direction.ACROSS if self.one.cursor.row == play.cells[0].row else Direction.DOWN
            self.change(self.one.step(way, 1 if self.one.cursor < play.cells[0] else -1, self.board), 1)

    def type(self, play: Placement) -> None:
        """Type the whole word on its first square."""
        run = play.on(self.board).run(play.cell, play.direction)
        text = write_word(self.board, run, dict(play.tiles), self.view.table.variant)
        self.change(spelling(text, IN_ENGLISH)(self.one, self.view), FORM)

    def tap(self, play: Placement) -> None:
        """Tap every tile; where the place is not chosen, they go where they fit."""
        for _, placed in play.tiles:
            taken = self.one.take(placed.tile, self.board)
            named = taken.name(placed.letter, self.board) if taken.needs_letter else taken
            fits = fits_after_tap(self.one, named, self.view, known) if not named.chosen else ()
            self.change(moved_to(named, fits[0], self.board) if fits else named, 1 + CHOICE * placed.is_blank)

    def find(self, play: Placement) -> None:
        """Press Another place until the tiles are where they should be."""
        while tuple(sorted(cell for cell, _ in self.one.laid)) != play.cells:
            found = next_fit(self.one, self.view, known)
            assert found and self.count < 40
            self.change(moved_to(self.one, found, self.board), 1)

    def made(self, play: Placement) -> int:
        """The presses, with Play, once the play is made."""
        made = self.one.placement(self.board)
        assert made.cells == play.cells
        assert [placed.letter for _, placed in made.tiles] == [placed.letter for _, placed in play.tiles]
        return self.count + PLAY


def known(words: tuple[Word, ...]) -> tuple[bool, ...]:
    """Which words count."""
    return tuple(map(tools().lexicon.contains, words))


def by_place(view: SeatView, play: Placement, *, typed: bool = False) -> int:
    """Presses by row and column, then by typing the word or by tapping its tiles."""
    presses = Presses(view)
    presses.go_to(play)
    if typed:
        presses.type(play)
    else:
        presses.change(replace(presses.one, chosen=True), 0)
        presses.tap(play)
    return presses.made(play)


def by_tiles(view: SeatView, play: Placement) -> int:
    """Presses by tiles alone, which go where they fit; on an empty board, after arrows."""
    presses = Presses(view)
    if view.table.board.is_empty:
        presses.go_to(play)
    presses.tap(play)
    presses.find(play)
    return presses.made(play)


def mean(counted: Iterable[int]) -> float:
    """The mean number of presses."""
    return statistics.mean(counted)


@pytest.mark.soak
def test_D2_a_word_of_five_letters_takes_at_most_eight_presses() -> None:
    """On the average of 20 plays, if it is typed where it goes."""
    assert len(plays()) == PLAYS
    assert mean(by_place(*one, typed=True) for one in plays()) <= MOST_TYPED


@pytest.mark.gate
def test_D2_a_move_takes_at_most_seven_presses_of_tiles_alone() -> None:
    """On the average of a casual game; where row and column are chosen, at most eight."""
    chosen, found = (mean(how(*one) for one in casual_plays()) for how in (by_place, by_tiles))
    print(f"presses: {chosen:.1f} by row and column, {found:.1f} by tiles")
    assert len(casual_plays()) >= 10
    assert found <= MOST_PRESSED and chosen <= MOST_TYPED
