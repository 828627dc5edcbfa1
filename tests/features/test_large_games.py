"""Games as large as cardwords allows, by ledger code: 60 x 40 boards, racks of 15 tiles, factors of 99."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.front.board.answers import grid_message, square_message, text_board_message, whole_board_message
from bot.front.board.messages import board_message
from bot.front.board.scenes import board_scene, whole_scene
from bot.front.components.layout import layout as laid_out
from bot.front.components.message import MOST_COMPONENTS, Button, Image, Menu
from bot.front.hints.messages import hint_message
from bot.front.play.compose_messages import compose_message
from bot.model.windows import PART
from bot.playground.component_limits import walk
from bot.render import Style, draw_board
from bot.render.squares import grid_of
from bot.render.themes import look_of
from bot.service.drafting.composing import opening
from bot.text import texts_for
from engine.computer.player import choose
from engine.errors import BadData
from engine.formats import cgp, gcg
from engine.formats.cardwords import Source, read_game
from engine.formats.journal import record
from engine.game.commands import Play
from engine.game.views import seat_view, table_view
from engine.loading.computers import load_tools
from engine.model.coordinates import Cell, Direction
from engine.model.layout import Layout, Square, StartCondition
from engine.model.variant import Variant
from engine.review.hints import LookAlong
from tests.support.games import STANDARD, Table
from tests.support.sentences import said
from tests.support.words import english

ENGLISH = texts_for("en")
CHARSET = "26\n" + "\n".join(f"{letter}{letter.lower()}" for letter in STANDARD.alphabet.letters)
CARDS = "78\n" + " ".join(f"[{letter} 1] [{letter} 1] [{letter} 99]" for letter in STANDARD.alphabet.letters)
TABLE = "60*40\n(60, 20)\n(59, 20) W 99 L 99;\n(58, 20) B;\n(30, 20) W 2 L 3 C 5;\n(60, 40)\n"
BONUS = "\n".join(f"{number}:{number * (number > 0)}" for number in range(-15, 16))


def large() -> Variant:
    """The variant in these files."""
    sources = (Source("charset", CHARSET), Source("cards", CARDS), Source("table", TABLE), Source("bonus", BONUS))
    return read_game("large", "en", sources).file.variant("en")


def begun() -> Table:
    """A game whose first word extends beyond column Z."""
    table = Table(variant=large()).start("HELLOABCDEFGIJK", "QUVWXYZMNOPRSTA")
    table.play("21AA H(1)E(1)L(1)L(1)O(1)")
    return table


def test_K8_K9_a_table_of_60_by_40_and_hands_of_15_import_and_play() -> None:
    """Columns beyond Z, factors, the points of tiles and the bonus for their number all count."""
    table = begun()
    variant = table.game.variant
    assert (variant.layout.size, variant.rack_size) == ((60, 40), 15)
    assert variant.layout[Cell(20, 59)] == Square(letter=99, word=99)
    assert table.scores[0] == 2 * (1 + 1 + 1 + 1 + 3 * 1) + 5 + 5
    table.play("AB21 (E)MU")
    assert {cell.column for cell, _ in table.game.board.tiles()} == {26, 27, 28, 29, 30}
    assert table.scores[1] == 1 + 1 + 1 + 2


def test_K8_moves_beyond_column_Z_survive_every_format() -> None:
    """GCG and CGP read back what they write."""
    table = begun()
    (move,) = (one for one in gcg.read(gcg.write(record(table.events, open_racks=True))).events if one.score)
    assert getattr(move, "place", "") == "21AA"
    position = f"{'60/' * 20}26HELP30{'/60' * 19} / 0/0 0"
    lying = [cell for cell, _ in cgp.read(position, table.game.variant).board.tiles()]
    assert lying == [Cell(20, column) for column in range(26, 30)]


def test_K8_a_large_board_shows_a_part_that_can_be_read_and_says_which() -> None:
    """The part around the latest play; on request the whole board, smaller."""
    view = table_view(begun().game)
    part = board_scene(view, ENGLISH)
    assert (part.width, part.height) == (PART, PART)
    assert {one.tile.letter for one in part.tiles} == set("HELO")
    assert part.column_labels[0] in part.facts[-1] and part.row_labels[-1] in part.facts[-1]
    assert grid_of(part, look_of(Style())).cell >= 30
    whole = whole_scene(view, ENGLISH)
    assert (whole.width, whole.height) == (60, 40)
    assert draw_board(whole, Style(zoom=200)).width < 2200
    assert "smaller" in whole_board_message(view, ENGLISH).text
    image = next(block for block in board_message("g", view, (), ENGLISH).blocks if isinstance(block, Image))
    assert image.scene == replace(part)
    (near,) = square_message(view, Cell(39, 59), ENGLISH).images
    assert near.scene.column_labels[-1] == "BH"  # type: ignore[union-attr]


def test_K8_X16_the_alt_text_of_a_part_says_which() -> None:
    """As the picture does, before the words; that of a whole board does not."""
    table = begun()
    view, seat = table_view(table.game), seat_view(table.game, 1)
    (image,) = board_message("g", view, (), ENGLISH).images
    part = board_scene(view, ENGLISH)
    columns, rows = part.column_labels, part.row_labels
    shown = f"Shown: columns {columns[0]} to {columns[-1]}, rows {rows[0]} to {rows[-1]}."
    assert image.alt.startswith(f"Board of 60 by 40. {shown} ")
    assert image.alt.index(shown) < image.alt.index("Words: 21AA HELLO.")
    (whole,) = whole_board_message(view, ENGLISH).images
    assert "Shown" not in whole.alt
    (ringed,) = hint_message("g", seat, LookAlong(Cell(20, 26), Direction.ACROSS), ENGLISH).images
    assert "Shown: columns T to AN, rows " in ringed.alt
    (composed,) = compose_message("d", seat, opening(seat.table.board, 15), ENGLISH, made=None).images
    assert "Shown: columns " in composed.alt


def test_K8_a_large_board_as_text_shows_the_part_with_tiles() -> None:
    """The text fits in a message, and says which part it is and how many tiles it leaves out."""
    view = table_view(begun().game)
    told = grid_message(view, ENGLISH).text
    assert "H  E  L  L  O" in told and len(told) < 4000
    assert "\nShown: columns " in told and "outside" not in told
    tile = view.board[Cell(20, 26)]
    assert tile
    far = replace(view, board=view.board.place({Cell(0, 0): tile, Cell(39, 59): tile}))
    assert said("boards.tiles_outside", 2) in grid_message(far, ENGLISH).text


def test_X16_a_crowded_board_in_words_says_what_is_left_out() -> None:
    """Words are counted; free premium squares and rows are named by the command that tells them."""
    view = table_view(begun().game)
    tile = view.board[Cell(20, 26)]
    assert tile
    cells = [cell for cell in view.board.layout.cells() if cell.row % 3 and cell.column % 3]
    free = [cell for cell in cells if not view.board[cell] and not view.board.layout[cell].blocked]
    full = replace(view, board=view.board.place(dict.fromkeys(free, tile)))
    told = text_board_message(full, ENGLISH).text
    assert len(told) < 4000
    assert " more words." in told
    assert said("board.no_room_all_rows", row=21) in told
    assert told.endswith(said("board.free_premium_squares"))
    (image,) = board_message("g", full, (), ENGLISH).images
    assert len(image.alt) <= 1024
    assert " more words." in image.alt


def test_K9_a_large_hand_is_composed_from_a_menu() -> None:
    """Fifteen buttons and the rest would exceed a message's limit of components."""
    table = begun()
    view = seat_view(table.game, 1)
    message = compose_message("d" * 16, view, opening(view.table.board, 15), ENGLISH, made=None)
    assert sum(1 for _ in walk(laid_out(message).to_components())) <= MOST_COMPONENTS
    (menu,) = (one for one in message.blocks if isinstance(one, Menu) and "compose_tiles" in one.custom_id)
    assert len(menu.options) == 15
    assert not any("compose_tile:" in one.custom_id for one in message.buttons if isinstance(one, Button))


