"""The word list (ledger N12, D5), and what the words played mean."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.front.look import actions as look
from bot.model.errors import WordsAreSecret
from bot.text import cast_of, texts_for
from bot.text.refusals import refusal
from bot.text.scores import word_list
from engine.game import commands as cmd
from engine.game.history import Mark, history
from engine.game.views import table_view
from engine.model.board import Cell, Square
from engine.model.rules import Rules
from engine.model.variant import Variant
from tests.support.games import CLASSIC, NO_UNDO, STANDARD, Table, word_set
from tests.support.pictures import buttons_of, text_of
from tests.support.playground import DM, Person
from tests.support.running import DRAWS, LETTERS, answer, ask, board, dealt, gathered, press_more, shows, started
from tests.support.sentences import said

ENGLISH = texts_for("en")


def listed(table: Table, *, by_player: bool = False) -> list[list[str]]:
    """The columns of the word list, line by line."""
    cast = cast_of(table_view(table.game), str)
    return [line.split() for line in word_list(history(table.events), cast, ENGLISH, by_player=by_player).split("\n")]


def with_points(variant: Variant, cell: Cell, points: int) -> Variant:
    """The variant with a square that scores points."""
    layout = variant.layout
    squares = list(layout.squares)
    squares[cell.row * layout.width + cell.column] = Square(points=points)
    return replace(variant, layout=replace(layout, squares=tuple(squares)))


def test_N12_a_bingo_counts_alone_and_points_of_squares_have_their_line() -> None:
    """`++` with 50 and nothing else, `*` with the squares' points."""
    table = Table(NO_UNDO, with_points(STANDARD, Cell(7, 8), 6)).start("RETINAS", "QUIZJVK")
    table.play("8H RETINAS")
    [entry] = history(table.events)
    assert [(line.mark.value, line.points) for line in entry.lines[1:]] == [("*", 6), ("++", 50)]
    assert sum(line.points for line in entry.lines) == entry.points == table.scores[0]
    assert ["*", "squares", "6"] in listed(table) and ["++", "bonus", "50", str(table.scores[0])] in listed(table)


def test_N12_letters_on_blanks_are_small_wherever_the_word_goes_on() -> None:
    """In the word played, in cross words, and in later words through them."""
    table = Table(NO_UNDO).start("CA?XYZQ", "SOTDEEE")
    table.play("8H CAt")
    table.play("8H CATS")
    words = [[(line.word, line.blanks) for line in entry.lines] for entry in history(table.events)]
    assert words == [[(tuple("CAT"), (2,))], [(tuple("CATS"), (2,))]]
    assert "CAt" in listed(table)[0] and "CAtS" in listed(table)[1]


def test_N12_a_cross_word_shows_its_blank() -> None:
    """The T below is a blank, the A above is not."""
    table = Table(NO_UNDO).start("CATXYZQ", "?ODEEEE")
    table.play("8H CAT")
    table.play("9I tO")
    lines = history(table.events)[1].lines
    assert [("".join(line.word), line.blanks, line.mark) for line in lines] == [
        ("TO", (0,), Mark.WORD),
        ("AT", (1,), Mark.CROSS),
        ("TO", (), Mark.CROSS),
    ]


def test_N12_a_play_taken_back_or_challenged_off_leaves_no_blank_behind() -> None:
    """Later plays on these squares show their own tiles."""
    table = Table(Rules()).start("CAT?XYZ", "SODEEEE")
    table.play("8H CAt")
    table.do(cmd.Undo("ada"))
    table.play("8H CAT")
    assert [entry.lines[0].blanks for entry in history(table.events)] == [()]
    off = Table(CLASSIC, words=word_set("CAT")).start("CAX?TYZ", "CATEEEE")
    off.play("8H CAXt")
    off.do(cmd.Challenge("bruno"))
    off.play("8H CAT")
    entries = history(off.events)
    assert (entries[0].withdrawn, entries[0].lines[0].blanks) == (True, (3,))
    assert entries[-1].lines[0].blanks == ()


def test_N12_a_traded_blank_is_none_any_more() -> None:
    """Later words show the real letter."""
    table = Table(replace(NO_UNDO, trade_blanks=True)).start("CA?XYZQ", "TSODEEE")
    table.play("8H CAt")
    table.do(cmd.TradeBlank("bruno", "8J"))
    table.play("8H CATS")
    assert history(table.events)[-1].lines[0].blanks == ()


def test_N12_player_by_player_each_has_the_own_turns_together() -> None:
    """With the turns' numbers in the game, and an empty line between players."""
    table = Table(NO_UNDO).start("CATSDOG", "TOEEENN")
    for move in ("8H CAT", "I8 AT", "8H CATS"):
        table.play(move)
    mixed = [line[:2] for line in listed(table)]
    assert mixed == [["1.", "Ada"], ["2.", "Bruno"], ["3.", "Ada"]]
    assert [line[:2] for line in listed(table, by_player=True)] == [["1.", "Ada"], ["3.", "Ada"], [], ["2.", "Bruno"]]


