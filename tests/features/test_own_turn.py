"""A player's turn: undoing, viewing scores, and the order of the rack."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from bot.front.board.messages import board_message
from bot.front.board.racks import kept_order, own_order, rack_message
from bot.store.people import PeopleStore
from bot.text import cast_of, texts_for
from bot.text.boards import counts_line
from bot.text.status import until
from engine.errors import MalformedText
from engine.game.clock import UNDO_ALONE, UNDO_TIME
from engine.game.state import Computer, GameState
from engine.game.views import seat_view, table_view
from engine.model.rules import Rules
from engine.model.tiles import Tile, Tiles
from engine.play.notation import list_tiles
from tests.support.engines import told_at_once
from tests.support.games import STANDARD, Table, rack, tiles
from tests.support.pictures import buttons_of, pictures_of, text_of
from tests.support.playground import DM
from tests.support.ruled import begun
from tests.support.running import DRAWS, EPHEMERAL, LETTERS, answer, ask, board, gathered, shows, started
from tests.support.sentences import said
from tests.support.service import eventually, passes


def score_lines(told: str) -> dict[str, list[str]]:
    """The words of each line of a score board, by the name at its start; `>` marks the player on turn."""
    found = {}
    for line in told.splitlines():
        words = line.replace(",", " ").split()
        names = [word for word in words if word in ("Ada", "Bruno", "Robot1")]
        found |= {names[0]: words} if names else {}
    return found


async def test_D4_undo_in_the_bot(tmp_path: Path) -> None:
    """By the button under the board and by the command; once the opponent has moved, it is refused."""
    async with gathered(tmp_path, *DRAWS, "EE", letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno)
        await ask(ada, "/play move:8H AT", said("receipts.can_undo"))
        second = await board(bruno, "played 8H AT", after=first)
        await bruno.click(second, "Undo")
        await answer(bruno, said("moves.move_of_another", name="**Ada**"))
        await ada.click(second, "Undo")
        await shows(ada, second, said("happenings.undid_last_move"))
        state = await stage.state(ada.channel_id())
        assert (tuple(state.board.tiles()), [seat.score for seat in state.seats]) == ((), [0, 0])
        assert sorted(await stage.rack(ada, ada.channel_id())) == list("ACT")
        await ask(ada, "/play move:8H CAT", "You played")
        await board(bruno, "CAT", after=second)
        await ask(ada, "/move undo", "undid")
        await ask(ada, "/play move:8H AT", "You played")
        await ask(bruno, "/move pass", "You passed")
        await ask(ada, "/move undo", "Nothing to undo")
        assert (await stage.state(ada.channel_id())).seats[0].score == 4


@pytest.mark.gate
async def test_D4_a_form_is_refused_before_anything_is_typed(tmp_path: Path) -> None:
    """As any other button is."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, people=("Ada", "Bruno", "Chloe")) as (
        _,
        ada,
        bruno,
        chloe,
    ):
        first = await started(ada, bruno)
        await chloe.click(first, "Play")
        assert not chloe.modals
        await answer(chloe, said("seats.no_seat"))
        await ada.click(first, "Play")
        assert ada.modal


@pytest.mark.gate
async def test_K17_the_score_board_in_the_bot(tmp_path: Path) -> None:
    """Whose turn it is, points, tiles, points of the latest round, and which players are computers."""
    draws, letters = ("CAT", "SOD", "EET"), "CATSODEEETTT"
    async with gathered(tmp_path, *draws, letters=letters, rack_size=3, thinker=passes) as (_, ada, bruno):
        await begun((ada, bruno), options="variant:tiny computer:6")
        told = text_of(await ask(bruno, "/game scores", "Tiles"))
        assert "Computer players: **Robot1** (level 6)." in told
        before = score_lines(told)
        assert before["Ada"] == [">", "Ada", "0", "3"]
        assert before["Robot1"] == ["Robot1", "0", "3"]
        await ask(ada, "/play move:8H AT", "You played")
        after = score_lines(text_of(await ask(bruno, "/game scores", "Tiles")))
        assert after["Ada"] == ["Ada", "4", "4", "3"]
        assert [name for name, line in after.items() if line[0] == ">"] == ["Robot1"]


