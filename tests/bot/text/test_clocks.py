"""Clocks, lengths of time and reminders in words."""

from __future__ import annotations

import pytest

from bot.text import cast_of, texts_for
from bot.text.clocks import clock_lines, clock_text, length_text, moment
from bot.text.reminders import reminder
from bot.text.rules import value_lines, value_text
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.phases import FinalPass, Reminder
from engine.game.views import table_view
from engine.model.durations import DAY, HOUR, MINUTE, SECOND
from engine.model.rules import PRESETS, with_club_clock
from tests.support.games import CLASSIC, NO_UNDO, Table, variant_of
from tests.support.sentences import said

ENGLISH = texts_for("en")


def lines(table: Table) -> tuple[str, ...]:
    """The clock lines with unescaped names."""
    view = table_view(table.game)
    return clock_lines(view, cast_of(view, str), ENGLISH)


@pytest.mark.parametrize(
    ("time", "text"),
    [
        (0, "0:00"),
        (999, "0:00"),
        (-999, "0:00"),
        (-SECOND, "−0:01"),
        (25 * MINUTE, "25:00"),
        (HOUR + SECOND, "1:00:01"),
    ],
)
def test_a_clock_reads_as_on_the_table(time: int, text: str) -> None:
    """A clock shows full seconds, hours only where there are some, and a minus after time is up."""
    assert clock_text(time) == text


@pytest.mark.parametrize(
    ("time", "text"),
    [(0, "0 seconds"), (SECOND, "1 second"), (90 * SECOND, "1 minute and 30 seconds"), (3 * DAY, "3 days")],
)
def test_lengths_of_time_in_words(time: int, text: str) -> None:
    """The words name each unit that is not zero."""
    assert length_text(time, ENGLISH) == text


def test_an_instant_is_a_mark_of_discord_that_is_never_too_early() -> None:
    """The instant is rounded up to the second."""
    assert moment(1_700_000_000_001) == "<t:1700000001:R>"
    assert moment(1_700_000_000_000) == "<t:1700000000:R>"


def test_n23_what_clocks_say() -> None:
    """Nothing without a clock; before zero, below zero, below zero with a limit; the end of the final pass."""
    assert lines(Table(NO_UNDO).start()) == ()
    table = Table(NO_UNDO.with_value("game_clock", "1")).start(first=0)
    assert lines(table)[0].startswith("Clocks: Ada 1:00 (runs out: <t:")
    for _ in range(2):
        table.now += 2 * MINUTE - 1000
        table.pass_()
    assert lines(table) == (f"Clocks: {said('clocks.every_minute_costs', name='Ada', time='−1:00')} · Bruno −1:00",)
    club = Table(with_club_clock(NO_UNDO)).start(first=0)
    for _ in range(2):
        club.now += 30 * MINUTE - 1000
        club.pass_()
    assert lines(club)[0].startswith("Clocks: Ada −5:00 (game lost: <t:")
    out = Table(CLASSIC, variant_of("CATEEE", 3)).start("CAT", "EEE")
    out.play("8H CAT")
    assert isinstance(out.game.phase, FinalPass)
    assert lines(out) == (said("clocks.end_game_if_nobody", moment=moment(out.game.phase.deadline)),)


@pytest.mark.parametrize("reason", Reminder)
def test_n10_every_reminder_names_game_and_player(reason: Reminder) -> None:
    """It also names the end of the turn, where there is one."""
    table = Table(PRESETS["correspondence"]).start(first=0)
    view = table_view(table.game)
    event = ev.Reminded(table.now, 0, reason, "bruno")
    told = reminder(event, view, cast_of(view, str), "**Friday**", "<#7>", ENGLISH)
    assert "Ada" in told
    assert "**Friday**, <#7>" in told
    assert (said("clocks.end_turn") in told) == (reason is not Reminder.IDLE)
    assert ("Bruno is waiting" in told) == (reason is Reminder.NUDGE)


def test_values_of_times_are_explained() -> None:
    """The values offered, values typed by hand, and the range."""
    assert value_text("turn_clock", "90s", ENGLISH) == "1 minute and 30 seconds"
    assert value_text("turn_clock", "none", ENGLISH) == "no limit"
    assert "from `10s` to `14d`" in value_lines("turn_clock", ENGLISH)[-1]


def test_a_paused_game_says_how_to_go_on() -> None:
    """The text has the game's name, with markdown escaped."""
    from bot.text.status import status

    table = Table(NO_UNDO).start()
    table.do(cmd.Pause("ada", "*Friday* @everyone"))
    view = table_view(table.game)
    told = status(view, cast_of(view, str), ENGLISH)
    assert "\\*Friday\\*" in told
    assert "@everyone" not in told
    assert "/game resume" in told
