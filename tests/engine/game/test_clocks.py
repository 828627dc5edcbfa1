"""Clocks, pauses and lost time by ledger code, through `decide`."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import errors as err
from engine.formats.gcg import GcgTimePenalty
from engine.formats.journal import record
from engine.game import clock
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.clock import Due, next_deadline, thinking_time
from engine.game.history import TurnKind, history
from engine.game.phases import EndReason, FinalPass, Over, Overtime, Paused, Reminder, Turn
from engine.game.state import Standing
from engine.game.views import table_view
from engine.model.durations import DAY, HOUR, MINUTE, SECOND
from engine.model.rules import PRESETS, Rules, allowed_values, with_club_clock
from tests.support.games import CLASSIC, NO_UNDO, Table, check_invariants, variant_of

TEN = NO_UNDO.with_value("turn_clock", "10s")
RACKS = ("HELLOAB", "QUXZJVK")


def passed(table: Table, since: int, time: int) -> None:
    """Move the clock so that the next command arrives `time` after an instant."""
    table.now = since + time - 1000


def turn_of(table: Table) -> Turn:
    """The current turn."""
    phase = table.game.phase
    assert isinstance(phase, Turn)
    return phase


# --- the turn clock ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["10s", "59:59", "90s", "1m30s", "1h", "14d", "2d 12h"])
def test_C3_a_turn_takes_from_10_seconds_to_14_days(text: str) -> None:
    """The rule accepts any time between; shorter and longer ones are refused with the possible range."""
    rules = Rules().with_value("turn_clock", text)
    assert rules.turn_clock is not None
    assert 10 * SECOND <= rules.turn_clock <= 14 * DAY
    assert Rules().with_value("turn_clock", rules.value_text("turn_clock")) == rules
    assert Rules().turn_clock is None
    for wrong in ("9s", "15d", "soon", "10", "-5m", ""):
        with pytest.raises(err.RuleValueRefused) as refused:
            Rules().with_value("turn_clock", wrong)
        assert refused.value.allowed == allowed_values("turn_clock")


def test_C3_N15_a_turn_that_takes_too_long_is_lost() -> None:
    """Two seconds after its end, so that moves sent in time arrive; it counts as a scoreless turn."""
    table = Table(TEN).start(*RACKS)
    since = turn_of(table).since
    deadline = next_deadline(table.game)
    assert deadline
    assert (deadline.at, deadline.due) == (since + 12 * SECOND, Due.EXPIRY)
    passed(table, since, 12 * SECOND - 1)
    with pytest.raises(err.StaleTurn):
        table.do(cmd.Expire(deadline.turn))
    passed(table, since, 12 * SECOND)
    assert table.do(cmd.Expire(deadline.turn)) == (ev.TurnExpired(since + 12 * SECOND, 0),)
    assert (table.game.on_turn, table.game.scoreless, table.game.turn) == (1, 1, deadline.turn + 1)
    with pytest.raises(err.StaleTurn):
        table.do(cmd.Expire(deadline.turn))
    check_invariants(table)


def test_C3_a_move_counts_until_the_last_moment_and_not_after() -> None:
    """Between the end of the time and the expiry, nobody can play or pass."""
    table = Table(TEN).start(*RACKS)
    since = turn_of(table).since
    passed(table, since, 10 * SECOND)
    for command in (cmd.Play("ada", "8D HELLO"), cmd.Pass("ada"), cmd.Exchange("ada", "H")):
        passed(table, since, 10 * SECOND)
        with pytest.raises(err.TimeIsUp):
            table.do(command)
    passed(table, since, 10 * SECOND - 1)
    table.play("8D HELLO")
    assert table.game.on_turn == 1


def test_C3_a_preview_opened_in_time_may_be_played_late_but_not_changed() -> None:
    """The last preview opened in time may be played during the grace period; the expiry waits for it."""
    table = Table(TEN.with_value("clock_grace", "30s")).start(*RACKS)
    since, turn = turn_of(table).since, table.game.turn
    table.do(cmd.OpenDraft("ada", turn, "first"))
    table.do(cmd.OpenDraft("ada", turn, "second"))
    deadline = next_deadline(table.game)
    assert deadline
    assert deadline.at == since + 42 * SECOND
    passed(table, since, 11 * SECOND)
    assert table.do(cmd.OpenDraft("ada", turn, "late")) == ()
    for draft in (None, "first", "late"):
        passed(table, since, 39 * SECOND)
        with pytest.raises(err.TimeIsUp):
            table.do(cmd.Play("ada", "8D HELLO", turn, draft))
    passed(table, since, 40 * SECOND)
    with pytest.raises(err.TimeIsUp):
        table.do(cmd.Play("ada", "8D HELLO", turn, "second"))
    passed(table, since, 40 * SECOND - 1)
    table.do(cmd.Play("ada", "8D HELLO", turn, "second"))
    assert table.game.on_turn == 1
    assert table.game.seats[0].used == 40 * SECOND - 1, "under a game clock the time is charged"
    assert "second" not in repr(table_view(table.game).phase)
    strict = Table(TEN.with_value("clock_grace", "0s")).start(*RACKS)
    assert strict.do(cmd.OpenDraft("ada", strict.game.turn, "draft")) == ()


def test_C3_taking_a_move_back_wins_no_time() -> None:
    """The turn resumes where it was, and the player on turn meanwhile is charged nothing."""
    table = Table(Rules().with_value("turn_clock", "20s").with_value("game_clock", "25")).start(*RACKS)
    since = turn_of(table).since
    passed(table, since, 9 * SECOND)
    table.play("8D HELLO")
    passed(table, since, 15 * SECOND)
    table.do(cmd.Undo("ada"))
    assert turn_of(table) == Turn(0, since)
    assert [seat.used for seat in table.game.seats] == [0, 0]
    table.play("8D HELLO")
    passed(table, since, 20 * SECOND)
    with pytest.raises(err.TimeIsUp):
        table.do(cmd.Undo("ada"))
    check_invariants(table)


def test_C3_who_does_not_move_any_more_loses_by_the_rule_of_scoreless_turns() -> None:
    """Any game ends, even if both players have gone and only the clock runs."""
    table = Table(TEN).start(*RACKS)
    table.pass_()
    table.pass_()
    for _ in range(4):
        deadline = next_deadline(table.game)
        assert deadline
        table.now = deadline.at
        table.do(cmd.Expire(deadline.turn))
    assert isinstance(table.game.phase, Over)
    assert table.game.phase.reason is EndReason.SCORELESS
    assert [entry.kind for entry in history(table.events)][2:6] == [TurnKind.EXPIRED] * 4


def test_C3_an_expiry_closes_the_play_before_it() -> None:
    """A play that the opponent did not challenge for a whole turn can no longer be challenged."""
    table = Table(CLASSIC.with_value("turn_clock", "10s")).start(*RACKS)
    table.play("8D HELLO")
    table.now += 12 * SECOND
    table.do(cmd.Expire(table.game.turn))
    with pytest.raises(err.NothingToChallenge):
        table.do(cmd.Challenge("bruno"))


def test_C3_a_challenge_that_succeeds_gives_a_whole_turn() -> None:
    """The board has changed; the challenger's game clock ran during the thinking time."""
    rules = CLASSIC.with_value("turn_clock", "30s").with_value("game_clock", "25")
    table = Table(rules, words=frozenset()).start(*RACKS)
    table.play("8D HELLO")
    since = turn_of(table).since
    passed(table, since, 20 * SECOND)
    table.do(cmd.Challenge("bruno"))
    assert turn_of(table) == Turn(1, since + 20 * SECOND)
    assert table.game.seats[1].used == 20 * SECOND


