"""Nobody waits for ever for a silent player (X18): claims, what they lead to, and games put aside."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import errors as err
from engine.game import clock
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.clock import Due, next_deadline
from engine.game.commands import Settlement
from engine.game.decisions.timeouts import settlements
from engine.game.phases import EndReason, Over, Paused, Turn
from engine.game.state import Computer
from engine.model.durations import DAY, HOUR, MINUTE, SECOND
from engine.model.rules import PRESETS, OnLeave, Rules
from tests.support.games import CLASSIC, NO_UNDO, Table, check_invariants

RACKS = ("HELLOAB", "QUXZJVK")
THREE = ("ada", "bruno", "chloe")


def waited(rules: Rules = NO_UNDO, names: tuple[str, ...] = ("ada", "bruno"), *, moved: bool = False) -> Table:
    """A game in which everybody has waited for Ada long enough to claim it, perhaps after both have `moved`."""
    table = Table(rules, names=names).start(*(*RACKS, "EEEIIIO")[: len(names)])
    for _ in names if moved else ():
        table.pass_()
    table.now += rules.claim_after
    return table


def due(table: Table) -> Table:
    """The same game with Bruno's claim made and Ada's last time gone."""
    table.do(cmd.Claim("bruno"))
    fire(table, Due.CLAIM, cmd.OpenClaim(table.game.turn))
    return table


def fire(table: Table, kind: Due, command: cmd.Command) -> tuple[ev.Event, ...]:
    """Lets what is due next happen, which must be of this kind."""
    deadline = next_deadline(table.game)
    assert deadline
    assert deadline.due is kind
    table.now = max(table.now, deadline.at)
    return table.do(command, after=0)


def test_X18_a_claim_is_possible_after_the_time_of_the_rule_and_not_before() -> None:
    """Seven days by default; the refusal says from when."""
    table = Table().start(*RACKS)
    assert isinstance(table.game.phase, Turn)
    since = table.game.phase.since
    with pytest.raises(err.ClaimTooEarly) as refused:
        table.do(cmd.Claim("bruno"))
    assert refused.value.at == since + 7 * DAY
    table.now = since + 7 * DAY - SECOND
    assert table.do(cmd.Claim("bruno")) == (ev.Claimed(since + 7 * DAY, 0, "bruno"),)
    with pytest.raises(err.ClaimPending) as pending:
        table.do(cmd.Claim("bruno"))
    assert pending.value.at == since + 8 * DAY


def test_X18_only_those_who_wait_for_a_person_without_a_turn_clock_can_claim() -> None:
    """Not the silent player, not where a computer is on turn, not where a clock ends the turn, and no stranger."""
    table = waited()
    with pytest.raises(err.NothingToClaim):
        table.do(cmd.Claim("ada"))
    with pytest.raises(err.NotSeated):
        table.do(cmd.Claim("eve"))
    with pytest.raises(err.NothingToClaim):
        waited(PRESETS["correspondence"]).do(cmd.Claim("bruno"))
    alone = Table(names=("ada",))
    alone.do(cmd.AddComputer("ada", 3))
    alone.start(*RACKS, first=1)
    alone.now += 30 * DAY
    with pytest.raises(err.NothingToClaim):
        alone.do(cmd.Claim("ada"))


def test_X18_a_move_answers_a_claim() -> None:
    """The next turn is claimed anew, after the whole time."""
    table = waited()
    table.do(cmd.Claim("bruno"))
    table.play("8D HELLO")
    assert isinstance(table.game.phase, Turn)
    assert table.game.phase.claim is None
    with pytest.raises(err.ClaimTooEarly):
        table.do(cmd.Claim("ada"))
    with pytest.raises(err.NothingToClaim):
        table.do(cmd.Settle("bruno", Settlement.WIN))


def test_X18_nobody_decides_before_the_last_time_has_passed() -> None:
    """Not before a claim either."""
    table = waited()
    with pytest.raises(err.NotClaimed):
        table.do(cmd.Settle("bruno", Settlement.WIN))
    table.do(cmd.Claim("bruno"))
    with pytest.raises(err.ClaimPending):
        table.do(cmd.Settle("bruno", Settlement.WIN))
    table.do(cmd.KeepOpen("ada"))
    events = fire(table, Due.CLAIM, cmd.OpenClaim(table.game.turn))
    assert events == (ev.ClaimDue(table.now, 0, "bruno"),)


LIVE = (
    PRESETS["rapid"],
    PRESETS["tournament"],
    NO_UNDO.with_value("game_clock", "25"),
    NO_UNDO.with_value("turn_clock", "30m"),
    CLASSIC.with_value("turn_clock", "3d").with_value("game_clock", "59"),
)


@pytest.mark.parametrize("rules", LIVE)
def test_X18_in_a_live_game_five_minutes_of_silence_are_enough(rules: Rules) -> None:
    """And two more without an answer: whoever waits then decides."""
    table = Table(rules).start(*RACKS)
    table.pass_()
    table.pass_()
    assert isinstance(table.game.phase, Turn)
    since = table.game.phase.since
    table.now = since + 5 * MINUTE - 2 * SECOND
    with pytest.raises(err.ClaimTooEarly) as refused:
        table.do(cmd.Claim("bruno"))
    assert refused.value.at == since + 5 * MINUTE
    table.now = since + 5 * MINUTE
    table.do(cmd.Claim("bruno"), after=0)
    with pytest.raises(err.ClaimPending):
        table.do(cmd.Settle("bruno", Settlement.WIN))
    events = fire(table, Due.CLAIM, cmd.OpenClaim(table.game.turn))
    assert events == (ev.ClaimDue(since + 7 * MINUTE, 0, "bruno"),)
    table.do(cmd.Settle("bruno", Settlement.WIN))
    assert isinstance(table.game.phase, Over)
    assert table.game.phase.winners == (1,)
    check_invariants(table)


def test_X18_only_a_clock_under_an_hour_is_live() -> None:
    """With longer ones, a silent player is waited for as before."""
    assert clock.claimable_from(Table(NO_UNDO.with_value("turn_clock", "1h")).start(*RACKS).game) is None
    slow = Table(NO_UNDO.with_value("game_clock", "60")).start(*RACKS)
    assert isinstance(slow.game.phase, Turn)
    assert clock.claimable_from(slow.game) == slow.game.phase.since + 7 * DAY


def test_X18_whoever_thinks_with_time_on_the_clock_answers_a_claim() -> None:
    """The silence then begins anew; in overtime, and once the last time has passed, only a move is an answer."""
    table = Table(NO_UNDO.with_value("game_clock", "25")).start(*RACKS)
    table.now += 6 * MINUTE
    table.do(cmd.Claim("bruno"))
    table.do(cmd.KeepOpen("bruno"))
    assert isinstance(table.game.phase, Turn) and table.game.phase.claim
    table.do(cmd.KeepOpen("ada"))
    assert table.game.phase.claim is None
    with pytest.raises(err.ClaimTooEarly) as refused:
        table.do(cmd.Claim("bruno"))
    assert refused.value.at == table.now - SECOND + 5 * MINUTE
    table.now += 20 * MINUTE
    table.do(cmd.Claim("bruno"))
    with pytest.raises(err.TimeIsUp):
        table.do(cmd.KeepOpen("ada"))
    late = Table(NO_UNDO.with_value("game_clock", "25")).start(*RACKS)
    late.now += 5 * MINUTE
    late.do(cmd.Claim("bruno"))
    fire(late, Due.CLAIM, cmd.OpenClaim(late.game.turn))
    with pytest.raises(err.TimeIsUp):
        late.do(cmd.KeepOpen("ada"))
    late.play("8D HELLO")
    check_invariants(late)


def test_X18_the_silent_player_loses() -> None:
    """Of two, the one who waits wins; the tiles left do not count."""
    table = due(waited(moved=True))
    table.do(cmd.Settle("bruno", Settlement.WIN))
    assert isinstance(table.game.phase, Over)
    assert (table.game.phase.reason, table.game.phase.winners) == (EndReason.TIME, (1,))
    check_invariants(table)


def test_X18_of_three_the_others_play_on() -> None:
    """Anyone who waits may decide, but nobody ends the game of others."""
    table = due(waited(names=THREE))
    with pytest.raises(err.NothingToClaim):
        table.do(cmd.Settle("chloe", Settlement.END))
    table.do(cmd.Settle("chloe", Settlement.WIN))
    assert table.game.on_turn == 1
    assert table.game.in_play == (1, 2)
    check_invariants(table)


def test_X18_a_computer_player_plays_until_the_player_comes_back() -> None:
    """Whatever the rule for those who leave says."""
    for rule in OnLeave:
        table = due(waited(replace(NO_UNDO, on_leave=rule)))
        table.do(cmd.Settle("bruno", Settlement.COMPUTER))
        assert isinstance(table.game.seats[0].player, Computer)
        assert table.game.host == "bruno"
        person = table.game.seats[0].owner
        assert person is not None
        table.do(cmd.TakeSeat(person, 0, "ada"))
        assert table.game.seats[0].is_human
        assert isinstance(table.game.phase, Turn)
        assert table.game.phase.claim is None
        check_invariants(table)


def test_X18_the_game_ends_without_a_winner() -> None:
    """So that it counts for nobody."""
    table = due(waited())
    table.do(cmd.Settle("bruno", Settlement.END))
    assert isinstance(table.game.phase, Over)
    assert table.game.phase.winners == ()


def test_X18_nobody_waits_for_someone_who_is_gone() -> None:
    """At once, and also where a clock would end the turn."""
    for rules in (NO_UNDO, PRESETS["correspondence"]):
        table = Table(rules).start(*RACKS)
        table.pass_()
        table.pass_()
        table.do(cmd.Settle("bruno", Settlement.WIN, gone=frozenset({"ada"})))
        assert isinstance(table.game.phase, Over)
        assert table.game.phase.winners == (1,)


def test_X18_a_moderator_who_sends_an_opponent_away_wins_nothing_that_counts() -> None:
    """It is as if the player had been removed; after a claim that the player has let pass, it counts."""
    gone = frozenset({"ada"})
    table = Table().start(*RACKS)
    table.do(cmd.Settle("bruno", Settlement.WIN, gone=gone, moderator=True))
    assert isinstance(table.game.phase, Over)
    assert table.game.meddled
    claimed = due(waited())
    claimed.do(cmd.Settle("bruno", Settlement.WIN, gone=gone, moderator=True))
    assert not claimed.game.meddled


def test_X18_a_computer_player_cannot_take_over_real_tiles() -> None:
    """It would have to see them."""
    table = Table(replace(NO_UNDO, tabletop=True))
    table.do(cmd.Start("ada", first=0))
    assert settlements(table.game, "bruno") == (Settlement.WIN, Settlement.END)


def test_X18_guests_at_one_screen_do_not_claim_from_each_other() -> None:
    """They have nobody to wait for."""
    table = Table(names=("ada",))
    table.do(cmd.AddGuest("ada", "Guest"))
    table.start(*RACKS)
    table.now += 30 * DAY
    with pytest.raises(err.NothingToClaim):
        table.do(cmd.Claim("ada"))


def test_X18_lost_time_and_pauses_move_a_claim() -> None:
    """The last time is a day in which the player could move."""
    table = waited()
    table.do(cmd.Claim("bruno"))
    start = table.now
    table.do(cmd.Pause("ada"))
    table.do(cmd.Resume("ada"), after=3 * DAY)
    deadline = next_deadline(table.game)
    assert deadline
    assert deadline.due is Due.CLAIM
    assert deadline.at == table.now + clock.LAST_TIME - 1000 >= start + 4 * DAY


def test_X18_a_game_that_nobody_touches_is_put_aside() -> None:
    """After the question whether it goes on, and as long as a claim takes; any player resumes it, and time stood."""
    table = Table().start(*RACKS)
    fire(table, Due.REMINDER, cmd.Remind(table.game.turn))
    asked = table.now
    events = fire(table, Due.ASIDE, cmd.PutAside(table.game.turn, "Aside"))
    assert events == (ev.GamePaused(asked + 7 * DAY, "", "Aside", usual=True),)
    assert isinstance(table.game.phase, Paused)
    with pytest.raises(err.NotSeated):
        table.do(cmd.Resume("eve"))
    table.do(cmd.Resume("bruno"), after=HOUR)
    deadline = next_deadline(table.game)
    assert deadline
    assert (deadline.due, deadline.at) == (Due.REMINDER, table.now + clock.ASKED_AFTER)
    table.do(cmd.Claim("bruno"))
    check_invariants(table)


def test_X18_an_answer_keeps_a_quiet_game_open() -> None:
    """It is asked about again, and not put aside."""
    table = Table().start(*RACKS)
    fire(table, Due.REMINDER, cmd.Remind(table.game.turn))
    table.do(cmd.KeepOpen("bruno"))
    deadline = next_deadline(table.game)
    assert deadline
    assert (deadline.due, deadline.at) == (Due.REMINDER, table.now + clock.ASKED_AFTER)
    with pytest.raises(err.StaleTurn):
        table.do(cmd.PutAside(table.game.turn, "Aside"))


def test_X18_claims_wait_for_who_is_away_in_a_game_without_a_clock() -> None:
    """The wait stands still meanwhile, and goes on when the player is back."""
    table = Table().start(*RACKS)
    before = clock.claimable_from(table.game)
    assert before is not None
    until = table.now + 30 * DAY
    table.do(cmd.GoAway("ada", until))
    after = clock.claimable_from(table.game)
    assert after == before + until - table.now
