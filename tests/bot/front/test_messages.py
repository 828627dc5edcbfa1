"""Every message says one thing once, reaches whom it is for, and never tells of a failure that is none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.front.board.messages import board_message, turn_message
from bot.front.board.racks import rack_message
from bot.front.components.message import Message
from bot.front.interaction import dispatch
from bot.model.deliveries import DeliveryKind
from bot.playground.faults import Cut, ServerError
from bot.text import texts_for
from engine.game import commands as cmd
from engine.game.state import HintKind
from engine.game.views import seat_view, table_view
from engine.model.rules import PRESETS
from tests.features.test_computers_in_chat import demonstration
from tests.support.games import CLASSIC, Table, variant_of
from tests.support.logged import faults
from tests.support.pictures import buttons_of, text_of
from tests.support.playground import DM
from tests.support.running import DRAWS, LETTERS, answer, ask, board, gathered, scene, started
from tests.support.sentences import said

ENGLISH = texts_for("en")
FRIENDLY = PRESETS["friendly"]
GAME = "k7m2p9qa"


def grey(message: Message) -> list[str]:
    """The grey lines of a message."""
    return [line for line in message.text.splitlines() if line.startswith("-#")]


def test_board_and_rack_have_no_grey_line_that_repeats_their_picture() -> None:
    """The counts of tiles and points, and whose turn it is, are in the picture and its alt text."""
    table = Table(FRIENDLY).start("HELLOXY", "QUAZJVK")
    table.play("8D HELLO")
    shown = board_message(GAME, table_view(table.game), (), ENGLISH)
    rack = rack_message(GAME, seat_view(table.game, 1), ENGLISH)
    assert grey(shown) == grey(rack) == []
    assert "Ada: 24 points, 7 tiles" in shown.images[0].alt
    assert rack.images[0].alt.endswith(f"Your turn · {said('status.tiles_pool', 81)}.")


def test_how_to_move_is_told_in_ones_first_games_only_and_not_in_the_picture() -> None:
    """Whoever knows it reads only whose turn it is; on an empty board, too."""
    table = Table(FRIENDLY, names=("101", "102")).start("HELLOXY", "QUAZJVK")
    for move in ("8D HELLO", ""):
        view = table_view(table.game)
        new = board_message(GAME, view, (), ENGLISH)
        known = board_message(GAME, view, (), ENGLISH, explained=False)
        assert "or press **Play**" in new.text
        assert said("status.your_turn", name=f"<@{table.on_turn}>") in known.text.splitlines()
        assert "Play." not in repr(new.images[0].scene)
        if move:
            table.play(move)


def test_a_direct_message_says_once_that_it_is_your_turn() -> None:
    """Its heading does, so the line above the board only says what else there is to know."""
    table = Table(CLASSIC, names=("101", "102")).start("HELLOXY", "QUAZJVK")
    table.play("8D HELLO")
    message = turn_message(GAME, table_view(table.game), (), ENGLISH)
    assert message.text.count("your turn") == 1
    assert said("status.type_move_like") in message.text
    assert said("status.can_be_challenged", play="8D HELLO") in message.text
    known = turn_message(GAME, table_view(table.game), (), ENGLISH, explained=False)
    assert said("status.type_move_like") not in known.text
    assert said("status.can_be_challenged", play="8D HELLO") in known.text


def test_hints_of_one_turn_are_one_line_with_what_they_cost() -> None:
    """Another turn has a line of its own."""
    table = Table(FRIENDLY.with_value("hint_cost", "2")).start("HELLOXY", "QUAZJVK")
    for _ in range(2):
        table.do(cmd.TakeHint("ada", HintKind.NUDGE))
    table.play("8D HELLO")
    table.do(cmd.TakeHint("bruno", HintKind.NUDGE))
    table.pass_()
    table.do(cmd.TakeHint("ada", HintKind.NUDGE))
    lines = board_message(GAME, table_view(table.game), table.events, ENGLISH).text.splitlines()
    assert [line for line in lines if "hint" in line] == [
        "**Ada** took 2 hints. (−4 points)",
        "**Bruno** took a hint. (−2 points)",
        "**Ada** took a hint. (−2 points)",
    ]


def test_the_end_of_the_wait_for_the_last_play_is_told_once() -> None:
    """The clock's line has it."""
    table = Table(CLASSIC, variant=variant_of("HELLOABCDEFGHI")).start("HELLOAB", "CDEFGHI")
    table.play("8D HELLO")
    table.pass_()
    table.play("D7 AHB")
    assert board_message(GAME, table_view(table.game), (), ENGLISH).text.count(":R>") == 1


def test_a_rack_in_words_is_told_once() -> None:
    """With its points, instead of the picture and of the letters below it."""
    table = Table(FRIENDLY).start("HELLOXY", "QUAZJVK")
    rack = rack_message(GAME, seat_view(table.game, 0), ENGLISH)
    assert "`E H L L O X Y`" in rack.text
    words = rack.in_words().text
    assert "E 1, H 4, L 1" in words and "`" not in words


def test_the_levels_of_a_demonstration_are_in_the_picture_alone() -> None:
    """Its alt text has them too."""
    table = demonstration(7, 8)
    table.do(cmd.Start("ada"))
    shown = board_message(GAME, table_view(table.game), (), ENGLISH)
    assert "level" not in shown.text
    assert "(level 7)" in shown.images[0].alt and "(level 8)" in shown.images[0].alt


async def test_every_kind_of_delivery_has_a_composer(tmp_path: Path) -> None:
    """Nothing is announced that nobody can word."""
    async with scene(tmp_path) as stage:
        assert stage.app and stage.app.core
        assert stage.app.core.composers.keys() == set(DeliveryKind) - {DeliveryKind.TYPED}