# --- the game clock ---------------------------------------------------------------------------------------------------


def played_out(rules: Rules, *times: int, by: int = 0) -> Table:
    """A game of three turns, CAT, pass, S, each of the given length; the last tile ends it."""
    table = Table(rules, variant_of("CATSEEEE", 4)).start("CATS", "EEEE")
    for time, move in zip(times, ("8H CAT", "", "8H CATS"), strict=True):
        passed(table, turn_of(table).since, time)
        table.play(move) if move else table.pass_()
    return table


@pytest.mark.parametrize(
    ("over", "points"),
    [(-1, 0), (999, 0), (1 * SECOND, -10), (60 * SECOND, -10), (61 * SECOND, -20), (25 * MINUTE, -250)],
)
def test_N16_ten_points_for_every_minute_begun_over_25(over: int, points: int) -> None:
    """0:01 over is one minute, 1:01 is two; deducted after the adjustment for tiles, so a total may be negative."""
    rules = replace(with_club_clock(NO_UNDO), overtime_limit=None)
    table = played_out(rules, 25 * MINUTE + over - 5 * SECOND, SECOND, 5 * SECOND)
    phase = table.game.phase
    assert isinstance(phase, Over)
    late = [one for one in phase.changes if isinstance(one, Overtime)]
    assert late == ([Overtime(0, points, over)] if points else [])
    plain = played_out(NO_UNDO, SECOND, SECOND, SECOND)
    assert table.scores[0] == plain.scores[0] + points
    assert table.scores[1] == plain.scores[1]
    check_invariants(table)


