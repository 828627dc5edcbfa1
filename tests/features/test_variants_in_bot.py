"""Variants, coordinates, tiles and squares as people see them, up to the largest games."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.front.board.answers import grid_message, square_message, text_board_message, whole_board_message
from bot.front.board.messages import board_message
from bot.front.board.scenes import board_scene, whole_scene
from bot.front.components.layout import layout as laid_out
from bot.front.components.message import MOST_COMPONENTS, Button, Image, Menu
from bot.front.hints import hint_message
from bot.front.play.compose_messages import compose_message
from bot.model.drawn import PART
from bot.playground.limits import walk
from bot.render import Style, draw_board
from bot.render.scene import look_of
from bot.render.tiles import grid_of
from bot.service.composing import opening
from bot.text import texts_for
from engine.computer.player import choose
from engine.errors import BadData
from engine.formats import cgp, gcg
from engine.formats.cardwords import Source, read_game
from engine.formats.journal import record
from engine.game.commands import Play
from engine.game.views import seat_view, table_view
from engine.loading.computers import load_tools
from engine.model.board import ORIENTATIONS, Cell, Direction, Layout, Square, StartCondition
from engine.model.variant import Variant
from engine.review.hints import LookAlong
from tests.support.evening import press
from tests.support.games import STANDARD, Table
from tests.support.later import at_gate, later
from tests.support.pictures import buttons_of, pictures_of, text_of
from tests.support.playground import DM, Person
from tests.support.running import DRAWS, LETTERS, answer, ask, board, dealt, gathered, started
from tests.support.sentences import said
from tests.support.words import english

MINE = """
name = "mine"
about = "Our own board"
rack_size = 3
pass_points = -2
bonuses = { 3 = 9 }
exchange_points = { 1 = -1 }
[colours]
letter_2 = "#ff00ff"
[layout]
start = "2"
rows = '''
..#..
.5'5.
.....
'''
[layout.key]
5 = { points = 5, word = 2 }
[languages.en]
alphabet = "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z"
tiles = "A1/1 A1/4 C2/3 T2/1 S2/1 O2/1 D2/2 ?1/0"
"""


async def load(person: Person, text: str | bytes, name: str = "mine.toml") -> str:
    """Send a file with `/settings variants file:` and return the answer."""
    return text_of(await ask(person, "/settings variants", file=(name, text)))


async def test_N20_moderators_load_variants_and_games_use_them(tmp_path: Path) -> None:
    """Loaded, listed, shown, offered, played, replaced and removed; a running game keeps it."""
    async with gathered(tmp_path, "A", "C", "CAT", "SOD") as (stage, ada, bruno):
        assert "**mine**" in await load(ada, MINE)
        await ask(bruno, "/settings variants", "**mine**: 5 × 3 squares, 13 tiles, racks of 3 (Our own board)")
        shown = await ask(bruno, "/settings variants name:mine", "A pass scores −2 points.")
        assert pictures_of(shown)
        assert "2W +5: word times 2 and +5 points (2 squares)" in text_of(shown)
        assert [c["value"] for c in await bruno.autocomplete("/game new variant:min")] == ["mine"]
        await started(ada, bruno, "variant:mine")
        await press(ada, await ask(ada, "/settings variants name:mine"), "Remove", "I have removed")
        assert "mine" not in [c["value"] for c in await bruno.autocomplete("/game new variant:")]
        await stage.restart()
        first = ada.visible()[-1]
        await ada.command("/move pass")
        assert "−2 points" in text_of(await board(ada, "passed", after=first))


@pytest.mark.gate
async def test_N20_only_moderators_and_only_good_files(tmp_path: Path) -> None:
    """Everything else is refused, naming every fault and its line, and changes nothing."""
    async with gathered(tmp_path) as (_, ada, bruno):
        assert "moderator" in await load(bruno, MINE)
        bad = await load(ada, MINE.replace("rack_size = 3", "rack_size = 33").replace(".....", "...x."))
        assert "line 4: rack\\_size must be 1 to 20, not 33" in bad
        assert "line 15: " + said("formats.sign_not_in_key", value="'x'", row=3, column=4) in bad
        assert said("formats.not_valid_toml") in await load(ada, "name = ")
        assert "is not UTF" in await load(ada, b"\xff\xfe")
        assert "262,144 bytes" in await load(ada, "#" * 300_000)
        assert "is taken" in await load(ada, MINE.replace('"mine"', '"standard"'))
        assert "no dictionary" in await load(ada, MINE.replace("languages.en", "languages.xx"))
        await ask(ada, "/game new variant:mine", "`language:` cannot be")
        assert buttons_of(await ask(ada, "/settings variants name:standard")) == ["Get the file"]
        assert buttons_of(await ask(bruno, "/settings variants name:mine")) == ["Get the file"]
        shown, also = await ask(ada, "/settings variants name:mine"), await ask(ada, "/settings variants name:mine")
        await press(ada, shown, "Remove", "I have removed")
        await press(ada, also, "Remove", said("files.no_variants"))
        await ask(ada, "/settings variants name:nothing", "You can choose")
        await ada.open_dm()
        ada.place = DM
        assert said("core.only_in_server") in await load(ada, MINE)


@pytest.mark.parametrize("name", ["super", *later(("wild", "quick", "cardwords"))])
async def test_K8_variants_that_come_along_start_from_game_new(tmp_path: Path, name: str) -> None:
    """With a lobby, racks and a board of the right size."""
    async with gathered(tmp_path, people=("Ada",)) as (stage, ada):
        offered = {c["value"]: c["name"] for c in await ada.autocomplete(f"/game new variant:{name}")}
        assert "squares" in offered[name]
        await ask(ada, f"/game new variant:{name}")
        await ask(ada, "/game start")
        shown = await board(ada)
        state = await stage.state(ada.channel_id(None))
        assert state.variant.name == name
        assert len(await stage.rack(ada, ada.channel_id(None))) == state.variant.rack_size
        assert pictures_of(shown)


@pytest.mark.parametrize(
    "code", [ORIENTATIONS[1].code, *at_gate([ORIENTATIONS[-1].code]), *later(one.code for one in ORIENTATIONS[2:-1])]
)
async def test_K11_a_channels_coordinates_hold_for_its_new_games(tmp_path: Path, code: str) -> None:
    """Input, history, picture, text board, squares, previews and refusals all use the game's labels."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        await ask(ada, f"/settings channel coordinates:{code}", "keep theirs")
        first = await started(ada, bruno)
        setup = (await stage.state(ada.channel_id(None))).setup
        assert setup.orientation.code == code
        across = setup.orientation.name(*_place(7, 7, "across"), (15, 15))
        down = setup.orientation.name(*_place(7, 7, "down"), (15, 15))
        square = setup.orientation.name(
            *_place(7, 7, "down" if not setup.orientation.digits_for_columns else "across"), (15, 15)
        )
        assert across in text_of(first)
        wrong = setup.orientation.name(*_place(0, 0, "across"), (15, 15))
        await ask(ada, f"/try move:{wrong} AT", square)
        await ask(ada, f"/try move:{down} AT", f"{down} AT")
        await ask(ada, f"/play move:{across} AT", f"{across} AT")
        await board(bruno, f"{across} AT", after=first)
        await ask(bruno, "/word played", across)
        await ask(bruno, "/game board style:text", f"{across} AT")
        await ask(bruno, f"/game board square:{square}", f"**{square}**")
        await ask(bruno, "/help topic:moves", down)


