"""Tables fit on a phone in every language, and say below what does not fit (ledger K17, N12)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.front.board.answers import player_words_message, scores_message, unseen_message, words_message
from bot.text import languages, texts_for
from bot.text.columns import WIDEST, table, width_of
from bot.text.tiles import all_tiles_text, distribution_text
from engine.game import commands as cmd
from engine.game.state import Computer
from engine.game.views import TableView, table_view
from engine.model.durations import MINUTE
from engine.model.rules import Rules
from tests.support.games import NO_UNDO, STANDARD, Table
from tests.support.sentences import said

ENGLISH = texts_for("en")


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
    for text in (distribution_text(STANDARD), all_tiles_text(STANDARD, None)):
        assert max(len(line.split("  ")[0]) for line in text.split("\n")) <= 6
