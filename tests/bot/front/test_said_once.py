"""Every message says one thing once: nothing in grey that the picture shows, and nothing in two sentences."""

from __future__ import annotations

from bot.front.board.messages import board_message
from bot.front.board.racks import rack_message
from bot.front.board.turn_messages import turn_message
from bot.front.components.message import Message
from bot.text import texts_for
from engine.game import commands as cmd
from engine.game.state import HintKind
from engine.game.views import seat_view, table_view
from engine.model.rules import PRESETS
from tests.features.test_computers_in_chat import demonstration
from tests.support.games import CLASSIC, Table, variant_of
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