def test_N16_overtime_decides_who_has_won_and_is_in_history_and_record() -> None:
    """Its line follows that of the tiles left."""
    table = played_out(replace(with_club_clock(NO_UNDO), overtime_limit=None), 40 * MINUTE, SECOND, SECOND)
    assert isinstance(table.game.phase, Over)
    assert table.game.phase.winners == (1,)
    assert [entry.kind for entry in history(table.events)][-2:] == [TurnKind.ADJUSTMENT, TurnKind.OVERTIME]
    assert history(table.events)[-1].total == table.scores[0]
    last = record(table.events, open_racks=True).events[-1]
    assert isinstance(last, GcgTimePenalty)
    assert (last.player, last.score, last.total) == (0, -160, table.scores[0])


def test_N16_presets_have_their_clocks() -> None:
    """Live ones end: a minute over the clock is lost, in long games ten; correspondence has six hours a turn."""
    clocks = {"blitz": (3, 1), "rapid": (15, 1), "club": (25, 10), "tournament": (25, 10)}
    for name, rules in PRESETS.items():
        assert rules.is_live == (name in clocks)
        minutes = (rules.game_clock or 0) // MINUTE, (rules.overtime_limit or 0) // MINUTE
        assert minutes == clocks.get(name, (0, 0)), name
    assert PRESETS["rapid"].increment == 10 * SECOND
    assert (PRESETS["correspondence"].turn_clock, PRESETS["correspondence"].time_bank) == (6 * HOUR, 72 * HOUR)
    assert PRESETS["correspondence"].patience == DAY
    with pytest.raises(err.RulesContradict):
        Rules().with_value("overtime_limit", "10")


def test_N16_over_the_limit_the_game_is_lost() -> None:
    """With two seats the opponent wins, and the scores stand."""
    table = Table(with_club_clock(NO_UNDO)).start(*RACKS)
    table.pass_()
    table.pass_()
    since = turn_of(table).since - table.game.seats[0].used
    deadline = next_deadline(table.game)
    assert deadline
    for minute in range(10):
        assert deadline == clock.Deadline(since + (25 + minute) * MINUTE + SECOND, Due.OVERTIME, deadline.turn)
        table.now = deadline.at
        assert table.do(cmd.CountOvertime(deadline.turn), after=0) == (ev.OvertimeCounted(table.now, 0, minute + 1),)
        deadline = next_deadline(table.game)
        assert deadline
    assert (deadline.due, deadline.at) == (Due.EXPIRY, since + 35 * MINUTE + clock.LATE)
    passed(table, since, 35 * MINUTE)
    with pytest.raises(err.TimeIsUp):
        table.play("8D HELLO")
    table.now = deadline.at
    table.do(cmd.Expire(deadline.turn))
    phase = table.game.phase
    assert isinstance(phase, Over)
    assert (phase.reason, phase.winners, phase.changes) == (EndReason.TIME, (1,), ())
    check_invariants(table)