@pytest.mark.gate
async def test_N12_D5_in_the_bot_words_come_by_player_or_in_order(tmp_path: Path) -> None:
    """`/word played` and its button, which turns the same message over, and back again; at first there are none.

    The button under More lists the plays with points and players, too.
    """
    draws, letters = ("A", "C", "CAT", "SO?", "EEE"), "CATSO?EEEEEE"
    async with gathered(tmp_path, *draws, letters=letters, rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        await ask(bruno, "/word played", said("board.no_words_yet"))
        await ask(ada, "/play move:8H CAT", "You played")
        await ask(bruno, "/play move:8H CATs", "You played")
        second = await board(ada, "CATs", after=first)
        shown = await ask(ada, "/word played", "8H CATs")
        assert said("board.order_play") in buttons_of(shown)
        assert "\n\n2." in text_of(shown)
        await ada.click(shown, said("board.order_play"))
        await ada.wait(lambda: "\n\n2." not in text_of(ada.now(shown) or shown), "one order")
        assert "\n2." in text_of(ada.now(shown) or shown)
        await ada.click(shown, "Player by player")
        await shows(ada, shown, "\n\n2.")
        assert ada.last()["id"] == shown["id"]
        assert "\n\n2." not in text_of(await ask(ada, "/word played order:play", "8H CATs"))
        last = ada.last()
        await press_more(ada, second, "Words so far")
        listed = text_of(await answer(ada, "8H CATs", after=last)).splitlines()
        assert ["1.", "Ada", "8H", "CAT", "10"] in [line.split() for line in listed]


PEOPLE = ("Ada", "Bruno", "Chloe")


async def more(person: Person, shown: dict[str, Any]) -> dict[str, Any]:
    """The answer to More."""
    last = person.last()
    await person.click(shown, "More")
    return await answer(person, "More about", after=last)


async def test_the_meaning_of_what_was_played_is_a_press_away(tmp_path: Path) -> None:
    """The newest word first, for watchers too; the others are in a menu. Nothing to look up before the first word."""
    async with gathered(tmp_path, *DRAWS, people=PEOPLE, letters=LETTERS, rack_size=3) as (world, ada, bruno, chloe):
        first = await dealt(world, ada, bruno)
        assert {"Meaning", "Words so far"}.isdisjoint(buttons_of(await more(ada, first)))
        await ask(ada, "/play move:8H AT", "You played 8H AT")
        second = await board(bruno, "AT", after=first)
        await ask(bruno, "/play move:I8 TO", "You played I8 TO")
        third = await board(chloe, "I8 TO", after=second)
        await press_more(chloe, third, "Meaning")
        told = await answer(chloe, "### TO")
        assert "dictionary" in text_of(told)
        await chloe.select(told, "AT")
        await chloe.wait(lambda: "### AT" in text_of(chloe.now(told) or {}), "the meaning of another word")
        assert not [m for m in ada.visible() if "###" in text_of(m)]


async def test_nobody_learns_whether_a_word_that_can_be_challenged_exists(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The button is missing for players and watchers, and pressing it all the same reveals nothing."""

    async def always(*_: object) -> bool:
        return True

    async with gathered(tmp_path, *DRAWS, people=PEOPLE, letters=LETTERS, rack_size=3) as (stage, ada, bruno, chloe):
        first = await dealt(stage, ada, bruno, "classic")
        await ask(ada, "/play move:8H TAC", "You played 8H TAC")
        second = await board(bruno, "TAC", after=first)
        for person in (bruno, chloe):
            assert "Meaning" not in buttons_of(await more(person, second))
        monkeypatch.setattr(look, "tells_meanings", always)
        playing = await stage.naming(WordsAreSecret, ada.channel_id())
        for person, refused in ((bruno, playing), (chloe, refusal(WordsAreSecret(), texts_for("en")))):
            await press_more(person, second, "Meaning")
            assert text_of(await answer(person, refused)) == refused


@pytest.mark.gate
async def test_where_there_is_no_game_yours_are_named(tmp_path: Path) -> None:
    """As links, to whoever plays them alone; in a direct message, too. A wrong code is answered in the same way."""
    async with gathered(tmp_path, *DRAWS, people=PEOPLE, letters=LETTERS, rack_size=3) as (_, ada, bruno, chloe):
        first = await started(ada, bruno)
        for person in (ada, chloe):
            person.place = "games"
        link = f"- [Ada v Bruno](https://discord.com/channels/{first['guild_id']}/{first['channel_id']}/"
        for line, missing in (
            ("/rack", said("games.no_game")),
            ("/play move:8H CAT", said("games.no_game")),
            ("/join code:nonsense", said("games.no_such_code", code="nonsense")),
        ):
            told = text_of(await ask(ada, line, missing))
            assert "Your games:" in told and link in told and "**your turn**" in told, line
        assert "Your games" not in text_of(await ask(chloe, "/rack", said("games.no_game")))
        await ask(bruno, "/game status", f"**[Ada v Bruno]({link.partition('(')[2]}")
        await chloe.open_dm()
        await chloe.say("8H CAT", channel=DM)
        assert "Your games" not in text_of(await chloe.wait_message(said("games.no_game"), channel=DM))


@pytest.mark.gate
async def test_no_message_has_a_naked_address(tmp_path: Path) -> None:
    """Addresses are links with a name, or buttons."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno)
        for line in ("/rack", "/game status", "/game list", "/help", "/game board"):
            await ask(ada, line)
        await ask(ada, "/play move:8H AT", "You played 8H AT")
        await board(bruno, "AT", after=first)
        sent = [body for body in stage.playground.recorder.bodies("POST|PATCH", "") if isinstance(body, dict)]
        said = [content for body in sent for content in contents(body)]
        assert any("](https://discord.com/channels/" in one for one in said)
        assert not [one for one in said if re.search(r"(?<!\]\()https?://", one)]


def contents(part: Any) -> Iterator[str]:
    """Every text in a request's body."""
    for key, value in part.items() if isinstance(part, dict) else enumerate(part):
        if key == "content" and isinstance(value, str):
            yield value
        elif isinstance(value, dict | list):
            yield from contents(value)
