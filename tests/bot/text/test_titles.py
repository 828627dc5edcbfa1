"""Titles, the first page of the help, panels, the menu of languages, and tables that fit on a phone."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from babel.core import Locale

from bot import features
from bot.front.board.answers import player_words_message, scores_message, unseen_message, words_message
from bot.text import texts_for
from bot.text.examples import examples_in
from bot.text.settings import _ABOUT, about_settings, name_of, setting_value
from bot.text.tables import WIDEST, table, width_of
from bot.text.texts import languages
from bot.text.variants import all_tiles_text, distribution_text
from engine.game import commands as cmd
from engine.game.state import Computer
from engine.game.views import TableView, table_view
from engine.loading import load_variant
from engine.model.board import STANDARD, Orientation
from engine.model.durations import MINUTE
from engine.model.levels import STRONGEST
from engine.model.rules import Rules
from tests.support.games import NO_UNDO, Table
from tests.support.games import STANDARD as STANDARD_SETUP
from tests.support.sentences import said

BOT = Path(__file__).parents[3] / "bot"


MAY_JOIN = re.compile(r"""\}["'f\s]*:["'f\s]*\{""")


def joined_by_colon(path: Path) -> Iterator[int]:
    """The lines of a module in which two values are joined by a colon in an f-string."""
    text = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)) if MAY_JOIN.search(text) else ():  # few need be parsed, which is slow
        if isinstance(node, ast.JoinedStr):
            for before, part, after in zip(node.values, node.values[1:], node.values[2:], strict=False):
                if isinstance(part, ast.Constant) and part.value == ": " and not isinstance(before, ast.Constant):
                    assert after
                    yield node.lineno


def test_french_puts_a_space_before_a_colon() -> None:
    """A space at which no line breaks; a typed title is still found without its explanation."""
    assert texts_for("en").titled("Rule", "on") == "Rule: on"
    assert texts_for("fr").titled("Règle", "oui") == "Règle\u00a0: oui"
    assert name_of(texts_for("fr").titled("Règle", "oui")) == "Règle"


def test_french_puts_a_space_before_a_semicolon() -> None:
    """Nothing, one part and many can be named."""
    parts = ["H8", "I8", "J8"]
    assert [texts_for("en").series(parts[:count]) for count in (0, 1, 3)] == ["", "H8", "H8; I8; J8"]
    assert texts_for("fr").series(parts) == "H8\u202f; I8\u202f; J8"


def test_no_parts_are_joined_by_an_english_semicolon() -> None:
    """Neither in the texts nor in the rooms of the front."""
    modules = (path for room in ("text", "front") for path in (BOT / room).rglob("*.py"))
    assert [str(path) for path in modules if '"; ".join' in path.read_text(encoding="utf-8")] == []


def test_no_title_is_joined_to_its_value_by_an_english_colon() -> None:
    """`Texts.titled` joins them, so that a translation can write the colon as its language does."""
    found = [
        f"{path.relative_to(BOT)}:{line}"
        for folder in ("text", "front")
        for path in sorted((BOT / folder).rglob("*.py"))
        for line in joined_by_colon(path)
    ]
    assert found == []


TOPICS = features.topics()

TURNED = Orientation(digits_for_columns=True)


@pytest.mark.parametrize(
    ("language", "orientation", "told"),
    [
        ("en", STANDARD, "`8H HELLO` starts in row 8, column H, and runs across; `H8 HELLO` runs down"),
        ("de", STANDARD, "`8H HALLO` starts in row 8, column H, and runs across; `H8 HALLO` runs down"),
        ("en", TURNED, "`H8 HELLO` starts in row H, column 8, and runs across; `8H HELLO` runs down"),
    ],
)
def test_D6_the_first_page_says_how_to_type_a_move(language: str, orientation: Orientation, told: str) -> None:
    """With the coordinates of the game, and a word of its language."""
    page = TOPICS.text("overview", texts_for("en"), load_variant("standard", language), orientation=orientation)
    assert told in page
    assert len(page) < 1200


@pytest.mark.parametrize("topic", ["moves", "blanks", "listening", "study"])
def test_D6_all_examples_are_words_of_the_games_language(topic: str) -> None:
    """None is left in the language of the help."""
    words = examples_in("de")
    page = TOPICS.text(topic, texts_for("en"), load_variant("standard", "de"))
    quoted = re.findall(r"[A-Z][A-Z.?]{2,}[a-z]?", " ".join(re.findall(r"`([^`]*)`", page)))
    assert quoted and set(quoted) <= {words.greeting, words.base, "HA..O", "HALLo", "HALL?O"}


def test_D6_the_first_page_says_what_the_number_of_a_computer_player_is() -> None:
    """The command shows only a number."""
    page = TOPICS.text("overview", texts_for("en"), load_variant("standard", "en"))
    assert said("help.open_game", lowest=1, highest=STRONGEST) in page


ENGLISH = texts_for("en")


