"""Answers for people who hear them: whole sentences, blanks told apart, numbers with words (ledger X16)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.features.analysis.store import FoundMove
from bot.features.analysis.text import means_text, to_move_text
from bot.front.board.answers import (
    player_words_message,
    scores_message,
    square_message,
    text_board_message,
    words_message,
)
from bot.front.board.endings import end_image, end_message
from bot.front.board.messages import private_board_message
from bot.front.components.message import Message, Text
from bot.front.hints import hint_message
from bot.front.variants import premiums_message, variant_message
from bot.render import PosterScene
from bot.text import SeatNames, cast_of, texts_for
from bot.text.boards import board_alt, counts_line
from bot.text.hints import hint_text
from bot.text.moves import blanks_named
from engine.game import commands as cmd
from engine.game.phases import Adjustment, Over
from engine.game.state import Computer
from engine.game.views import SeatView, TableView, seat_view, table_view
from engine.model.board import Cell, Direction
from engine.model.rules import Rules
from engine.model.tiles import KnownRack, Tiles
from engine.play.generator.generator import ScoredPlay
from engine.play.notation import read_move
from engine.play.placement import resolve, score
from engine.review.hints import ExchangeHint, LookForLength, PlayHint
from tests.support.games import Table, tiles
from tests.support.pictures import pictures_of, text_of
from tests.support.running import DRAWS, LETTERS, ask, board, dealt, gathered, text_only
from tests.support.sentences import said

ENGLISH = texts_for("en")


def played(turns: int = 2) -> Table:
    """HELlO across, whose second L is a blank, and EA below it, which makes HE and EA; or only the first."""
    table = Table(Rules(undo=False)).start("HELO?XY", "EAZJVKQ")
    for move in ("8D HELlO", "9D EA")[:turns]:
        table.play(move)
    return table


def view() -> TableView:
    """The table after these plays."""
    return table_view(played().game)


def plain(message: Message) -> str:
    """The text of a message as people hear it, without the escapes for Markdown."""
    return message.text.replace("\\", "")


def test_X16_scores_are_sentences() -> None:
    """Who is to move, the level of a computer player, and the points of the last turn."""
    table, shown = played(), view()
    robot = replace(shown.seats[1], player=Computer("computer-1", "Hugo", 5))
    shown = replace(shown, seats=(shown.seats[0], robot))
    told = plain(scores_message(shown, table.events, ENGLISH, by_ear=True)).split("\n")
    assert told == [
        said("scores_said.them_last_turn", name="Ada, to move", points="22 points", last=22, tiles="7 tiles"),
        said("scores_said.them_last_turn", name="Hugo, computer level 5", points="9 points", last=9, tiles="7 tiles"),
    ]
    fresh = Table(Rules(undo=False)).start("HELO?XY", "EAZJVKQ")
    told = plain(scores_message(table_view(fresh.game), fresh.events, ENGLISH, by_ear=True)).split("\n")
    assert told[0] == "Ada, to move: 0 points, 7 tiles."


def test_X16_turns_are_sentences() -> None:
    """Each word with its points, blanks named, in order of play or by player; a bonus comes after the words."""
    table = played()
    table.pass_()
    shown = table_view(table.game)
    told = plain(words_message("g", shown, table.events, ENGLISH, by_ear=True)).split("\n")
    assert told == [
        "Turn 1, Ada: 8D HELLO, the second L is a blank, 22 points. Total 22.",
        "Turn 2, Bruno: 9D EA, 9 points: EA 2, HE 5, EA 2. Total 9.",
        "Turn 3, Ada: pass. Total 22.",
    ]
    told = plain(player_words_message("g", shown, table.events, ENGLISH, by_ear=True)).split("\n")
    assert [line.partition(":")[0] for line in told] == ["Turn 1, Ada", "Turn 3, Ada", "Turn 2, Bruno"]
    table = Table(Rules(undo=False)).start("AEINRST", "EAZJVKQ")
    table.play("8D NASTIER")
    heard = plain(words_message("g", table_view(table.game), table.events, ENGLISH, by_ear=True))
    assert heard.endswith(", bonus 50. Total 66.")


@pytest.mark.parametrize(
    ("word", "places", "told"),
    [
        ("HELLO", {3}, "second L"),
        ("HELLO", {2, 3}, "first and second L"),
        ("HELLO", {4}, "O"),
        ("HELLO", {2, 4}, "first L and O"),
        ("AAAAAAAA", {7}, "number 8 A"),
    ],
)
def test_X16_which_of_equal_letters_is_a_blank(word: str, places: set[int], told: str) -> None:
    """Only where the word has others like it."""
    assert blanks_named(tuple(word), places, ENGLISH) == told


def test_X16_a_blank_is_told_once_in_a_sentence() -> None:
    """With the tile, and not again with the words that it belongs to."""
    beside = plain(square_message(view(), Cell(6, 6), ENGLISH))
    assert "Below: G8 a blank as L, part of 8D HELLO." in beside
    here = plain(square_message(view(), Cell(7, 6), ENGLISH))
    assert f"{said('board.blank_letter', letter='L', points=0)}\nPart of 8D HELLO." in here


def test_X16_a_square_tells_its_tile_first_and_its_premium_in_words() -> None:
    """A premium that a tile has used is said to be used; a plain square says nothing about premiums."""
    lines = plain(square_message(view(), Cell(7, 7), ENGLISH)).split("\n")
    assert lines[1:4] == [
        "The tile O is here, worth 1.",
        "Part of 8D HELLO.".replace("HELLO", "HELLO, the second L is a blank"),
        "Premium square: double word (2W), used.",
    ]
    assert plain(square_message(view(), Cell(0, 1), ENGLISH)).split("\n")[1] == "Free."
    corner = plain(square_message(view(), Cell(0, 0), ENGLISH)).split("\n")
    assert corner[1:3] == ["Free.", "Premium square: triple word (3W)."]


def test_X16_rows_tell_the_same_squares_as_the_picture() -> None:
    """A row without tiles is told if a free premium square in it is near play."""
    shown = view()
    alt = board_alt(shown, cast_of(shown, str), ENGLISH)
    lines = plain(text_board_message(shown, ENGLISH)).split("\n")
    kinds = alt.partition("Free: ")[2].rstrip(".").split("; ")
    squares = {square for kind in kinds for square in kind.partition(" at ")[2].replace(" and ", ", ").split(", ")}
    told = "\n".join(line for line in lines if "; free, " in line)
    assert squares and all(square in told for square in squares)
    assert any(line.startswith("Row 5: no tiles; free, ") for line in lines)


def test_X16_a_tile_alone_in_its_row_is_not_read_as_a_word() -> None:
    """The word down is told with the words, from its first square to its last."""
    table = Table(Rules(undo=False)).start("HELO?XY", "EAZJVKQ")
    table.play("H5 HELlO")
    lines = plain(text_board_message(table_view(table.game), ENGLISH)).split("\n")
    assert lines[0] == "Words: HELLO down H5 to H9, the second L is a blank."
    assert any(line.startswith("Row 5: H in H") for line in lines)
    assert any(line.startswith("Row 8: a blank as L in H") for line in lines)


def test_X16_premium_squares_are_listed_once() -> None:
    """By ear a list of squares; else the description of the picture has them, and the text the kinds."""
    setup = view().setup
    heard = premiums_message(setup, "", ENGLISH, by_ear=True)
    assert not heard.images and "- triple word at A1, H1, O1" in plain(heard)
    for seen in (premiums_message(setup, "", ENGLISH), variant_message(setup.variant, "", ENGLISH)):
        assert "triple word at A1, H1, O1" in seen.images[0].alt
        assert "3W: word times 3" in seen.text and "word times 3" not in seen.images[0].alt


def test_X16_heard_numbers_say_minus() -> None:
    """Whole ones and those with a decimal; a number that rounds to none has no sign."""
    heard = ENGLISH.for_ears
    assert (heard.number(-11), heard.signed(-11), heard.decimal(-2.5)) == ("minus 11", "minus 11", "minus 2.5")
    assert ENGLISH.signed(-11) == "−11" and heard.number(11) == "11"


def test_X16_an_analysis_tells_scores_and_tiles_apart_from_names() -> None:
    """A name that ends in a number is no score, and tiles are no word."""
    setup = view().setup
    shown = replace(view(), seats=tuple(replace(seat, score=0) for seat in view().seats))
    named = SeatNames(setup, ("Player 1", "Player 2"))
    assert "Player 1: 0 points, 7 tiles" in counts_line(shown, named, ENGLISH)
    tiles = Table().start("CATSODE", "EAZJVKQ").game.seats[0].rack
    assert isinstance(tiles, KnownRack)
    assert "**A C D E O S T**" in to_move_text("Player 1", tiles.tiles, shown, ENGLISH.for_ears)


def test_X16_a_private_board_calls_nobody() -> None:
    """The newest board in the channel does."""
    told = private_board_message(view(), ENGLISH)
    assert "your turn" not in told.text and told.images and not told.mentions


def test_X16_numbers_below_zero_say_minus() -> None:
    """In what is heard; what is seen keeps its sign."""
    table = played()
    table.do(cmd.End("999", moderator=True))
    shown = table_view(table.game)
    assert isinstance(shown.phase, Over)
    phase = replace(shown.phase, changes=(Adjustment(0, -11, Tiles.of(table.game.seats[1].rack.tiles)),))
    shown = replace(shown, phase=phase, seats=(replace(shown.seats[0], score=-8), shown.seats[1]))
    message = end_message("g", shown, table.events, ENGLISH)
    card = message.images[-1].scene
    assert isinstance(card, PosterScene)
    assert "minus" not in message.text and "−11 for" in str(card.standings)
    heard = plain(message.in_words())
    assert "(minus 11 for" in heard and "Ada**: minus 8 points" in heard and "−11" not in heard


def test_X16_the_last_board_has_no_free_squares_and_the_course_no_adjustment() -> None:
    """Nobody can play there any more, and the tiles left are no turn; a player without turns has a course too."""
    for table, course in ((played(), "Ada: 22; Bruno: 9"), (played(1), "Ada: 22; Bruno: no turns")):
        table.do(cmd.End("999", moderator=True))
        shown = table_view(table.game)
        assert "Free:" not in board_alt(shown, cast_of(shown, str), ENGLISH)
        alt = end_image(shown, table.events, ENGLISH).alt
        assert alt.endswith(said("board.points_after_turn", points=course))


def hinted(shown: SeatView, move: str) -> PlayHint:
    """A hint that tells this move."""
    table = shown.table
    placement = resolve(read_move(move, table.variant, table.setup.orientation), table.board, shown.rack, table.variant)
    sheet = score(table.board, placement, table.variant)
    return PlayHint(ScoredPlay(placement, sheet.total, sheet.total, Tiles()), sheet, best=True)


def test_X16_a_hint_tells_its_cross_words_before_the_picture() -> None:
    """As a play does."""
    shown = seat_view(played(1).game, 1)
    one = hinted(shown, "9D EA")
    assert "for 9 points. It also makes HE and EA." in hint_text(shown, one, ENGLISH)
    assert isinstance(hint_message("g", shown, one, ENGLISH).blocks[0], Text)


def test_C14_the_best_move_may_be_an_exchange() -> None:
    """It names the tiles, and has no picture."""
    told = hint_message("g", seat_view(played(1).game, 1), ExchangeHint(tiles("VKQ")), ENGLISH)
    assert said("hints.best_move_exchange", tiles="K Q V") in told.text
    assert not told.images


def test_C14_one_sentence_says_why_a_review_may_prefer_another_move() -> None:
    """Below simulated moves, unless they are proven; what is chosen at sight names **Simulate**."""
    why = said("hints.review_may_prefer")
    simulated, at_sight = FoundMove("9D EA", 9, 9.0, 0.5, 1.0, 40), FoundMove("9D EA", 9, 9.0)
    assert why in means_text((simulated,), is_known=False, texts=ENGLISH)
    assert why not in means_text((replace(simulated, proven=True),), is_known=True, texts=ENGLISH)
    assert "**Simulate**" in means_text((at_sight,), is_known=False, texts=ENGLISH)


@pytest.mark.parametrize(
    ("cell", "way", "told"),
    [
        (Cell(7, 7), Direction.ACROSS, said("hints.look_in_row", 5, line=8, part="in the middle")),
        (Cell(14, 0), Direction.ACROSS, said("hints.look_in_row", 5, line=15, part=said("hints.lower_left"))),
        (Cell(0, 13), Direction.DOWN, said("hints.look_in_column", 5, line="N", part=said("hints.upper_right"))),
    ],
)
def test_X16_a_nudge_says_where_to_look(cell: Cell, way: Direction, told: str) -> None:
    """The row or column and the part of the board, but no word."""
    shown = seat_view(played().game, 0)
    assert hint_text(shown, LookForLength(5, 4, cell, way), ENGLISH) == f"{told} 4 of your tiles."


async def test_X16_private_answers_are_sentences_for_who_hears_them(tmp_path: Path) -> None:
    """Scores, words, status, places of a word and premium squares; nobody else loses the tables."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (world, ada, bruno):
        await text_only(ada)
        first = await dealt(world, ada, bruno)
        await ask(ada, "/try move:AT", "AT** fits in")
        assert "- 8G across: " in text_of(await ask(ada, "/try move:AT")).replace("\\", "")
        await ask(ada, "/play move:8H AT", "You played 8H AT")
        await board(bruno, "AT", after=first)
        for line, expected in (
            ("/game scores", "Ada: "),
            ("/word played", "Turn 1, Ada: 8H AT, "),
            ("/game status", "Bruno, to move: 0 points, 3 tiles."),
            ("/game board premiums:yes", "- "),
        ):
            told = text_of(await ask(ada, line)).replace("\\", "")
            assert expected in told and "```" not in told, line
        assert "```" in text_of(await ask(bruno, "/game scores"))
        assert "your turn" not in text_of(await ask(bruno, "/game board"))
        puzzle = await ask(ada, "/puzzle solve", "Your tiles")
        told = text_of(puzzle)
        assert not pictures_of(puzzle) and told.count("Your tiles") == 1 and "You: " not in told
