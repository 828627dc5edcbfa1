"""What is told to people who play by direct messages in words, and what boards tell: once, in order, and all of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.front.board.buttons import board_buttons
from bot.front.board.messages import board_message
from bot.front.board.racks import rack_message
from bot.playground.limits import walk
from bot.service.sending import fanout
from bot.service.sending.fanout import HINTS_TOGETHER, called_next, news_for
from bot.text import cast_of, texts_for
from bot.text.boards import counts_line
from bot.text.events import happened
from bot.text.receipts import receipt
from engine.game import commands as cmd
from engine.game.clock import undo_window
from engine.game.state import Person
from engine.game.views import SeatView, seat_view, table_view
from engine.model.rules import PRESETS, DrawTiles, Rules
from tests.support.engines import told_at_once
from tests.support.games import CLASSIC, Table
from tests.support.pictures import buttons_of, text_of
from tests.support.playground import DM
from tests.support.playground import Person as Someone
from tests.support.ruled import begun
from tests.support.running import EPHEMERAL, ask, board, gathered, started, text_only
from tests.support.sentences import said

ENGLISH = texts_for("en")
FRIENDLY = PRESETS["friendly"]
DRAWS = ("A", "C", "CAT", "SOD", "EEE", "TTA")
LETTERS = "CATSODEEETTAASSGGEE"


def plain(message: dict[str, Any]) -> str:
    """The text of a message without the escapes for Markdown."""
    return text_of(message).replace("\\", "")


def public(person: Someone) -> list[str]:
    """The texts of the public messages in the channel."""
    return [plain(one) for one in person.visible() if not one["flags"] & EPHEMERAL]


async def test_a_challenge_is_told_to_the_owner_at_once_and_then_not_again(tmp_path: Path) -> None:
    """The owner hears whose turn it is and holds the tiles again; the next message begins with the next move."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        await text_only(ada)
        await started(ada, bruno, "variant:tiny preset:classic")
        await ask(ada, "/play move:8H TAC", "You played")
        await ask(bruno, "/move challenge", "succeeded")
        told = plain(await ada.wait_message("challenged TAC", channel=DM))
        assert told.startswith(said("happenings.challenge_succeeded", 1, challenger="**Bruno**", words="TAC"))
        assert said("board.other_to_move", name="**Bruno**") in told and "Your rack: A 1, C 3, T 1." in told
        await ask(bruno, "/move pass", "You passed")
        called = plain(await ada.wait_message(said("board.your_turn_in_game"), channel=DM))
        assert called.startswith("**Bruno** passed.") and "TAC" not in called


@pytest.mark.soak
async def test_ones_own_challenge_brings_the_call_up_to_date(tmp_path: Path) -> None:
    """It says that the word is not valid, and offers no challenge any more."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        await text_only(ada)
        await started(ada, bruno, "variant:tiny preset:classic")
        await ask(ada, "/move pass", "You passed")
        await ask(bruno, "/play move:8H OSD", "You played")
        called = await ada.wait_message("played 8H OSD", channel=DM)
        assert "Challenge" in buttons_of(called)
        await ask(ada, "/move challenge", "succeeded")
        now = await ada.wait_message("challenged OSD", channel=DM)
        assert plain(now).startswith(said("happenings.challenge_succeeded", 1, challenger="**Ada**", words="OSD"))
        assert "**Bruno**: 0 points" in plain(now) and "Challenge" not in buttons_of(now)
        await ada.wait(lambda: [one["id"] for one in ada.dm()] == [now["id"]], "one message in the end")


async def test_the_end_is_told_in_words(tmp_path: Path) -> None:
    """One closing message, with the result and Rematch, replaces the call; others hear it in the channel only."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        await text_only(ada)
        await started(ada, bruno)
        await ask(ada, "/play move:8H CAT", "You played")
        await ask(bruno, "/move pass")
        panel = await ask(bruno, "/game resign")
        await bruno.click(panel, buttons_of(panel)[0])
        closing = await ada.wait_message(f"{said('status.won', name='**Ada**')} **Bruno** resigned.", channel=DM)
        assert "2. **Bruno**: 0 points (resigned)" in plain(closing)
        assert "Rematch" in buttons_of(closing)
        await ada.wait(lambda: [one["id"] for one in ada.dm()] == [closing["id"]], "one message in the end")
        assert not any(said("status.won") in text_of(one) for one in bruno.dm())