def test_N16_overtime_is_told_as_it_grows_and_begins_anew_with_time_given() -> None:
    """For an hour where it has no limit; a player who is over the clock already is told of the next minute."""
    table = Table(with_club_clock(NO_UNDO).with_value("overtime_limit", "none")).start(*RACKS)
    since, turn = turn_of(table).since, table.game.turn
    table.now = since + 28 * MINUTE
    with pytest.raises(err.StaleTurn):
        table.do(cmd.CountOvertime(turn - 1))
    table.do(cmd.CountOvertime(turn), after=2 * SECOND)
    assert clock.minutes_over(table.game, 0) == 4
    table.do(cmd.GiveTime("bruno"))
    assert clock.minutes_over(table.game, 0) == 0
    table.do(cmd.CountOvertime(turn))
    assert clock.minutes_over(table.game, 0) == 3
    told = next_deadline(table.game)
    assert told
    table.do(cmd.LoseTime(table.now, table.now + HOUR), after=HOUR)
    assert next_deadline(table.game) == replace(told, at=told.at + HOUR)
    left = clock.runs_out(table.game)
    assert left is not None
    table.now = left + HOUR
    table.do(cmd.CountOvertime(turn))
    assert clock.next_overtime(table.game) is None
    table.pass_()
    table.pass_()
    again = clock.runs_out(table.game)
    assert again is not None and turn_of(table).since > again
    assert clock.minutes_over(table.game, 0) == 61
    free = Table(with_club_clock(NO_UNDO).with_value("overtime_penalty", "0")).start(*RACKS)
    assert clock.next_overtime(free.game) is None, "it costs nothing"


def test_N16_with_more_seats_losing_on_time_is_resigning() -> None:
    """The others play on."""
    table = Table(with_club_clock(NO_UNDO), names=("ada", "bruno", "chloe")).start("HELLOAB", "QUXZJVK", "AEIOUTT")
    table.now = turn_of(table).since + 36 * MINUTE
    table.do(cmd.Expire(table.game.turn))
    assert table.game.seats[0].standing is Standing.OUT_OF_TIME
    assert table.game.on_turn == 1


def test_N16_clocks_run_for_who_is_on_turn_only() -> None:
    """Each clock is the sum of its own turns, however long the others take."""
    table = Table(with_club_clock(NO_UNDO)).start(*RACKS)
    for time in (10, 20, 30, 40):
        passed(table, turn_of(table).since, time * SECOND)
        table.pass_()
    assert [seat.used for seat in table.game.seats] == [40 * SECOND, 60 * SECOND]
    assert clock.time_left(table_view(table.game), 1) == 24 * MINUTE


# --- nobody's time ----------------------------------------------------------------------------------------------------


def test_C3_lost_time_is_charged_to_nobody() -> None:
    """A turn clock, a game clock and the undo window all resume where they were."""
    rules = Rules().with_value("turn_clock", "1m").with_value("game_clock", "25")
    table = Table(rules).start(*RACKS)
    table.play("8D HELLO")
    before = [next_deadline(table.game), clock.turn_ends(table.game), clock.runs_out(table.game)]
    down = table.now
    table.now += HOUR
    table.do(cmd.LoseTime(down, table.now), after=0)
    first = before[0]
    assert isinstance(first, clock.Deadline)
    after = [next_deadline(table.game), clock.turn_ends(table.game), clock.runs_out(table.game)]
    assert after[0] == replace(first, at=first.at + HOUR)
    assert [after[1], after[2]] == [one + HOUR for one in before[1:] if isinstance(one, int)]
    table.do(cmd.Undo("ada"))
    assert table.game.seats[1].used == 0
    check_invariants(table)
    untimed = Table(NO_UNDO).start(*RACKS)
    for _ in range(2):  # who owes a first move may lose by it
        since = turn_of(untimed).since
        assert untimed.do(cmd.LoseTime(untimed.now, untimed.now + 1000), after=1000)
        assert turn_of(untimed).since == since + 1000
        untimed.pass_()
    assert untimed.do(cmd.LoseTime(untimed.now, untimed.now + 1000)) == (), "it is no news where no clock runs"


