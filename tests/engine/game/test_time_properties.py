"""Time in random games, against a second account that only adds up what passes: nobody's time grows by itself."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from engine.errors import EngineError
from engine.game import clock
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.clock import Due, next_deadline
from engine.game.codec import decode, encode
from engine.game.evolve import replay
from engine.game.phases import Over, Paused, Turn
from engine.model.durations import HOUR, MINUTE
from engine.model.rules import Rules
from tests.support.games import Table

QUIET = Rules(scoreless_end=0, undo_window=5 * MINUTE)
RULES = [
    replace(QUIET, turn_clock=HOUR, time_bank=2 * HOUR, increment=10 * MINUTE),
    replace(QUIET, turn_clock=HOUR, time_bank=2 * HOUR),
    replace(QUIET, turn_clock=HOUR, game_clock=3 * HOUR, increment=10 * MINUTE, overtime_limit=HOUR),
    replace(QUIET, turn_clock=2 * HOUR),
    replace(QUIET, game_clock=HOUR, increment=MINUTE, overtime_limit=5 * MINUTE),
]
NAMES = ("ada", "bruno", "chloe")


@dataclass(frozen=True)
class Account:
    """What every seat has had of its time, and the turn in progress; `wall` is what passed since its beginning."""

    used: tuple[int, ...]
    banked: tuple[int, ...]
    gained: tuple[int, ...]
    running: int = 0
    wall: int = 0
    extra: int = 0

    def add(self, field: str, seat: int, time: int) -> Account:
        """The account with some time added for a seat."""
        values = list(getattr(self, field))
        values[seat] += time
        return replace(self, **{field: tuple(values)})


class TimeMachine(RuleBasedStateMachine):
    """People pass, undo, pause, go away, come back and give each other time, while time passes or is lost."""

    table: Table
    account: Account
    before_move: Account
    away: dict[int, int]

    @initialize(rules=st.sampled_from(RULES), people=st.integers(2, 3))
    def open(self, rules: Rules, people: int) -> None:
        """A game that has just begun."""
        self.table = Table(rules, names=NAMES[:people]).start()
        nothing = (0,) * people
        self.account = self.before_move = Account(nothing, nothing, nothing)
        self.away = {}

    def attempt(self, command: cmd.Command) -> tuple[ev.Event, ...]:
        """Do something now, or nothing if it is refused."""
        before = self.table.game
        try:
            return self.table.do(command, after=0)
        except EngineError:
            assert self.table.game == before
            return ()

    @property
    def seat(self) -> int | None:
        """The seat whose turn it is, if one runs."""
        return self.table.game.on_turn

    def stands(self, seat: int) -> int:
        """How long the clock of a seat still stands because its player is away."""
        return max(0, self.away.get(seat, 0) - self.table.now)

    def bank(self, seat: int) -> int:
        """What is left of a seat's bank."""
        bank = self.table.game.rules.time_bank
        return 0 if bank is None else bank + self.account.gained[seat] - self.account.banked[seat]

    @rule(minutes=st.sampled_from([1, 9, 25, 61, 130]), lost=st.booleans())
    def wait(self, minutes: int, lost: bool) -> None:
        """Time passes, for whoever is on turn; or for nobody, as nobody could reach the game."""
        start, seat, account = self.table.now, self.seat, self.account
        stands = 0 if seat is None else min(minutes * MINUTE, self.stands(seat))
        self.table.now += minutes * MINUTE
        if lost:
            self.attempt(cmd.LoseTime(start, self.table.now))
        elif seat is not None:
            time = minutes * MINUTE
            self.account = replace(account, running=account.running + time - stands, wall=account.wall + time)

    @rule()
    def what_is_due(self) -> None:
        """Whatever is due happens, a little late."""
        while (deadline := next_deadline(self.table.game)) is not None and deadline.at <= self.table.now:
            match deadline.due:
                case Due.EXPIRY:
                    self.expire(deadline.turn)
                case Due.AWAY:
                    assert deadline.seat is not None
                    assert self.table.now >= self.away.pop(deadline.seat)
                    assert self.attempt(cmd.EndAbsence(deadline.seat))
                case Due.OVERTIME:
                    assert self.attempt(cmd.CountOvertime(deadline.turn))
                case Due.WINDOWS:
                    assert self.attempt(cmd.CloseWindows(deadline.turn))
                case _:
                    assert self.attempt(cmd.Remind(deadline.turn))

    def expire(self, turn: int) -> None:
        """The turn, or the whole game of its player, is lost on time."""
        seat, rules = self.seat, self.table.game.rules
        assert seat is not None
        ended = self.attempt(cmd.Expire(turn))
        assert ended
        if isinstance(ended[0], ev.SeatLeft):
            self.away.pop(seat, None)
            self.finish(seat, self.account.running)
        else:
            assert rules.turn_clock is not None
            self.finish(seat, min(self.account.running, rules.turn_clock + self.account.extra + self.bank(seat)))

    def finish(self, seat: int, time: int) -> None:
        """The turn of a seat has ended after some time."""
        turn_clock, account = self.table.game.rules.turn_clock, self.account
        over = min(self.bank(seat), max(0, account.running - (turn_clock or 0) - account.extra))
        self.before_move = account
        self.account = replace(account.add("used", seat, time).add("banked", seat, over), running=0, wall=0, extra=0)

    @rule()
    def move(self) -> None:
        """The seat on turn passes; who is away is back by that, and only who still has time can."""
        seat, account, rules = self.seat, self.account, self.table.game.rules
        if seat is None or not self.attempt(cmd.Pass(self.table.on_turn)):
            return
        if rules.turn_clock is not None:
            assert account.running < rules.turn_clock + account.extra + self.bank(seat)
        if rules.game_clock is not None and rules.overtime_limit is not None:
            had = rules.game_clock + account.gained[seat] + rules.overtime_limit
            assert account.used[seat] + account.running < had
        self.away.pop(seat, None)
        self.finish(seat, account.running)
        self.account = self.account.add("gained", seat, rules.increment or 0)

    @rule()
    def undo(self) -> None:
        """The latest move is undone: its seat has what it had, less all that has passed since then."""
        latest, wall = self.table.game.latest, self.account.wall
        gained = self.account.gained
        if latest is None or not self.attempt(cmd.Undo(NAMES[latest.seat])):
            return
        before, rules = self.before_move, self.table.game.rules
        time, seat = before.running + wall, latest.seat
        if rules.turn_clock is not None:
            bank = 0 if rules.time_bank is None else rules.time_bank + before.gained[seat] - before.banked[seat]
            assert time < rules.turn_clock + before.extra + bank
        self.away.pop(seat, None)
        self.account = replace(before, running=time, wall=before.wall + wall, gained=gained)
        self.account = self.account.add("gained", seat, -(rules.increment or 0))

    @rule(before=st.sampled_from([0, 25, 130, 200]), between=st.sampled_from([0, 4, 61, 130]), lost=st.booleans())
    def move_and_undo(self, before: int, between: int, lost: bool) -> None:
        """A long turn ends, time passes, and its move is undone if it still can be."""
        self.wait(before, lost=False)
        self.move()
        self.wait(between, lost=lost)
        self.undo()

    @rule(who=st.integers(0, 2))
    def give_time(self, who: int) -> None:
        """Somebody gives time; only an opponent can, and each of them once a turn."""
        seat, again = self.seat, self.table.game
        for event in self.attempt(cmd.GiveTime(NAMES[who])):
            assert isinstance(event, ev.TimeGiven)
            assert (event.seat, event.giver) == (seat, who)
            assert who != seat
            assert isinstance(again.phase, Turn)
            assert who not in again.phase.givers
            on_clock = event.time if again.rules.game_clock else 0
            self.account = replace(self.account, extra=self.account.extra + event.time)
            self.account = self.account.add("gained", event.seat, on_clock)
        assert not self.attempt(cmd.GiveTime(NAMES[who]))

    @rule(who=st.integers(0, 4), minutes=st.sampled_from([5, 50, 300]))
    def go_away(self, who: int, minutes: int) -> None:
        """Somebody's clock stops for a while, often that of the seat on turn."""
        who = who if who < len(NAMES) else self.seat or 0
        until = self.table.now + minutes * MINUTE
        told = self.attempt(cmd.GoAway(NAMES[who], until))
        if told:
            assert told[-1] == ev.WentAway(self.table.now, who, until)
            self.away[who] = until

    @rule(who=st.integers(0, 2))
    def come_back(self, who: int) -> None:
        """Somebody is back sooner."""
        if self.attempt(cmd.ComeBack(NAMES[who])):
            del self.away[who]

    @rule(minutes=st.sampled_from([1, 40, 130]), who=st.integers(0, 9))
    def pause(self, minutes: int, who: int) -> None:
        """A moderator stops all clocks for a while, in which somebody may go away or come back."""
        self.attempt(cmd.Pause("eve", "tea", moderator=True))
        if who < len(NAMES):
            self.go_away(who, minutes=50)
        self.agrees_with_the_account()
        self.wait(minutes, lost=False)
        if who % 3 == 0:
            self.come_back(who % 2)
        self.attempt(cmd.Resume("eve", moderator=True))

    @invariant()
    def agrees_with_the_account(self) -> None:
        """Used, left and due are what the account says, and a replay says the same."""
        if not hasattr(self, "table") or isinstance(self.table.game.phase, Over):
            return
        game, account = self.table.game, self.account
        assert tuple(seat.used for seat in game.seats) == account.used
        assert tuple(seat.banked for seat in game.seats) == account.banked
        assert tuple(seat.gained for seat in game.seats) == account.gained
        for number, seat in enumerate(game.seats):
            stock = (game.rules.game_clock or game.rules.time_bank or 0) + seat.gained
            left = clock.time_left(game, number) if game.rules.game_clock else clock.bank_left(game, number) or 0
            assert left is not None
            assert left + (seat.used if game.rules.game_clock else seat.banked) == stock
            assert (seat.away is not None) is (number in self.away)
        assert all(bank >= 0 for bank in map(self.bank, range(len(game.seats))))
        if self.seat is not None:
            self.ends_as_the_account_says(self.seat)
        assert isinstance(game.phase, Paused | Turn)
        assert replay(decode(encode(event)) for event in self.table.events) == game

    def ends_as_the_account_says(self, seat: int) -> None:
        """The turn, and the game clock, run out when they should."""
        game, account, now = self.table.game, self.account, self.table.now + self.stands(seat)
        assert clock.time_spent(game, self.table.now) == account.running
        if game.rules.turn_clock is not None:
            left = game.rules.turn_clock + account.extra + self.bank(seat) - account.running
            assert clock.turn_ends(game) == now + left
        if game.rules.game_clock is not None:
            left = game.rules.game_clock + account.gained[seat] - account.used[seat] - account.running
            assert clock.runs_out(game) == now + left


TestTime = TimeMachine.TestCase
TestTime.settings = settings(max_examples=8, stateful_step_count=30, suppress_health_check=list(HealthCheck))


@pytest.mark.soak
def test_many_more_turns() -> None:
    """The same, four times as long."""
    run_state_machine_as_test(TimeMachine, settings=settings(TestTime.settings, max_examples=200))
