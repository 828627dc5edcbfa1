"""Time in a game, as arithmetic on instants (milliseconds since 1970); no real clock is read here.

It answers when the next thing is due, whose clock a turn is charged to, and which instants move when time is lost. A
clock runs while its seat is on turn, even while the previous play may still be challenged or undone, as it does over
the board. Time in the final pass, in a pause, while its player is away, or while nobody could reach the game is charged
to nobody.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import assert_never

from engine.game import events as ev
from engine.game.phases import (
    NOTHING,
    AwaitAnswer,
    AwaitTiles,
    Charge,
    FinalPass,
    Lobby,
    Over,
    Paused,
    Phase,
    Reminder,
    Turn,
)
from engine.game.state import Computer, GameState, LatestPlay, Person, Seat
from engine.game.views import SeatSummary, TableView
from engine.model.durations import DAY, HOUR, MINUTE, SECOND
from engine.model.rules import Rules

LATE = 2 * SECOND
"""How long an expiry waits, so that moves sent in time can arrive."""
ASKED_AFTER = 3 * DAY
"""When players without a turn clock are asked whether the game goes on."""
LAST_TIME, LAST_TIME_LIVE = DAY, 2 * MINUTE
"""How long a player whose game is claimed still has for a move; the latter in a live game."""
OVERTIME_TOLD = HOUR
"""How long overtime is told as it grows: nobody looks at a game whose player has been silent for that long."""
NUDGE_FIRST, NUDGE_AGAIN = MINUTE, 10 * MINUTE
"""How long a turn must have lasted before its player is nudged, and how long after one nudge the next is possible."""
LONG_TURN = HOUR
"""The shortest turn clock that brings reminders and stops while someone is away."""
GIFT = MINUTE
"""What an opponent can add to a game clock."""
LEAST_COMPUTER_TIME = 200
"""The least time that a computer player gets."""

AnyGame = GameState | TableView


class Due(Enum):
    """What a deadline asks for."""

    WINDOWS = "windows"  # the window to undo the latest move closes
    FINAL_PASS = "final pass"  # nobody challenged the last play in time
    ANSWER = "answer"  # nobody rejected a play in time under the rule `house`
    COMPUTER = "computer"  # a computer player should act
    EXPIRY = "expiry"  # the time of the turn, or of its player, is up
    REMINDER = "reminder"  # the player on turn should be reminded
    ASIDE = "aside"  # nobody has answered whether the game goes on
    OVERTIME = "overtime"  # another minute of overtime has begun
    CLAIM = "claim"  # the last time of a player whose game is claimed is up
    DRAW = "draw"  # the tiles that a seat has not drawn by hand are drawn for it
    TILES = "tiles"  # nobody typed in the tiles left on real racks in time
    AWAY = "away"  # the time for which the player of a seat is away is over
    LOBBY = "lobby"  # nobody has touched the lobby for a while


@dataclass(frozen=True, slots=True)
class Deadline:
    """Something due at an instant. Its command carries `turn`; `seat` is who acts, draws or comes back."""

    at: int
    due: Due
    turn: int
    seat: int | None = None


def next_deadline(state: GameState) -> Deadline | None:
    """The first thing due if nobody acts; None if the game waits only for people."""
    due = [deadline for deadline in (_of_phase(state), _of_draws(state), _of_absence(state)) if deadline]
    return min(due, key=lambda deadline: deadline.at, default=None)


def _of_draws(state: GameState) -> Deadline | None:
    """When tiles are drawn for a player who has not drawn them by hand; real tiles wait until someone types them in."""
    if state.rules.tabletop or not isinstance(state.phase, Turn | FinalPass):
        return None
    waiting = [(seat.due_since, number) for number, seat in enumerate(state.seats) if seat.due]
    if not waiting:
        return None
    since, number = min(waiting)
    return Deadline(since + state.rules.draw_time, Due.DRAW, state.turn, number)


def _of_absence(state: GameState) -> Deadline | None:
    """When a player is no longer away; a pause is over before that."""
    if isinstance(state.phase, Lobby | Paused | Over):
        return None
    ends = [(seat.away, number) for number, seat in enumerate(state.seats) if seat.away is not None]
    return Deadline(min(ends)[0], Due.AWAY, state.turn, min(ends)[1]) if ends else None


def _of_phase(state: GameState) -> Deadline | None:
    match state.phase:
        case FinalPass(waiting=waiting, deadline=deadline):
            computer = next((seat for seat in waiting if not state.seats[seat].is_human), None)
            if computer is None:
                return Deadline(deadline, Due.FINAL_PASS, state.turn)
            return Deadline(state.latest.at if state.latest else 0, Due.COMPUTER, state.turn, computer)
        case Turn():
            return min(_in_turn(state, state.phase), key=lambda one: one.at, default=None)
        case AwaitAnswer(deadline=deadline):
            return Deadline(deadline, Due.ANSWER, state.turn)
        case AwaitTiles(deadline=deadline):
            return Deadline(deadline, Due.TILES, state.turn)
        case _:
            at = lobby_due(state)
            return None if at is None else Deadline(at, Due.LOBBY, state.turn)


def _in_turn(state: GameState, turn: Turn) -> Iterator[Deadline]:
    latest = state.latest
    window = state.rules.undo and latest is not None and latest.open
    if window and latest is not None:
        yield Deadline(latest.at + undo_window(state, latest.seat), Due.WINDOWS, latest.turn)
    if state.seats[turn.seat].due and not state.seats[turn.seat].aside:
        # Its time begins when it has its first tiles.
        return
    if not state.seats[turn.seat].is_human:
        if not window:
            since = turn.since + (state.rules.demo_pace if state.is_demonstration else 0)
            yield Deadline(challenges_over(state, since), Due.COMPUTER, state.turn, turn.seat)
        return
    for end in (last_call(state), flag_falls(state)):
        if end is not None:
            yield Deadline(end + LATE, Due.EXPIRY, state.turn)
    if (at := next_reminder(state)) is not None:
        yield Deadline(at, Due.REMINDER, state.turn)
    if turn.claim is not None and not turn.claim.due:
        yield Deadline(turn.claim.at + last_time(state.rules), Due.CLAIM, state.turn)
    if (at := next_overtime(state)) is not None:
        yield Deadline(at, Due.OVERTIME, state.turn)
    if (at := put_aside(state)) is not None:
        yield Deadline(at, Due.ASIDE, state.turn)


UNDO_TIME = 10 * SECOND
"""How long a move can be undone unless the rules say otherwise; players by ear have three times as long."""
UNDO_ALONE = 3 * SECOND
"""The window if everyone else is a computer, which waits until it closes; players by ear have three times as long."""


def undo_window(state: AnyGame, seat: int) -> int:
    """For how many milliseconds a seat can undo its move."""
    if state.rules.undo_window is not None:
        return state.rules.undo_window
    people = [one.player for one in state.seats if isinstance(one.player, Person) and one.in_play]
    player = state.seats[seat].player
    longer = 3 if isinstance(player, Person) and player.by_ear else 1
    return longer * (UNDO_ALONE if len(people) == 1 else UNDO_TIME)


def undo_until(state: AnyGame) -> int | None:
    """The instant from which the latest move can no longer be undone; None if it cannot be undone now."""
    latest = state.latest
    if latest is None or not latest.open or not state.rules.undo or not isinstance(state.phase, Turn):
        return None
    return latest.at + undo_window(state, latest.seat)


def lobby_due(state: AnyGame) -> int | None:
    """The instant at which a quiet lobby asks its players, or closes unanswered; None outside the lobby."""
    if not isinstance(state.phase, Lobby):
        return None
    start = state.phase.since if state.phase.asked is None else state.phase.asked
    return start + state.patience


def challenges_over(state: AnyGame, since: int) -> int:
    """The instant from which a computer may act: after the challenge window, or once all people accepted the play."""
    play = state.latest
    if not state.rules.phonies_stand or not isinstance(play, LatestPlay) or not play.open:
        return since
    seats: tuple[Seat | SeatSummary, ...] = state.seats
    asked = [seat for number, seat in enumerate(seats) if number not in (play.seat, *play.accepted)]
    waits = any(seat.in_play and isinstance(seat.player, Person) for seat in asked)
    return max(since, play.at + state.rules.challenge_window) if waits else since


def challenges_until(state: AnyGame) -> int | None:
    """The instant until which a computer on turn waits for a challenge; None if it waits for none."""
    turn = state.phase
    if not isinstance(turn, Turn) or not _is_computer(state, turn.seat):
        return None
    end = challenges_over(state, turn.since)
    return end if end > turn.since else None


# --- the time of a turn and of a seat -----------------------------------------------------------------------------


def _begun(game: AnyGame, turn: Turn) -> int:
    """The instant from which a turn counts; if its player is away, as it will be when the player is back."""
    until = game.seats[turn.seat].away
    return turn.since if turn.stopped is None or until is None else turn.since + until - turn.stopped


def _elapsed(game: AnyGame, turn: Turn, at: int) -> int:
    """How long a person's turn has taken up to an instant."""
    stopped = turn.since if turn.stopped is None else turn.stopped
    return max(0, stopped - turn.since, at - _begun(game, turn))


