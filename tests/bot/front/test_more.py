"""The one row under a board, and the answer to More: for each person and state, what can be done and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.front.board.buttons import board_buttons
from bot.front.board.more import more_message
from bot.front.board.turn_messages import turn_message
from bot.front.components.message import MOST_IN_ROW, Message, Row
from bot.text import texts_for
from engine.errors import EngineError
from engine.game import commands as cmd
from engine.game.views import table_view
from engine.model.rules import PRESETS, DrawTiles, ExchangeRule, FirstPlayer, Rules
from tests.support.games import CLASSIC, Table, variant_of, word_set

ENGLISH = texts_for("en")
GAME = "k7m2p9qa"
FRIENDLY = PRESETS["friendly"]
LOOKING = ["Scores", "Unseen tiles", "Board as text", "Rules"]


def under(table: Table) -> list[str]:
    """The buttons under the board."""
    return [button.label for button in board_buttons(GAME, table_view(table.game), ENGLISH)]


def labels(message: Message) -> list[str]:
    """The buttons of a message."""
    return [button.label for button in message.buttons]


def more(table: Table, member: str) -> list[str]:
    """The buttons that More shows to a member."""
    return labels(more_message(GAME, table_view(table.game), member, table.now, ENGLISH))


def refused(table: Table, command: cmd.Command) -> bool:
    """Whether the game refuses a command now."""
    state, events, now = table.state, table.events, table.now
    try:
        table.do(command)
    except EngineError:
        return True
    finally:
        table.state, table.events, table.now = state, events, now
    return False


def test_the_person_on_turn_has_one_row_and_the_rest_behind_more() -> None:
    """Pass, Exchange and Compose are one press further; nobody is reminded of their own turn."""
    table = Table().start("HELLOXY", "QUAZJVK")
    assert under(table) == ["Rack", "Play", "Hint", "More"]
    assert more(table, "ada") == ["Pass", "Exchange", "Compose", *LOOKING, "Resign"]


def test_who_waits_can_remind_and_not_move() -> None:
    """Bruno waits for Ada."""
    table = Table().start("HELLOXY", "QUAZJVK")
    assert more(table, "bruno") == [*LOOKING, "Send a reminder", "Resign"]


def test_a_watcher_can_only_look() -> None:
    """Nothing that needs a seat, whether the game runs or words can be challenged."""
    table = Table(CLASSIC).start("HELLOXY", "QUAZJVK")
    table.play("8D HELLO")
    assert more(table, "chloe") == LOOKING


def test_a_computer_on_turn_is_not_reminded() -> None:
    """A computer needs no reminder, and nobody can move for it."""
    table = Table(names=("ada",))
    table.do(cmd.AddComputer("ada", 1))
    table.start("HELLOXY", "QUAZJVK", first=1)
    assert under(table) == ["Rack", "Play now", "More"]
    assert more(table, "ada") == [*LOOKING, "Resign"]


@pytest.mark.parametrize("rules", [FRIENDLY, replace(FRIENDLY, exchange_min_pool=ExchangeRule.RACK)])
def test_N5_exchange_is_offered_exactly_when_the_game_would_allow_it(rules: Rules) -> None:
    """Whatever is left in the pool; tiles that wait for the end of an undo count as drawn."""
    seen = set()
    for extra in range(14):
        table = Table(rules, variant=variant_of("HELLOABCDEFGHI" + "E" * extra)).start("HELLOAB", "CDEFGHI")
        for move in ("8D HELLO", ""):
            offered = "Exchange" in more(table, table.on_turn)
            one = cmd.Exchange(table.on_turn, table.letters(table.game.on_turn or 0)[:1])
            assert offered is not refused(table, one), (extra, move)
            seen.add((move, offered))
            if move:
                table.play(move)
    assert len(seen) == 4


def test_M8_challenge_is_in_the_row_and_accept_behind_more_for_whom_it_is_for() -> None:
    """The player of the word cannot accept it, nor anyone twice; after a challenge that failed there is neither."""
    table = Table(CLASSIC, names=("ada", "bruno", "chloe")).start("HELLOXY", "QUAZJVK", "RSTUEIN")
    assert "Challenge" not in under(table)
    table.play("8D HELLO")
    assert under(table) == ["Rack", "Play", "Challenge", "More"]
    assert "Accept" not in more(table, "ada")
    assert "Accept" in more(table, "chloe")
    table.do(cmd.Accept("chloe"))
    assert "Accept" not in more(table, "chloe")
    table.do(cmd.Challenge("bruno"))
    assert "Challenge" not in under(table)
    assert "Accept" not in more(table, "bruno")


def test_rules_without_challenges_show_none() -> None:
    """In a friendly game a phony is refused before it is played."""
    table = Table(FRIENDLY).start("HELLOXY", "QUAZJVK")
    table.play("8D HELLO")
    assert under(table) == ["Rack", "Play", "Hint", "Undo", "More"]
    table.do(cmd.CloseWindows(1), after=20_000)
    assert under(table) == ["Rack", "Play", "Hint", "More"]


def test_a_direct_message_leaves_out_what_its_reader_cannot_do() -> None:
    """Bruno is on turn and cannot undo Ada's move."""
    table = Table(FRIENDLY).start("HELLOXY", "QUAZJVK")
    table.play("8D HELLO")
    message = turn_message(GAME, table_view(table.game), (), ENGLISH, board_url="https://discord.com/channels/1/2/3")
    assert labels(message) == ["Rack", "Play", "Hint", "More"]
    assert "[Ada v Bruno](https://discord.com/channels/1/2/3)" in message.text