ENGLISH = texts_for("en")


def against_a_computer(rules: Rules | None = None) -> GameState:
    """Ada has just played HELLO, and a computer player is on turn."""
    table = Table(rules or Rules()).start("HELLOXY", "QUAZJVK")
    table.play("8D HELLO")
    other = replace(table.game.seats[1], player=Computer("computer-1", "Robot", 5))
    return replace(table.game, seats=(table.game.seats[0], other))


def test_D4_the_board_counts_down_to_the_computers_move() -> None:
    """In Discord's relative time; not if a person is on turn, who may play at any time."""
    state = against_a_computer()
    view = table_view(state)
    assert state.latest
    end = -(-(state.latest.at + UNDO_ALONE) // 1000)
    assert until(view, cast_of(view), ENGLISH) == said(
        "status.moves_after_undo", name="**Robot**", moment=f"<t:{end}:R>"
    )
    told = board_message("g", view, (), ENGLISH).text
    assert f"<t:{end}:R>" in told and said("status.choosing_a_move") not in told
    closed = table_view(replace(state, latest=None))
    assert said("status.choosing_a_move", name="**Robot**") in board_message("g", closed, (), ENGLISH).text
    between = Table(Rules()).start("HELLOXY", "QUAZJVK")
    between.play("8D HELLO")
    assert until(table_view(between.game), cast_of(table_view(between.game)), ENGLISH) == ""


def test_D4_tiles_that_come_after_the_undo_are_counted_and_announced() -> None:
    """The rack does not look empty while a bingo can still be undone; its player is told when its tiles come."""
    table = Table(Rules()).start("HELLOXY", "QUAZJVK")
    table.play("8D HELLOXY")
    view = table_view(table.game)
    assert view.seats[0].tiles == 0
    assert counts_line(view, cast_of(view, str), ENGLISH) == (
        f"{said('status.tiles_pool', 79)} · Ada: 98 points, 7 tiles · Bruno: 0 points, 7 tiles"
    )
    message = rack_message("g", seat_view(table.game, 0), ENGLISH)
    assert said("board.draw_new") in message.text
    assert "empty" not in message.text


@pytest.mark.soak
async def test_D4_the_board_is_brought_up_to_date_when_a_move_can_no_longer_be_undone(tmp_path: Path) -> None:
    """The same message, without Undo, with the drawn tiles counted, and with its earlier text.

    Silent events before that, such as a hint, need no new board either, so nobody is mentioned again.
    """
    async with gathered(tmp_path, "A", "C", "CAT", "SOD", letters="CATSODEEE", rack_size=3, hinter=told_at_once) as (
        stage,
        ada,
        bruno,
    ):
        first = await started(ada, bruno)
        await ask(ada, "/play move:8H AT", "You played 8H AT")
        second = await board(bruno, "AT", after=first)
        assert "Undo" in buttons_of(second) and said("status.tiles_pool", 1) in pictures_of(second)[0]["description"]
        await ask(bruno, "/hint kind:best")

        async def counted() -> bool:
            return (await stage.state(first["channel_id"])).seats[1].hints == 1

        await eventually(counted)
        stage.clock.push(UNDO_TIME / 1000 + 1)
        await bruno.wait(lambda: "Undo" not in buttons_of(bruno.now(second) or second), "a board without Undo")
        now = bruno.now(second) or {}
        assert said("status.tiles_pool", 1) in pictures_of(now)[0]["description"]
        assert "played 8H AT" in text_of(now) and "your turn" in text_of(now)
        assert "Rack" in buttons_of(now)
        later = [one for one in bruno.visible() if int(one["id"]) > int(second["id"]) and not one["flags"] & EPHEMERAL]
        assert later == []


def order(held: str, before: str) -> str:
    """The new order of a rack whose tiles were in the order `before`."""
    laid = kept_order(tiles(held), list_tiles(before, STANDARD, Tiles()), STANDARD)
    return "".join(tile.letter or "?" for tile in laid)


@pytest.mark.parametrize(
    ("held", "before", "after"),
    [
        ("AEINRST", "RETINAS", "RETINAS"),
        ("AEINRST", "", "AEINRST"),
        ("AEIXZST", "RETINAS", "ETIASXZ"),
        ("EEER", "RE", "REEE"),
        ("QZ?", "?", "?QZ"),
        ("AB", "XYZ", "AB"),
    ],
)
def test_C13_tiles_keep_their_places_and_new_ones_come_last(held: str, before: str, after: str) -> None:
    """Played tiles leave no gap; new ones are in alphabetical order, a blank last."""
    assert order(held, before) == after


class Laid:
    """Stores a single order."""

    def __init__(self, order: str) -> None:
        self.order = list_tiles(order, STANDARD, Tiles())

    async def rack_order(self, _game: str, _player: str) -> tuple[Tile, ...]:
        """The stored order."""
        return self.order

    async def keep_rack_order(self, _game: str, _player: str, tiles: tuple[Tile, ...]) -> None:
        """Store another order."""
        self.order = tiles


async def test_C13_new_tiles_come_after_those_of_the_draw_before() -> None:
    """Z was drawn before A and B; tiles of an undone play return to their places."""
    view, laid = seat_view(Table().start().game, 0), Laid("SDOGCAT")
    shown = []
    for held in ("SDOG", "SDOGCAT", "SDOGEXZ", "SDOGZAB"):
        found = await own_order(cast("PeopleStore", laid), "g", replace(view, rack=rack(held)))
        shown.append("".join(tile.letter for tile in found))
    assert shown == ["SDOG", "SDOGCAT", "SDOGEXZ", "SDOGZAB"]


def test_C13_letters_can_be_typed_in_any_order() -> None:
    """With blanks, points and spaces; anything that is not a letter is refused."""
    assert list_tiles("R E ?", STANDARD, Tiles()) == (Tile("R", 1), Tile("E", 1), Tile("", 0))
    with pytest.raises(MalformedText):
        list_tiles("R3", STANDARD, Tiles())


async def test_C13_in_the_bot_tiles_lie_as_they_were_put(tmp_path: Path) -> None:
    """By letters or a button, and in the direct message after the move; sorting discards the order."""
    async with gathered(tmp_path, "TAC", "SOD", "GE", letters="CATSODGENNN", rack_size=3) as (stage, ada, bruno):
        first = await begun((ada, bruno), "undo off")
        await ask(ada, "/rack", "`A C T`")
        await ask(ada, "/rack order:TAC", "`T A C`")
        await ask(ada, "/rack", "`T A C`")
        await ask(ada, "/rack order:c", "`C T A`")
        await ask(ada, "/rack order:CAT", "`C A T`")
        await ask(ada, "/rack order:TX", "X")
        await ask(bruno, "/rack", "`D O S`")
        await ada.command("/play move:8H AT")
        await board(bruno, after=first)
        await ada.wait_message("`C E G`", DM)
        await ask(ada, "/rack order:GC", "`G C E`")
        await stage.restart()
        await ask(ada, "/rack", "`G C E`")
        await ask(ada, "/rack order:sort", "`C E G`")
        assert [one["value"] for one in await ada.autocomplete("/rack order:")] == ["sort", "shuffle", "vowels"]


@pytest.mark.soak
async def test_C13_in_the_bot_a_shuffle_is_remembered(tmp_path: Path) -> None:
    """The rack keeps the button's order the next time it is shown."""
    async with gathered(tmp_path, "CATSDOG", letters="CATSDOGEEEEEEEE", people=("Ada",)) as (_, ada):
        await begun((ada,))
        for _ in range(3):
            shown = await ask(ada, "/rack order:shuffle", "Your tiles")
            letters = next(line for line in str(shown).split("`") if line.count(" ") == 6 and len(line) == 13)
            await ask(ada, "/rack", f"`{letters}`")