def turn_time(game: AnyGame, seat: int, extra: int = 0) -> int | None:
    """How long a turn of a seat may take, with what is left of its time bank; None without a turn clock."""
    clock = game.rules.turn_clock
    return None if clock is None else clock + extra + (bank_left(game, seat) or 0)


def turn_ends(game: AnyGame) -> int | None:
    """The instant at which the time for the current turn is up; None without a turn clock, and for computers."""
    turn = game.phase
    if not isinstance(turn, Turn) or _is_computer(game, turn.seat):
        return None
    time = turn_time(game, turn.seat, turn.extra)
    return None if time is None else _begun(game, turn) + time


def bank_starts(game: AnyGame) -> int | None:
    """The instant from which the current turn takes its time from the bank; None if there is nothing left of one."""
    turn, clock = game.phase, game.rules.turn_clock
    if not isinstance(turn, Turn) or clock is None or _is_computer(game, turn.seat) or not bank_left(game, turn.seat):
        return None
    return _begun(game, turn) + clock + turn.extra


def bank_left(game: AnyGame, seat: int) -> int | None:
    """How much of its time bank a seat had left at the start of the current turn; None without one."""
    bank, one = game.rules.time_bank, game.seats[seat]
    return None if bank is None else bank + one.gained - one.banked


def bank_now(game: AnyGame, seat: int, now: int) -> int | None:
    """How much of its time bank a seat has left at an instant; None without one."""
    left, turn, clock = bank_left(game, seat), game.phase, game.rules.turn_clock
    if left is None or clock is None or not isinstance(turn, Turn) or turn.seat != seat or _is_computer(game, seat):
        return left
    return max(0, left - max(0, _elapsed(game, turn, now) - clock - turn.extra))


