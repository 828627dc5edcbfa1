"""Time banks, increments, time that opponents give, and players who are away (X12, X18), through `decide`."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import errors as err
from engine.game import clock
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.clock import Due, next_deadline, thinking_time
from engine.game.phases import Over, Turn
from engine.model.durations import DAY, HOUR, MINUTE, SECOND
from engine.model.rules import PRESETS, Rules
from tests.support.games import NO_UNDO, Table, check_invariants

BANK = replace(NO_UNDO, turn_clock=6 * HOUR, time_bank=72 * HOUR, clock_grace=0)
RAPID = replace(NO_UNDO, game_clock=15 * MINUTE, increment=10 * SECOND)
LONG = replace(NO_UNDO, turn_clock=DAY)
RACKS = ("HELLOAB", "QUXZJVK")


def turn_of(table: Table) -> Turn:
    """The current turn."""
    phase = table.game.phase
    assert isinstance(phase, Turn)
    return phase


def after(table: Table, time: int) -> None:
    """Lets the next command arrive some time after the turn began."""
    table.now = turn_of(table).since + time - 1000


# --- the bank ---------------------------------------------------------------------------------------------------------


def test_X12_a_turn_beyond_its_clock_uses_the_bank() -> None:
    """What it takes beyond is charged to the bank, and the next turn's time ends that much sooner."""
    table = Table(BANK).start(*RACKS)
    assert clock.bank_starts(table.game) == turn_of(table).since + 6 * HOUR
    assert clock.turn_ends(table.game) == turn_of(table).since + 78 * HOUR
    after(table, 5 * HOUR)
    table.pass_()
    table.pass_()
    assert clock.bank_left(table.game, 0) == 72 * HOUR
    after(table, 10 * HOUR)
    table.pass_()
    table.pass_()
    assert [clock.bank_left(table.game, seat) for seat in (0, 1)] == [68 * HOUR, 72 * HOUR]
    assert clock.turn_ends(table.game) == turn_of(table).since + 74 * HOUR
    check_invariants(table)


def test_X12_a_turn_is_lost_with_the_whole_bank() -> None:
    """Moves count until the last moment; afterwards, a turn has its turn clock alone."""
    table = Table(BANK).start(*RACKS)
    after(table, 78 * HOUR)
    with pytest.raises(err.TimeIsUp):
        table.pass_()
    deadline = next_deadline(replace(table.game, phase=replace(turn_of(table), reminders=2)))
    assert deadline
    assert (deadline.due, deadline.at) == (Due.EXPIRY, turn_of(table).since + 78 * HOUR + clock.LATE)
    table.now = deadline.at
    table.do(cmd.Expire(deadline.turn))
    table.pass_()
    assert clock.bank_left(table.game, 0) == 0
    assert clock.bank_starts(table.game) is None
    assert clock.turn_ends(table.game) == turn_of(table).since + 6 * HOUR
    assert table.game.seats[0].used == 78 * HOUR


def test_X12_rules_that_make_no_sense_together_are_refused() -> None:
    """A bank needs a turn clock and stands alone; an increment is added to something; tournaments have no bank."""
    for rules, rule, value in (
        (NO_UNDO, "time_bank", "3d"),
        (RAPID, "time_bank", "3d"),
        (NO_UNDO, "increment", "10s"),
        (LONG, "increment", "10s"),
        (BANK, "turn_clock", "none"),
        (BANK, "game_clock", "25"),
        (RAPID, "game_clock", "none"),
        (PRESETS["tournament"], "time_bank", "3d"),
    ):
        with pytest.raises(err.RulesContradict) as refused:
            rules.with_value(rule, value)
        assert refused.value.rule == rule
    assert PRESETS["correspondence"].with_value("challenge", "strict").with_value("tournament", "on").time_bank is None
    assert BANK.with_value("increment", "1h").increment == HOUR
    assert PRESETS["tournament"].with_value("increment", "5s").increment == 5 * SECOND


# --- increments -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "stock"), [(RAPID, 15 * MINUTE), (replace(BANK, increment=HOUR), 72 * HOUR)])
def test_X12_each_finished_turn_adds_the_increment(rules: Rules, stock: int) -> None:
    """To the game clock, or else to the bank; a turn lost on time adds nothing."""
    table = Table(rules).start(*RACKS)
    table.play("8D HELLO")
    table.do(cmd.Exchange("bruno", "QU"))
    more = rules.increment or 0
    used = table.game.seats[0].used if rules.game_clock else 0
    assert clock.stock_left(table.game, 0) == stock + more - used
    assert table.game.seats[1].gained == more
    if rules.turn_clock:
        table.now += 200 * HOUR
        table.do(cmd.Expire(table.game.turn))
        assert table.game.seats[0].gained == more