def test_C3_lost_time_moves_the_final_pass_on() -> None:
    """Its deadline is as far away as before."""
    table = Table(CLASSIC, variant_of("CATEEE", 3)).start("CAT", "EEE")
    table.play("8H CAT")
    phase = table.game.phase
    assert isinstance(phase, FinalPass)
    down = table.now
    table.now += HOUR
    table.do(cmd.LoseTime(down, table.now), after=0)
    assert table.game.phase == replace(phase, deadline=phase.deadline + HOUR)


# --- computers --------------------------------------------------------------------------------------------------------


def test_C4_a_computer_keeps_to_the_clock() -> None:
    """Almost the whole turn's time; of a game clock, a share for each turn to come; little once that is used up."""
    table = Table(TEN, names=("ada",))
    table.do(cmd.AddComputer("ada", 8))
    table.start(*RACKS, first=1)
    since = turn_of(table).since
    assert thinking_time(table.game, since) == 8 * SECOND
    assert thinking_time(table.game, since + 9 * SECOND) == clock.LEAST_COMPUTER_TIME
    blitz = replace(table.game, setup=replace(table.game.setup, rules=PRESETS["blitz"]))
    allowed = thinking_time(blitz, since)
    assert allowed is not None
    assert allowed == 3 * MINUTE // clock.turns_to_come(blitz)
    assert thinking_time(blitz, since + HOUR) == clock.LEAST_COMPUTER_TIME
    plain = replace(table.game, setup=replace(table.game.setup, rules=NO_UNDO))
    assert thinking_time(plain, since) is None
    check_invariants(table)


def test_C4_a_computer_is_not_charged_for_windows() -> None:
    """While a play may be challenged it waits, and its clock stands still."""
    table = Table(with_club_clock(CLASSIC), names=("ada", "bruno"))
    table.do(cmd.AddComputer("ada", 3))
    table.start("HELLOAB", "QUXZJVK", "AEIOUTT", first=1)
    table.play("8G QUX")
    played = table.now
    passed(table, played, 23 * SECOND)
    table.pass_()
    assert table.game.seats[2].used == 3 * SECOND


# --- pauses -----------------------------------------------------------------------------------------------------------


def test_C5_a_game_is_interrupted_named_and_resumed() -> None:
    """Clocks stand still; moves are refused with the game's name; on resuming, everything is as it was."""
    rules = Rules().with_value("turn_clock", "1m").with_value("game_clock", "25")
    table = Table(rules).start(*RACKS)
    table.play("8D HELLO")
    before, paused = table.game, table.now + 1000
    table.do(cmd.Pause("999", "Friday evening", moderator=True))
    assert isinstance(table.game.phase, Paused)
    assert next_deadline(table.game) is None
    for command in (cmd.Pass("bruno"), cmd.Undo("ada"), cmd.Resign("ada"), cmd.Pause("ada"), cmd.Start("ada")):
        with pytest.raises(err.GameIsPaused) as refused:
            table.do(command)
        assert refused.value.name == "Friday evening"
    table.now += 5 * DAY
    table.do(cmd.Resume("ada"))
    moved, since = table.now - paused, before.phase
    assert isinstance(since, Turn)
    assert table.game.phase == replace(since, since=since.since + moved)
    assert table.game.turn == before.turn
    assert [seat.used for seat in table.game.seats] == [seat.used for seat in before.seats]
    table.do(cmd.Undo("ada"))
    with pytest.raises(err.NotPaused):
        table.do(cmd.Resume("ada"))
    check_invariants(table)