def last_call(game: AnyGame) -> int | None:
    """The instant at which the turn is lost: `turn_ends`, or later if a preview was opened in time."""
    end = turn_ends(game)
    has_draft = isinstance(game.phase, Turn) and game.phase.draft is not None
    return end if end is None or not has_draft else end + game.rules.clock_grace


def runs_out(game: AnyGame) -> int | None:
    """The instant at which the seat on turn has used up its game clock; None without one."""
    turn = game.phase
    if not isinstance(turn, Turn) or game.rules.game_clock is None:
        return None
    return _begun(game, turn) + (time_left(game, turn.seat) or 0)


def flag_falls(game: AnyGame) -> int | None:
    """The instant at which the seat on turn loses on time; None without a limit, and for computers."""
    end, limit = runs_out(game), game.rules.overtime_limit
    if end is None or limit is None or not isinstance(game.phase, Turn) or _is_computer(game, game.phase.seat):
        return None
    return end + limit


def next_overtime(game: AnyGame) -> int | None:
    """The instant at which another minute of overtime begins that is to be told; None if none is."""
    end, turn = runs_out(game), game.phase
    if end is None or not isinstance(turn, Turn) or _is_computer(game, turn.seat) or not game.rules.overtime_penalty:
        return None
    over = minutes_over(game, turn.seat) * MINUTE
    limit, at = game.rules.overtime_limit, end + over + SECOND
    # so that the board is not edited just before the game is lost
    return at if over < OVERTIME_TOLD and (limit is None or over + SECOND < limit) else None