def test_a_line_says_what_a_setting_does_and_not_one_of_its_states() -> None:
    """It stands there also when the menu below says something else."""
    for line in about_settings(tuple(_ABOUT), ENGLISH).split("\n"):
        told = line.partition("**: ")[2]
        assert not told.startswith(("you ", "a direct message ", "new boards ", "games you ", "finished games ")), line
    told = about_settings(("notify",), ENGLISH)
    assert said("settings.when_your_turn") in told


@pytest.mark.parametrize("language", languages())
def test_the_default_is_not_called_as_the_standard_board(language: str) -> None:
    """In a menu of boards, both can be chosen."""
    texts = texts_for(language)
    board = texts.pgettext("board", "standard").casefold()
    assert texts.pgettext("value of a setting", "default").casefold() != board
    assert texts.gettext("the default").casefold() != board


def test_a_topic_of_the_help_is_named_as_its_menu_names_it() -> None:
    """Its id appears nowhere but in the command's options."""
    told = about_settings(("text-board",), ENGLISH)
    assert f"**{TOPICS.title('listening', ENGLISH)}** in `/help`" in told
    assert "listening" not in told


@pytest.mark.parametrize(
    ("menu", "code", "shown"),
    [
        ("en", "de", "Deutsch (German)"),
        ("en", "en", "English"),
        ("de", "de", "Deutsch"),
        ("de", "ru", "Русский (Russisch)"),
        ("en", "sv", "Svenska (Swedish)"),
        ("fr", "fr", "Français"),
        ("fr", "en", "English (anglais)"),
        ("en", "nothing", "nothing"),
    ],
)
def test_N11_a_language_is_called_by_its_own_name_and_that_of_the_menu(menu: str, code: str, shown: str) -> None:
    """One name is enough where both are the same; an unknown code appears as it is."""
    texts = replace(texts_for("en"), locale=Locale(menu))
    assert setting_value("language", code, texts) == shown


def code_lines(text: str) -> list[str]:
    """The lines within the code blocks of a message."""
    return [line for block in text.split("```")[1::2] for line in block.strip("\n").split("\n")]


def seated(rules: Rules, points: int) -> tuple[Table, TableView]:
    """Four players with usual names, one of them a computer player, and the view of their table."""
    game = Table(rules, names=("christopher", "alexandra", "bruno")).start()
    seats = tuple(replace(seat, score=points) for seat in game.game.seats)
    oscar = replace(seats[0], player=Computer("oscar", "Oscar", 5))
    return game, table_view(replace(game.game, seats=(*seats, oscar)))


@pytest.mark.parametrize("rules", [NO_UNDO, replace(NO_UNDO, game_clock=25 * MINUTE)], ids=["without", "with clock"])
@pytest.mark.parametrize("language", languages())
def test_K17_the_scores_of_four_fit_on_a_phone(language: str, rules: Rules) -> None:
    """With points of three digits; who is a computer player is said below."""
    game, view = seated(rules, 412)
    told = scores_message(view, game.events, texts_for(language)).text
    assert max(map(width_of, code_lines(told))) <= WIDEST
    assert len(code_lines(told)) == 5
    assert "Oscar" in told.split("```")[2] and "5" in told.split("```")[2]


def test_K17_who_left_is_said_below_the_scores() -> None:
    """In the table there would be no room."""
    game = Table(NO_UNDO, names=("ada", "bruno", "chloe")).start()
    told = scores_message(table_view(game.game), game.events, ENGLISH).text
    assert "left" not in told
    game.do(cmd.Resign("ada"))
    assert "-# **Ada**: resigned" in scores_message(table_view(game.game), game.events, ENGLISH).text


def test_names_are_shortened_and_then_the_columns_move_together() -> None:
    """Never other columns, which hold numbers and words."""
    rows = [("1.", "Alexandra the Great", "8H PLAYTIME", "74", "412")]
    assert table(rows) == "1.  Alexandra the Great  8H PLAYTIME  74  412"
    assert table(rows, names=1) == "1.  Alexandra th…  8H PLAYTIME  74  412"
    rows = [("1.", "Alexandra", "- a line that is this long", "74", "412")]
    assert table(rows, names=1) == "1. Alexa… - a line that is this long 74 412"


def test_N12_the_word_list_says_what_its_numbers_and_marks_mean() -> None:
    """Only the marks that occur, on both sides of the list."""
    game = Table(NO_UNDO).start("RETINAS", "QUIZJVK")
    game.play("8H RETINAS")
    view = table_view(game.game)
    for make in (words_message, player_words_message):
        told = make("g", view, game.events, ENGLISH).text
        assert said("scores.numbers_are_points") in told
        assert "`++` a bonus" in told
        assert "`-` no word" not in told and "`+` another" not in told
    game.pass_()
    assert "`-` no word" in words_message("g", table_view(game.game), game.events, ENGLISH).text


def test_tables_of_tiles_have_columns_of_one_width() -> None:
    """A blank is `?` there, as people type it; below is what that means."""
    game = Table(NO_UNDO).start()
    told = unseen_message(table_view(game.game), ENGLISH).text
    assert "? 2" in told and told.endswith("`?` is a blank.")
    for text in (distribution_text(STANDARD_SETUP), all_tiles_text(STANDARD_SETUP, None)):
        assert max(len(line.split("  ")[0]) for line in text.split("\n")) <= 6