def _place(row: int, column: int, way: str) -> tuple[Any, Any]:
    from engine.model.board import Cell, Direction

    return Cell(row, column), Direction(way)


@pytest.mark.gate
async def test_K11_only_moderators_change_coordinates(tmp_path: Path) -> None:
    """Others can see them; a game keeps its original coordinates, and so does its rematch."""
    async with gathered(tmp_path) as (_, ada, bruno):
        await ask(bruno, "/settings channel coordinates:digits-left-up", "moderator")
        await ask(bruno, "/settings channel", said("coordinates.columns_left", columns="A B C", rows="1 2 3"))
        await ask(
            ada,
            "/settings channel coordinates:sideways",
            said("coordinates.columns_right", columns="1 2 3", rows="A B C"),
        )
        await ask(ada, "/settings channel coordinates:digits-left-up")
        await ask(bruno, "/settings channel", said("coordinates.columns_left_rows", columns="1 2 3", rows="A B C"))
        assert len(await ada.autocomplete("/settings channel coordinates:")) == 8
        ada.place = "games"
        await ask(ada, "/settings channel", "rows 1 2 3 from the top")


async def test_C11_M5_K16_tiles_are_told_and_never_a_rack(tmp_path: Path) -> None:
    """Values, distribution, all and unseen; unseen shows two players the same about each other's tiles.

    Premium squares are shown as a picture of the empty board and in words.
    """
    people = ("Ada", "Bruno", "Chloe")
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, people=people) as (world, ada, bruno, chloe):
        await ask(ada, "/game tiles which:values", "10: Q Z")
        await ask(ada, "/game tiles which:distribution", "100 tiles in all.")
        await ask(ada, "/game tiles which:all", "E 12")
        await ask(ada, "/game tiles which:unseen", said("games.no_game"))
        await dealt(world, ada, bruno)
        await ask(ada, "/game tiles which:distribution", "9 tiles in all.")
        unseen = text_of(await ask(ada, "/game tiles which:unseen", "6 tiles are unseen"))
        assert "C" not in unseen.split("```")[1].replace("CAT", "")
        assert "C 1" in text_of(await ask(bruno, "/game tiles which:unseen", "6 tiles are unseen"))
        assert "S" not in text_of(await ask(bruno, "/game tiles which:unseen")).split("```")[1]
        await ask(chloe, "/game tiles which:unseen", "9 tiles are unseen")
        await ask(ada, "/game tiles which:all", "E 3 (3)")
        await ask(ada, "/game tiles which:all", "C 1 (0)")
        assert pictures_of(await ask(ada, "/game board premiums:yes", "2W: word times 2 (17 squares)"))