def test_X12_an_undo_takes_the_increment_back_and_gives_the_bank_back() -> None:
    """Exactly what the undone turn had added and used, and its extra time is there again."""
    table = Table(replace(BANK, undo=True, increment=HOUR)).start(*RACKS)
    table.do(cmd.GiveTime("bruno"))
    since = turn_of(table).since
    after(table, 14 * HOUR)
    table.play("8D HELLO")
    assert (table.game.seats[0].banked, table.game.seats[0].gained) == (2 * HOUR, HOUR)
    table.do(cmd.Undo("ada"))
    assert (table.game.seats[0].banked, table.game.seats[0].gained, table.game.seats[0].used) == (0, 0, 0)
    assert turn_of(table) == Turn(0, since, extra=6 * HOUR, givers=(1,))
    with pytest.raises(err.TimeGivenAlready):
        table.do(cmd.GiveTime("bruno"))


def test_X12_a_computer_divides_its_time_with_the_increment_in_mind() -> None:
    """Its share of what is left and the increment, but never more than is left."""
    table = Table(RAPID, names=("ada",))
    table.do(cmd.AddComputer("ada", 8))
    table.start(*RACKS, first=1)
    since = turn_of(table).since
    assert thinking_time(table.game, since) == 15 * MINUTE // clock.turns_to_come(table.game) + 10 * SECOND
    assert thinking_time(table.game, since + 15 * MINUTE - 5 * SECOND) == 5 * SECOND
    assert thinking_time(table.game, since + HOUR) == clock.LEAST_COMPUTER_TIME


# --- more time --------------------------------------------------------------------------------------------------------


def test_X12_opponents_give_more_time_once_a_turn_each() -> None:
    """One more turn clock for this turn, or a minute on the game clock; nobody gives time to themselves."""
    table = Table(LONG, names=("ada", "bruno", "chloe")).start()
    since = turn_of(table).since
    assert table.do(cmd.GiveTime("bruno")) == (ev.TimeGiven(table.now, 0, 1, DAY),)
    table.do(cmd.GiveTime("chloe"))
    assert clock.turn_ends(table.game) == since + 3 * DAY
    for who, refused in (("bruno", err.TimeGivenAlready), ("ada", err.NobodyToGiveTime), ("eve", err.NotSeated)):
        with pytest.raises(refused):
            table.do(cmd.GiveTime(who))
    after(table, 2 * DAY)
    table.pass_()
    assert clock.turn_ends(table.game) == turn_of(table).since + DAY, "the next turn has its own time alone"
    with pytest.raises(err.StaleTurn):
        table.do(cmd.GiveTime("chloe", 1))
    rapid = Table(RAPID).start(*RACKS)
    rapid.do(cmd.GiveTime("bruno"))
    assert clock.time_left(rapid.game, 0) == 16 * MINUTE
    assert clock.time_left(rapid.game, 1) == 15 * MINUTE


def test_X12_nobody_gives_time_where_there_is_none_to_give() -> None:
    """Not without a clock, not in a tournament, not to a computer and not on one's own screen."""
    for rules in (NO_UNDO, PRESETS["tournament"]):
        with pytest.raises(err.NoTimeToGive):
            Table(rules).start(*RACKS).do(cmd.GiveTime("bruno"))
    computer = Table(RAPID, names=("ada",))
    computer.do(cmd.AddComputer("ada", 3))
    computer.start(*RACKS, first=1)
    screen = Table(RAPID, names=("ada",))
    screen.do(cmd.AddGuest("ada", "Guest"))
    screen.start(*RACKS, first=1)
    for table in (computer, screen):
        with pytest.raises(err.NobodyToGiveTime):
            table.do(cmd.GiveTime("ada"))


# --- away -------------------------------------------------------------------------------------------------------------


def test_X18_the_clock_of_who_is_away_stands_still() -> None:
    """From the middle of a turn until it is over by itself; then it goes on where it stood, however late that is."""
    table = Table(LONG).start(*RACKS)
    since = turn_of(table).since
    after(table, 8 * HOUR)
    until = since + 8 * HOUR + 3 * DAY
    assert table.do(cmd.GoAway("ada", until)) == (ev.WentAway(since + 8 * HOUR, 0, until),)
    assert table.do(cmd.GoAway("ada", until)) == ()
    assert clock.turn_ends(table.game) == since + 4 * DAY
    deadline = next_deadline(table.game)
    assert deadline == clock.Deadline(until, Due.AWAY, table.game.turn, 0)
    table.now = until + 2 * HOUR
    assert clock.time_spent(table.game, table.now) == 10 * HOUR
    assert table.do(cmd.EndAbsence(0), after=0) == (ev.CameBack(until + 2 * HOUR, 0),)
    assert turn_of(table) == Turn(0, since + 3 * DAY)
    assert table.game.seats[0].away is None
    with pytest.raises(err.NotAway):
        table.do(cmd.EndAbsence(0))
    check_invariants(table)