def test_news_begin_after_ones_own_move_and_leave_out_what_was_undone() -> None:
    """A move of one's own is told by its receipt; if nothing is new, the last news are told again."""
    table = Table(Rules(), names=("1", "2")).start("HELLOXY", "QUAZJVK")
    table.play("8D HELLO")
    table.pass_()
    lines = happened(news_for(table.events, (0,)), cast_of(table_view(table.game), str), ENGLISH)
    assert lines == ("2 passed.",)
    assert news_for(table.events, (0,), len(table.events)) == news_for(table.events, (0,))
    table.do(cmd.Undo("2"))
    table.do(cmd.Exchange("2", "Q"))
    again = happened(news_for(table.events, (0,)), cast_of(table_view(table.game), str), ENGLISH)
    assert again == ("2 exchanged 1 tile.",)
    table.play("9D XY")
    table.do(cmd.Undo("1"))
    assert happened(news_for(table.events, (0,)), cast_of(table_view(table.game), str), ENGLISH) == again


def test_the_rack_is_not_told_just_before_the_call_that_tells_it() -> None:
    """Only by ear, and only if the computer that moves next may do so at once."""
    table = Table(Rules(undo=False), names=("1",))
    table.do(cmd.AddComputer("1", 1))
    table.start("HELLOXY", "QUAZJVK")
    table.play("8D HELLO")
    assert called_next(table.game, table.now) is None
    seats = (replace(table.game.seats[0], player=Person("1", "1", by_ear=True)), *table.game.seats[1:])
    by_ear = replace(table.game, seats=seats)
    assert called_next(by_ear, table.now) == "1"
    assert called_next(by_ear, table.now - 10_000) is None


def test_a_receipt_stays_true_once_the_move_cannot_be_undone() -> None:
    """It names the instant; an undo is told without the turn, which the board tells."""
    table = Table(Rules()).start("HELLOXY", "QUAZJVK")
    events = table.play("8D HELLO")
    view = table_view(table.game)
    until = (table.now + undo_window(view, 0)) // 1000
    assert said("receipts.can_undo", 10, time=f"<t:{until}:T>") in receipt(events, view, "ada", ENGLISH)
    undone = table.do(cmd.Undo("ada"))
    assert receipt(undone, table_view(table.game), "ada", ENGLISH) == said("receipts.undid")


@pytest.mark.gate
async def test_hints_stay_on_their_board_and_are_told_once(tmp_path: Path) -> None:
    """The edit of a board keeps what came before the move; what an edit has told, no later board tells.

    The rack that was sent leads to the channel, where the newest board is, whichever that is.
    """
    async with gathered(tmp_path, *DRAWS[2:], letters=LETTERS, rack_size=3, hinter=told_at_once) as (stage, ada, bruno):
        first = await begun((ada, bruno), "hint_cost 2")
        rack = await ada.wait_message("Your tiles", channel=DM)
        urls = [one["url"] for one in walk(rack["components"]) if "url" in one]
        assert [url.split("/")[-1] for url in urls] == [str(ada.channel_id())]
        await ask(ada, "/hint kind:best")
        stage.clock.push(HINTS_TOGETHER / 1000 + 1)
        await ada.wait(lambda: "took a hint. (−2 points)" in plain(ada.now(first) or {}), "the hint on the board")
        await ask(ada, "/play move:8H CAT", "You played")
        second = await board(ada, "played 8H CAT", after=first)
        assert "hint" not in text_of(second)
        await ask(bruno, "/hint kind:nudge")
        stage.clock.push(20)
        await ada.wait(lambda: "**Bruno** took a hint" in plain(ada.now(second) or {}), "the other hint")
        edited = plain(ada.now(second) or {})
        assert edited.startswith("**Ada** played 8H CAT") and "Undo" not in buttons_of(ada.now(second) or {})
        await ask(bruno, "/move pass", "You passed")
        await board(ada, "**Bruno** passed", after=second)
        assert sum(text.count("**Bruno** took a hint") for text in public(ada)) == 1


@pytest.mark.soak
async def test_the_edit_of_a_board_keeps_a_hint_before_the_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also once the move can no longer be undone."""
    monkeypatch.setattr(fanout, "HINTS_TOGETHER", 600_000)  # so that the first board never tells the hint alone
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, hinter=told_at_once) as (stage, ada, bruno):
        first = await started(ada, bruno)
        await ask(ada, "/hint kind:nudge")
        await ask(ada, "/play move:8H CAT", "You played")
        second = await board(ada, "played 8H CAT", after=first)
        assert plain(second).startswith("**Ada** took a hint.")
        stage.clock.push(11)
        await ada.wait(lambda: "Undo" not in buttons_of(ada.now(second) or second), "no more undo")
        assert plain(ada.now(second) or {}).startswith("**Ada** took a hint.")


def challenges(view: SeatView, should_stop: Any, report: Any, _: bool = True) -> cmd.Command:
    """A computer player that challenges whatever it may, and passes otherwise."""
    player, play = view.table.seats[view.seat].player.id, view.table.challengeable
    return cmd.Challenge(player, play.turn) if play else cmd.Pass(player, view.table.turn)


@pytest.mark.soak
async def test_a_computers_challenge_is_told_after_the_play(tmp_path: Path) -> None:
    """The board that shows both moves for the first time tells all in order."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, thinker=challenges) as (_, ada, _b):
        await ask(ada, "/game new variant:tiny preset:classic computer:8")
        await ask(ada, "/game start")
        first = await board(ada)
        await ask(ada, "/play move:8H TAC", "You played")
        shown = plain(await board(ada, "passed", after=first))
        play, challenge, passed = (shown.index(word) for word in ("played 8H TAC", "challenged TAC", "Robot1** passed"))
        assert play < challenge < passed
        assert sum(text.count("challenged TAC") for text in public(ada)) == 1