def test_C5_the_host_a_moderator_or_everybody_pauses() -> None:
    """Other players need everyone to agree; computers are not asked."""
    table = Table(NO_UNDO, names=("ada", "bruno", "chloe"))
    table.do(cmd.AddComputer("ada", 3))
    table.start()
    table.do(cmd.Pause("bruno", "x"))
    with pytest.raises(err.AgreedAlready):
        table.do(cmd.Pause("bruno", "x"))
    with pytest.raises(err.NotSeated):
        table.do(cmd.Pause("stranger", "x"))
    table.do(cmd.Pause("stranger", "x", moderator=True))
    assert isinstance(table.game.phase, Paused)
    for who in ("bruno", "chloe"):
        table.do(cmd.Resume(who))
        assert isinstance(table.game.phase, Paused)
    table.do(cmd.Resume("ada"))
    assert isinstance(table.game.phase, Turn)
    table.do(cmd.Pause("ada"))
    table.do(cmd.Resume("chloe"))
    assert isinstance(table.game.phase, Turn)  # nobody stops a game for ever alone
    duel = Table(NO_UNDO).start()
    duel.do(cmd.Pause("bruno"))
    duel.do(cmd.Pause("ada"))
    assert isinstance(duel.game.phase, Paused)


def test_C9_a_paused_game_can_still_end_for_good() -> None:
    """The host may end it, as at any other time."""
    table = Table(NO_UNDO).start(*RACKS)
    table.do(cmd.Pause("ada"))
    with pytest.raises(err.OnlyHost):
        table.do(cmd.End("bruno"))
    table.do(cmd.End("999", moderator=True))
    assert isinstance(table.game.phase, Over)


# --- correspondence ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "marks", "end"),
    [
        (NO_UNDO.with_value("turn_clock", "3d"), (36 * HOUR, 72 * HOUR - 432 * MINUTE), 3 * DAY),
        (PRESETS["correspondence"], (3 * HOUR, 78 * HOUR - 468 * MINUTE), 78 * HOUR),
    ],
)
def test_N10_X12_long_turns_bring_reminders(rules: Rules, marks: tuple[int, ...], end: int) -> None:
    """Halfway through the turn clock, and when a tenth of all the time is left, once each."""
    table = Table(rules).start(*RACKS)
    since, reasons = turn_of(table).since, []
    for mark in marks:
        deadline = next_deadline(table.game)
        assert deadline
        assert (deadline.due, deadline.at) == (Due.REMINDER, since + mark)
        with pytest.raises(err.StaleTurn):
            table.do(cmd.Remind(deadline.turn), after=0)
        table.now = deadline.at
        events = table.do(cmd.Remind(deadline.turn), after=0)
        reasons += [event.reason for event in events if isinstance(event, ev.Reminded)]
    assert reasons == [Reminder.HALF, Reminder.SOON]
    last = next_deadline(table.game)
    assert last
    assert (last.due, last.at) == (Due.EXPIRY, since + end + clock.LATE)


def test_N10_players_nudge_each_other_now_and_then() -> None:
    """Not at once, not repeatedly, not a computer, not themselves."""
    table = Table(NO_UNDO).start(*RACKS)
    with pytest.raises(err.NudgedLately):
        table.do(cmd.Nudge("bruno"))
    table.now += 2 * MINUTE
    assert table.do(cmd.Nudge("bruno")) == (ev.Reminded(table.now, 0, Reminder.NUDGE, "bruno"),)
    with pytest.raises(err.NudgedLately) as refused:
        table.do(cmd.Nudge("bruno"))
    assert refused.value.again == table.now - 1000 + clock.NUDGE_AGAIN
    with pytest.raises(err.NobodyToNudge):
        table.do(cmd.Nudge("ada"))
