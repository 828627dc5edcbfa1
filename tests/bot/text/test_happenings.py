"""Lines for events, the status line, receipts and previews, and lengths of time in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.text import cast_of, texts_for
from bot.text.clocks import clock_lines, clock_text, length_text, moment
from bot.text.events import happened
from bot.text.receipts import preview, receipt
from bot.text.reminders import reminder
from bot.text.rules import value_lines, value_text
from bot.text.settings import rule_value_named
from bot.text.status import outcome, status
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.phases import FinalPass, Reminder
from engine.game.views import seat_view, table_view
from engine.model.durations import DAY, HOUR, MINUTE, SECOND
from engine.model.rules import PRESETS, Rules, with_club_clock
from engine.model.tiles import Tile
from engine.play.notation import read_move
from engine.play.placement import resolve, score
from tests.support.games import CLASSIC, DOUBLE, NO_UNDO, STANDARD, Table, tiles, variant_of, word_set
from tests.support.sentences import said

ENGLISH = texts_for("en")
FRIENDLY = PRESETS["friendly"]
WORDS = word_set("HELLO", "HE", "LO")


def told(table: Table, events: tuple[ev.Event, ...]) -> tuple[str, ...]:
    """The lines with unescaped names."""
    return happened(events, cast_of(table_view(table.game), str), ENGLISH)


def now(table: Table) -> str:
    """The status line with unescaped names."""
    view = table_view(table.game)
    return status(view, cast_of(view, str), ENGLISH)


def test_D5_a_play_is_told_with_place_word_and_points() -> None:
    """A blank is in lower case; a full rack is a bingo."""
    table = Table().start("HELL?XY", "QUAZJVK")
    assert told(table, table.play("8D HELLo")) == ("Ada played 8D HELLo for 22 points. The O is a blank.",)
    table = Table().start("HELLOXY", "QUAZJVK")
    assert told(table, table.play("H8 HELLOXY"))[0].endswith(said("happenings.bingo_bonus", bonus=50))


def test_an_exchange_is_counted_and_never_named() -> None:
    """Neither the tiles exchanged nor those drawn are public."""
    table = Table().start("HELLOXY", "QUAZJVK")
    events = table.do(cmd.Exchange("ada", "XY"))
    assert told(table, events) == ("Ada exchanged 2 tiles.",)
    assert told(table, table.pass_()) == ("Bruno passed.",)


def test_points_for_passing_are_told_where_a_variant_gives_them() -> None:
    """Some card games give or take points for a pass (ledger K9)."""
    table = Table(variant=replace(STANDARD, pass_points=-5)).start("HELLOXY", "QUAZJVK")
    assert told(table, table.pass_()) == ("Ada passed. (−5 points)",)


def test_D4_taking_back_is_told() -> None:
    """The play and the undo are two lines."""
    table = Table(FRIENDLY).start("HELLOXY", "QUAZJVK")
    events = table.play("8D HELLO") + table.do(cmd.Undo("ada"))
    assert told(table, events) == ("Ada played 8D HELLO for 24 points.", said("happenings.undid_last_move", name="Ada"))


def test_C17_a_successful_challenge_is_told() -> None:
    """One wrong word is named; of several words, none is named as the wrong one."""
    table = Table(CLASSIC, words=WORDS).start("XELLOHE", "QUAZJVK")
    table.play("8D XELLO")
    assert told(table, table.do(cmd.Challenge("bruno"))) == (
        said("happenings.challenge_succeeded", 1, challenger="Bruno", words="XELLO", name="Ada"),
    )
    words = (("X", "E"), ("H", "E"))
    line = told(table, (ev.Challenged(0, 0, 1, words, False),))[0]
    assert line.startswith(said("happenings.challenge_succeeded", 2, challenger="Bruno", words="XE and HE"))


def test_C16_a_rejected_play_is_told_with_its_wrong_words() -> None:
    """The main word may be right: everyone was told which ones are not."""
    table = Table(FRIENDLY.with_value("challenge", "house"), words=WORDS).start("HELLOXY", "QUAZJVK")
    played = table.play("8D HELLO")[-1]
    assert isinstance(played, ev.Played)
    lost = ev.TurnLost(0, 0, (("X", "E"),), 1, played.placement, played.sheet)
    facts = {"judge": "Bruno", "play": "8D HELLO", "words": "XE", "name": "Ada"}
    assert told(table, (lost,)) == (said("happenings.rejected_takes_tiles", 1, **facts),)


def test_a_failed_challenge_and_its_price_are_told() -> None:
    """The missed turn appears once, even when it is missed at once."""
    table = Table(DOUBLE, words=WORDS).start("HELLOXY", "QUAZJVK")
    table.play("8D HELLO")
    assert told(table, table.do(cmd.Challenge("bruno"))) == (
        said("happenings.challenge_failed", 1, challenger="Bruno", words="HELLO"),
        said("happenings.missed_turn_after", name="Bruno"),
    )
    assert told(table, (ev.TurnForfeited(0, 1),)) == (said("happenings.miss_next_turn", name="Bruno"),)


@pytest.mark.parametrize(("rules", "free"), [(CLASSIC, True), (DOUBLE, False)])
def test_a_failed_challenge_that_costs_nothing_says_so(rules: Rules, free: bool) -> None:
    """Otherwise the price is told."""
    table = Table(rules, words=WORDS).start("HELLOXY", "QUAZJVK")
    table.play("8D HELLO")
    events = table.do(cmd.Challenge("bruno"))
    assert (said("receipts.challenge_free") in receipt(events, table_view(table.game), "bruno", ENGLISH)) == free


def test_N3_the_draw_for_the_start_is_shown() -> None:
    """After a tie, the second round says why there is one."""
    table = Table()
    events: tuple[ev.Event, ...] = (
        ev.StartDrawn(0, ((0, Tile("E", 1)), (1, Tile("E", 1)))),
        ev.StartDrawn(0, ((0, Tile("E", 1)), (1, Tile("", 0)))),
        ev.Started(0, "ada", 1),
        ev.TilesDrawn(0, 0, tiles("AAA")),
    )
    assert told(table, events) == (
        said("happenings.drawn_for_first", drawn="Ada E and Bruno E"),
        said("happenings.tied_drew_again", drawn="Ada E and Bruno a blank"),
        said("happenings.goes_first", name="Bruno"),
    )


def test_leaving_and_resigning_are_told_apart() -> None:
    """Both name the player."""
    table = Table(names=("ada", "bruno", "cem")).start()
    assert told(table, table.do(cmd.Leave("bruno"))) == ("Bruno left the game.",)
    assert "Cem resigned." in told(table, table.do(cmd.Resign("cem")))


def test_N23_the_status_line_says_whose_turn_it_is_and_what_to_do() -> None:
    """It covers every phase from the lobby to the end."""
    table = Table(CLASSIC, variant=variant_of("HELLOABCDEFGHI"), names=("ada",))
    assert "Press **Join**" in now(table)
    table.do(cmd.Join(replace(table.game.seats[0].player, id="bruno", name="Bruno")))
    assert now(table) == said("status.any_player_press_start")
    table.start("HELLOAB", "CDEFGHI")
    assert now(table) == (
        said("status.your_turn", name="Ada")
        + " "
        + said("status.first_word_cover", start="the centre square H8")
        + " "
        + said("status.type_move_like", example="8H WORD")
    )
    table.play("8D HELLO")
    assert now(table).startswith(said("status.your_turn", name="Bruno"))
    assert now(table).endswith(said("status.can_be_challenged", play="8D HELLO"))
    table.pass_()
    table.play("D7 AHB")
    assert now(table) == said("status.challenge_press_accept", names="Bruno", play="D7 AHB")
    table.do(cmd.Accept("bruno"))
    assert now(table) == said("status.won_with_points", 49, name="Ada")


def test_N23_computers_are_said_to_be_choosing() -> None:
    """The line then asks nobody to do anything."""
    table = Table(names=("ada",))
    table.do(cmd.AddComputer("ada", 3))
    table.start("HELLOAB", "CDEFGHI", first=1)
    assert now(table) == said("status.choosing_a_move", name="Robot1")


def test_C18_ties_are_shared() -> None:
    """Two winners are both named."""
    table = Table().start()
    for _ in range(6):
        table.pass_()
    view = table_view(table.game)
    assert view.phase.winners  # type: ignore[union-attr]
    shared = replace(view, phase=replace(view.phase, winners=(0, 1)))  # type: ignore[arg-type]
    assert "Ada and Bruno tie with" in outcome(shared, cast_of(view, str), ENGLISH)
    nobody = replace(view, phase=replace(view.phase, winners=()))  # type: ignore[arg-type]
    assert outcome(nobody, cast_of(view, str), ENGLISH) == said("status.over_without_winner")


def test_C18_a_game_that_is_decided_elsewhere_does_not_say_that_nobody_has_won() -> None:
    """A director ends a game by setting its result, which the next line tells."""
    table = Table().start()
    table.do(cmd.End("", moderator=True))
    view = table_view(table.game)
    assert outcome(view, cast_of(view, str), ENGLISH) == said("receipts.over")


def test_a_receipt_tells_what_was_understood() -> None:
    """A receipt shows the blank, each word, and that the move can be undone for a moment."""
    table = Table(FRIENDLY).start("HELL?XY", "QUAZJVK")
    events = table.play("8d hello")
    assert receipt(events, table_view(table.game), "ada", ENGLISH) == (
        "You played 8D HELLo for 22 points. The O is a blank. "
        + said("receipts.can_undo", 10, time=f"<t:{(table.now + 10_000) // 1000}:T>")
    )


def test_a_receipt_counts_cross_words_and_the_bonus() -> None:
    """Word by word, when there is more than one part."""
    table = Table().start("HELLOXY", "EAZJVKQ")
    table.play("8D HELLO")
    events = table.play("9D EA")
    text = receipt(events, table_view(table.game), "bruno", ENGLISH)
    assert text == "You played 9D EA for 9 points. Score: EA 2, HE 5 and EA 2."


def test_an_exchange_is_named_to_its_own_player_only() -> None:
    """Two people see the same event."""
    table = Table().start("HELLOXY", "QUAZJVK")
    events = table.do(cmd.Exchange("ada", "XY"))
    own = receipt(events, table_view(table.game), "ada", ENGLISH)
    assert own.startswith("You exchanged X Y and drew ")
    assert receipt(events, table_view(table.game), "bruno", ENGLISH) == "Done."
    assert receipt(events, table_view(table.game), "stranger", ENGLISH) == "Done."


def test_N4_a_preview_shows_score_words_and_leave() -> None:
    """The preview shows what the move would score and which tiles it would leave."""
    table = Table(FRIENDLY).start("HELL?XY", "QUAZJVK")
    view = seat_view(table.game, 0)
    placement = resolve(
        read_move("8D HELLo", STANDARD, view.table.setup.orientation), view.table.board, view.rack, STANDARD
    )
    sheet = score(view.table.board, placement, STANDARD)
    assert preview(view, placement, sheet, ENGLISH, ()) == "**8D HELLo**: 22 points\nThe O is a blank.\nYou keep X Y."
    refused = preview(view, placement, sheet, ENGLISH, (tuple("HELLO"),))
    assert refused.endswith(said("verdicts.would_be_refused", 1, words="HELLO"))


def test_a_preview_does_not_judge_words_where_phonies_stand() -> None:
    """Valid words and phonies read the same."""
    table = Table(CLASSIC, words=WORDS).start("HELLOXY", "QUAZJVK")
    view = seat_view(table.game, 0)
    texts = []
    for move in ("8D HELLO", "8D HOLLE"):
        placement = resolve(
            read_move(move, STANDARD, view.table.setup.orientation), view.table.board, view.rack, STANDARD
        )
        texts.append(preview(view, placement, score(view.table.board, placement, STANDARD), ENGLISH, None))
    assert texts[0].replace("HELLO", "?") == texts[1].replace("HOLLE", "?")
    assert said("verdicts.unchecked_until_challenge") in texts[0]


def test_names_are_disarmed_in_lines() -> None:
    """A name full of markdown appears literally, in bold."""
    table = Table(names=("ada", "bruno")).start("HELLOXY", "QUAZJVK")
    seats = list(table.game.seats)
    seats[0] = replace(seats[0], player=replace(seats[0].player, name="**@everyone** <@1>"))
    table.state = replace(table.game, seats=tuple(seats))
    view = table_view(table.game)
    line = happened(table.pass_(), cast_of(view), ENGLISH)[0]
    assert line == "**\\*\\*@\u200beveryone\\*\\* \\<@\u200b1\\>** passed."


@pytest.mark.parametrize("rules", [Rules(), CLASSIC])
def test_every_event_of_whole_games_has_words(rules: Rules) -> None:
    """Every event, public or private, has a text without open placeholders."""
    table = Table(rules, variant=variant_of("HELLOABCDEFGHIAEIOUAEIOU")).start()
    while table.game.on_turn is not None and len(table.events) < 200:
        table.pass_() if len(table.events) % 3 else table.do(cmd.Exchange(table.on_turn, "all"))
    view = table_view(table.game)
    lines = happened(table.events, cast_of(view), ENGLISH)
    private = [receipt((event,), view, "ada", ENGLISH) for event in table.events]
    assert all(line and "{" not in line for line in (*lines, *private))


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
    """Nothing without a clock; before zero, below zero, below zero with a limit; the end of the final pass.

    Overtime is as it was told last, or as it is at an instant.
    """
    assert lines(Table(NO_UNDO).start()) == ()
    table = Table(NO_UNDO.with_value("game_clock", "1")).start(first=0)
    assert lines(table)[0].startswith("Clocks: Ada 1:00 (runs out: <t:")
    for _ in range(2):
        table.now += 2 * MINUTE - 1000
        table.pass_()
    costs = [said("clocks.overtime", name=name, time="−1:00", points="−10 points") for name in ("Ada", "Bruno")]
    assert lines(table) == (f"Clocks: {' · '.join(costs)}",)
    later = clock_lines(table_view(table.game), cast_of(table_view(table.game), str), ENGLISH, table.now + 61_000)
    costs[0] = said("clocks.overtime", name="Ada", time="−2:01", points="−30 points")
    assert later == (f"Clocks: {' · '.join(costs)}",)
    table.do(cmd.CountOvertime(table.game.turn), after=61_000)
    assert said("clocks.overtime", name="Ada", time="−2:00", points="−30 points") in lines(table)[0]
    club = Table(with_club_clock(NO_UNDO)).start(first=0)
    for _ in range(2):
        club.now += 30 * MINUTE - 1000
        club.pass_()
    lost = said("clocks.overtime_lost", name="Ada", time="−5:00", points="−50 points")
    assert lines(club)[0].startswith(f"Clocks: {lost}")
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
    assert "from `10 seconds` to `14 days`" in value_lines("turn_clock", ENGLISH)[-1]
    assert "`14 Tage`" in value_lines("turn_clock", texts_for("de"))[-1]


@pytest.mark.parametrize(
    ("own", "typed", "value"),
    [
        ("en", "90 seconds", "1m30s"),
        ("de", "90 Min.", "1h30m"),
        ("de", "1 Stunde", "1h"),
        ("ru", "2 дня", "2d"),
        ("fr", "sans limite", "none"),
        ("fr", "20 jours", "20 jours"),
    ],
)
def test_the_value_of_a_clock_is_typed_as_people_say_it(own: str, typed: str, value: str) -> None:
    """As the engine keeps it; what is no length or out of range is left to be refused."""
    assert rule_value_named("turn_clock", typed, texts_for(own)) == value
    assert rule_value_named("demo_pace", "5 Sek.", texts_for("de")) == "5"


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