PRIVATE_DRAWS = ("A", "C", "CAT", "SOD", "EE")
PRIVATE_LETTERS = "CATSODEEE"


async def test_there_is_one_rack_message_for_each_game(tmp_path: Path) -> None:
    """After a player's turn a new rack message replaces the old one; it names the game and its place."""
    async with gathered(tmp_path, *PRIVATE_DRAWS, letters=PRIVATE_LETTERS, rack_size=3) as (_, ada, bruno):
        await started(ada, bruno, "variant:tiny name:Friday night")
        old = await ada.wait_message("Your tiles", channel=DM)
        assert "Friday night" in text_of(old)
        assert f"<#{ada.channel_id()}>" in text_of(old)
        assert said("front.go_board") in buttons_of(old)
        await ask(ada, "/play move:8H AT", "You played")
        await ask(bruno, "/move pass", "You passed")
        await ada.wait_message("`C E E`", channel=DM)
        await ada.wait(lambda: len(ada.dm()) == 1, "the old rack to go")


async def test_closed_dms_are_told_once_and_the_rack_button_helps(tmp_path: Path) -> None:
    """A player with closed direct messages is told once in the channel, and sees the rack privately there."""
    async with gathered(tmp_path, *PRIVATE_DRAWS, letters=PRIVATE_LETTERS, rack_size=3) as (_, ada, bruno):
        ada.settings(dms_closed=True)
        first = await started(ada, bruno)
        told = await bruno.wait_message(said("board.cannot_send_direct"))
        assert f"<@{ada.id}>" in text_of(told)
        await ada.click(first, "Rack")
        await answer(ada, "`A C T`")
        await ask(ada, "/play move:8H AT", "You played")
        await ask(bruno, "/move pass", "You passed")
        await ask(ada, "/move pass", "You passed")
        await board(bruno, "**Ada** passed", after=told)
        assert len([m for m in bruno.visible() if said("board.cannot_send_direct") in text_of(m)]) == 1
        assert not ada.dm()


@pytest.mark.gate
async def test_game_in_a_direct_message_with_a_friend_who_joins_by_code(tmp_path: Path) -> None:
    """A game opened in a DM is joined from elsewhere by code, and shown where a seated player gives the code."""
    async with gathered(tmp_path, *PRIVATE_DRAWS, letters=PRIVATE_LETTERS, rack_size=3) as (_, ada, bruno):
        await ada.open_dm()
        await bruno.open_dm()
        await ada.command("/game new variant:tiny", channel=DM)
        lobby = await ada.wait_message("code:", channel=DM)
        code = text_of(lobby).split("code:")[1].split("`")[0]
        await bruno.command(f"/join code:{code.upper()}", channel=DM)
        await bruno.wait_message(said("receipts.joined"), channel=DM)
        await bruno.command(f"/join code:{code}", channel="lounge")
        await bruno.wait_message(said("seats.already_joined"), channel="lounge")
        await ada.command("/game start", channel=DM)
        await ada.wait_message(said("happenings.goes_first"), channel=DM)
        await bruno.wait_message(said("happenings.goes_first"), channel=DM)
        await bruno.wait_message(said("happenings.goes_first"), channel="lounge")
        await ada.command("/play move:8H AT", channel=DM)
        await bruno.wait_message("AT", channel=DM)
        await bruno.say("8H SO", channel=DM)
        await bruno.wait_message(lambda m: "8H" in text_of(m) or "H8" in text_of(m), channel=DM)


@pytest.mark.gate
async def test_behind_a_move_the_next_game_is_named_with_its_link(tmp_path: Path) -> None:
    """After a play and after a pass, until it is no longer their turn elsewhere."""
    async with gathered(tmp_path, *DRAWS, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        await started(ada, bruno)
        ada.place = bruno.place = "games"
        second = await started(ada, bruno, "variant:tiny")
        told = await ask(ada, "/play move:8H CAT", "You played 8H CAT")
        assert said("core.also_your_turn_game") in text_of(told)
        assert ada.channel_id("general") in text_of(told)
        assert second["channel_id"] not in text_of(told)
        told = await ask(bruno, "/move pass", "You passed")
        assert "also your turn" not in text_of(told)
        ada.place = "general"
        told = await ask(ada, "/move pass", "You passed")
        assert said("core.also_your_turn_game") in text_of(told)
        assert ada.channel_id("games") in text_of(told)


async def test_what_is_done_is_never_called_undone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game starts, and its receipt is short if wording it fails."""

    def broken(*_: Any) -> str:
        raise ZeroDivisionError

    async with gathered(tmp_path, letters="CATSODEEE", rack_size=3, people=("Ada",)) as (_, ada):
        await ask(ada, "/game new variant:tiny")
        monkeypatch.setattr(dispatch, "receipt", broken)
        await ask(ada, "/game start", "Done.")
        await board(ada)


@pytest.mark.gate
async def test_a_thread_that_could_not_be_made(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The person can ask again, and then there is a thread."""
    async with gathered(tmp_path, letters="CATSODEEE", rack_size=3, people=("Ada",)) as (stage, ada):
        stage.playground.people.interactions.answer_seconds = 60.0
        for fault in (Cut(), ServerError()):
            stage.playground.faults.plan(fault, "POST", "/threads$")
            await ask(ada, "/game new variant:tiny thread:yes")
            stage.playground.faults.clear()
        await ask(ada, "/game new variant:tiny thread:yes", said("receipts.opened"))
    assert faults(caplog) == []