def test_X18_turns_that_begin_while_someone_is_away_wait() -> None:
    """Whoever moves is back by that, and is charged nothing for the absence."""
    table = Table(LONG).start(*RACKS)
    table.do(cmd.GoAway("bruno", table.now + 20 * DAY))
    table.pass_()
    began = table.now
    assert clock.turn_ends(table.game) == (table.game.seats[1].away or 0) + DAY
    table.now += 5 * DAY
    with pytest.raises(err.NudgedLately):
        table.do(cmd.Nudge("ada"))
    events = table.pass_()
    assert [type(event) for event in events] == [ev.CameBack, ev.Passed]
    assert table.game.seats[1].used == 0
    assert table.game.seats[1].away is None
    assert turn_of(table).since > began + 5 * DAY
    with pytest.raises(err.NotAway):
        table.do(cmd.ComeBack("bruno"))


def test_X18_an_absence_that_is_over_never_goes_on() -> None:
    """Neither by a new one that is told before its end was noticed, nor by an undo while away."""
    table = Table(LONG).start(*RACKS)
    since = turn_of(table).since
    table.do(cmd.GoAway("ada", since + DAY))
    table.now = since + DAY + 3 * HOUR
    events = table.do(cmd.GoAway("ada", since + 9 * DAY), after=0)
    assert [type(event) for event in events] == [ev.CameBack, ev.WentAway]
    assert clock.time_spent(table.game, table.now) == 3 * HOUR + table.game.seats[0].used + SECOND
    unnoticed = Table(LONG).start(*RACKS)
    unnoticed.do(cmd.GoAway("bruno", unnoticed.now + HOUR))
    after(unnoticed, 3 * HOUR)
    unnoticed.pass_()
    assert clock.turn_ends(unnoticed.game) == unnoticed.now + DAY
    undoing = Table(replace(LONG, undo=True)).start(*RACKS)
    undoing.pass_()
    undoing.do(cmd.GoAway("ada", undoing.now + 9 * DAY))
    undoing.now += 2 * DAY
    with pytest.raises(err.TimeIsUp):
        undoing.do(cmd.Undo("ada"))


def test_X18_lost_time_and_pauses_count_only_once() -> None:
    """An outage during an absence changes nothing; one that goes on after it ends the absence with it."""
    for lost, more in (((2, 3), 0), ((3, 6), 2)):
        table = Table(LONG).start(*RACKS)
        since = turn_of(table).since
        after(table, 8 * HOUR)
        table.do(cmd.GoAway("ada", since + 4 * DAY))
        table.now = since + lost[1] * DAY
        table.do(cmd.LoseTime(since + lost[0] * DAY, table.now), after=0)
        assert clock.turn_ends(table.game) == since + 4 * DAY + 16 * HOUR + more * DAY
    paused = Table(LONG).start(*RACKS)
    since = turn_of(paused).since
    after(paused, 8 * HOUR)
    paused.do(cmd.GoAway("ada", since + 4 * DAY))
    paused.do(cmd.Pause("eve", "tea", moderator=True))
    assert next_deadline(paused.game) is None
    paused.now = since + 6 * DAY
    paused.do(cmd.Resume("eve", moderator=True), after=0)
    last = clock.turn_ends(paused.game)
    assert last is not None
    assert abs(last - (since + 6 * DAY + 16 * HOUR)) <= SECOND


def test_X18_only_long_turns_wait_for_anyone() -> None:
    """A quick game does not stop, nor one that has not begun or is over; whoever takes a seat is there."""
    for rules in (RAPID, replace(NO_UNDO, turn_clock=59 * MINUTE)):
        with pytest.raises(err.NoLongTurns):
            Table(rules).start(*RACKS).do(cmd.GoAway("ada", 10**12))
    table = Table(LONG, names=("ada", "bruno", "chloe"))
    with pytest.raises(err.NotStarted):
        table.do(cmd.GoAway("ada", 10**12))
    table.start()
    with pytest.raises(err.NotSeated):
        table.do(cmd.GoAway("eve", 10**12))
    table.do(cmd.GoAway("ada", 10**12))
    table.do(cmd.Leave("ada"))
    assert table.game.seats[0].away is None
    table.do(cmd.End("ada", moderator=True))
    assert isinstance(table.game.phase, Over)
    with pytest.raises(err.GameIsOver):
        table.do(cmd.ComeBack("bruno"))