def states() -> Iterator[Table]:
    """Games in every phase, of people who share a screen, with tiles drawn by hand and with challenges."""
    for rules in (FRIENDLY, CLASSIC, replace(FRIENDLY, draw_tiles=DrawTiles.MANUAL), PRESETS["tournament"]):
        for guests in (0, 2):
            table = Table(rules, variant=variant_of("HELLOABCDEFGHIJKLMNOPQRSTUVWXYZ" * 2))
            for number in range(guests if rules.most_seats > 2 else 0):
                table.do(cmd.AddGuest("ada", f"Guest {number}"))
            yield table.start()
            for number in [n for n, seat in enumerate(table.game.seats) if seat.due]:
                table.do(cmd.Draw(table.game.seats[number].player.id, None, number))
            rack = table.letters(table.game.on_turn or 0)
            table.play(f"8F {rack[:3].replace('?', '')}")
            yield table
            if rules.undo:
                table.do(cmd.CloseWindows(table.game.turn - 1), after=20_000)
                yield table
            table.pass_()
            yield table
    house = Table(PRESETS["friendly"].with_value("challenge", "house"), words=word_set("HE")).start(
        "HELLOXY", "QUAZJVK"
    )
    house.play("8D HELLO")
    yield house
    final = Table(CLASSIC, variant=variant_of("HELLOABCDEFGHI")).start("HELLOAB", "CDEFGHI")
    final.play("8D HELLO")
    final.pass_()
    final.play("D7 AHB")
    yield final


def test_swap_places_is_offered_exactly_when_the_game_would_allow_it() -> None:
    """Not before the tiles are drawn, with real tiles, or with a computer player that fills in for someone."""
    real = replace(FRIENDLY, tabletop=True, first_player=FirstPlayer.HOST)
    for rules in (FRIENDLY, replace(FRIENDLY, draw_tiles=DrawTiles.MANUAL), real):
        table = Table(rules, names=("ada",))
        table.do(cmd.AddComputer("ada", 1))
        table.start("HELLOXY", "QUAZJVK")
        assert ("Swap places" in more(table, "ada")) is not refused(table, cmd.Swap("ada")), rules
    left = Table(FRIENDLY.with_value("on_leave", "computer"), names=("ada", "bruno")).start("HELLOXY", "QUAZJVK")
    left.do(cmd.Leave("bruno"))
    assert "Swap places" not in more(left, "ada")


def test_both_answers_about_a_play_have_room_beside_the_racks_of_a_shared_screen() -> None:
    """Three racks and two answers do not fit, so that the last rack is behind More."""
    table = Table(FRIENDLY.with_value("challenge", "house"), names=("ada",), words=word_set("HE"))
    for name in ("Ben", "Cleo", "Dora"):
        table.do(cmd.AddGuest("ada", name))
    table.start("HELLOXY", "QUAZJVK", "RSTUEIN", "EEEAAII")
    table.play("8D HELLO")
    assert under(table) == ["Rack: Ben", "Rack: Cleo", "Accept", "Reject", "More"]
    assert "Rack: Dora" in more(table, "ada")


def test_a_board_has_one_row_in_every_state_and_no_button_twice() -> None:
    """On a phone, five buttons are one row; what has no room is behind More."""
    for table in states():
        view = table_view(table.game)
        row = board_buttons(GAME, view, ENGLISH)
        assert len(row) <= MOST_IN_ROW
        assert row[-1].label == "More"
        for member in ("ada", "bruno", "chloe"):
            message = more_message(GAME, view, member, table.now, ENGLISH)
            ids = [button.custom_id for button in (*row, *message.buttons) if hasattr(button, "custom_id")]
            assert len(ids) == len(set(ids)), (member, labels(message))
            assert all(len(block.buttons) <= MOST_IN_ROW for block in message.blocks if isinstance(block, Row))


def test_every_rack_of_a_shared_screen_can_be_reached() -> None:
    """The row has that of the guest on turn; the others are behind More for those at the screen only."""
    table = Table(names=("ada", "bruno"))
    table.do(cmd.AddGuest("ada", "Ben"))
    table.start("HELLOXY", "QUAZJVK", "RSTUEIN")
    assert under(table) == ["Rack", "Rack: Ada", "Play", "Hint", "More"]
    assert "Rack: Ben" in more(table, "ada")
    assert "Rack: Ada" not in more(table, "ada")
    assert "Rack: Ben" not in more(table, "bruno")