@pytest.mark.gate
async def test_K21_everything_about_a_square_with_a_picture_of_its_surroundings(tmp_path: Path) -> None:
    """Factors, points, tile, words; a square off the board is refused with a valid example."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        await ask(ada, "/game board square:H8", said("board.first_word_cover"))
        await ada.command("/play move:8H AT")
        await board(bruno, "AT", after=first)
        shown = await ask(bruno, "/game board square:8H", "The tile A is here")
        assert "Premium square: double word (2W), used." in text_of(shown) and "Part of 8H AT." in text_of(shown)
        assert pictures_of(shown)
        await ask(bruno, "/game board square:Z99", "like 8H")
        corner = text_of(await ask(bruno, "/game board square:A1", "Free.")).replace("\\", "")
        assert f"Above: {said('spoken.edge_board')}." in corner and "Right: B1 is free." in corner


ODD = """
name = "odd"
rack_size = 4
pass_points = -2
bonuses = { 3 = 4 }
[layout]
start = "2"
rows = '''
......
^5.#..
.=....
'''
[layout.key]
5 = { points = 5 }
[languages.en]
alphabet = "A/Á C CH T X Ä ß"
tiles = "A1/1 CH1/5 T1/-1 T1/2 X1/3 Ä1/4 ß1/8"
"""


async def test_N2_N22_K5_K7_K9_K12_K13_K14_K18_K19_and_D6_in_one_odd_game(tmp_path: Path) -> None:
    """4X and blocked squares, CH as one tile, other forms, negative points, words through tiles, ß, a costly pass."""
    async with gathered(tmp_path, words=("CHAT", "XAß"), people=("Ada",)) as (_, ada):
        assert "**odd**" in await load(ada, ODD, "odd.toml")
        await ask(ada, "/game new variant:odd preset:classic")
        await ask(ada, "/game start")
        first = await board(ada, said("status.first_word_cover", start="row 2"))
        await ask(ada, "/rack", "`A CH T(-1) T(2)`")
        await ask(ada, "/help topic:tiles", "CH 1×5")
        await ask(ada, "/help topic:scoring", "A pass scores")
        await ask(ada, "/game tiles which:values", "−1: T")
        await ask(ada, "/try move:2B CHAT", said("moves.square_blocked", square="D2"))
        await ask(ada, "/try move:A2 CHAT", said("moves.word_off_board"))
        await ask(ada, "/try move:2A CHAT(9)", said("moves.no_such_points", 9))
        await ask(ada, "/play move:2a chát", "2A CHAT")
        # CH 5 × 4, A 1, T 2; the square's 5, and 4 for three tiles
        second = await board(ada, "for 32 points", after=first)
        await ask(ada, "/rack", "`T(-1) X Ä ß`")
        await ask(ada, "/play move:B1 X(A)ß", "B1 XAß")
        # X 3, the A on the board 1, ß 8, all times 3
        third = await board(ada, "for 36 points", after=second)
        await ada.command("/move pass")
        assert "−2 points" in text_of(await board(ada, "passed", after=third))
        await ask(ada, "/word played", "XAß")


@pytest.mark.gate
async def test_D7_a_blank_keeps_its_letter_on_the_board(tmp_path: Path) -> None:
    """The bot names it on request, and words are built on it."""
    async with gathered(tmp_path, "A", "C", "CA?", "SOD", letters="CA?SODEEE", rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        await ada.command("/play move:8G CAt")
        await board(bruno, "8G CAt", after=first)
        await ask(bruno, "/game board square:I8", said("board.blank_letter", letter="T", points=0))
        await ask(bruno, "/play move:8G CATS", "8G CATS")


LARGE = """
name = "large"
rack_size = 15
bonuses = {{ 15 = 99 }}
[layout]
start = "21"
rows = '''
{rows}
'''
[layout.key]
9 = {{ letter = 99, word = 2 }}
[languages.en]
alphabet = "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z"
tiles = "A9/1 E12/1 I9/1 O8/1 N6/1 R6/1 T6/1 S4/1 L4/1 D4/2 G3/2 C2/3 M2/3 P2/3 ?2/0"
"""


@pytest.mark.gate
async def test_K8_K9_a_board_of_60_by_40_and_hands_of_15_are_played_in_the_bot(tmp_path: Path) -> None:
    """Loaded by a moderator; on request a picture shows the whole board; moves are composed from a menu of tiles."""
    rows = "\n".join(["." * 60] * 20 + ["." * 26 + "9" + "." * 33] + ["." * 60] * 19)
    async with gathered(tmp_path) as (stage, ada, bruno):
        assert "**large**" in await load(ada, LARGE.format(rows=rows), "large.toml")
        first = await started(ada, bruno, "variant:large")
        held = await stage.rack(ada, ada.channel_id(None))
        assert len(held) == 15 and pictures_of(first)
        assert pictures_of(await ask(ada, "/game board style:whole", "made smaller"))
        await ada.click(first, "Rack")
        await ada.click(await answer(ada, "Your tiles in"), "Compose")
        composing = await answer(ada, said("composing.next_tile"))
        await ada.select(composing, "0", which="Your tiles")
        await ada.wait(lambda: "Clear" in buttons_of(ada.now(composing) or {}), "a tile taken")


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