@pytest.mark.parametrize(("factors", "fits"), [(2, True), (12, False)])
def test_K8_factors_of_99_are_refused_only_where_scores_would_overflow(factors: int, *, fits: bool) -> None:
    """One word must be able to cover them all: factors in other lines do not matter."""
    squares = [Square()] * (20 * 20)
    for number in range(factors):
        squares[number] = Square(word=99)
    for number in range(20):
        squares[number * 20 + 19] = Square(word=99) if number % 19 == 0 else Square()
    layout = Layout(20, 20, tuple(squares), StartCondition())
    if fits:
        assert replace(STANDARD, layout=layout).layout is layout
    else:
        with pytest.raises(BadData, match="too large"):
            replace(STANDARD, layout=layout, rack_size=20, bonuses=(0,) * 21)


@pytest.mark.parametrize("level", [1, 5, 8])
def test_K9_computer_players_move_with_hands_of_15(level: int) -> None:
    """They do not list every subset of a rack this large; the move is legal, and a crowded board has one."""
    lexicon = english()
    variant = replace(large(), layout=Layout(60, 40, (Square(),) * 2400, StartCondition()))
    table = Table(variant=variant).start("HELLOABCDEFGIJK", "AIRSTNUDGMPWYVX")
    table.play("21AA HELLO")
    view = seat_view(table.game, 1)
    found = choose(view, load_tools(variant, lexicon), lambda: True, strength=level)
    table.do(found)
    assert isinstance(found, Play) and table.scores[1] > 0