def test_a_lasting_rack_says_nothing_that_goes_stale() -> None:
    """Neither the turn nor the pool; the private answer does."""
    table = Table(FRIENDLY).start("HELLOXY", "QUAZJVK")
    lasting = rack_message("g", seat_view(table.game, 1), ENGLISH, lasting=True)
    assert "pool" not in lasting.images[0].alt and "to move" not in lasting.images[0].alt
    assert "pool" in rack_message("g", seat_view(table.game, 1), ENGLISH).images[0].alt


def test_tiles_are_counted_in_the_same_way_everywhere() -> None:
    """A pause within the time to undo changes no count, and nobody holds tiles that have not been drawn by hand."""
    table = Table(Rules()).start("HELLOXY", "QUAZJVK")
    table.play("8D HELLO")
    before = counts_line(table_view(table.game), cast_of(table_view(table.game), str), ENGLISH)
    assert "Ada: 24 points, 7 tiles" in before
    table.do(cmd.Pause("ada", "later"))
    view = table_view(table.game)
    assert counts_line(view, cast_of(view, str), ENGLISH) == before
    drawn = Table(Rules(draw_tiles=DrawTiles.MANUAL)).start("HELLOXY", "QUAZJVK")
    drawn.play("8D HELLO")
    view = table_view(drawn.game)
    assert "Ada: 24 points, 2 tiles" in counts_line(view, cast_of(view, str), ENGLISH)


def test_who_watches_has_no_buttons_of_players_and_no_mention() -> None:
    """A player who is not on turn has no Play, either."""
    table = Table(CLASSIC, names=("101", "102")).start("HELLOXY", "QUAZJVK")
    view = table_view(table.game)
    labels = {who: [b.label for b in board_buttons("g", view, ENGLISH, who)] for who in ("", "101", "102")}
    assert labels == {"": ["More"], "101": ["Rack", "Play", "Compose", "More"], "102": ["Rack", "More"]}
    watched = board_message("g", view, (), ENGLISH, member="")
    assert watched.mentions == () and "<@" not in watched.text


@pytest.mark.gate
async def test_a_watchers_direct_messages_only_show(tmp_path: Path) -> None:
    """Neither a button of players nor a mention."""
    async with gathered(tmp_path, *DRAWS, people=("Ada", "Bruno", "Chloe"), letters=LETTERS, rack_size=3) as people:
        stage, ada, bruno, chloe = people
        await started(ada, bruno)
        assert stage.app and stage.app.core
        code = await stage.app.core.games.in_channel(int(ada.channel_id()))
        await chloe.open_dm()
        await chloe.command(f"/game watch code:{code}", channel=DM)
        shown = await chloe.wait_message(said("status.your_turn"), channel=DM)
        assert buttons_of(shown) == ["More"]
        assert "<@" not in text_of(shown) and not shown["mentions"]


@pytest.mark.gate
async def test_a_game_in_direct_messages_is_told_once(tmp_path: Path) -> None:
    """With text only, the board says the tiles, and no call follows."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, thinker=challenges) as (_, ada, _b):
        await text_only(ada)
        await ada.open_dm()
        await ada.command("/game new variant:tiny preset:classic computer:1", channel=DM)
        await ada.wait_message("Play now", channel=DM)
        await ada.command("/game start", channel=DM)
        await ada.wait_message(said("happenings.goes_first"), channel=DM)
        await ada.command("/play move:8H CAT", channel=DM)
        shown = await ada.wait_message(lambda m: "challenged" in text_of(m), channel=DM)
        assert "Your rack: E 1, E 1, E 1." in plain(shown)
        sent = [text_of(one) for one in ada.dm() if not one["flags"] & EPHEMERAL]
        assert not any(said("board.your_turn_in_game") in told or "Your tiles" in told for told in sent)