def minutes_over(game: AnyGame, seat: int, now: int | None = None) -> int:
    """How many minutes, begun ones included, a seat is over its game clock: as far as it was told, or `now`."""
    turn, left = game.phase, time_left(game, seat) if now is None else clock_now(game, seat, now)
    told = turn.overtime if isinstance(turn, Turn) and turn.seat == seat and now is None else 0
    return max(told, _minutes_begun(-(left or 0)))


def _minutes_begun(over: int) -> int:
    """Minutes begun, in full seconds."""
    return -(-(max(0, over) // SECOND) * SECOND // MINUTE)


def clock_now(game: AnyGame, seat: int, now: int) -> int | None:
    """How much of its game clock a seat has left at an instant, negative in overtime; None without one."""
    left, turn = time_left(game, seat), game.phase
    if left is None or not isinstance(turn, Turn) or turn.seat != seat or _is_computer(game, seat):
        return left
    return left - _elapsed(game, turn, now)


def time_left(game: AnyGame, seat: int) -> int | None:
    """How much of its game clock a seat had left at the start of the current turn, negative in overtime."""
    clock, one = game.rules.game_clock, game.seats[seat]
    return None if clock is None else clock + one.gained - one.used


def stock_left(game: AnyGame, seat: int, now: int | None = None) -> int | None:
    """What a seat has left for the whole game, of its game clock or its time bank.

    At the start of the current turn, unless it is asked for an instant.
    """
    if game.rules.game_clock is None:
        return bank_left(game, seat) if now is None else bank_now(game, seat, now)
    return time_left(game, seat) if now is None else clock_now(game, seat, now)


def gift(rules: Rules) -> int:
    """The time that an opponent can give in a turn: one more turn clock, or less under a game clock; 0 for none."""
    if rules.tournament or not rules.is_timed:
        return 0
    return GIFT if rules.game_clock is not None else rules.turn_clock or 0


def time_is_up(game: AnyGame, now: int) -> bool:
    """Whether the seat on turn may no longer act, unless it previewed a move in time."""
    return any(end is not None and now >= end for end in (turn_ends(game), flag_falls(game)))


def overtime_points(rules: Rules, over: int) -> int:
    """The penalty for a seat so far over its clock: for each minute begun, in full seconds."""
    return _minutes_begun(over) * rules.overtime_penalty


def thinking_time(state: GameState, now: int) -> int | None:
    """How long a computer player on turn may think from now; None without a clock.

    It divides its game clock equally among the turns to come, each of which brings it an increment.
    """
    turn = state.phase
    if not isinstance(turn, Turn):
        return None
    allowed: list[int] = []
    if state.rules.turn_clock is not None:
        allowed.append(turn.since + state.rules.turn_clock - now - LATE)
    if (end := runs_out(state)) is not None:
        share = (end - now) // turns_to_come(state) + (state.rules.increment or 0)
        allowed.append(min(share, end - now))
    return max(LEAST_COMPUTER_TIME, min(allowed)) if allowed else None


def time_matters(state: GameState) -> bool:
    """Whether the passing of time matters in a turn.

    A clock runs, a window is open, tiles are drawn by hand, or a tournament may wait for somebody's first move.
    """
    window = state.latest is not None and state.latest.open and (state.rules.undo or state.rules.phonies_stand)
    drawing = not state.rules.tabletop and any(seat.due for seat in state.seats)
    return state.rules.is_timed or window or drawing or state.turn <= len(state.seats)


def turns_to_come(state: GameState) -> int:
    """About how many turns a seat still has, this one included, at four tiles a turn."""
    tiles = len(state.pool) + sum(len(seat.rack) for seat in state.seats)
    return 1 + tiles // (4 * max(1, len(state.in_play)))


def _is_computer(game: AnyGame, seat: int) -> bool:
    return isinstance(game.seats[seat].player, Computer)


# --- reminders ----------------------------------------------------------------------------------------------------


def next_reminder(state: GameState) -> int | None:
    """The instant of the next reminder to the player on turn; None if none is due or no person is on turn."""
    turn = state.phase
    if not isinstance(turn, Turn) or not state.seats[turn.seat].is_human:
        return None
    if state.rules.turn_clock is None:
        start = turn.since if turn.quiet is None else turn.quiet
        return None if turn.reminders else start + ASKED_AFTER
    marks = reminder_marks(state, turn)
    return _begun(state, turn) + marks[turn.reminders] if turn.reminders < len(marks) else None


def is_asked_on(state: GameState) -> bool:
    """Whether everyone has been asked whether a quiet game or lobby goes on, and nobody has done anything since."""
    phase = state.phase
    if isinstance(phase, Lobby):
        return phase.asked is not None
    return isinstance(phase, Turn) and state.rules.turn_clock is None and phase.reminders > 0


def put_aside(state: GameState) -> int | None:
    """The instant at which a quiet game is paused, as nobody has answered; None if nobody has been asked."""
    turn = state.phase
    if not isinstance(turn, Turn) or not is_asked_on(state):
        return None
    assert turn.quiet is not None
    return turn.quiet + max(state.rules.claim_after, LAST_TIME)


def claimable_from(game: AnyGame) -> int | None:
    """The instant from which those who wait for a person may claim the game; None if a clock ends the turn.

    Nobody claims while the person is away: the wait begins again where it stood. In a live game it begins anew when
    the person answers a claim.
    """
    turn, silence = game.phase, game.rules.silence
    if not isinstance(turn, Turn) or silence is None or _is_computer(game, turn.seat):
        return None
    begun = _begun(game, turn)
    return silence + (max(begun, turn.quiet or begun) if game.rules.is_live else begun)


def answers_claim(game: AnyGame, now: int) -> bool:
    """Whether the player on turn can answer a claim without a move: in a live game, while the game clock has time."""
    end = runs_out(game)
    return game.rules.is_live and (end is None or now < end)


def last_time(rules: Rules) -> int:
    """How long a player whose game is claimed still has for a move."""
    return LAST_TIME_LIVE if rules.is_live else LAST_TIME


def has_long_turns(rules: Rules) -> bool:
    """Whether there is a turn clock of an hour or more: players are reminded, and may be away."""
    return rules.turn_clock is not None and rules.turn_clock >= LONG_TURN


def may_be_away(rules: Rules) -> bool:
    """Whether players can be away: where turns are long, or have no clock, so that the others can only claim."""
    return not rules.is_timed or has_long_turns(rules)


def reminder_marks(game: AnyGame, turn: Turn) -> tuple[int, ...]:
    """How far into a long turn its player is reminded.

    Halfway through the turn clock, before the time bank is touched, and when a tenth of all its time is left.
    """
    clock, time = game.rules.turn_clock, turn_time(game, turn.seat, turn.extra)
    if clock is None or time is None or not has_long_turns(game.rules):
        return ()
    return ((clock + turn.extra) // 2, time - time // 10)


def reminders_due(game: AnyGame, turn: Turn, at: int) -> int:
    """How many of the marks a turn has passed at an instant."""
    return sum(mark <= _elapsed(game, turn, at) for mark in reminder_marks(game, turn))


def reminder_reason(state: GameState, at: int) -> Reminder:
    """The reason for a reminder at an instant."""
    assert isinstance(state.phase, Turn)
    if state.rules.turn_clock is None:
        return Reminder.IDLE
    return Reminder.HALF if reminders_due(state, state.phase, at) <= 1 else Reminder.SOON


# --- charging time, and losing it ---------------------------------------------------------------------------------


def time_spent(state: GameState, at: int) -> int:
    """The time that the current turn has taken up to an instant; a computer's turn begins when it may act."""
    turn = state.phase
    if not isinstance(turn, Turn):
        return 0
    if state.seats[turn.seat].is_human:
        return _elapsed(state, turn, at)
    return max(0, at - challenges_over(state, turn.since))


def charge_of(state: GameState, at: int) -> Charge:
    """What the current turn takes if it ends at an instant; a computer player needs no time bank."""
    turn = state.phase
    if not isinstance(turn, Turn):
        return NOTHING
    spent, clock, left = time_spent(state, at), state.rules.turn_clock, bank_left(state, turn.seat)
    if clock is None or left is None or not state.seats[turn.seat].is_human:
        return Charge(spent, 0, turn.extra, turn.givers)
    return Charge(spent, min(left, max(0, spent - clock - turn.extra)), turn.extra, turn.givers)


def charge_turn(before: GameState, after: GameState, event: ev.Event) -> GameState:
    """The state after an event, with the turn that it ended charged to its seat's clock.

    Neither an undo nor a pause ends a turn: the clock resumes where it stopped.
    """
    turn = before.phase
    if not isinstance(turn, Turn) or isinstance(event, ev.Undone | ev.GamePaused):
        return after
    now = after.phase
    if isinstance(now, Turn) and (after.turn == before.turn or (now.seat, now.since) == (turn.seat, turn.since)):
        return after
    charge, seat = charge_of(before, event.at), after.seats[turn.seat]
    time, allowed = charge.spent, turn_time(before, turn.seat, turn.extra)
    if isinstance(event, ev.TurnExpired) and allowed is not None:
        # The expiry comes a moment late, so that a move which was sent in time can arrive.
        time = min(time, allowed)
    seats = list(after.seats)
    seats[turn.seat] = replace(seat, used=seat.used + time, banked=seat.banked + charge.banked)
    return replace(after, seats=tuple(seats))


def add_increment(state: GameState, event: ev.Event) -> GameState:
    """The state after an event, with the increment for a turn that it finished, or without that of an undone move."""
    if not isinstance(event, ev.Played | ev.Passed | ev.Exchanged | ev.TurnLost | ev.Undone):
        return state
    sign = -1 if isinstance(event, ev.Undone) else 1
    seats = list(state.seats)
    gained = seats[event.seat].gained + sign * (state.rules.increment or 0)
    seats[event.seat] = replace(seats[event.seat], gained=gained)
    return replace(state, seats=tuple(seats))


def mind_absence(before: GameState, after: GameState, event: ev.Event) -> GameState:
    """The state after an event, with the clock of the seat on turn standing still while its player is away."""
    turn = after.phase
    if not isinstance(turn, Turn):
        return after
    until = after.seats[turn.seat].away
    if until is not None and until > event.at and turn.stopped is None:
        return replace(after, phase=replace(turn, stopped=event.at))
    if until is None and turn.stopped is not None:
        return replace(after, phase=replace(turn, since=turn.since + _stood(before, turn, event.at), stopped=None))
    return after


def _stood(before: GameState, turn: Turn, at: int) -> int:
    """How long a stopped clock has stood still, at most until its player was to be back; a pause stops it anyway."""
    until = before.seats[turn.seat].away
    end = at if until is None or isinstance(before.phase, Paused) else min(at, until)
    return max(0, end - (turn.stopped or 0))


def begin_computers_turn(state: GameState, at: int) -> GameState:
    """The state with a computer player's turn begun at an instant, as the previous move can no longer change."""
    turn = state.phase
    if not isinstance(turn, Turn) or state.seats[turn.seat].is_human:
        return state
    return replace(state, phase=replace(turn, since=max(turn.since, at)))


def lose_time(state: GameState, start: int, end: int) -> GameState:
    """The state with every starting instant moved on by the lost time between `start` and `end`."""
    latest = state.latest
    if latest is not None and latest.open:
        latest = replace(latest, at=_shift(latest.at, start, end))
    seats = tuple(
        replace(
            seat,
            due_since=_shift(seat.due_since, start, end) if seat.due else seat.due_since,
            away=None if seat.away is None else _shift(seat.away, start, end),
        )
        for seat in state.seats
    )
    return replace(state, phase=_shift_phase(state.phase, start, end), latest=latest, seats=seats)


def _shift_phase(phase: Phase, start: int, end: int) -> Phase:
    match phase:
        case Turn(since=since, nudged=nudged, quiet=quiet, claim=claim, stopped=stopped):
            return replace(
                phase,
                since=_shift(since, start, end if stopped is None else min(end, stopped)),
                nudged=None if nudged is None else _shift(nudged, start, end),
                quiet=None if quiet is None else _shift(quiet, start, end),
                claim=claim and replace(claim, at=_shift(claim.at, start, end)),
            )
        case FinalPass(deadline=deadline) | AwaitAnswer(deadline=deadline) | AwaitTiles(deadline=deadline):
            return replace(phase, deadline=deadline + max(0, end - start))
        case Lobby(asked=asked):
            return phase if asked is None else replace(phase, asked=_shift(asked, start, end))
        case Paused() | Over():
            return phase
        case _:
            assert_never(phase)


def _shift(instant: int, start: int, end: int) -> int:
    """An instant moved on by the part of the lost time that comes after it."""
    return instant + max(0, end - max(start, instant))
