"""When the next thing is due in a game, as arithmetic on instants (milliseconds since 1970); nobody's clock is read.

A clock runs while its seat is on turn, also while a play before may still be challenged or taken back, as it does over
the board. Time in the final pass, in a pause, and while nobody could reach the game is charged to nobody.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from engine.game.phases import AwaitAnswer, AwaitTiles, FinalPass, Lobby, Reminder, Turn
from engine.game.state import Computer, GameState, LatestPlay
from engine.game.views import TableView
from engine.model.durations import DAY, HOUR, MINUTE, SECOND
from engine.model.rules import Rules

LATE = 2 * SECOND
"""An expiry waits this long, so that what was done in time can arrive."""
IDLE = (3 * DAY, 7 * DAY, 14 * DAY, 28 * DAY)
"""After so long without a turn clock it is asked whether the game goes on; each is counted from the one before."""
NUDGE_FIRST, NUDGE_AGAIN = MINUTE, 10 * MINUTE
"""A turn must have lasted this long before its player is nudged, and this long lies between two nudges."""
LONG_TURN = HOUR
"""Of shorter turns nobody is reminded."""
AT_ONCE = 200
"""The least time that a computer player is given."""

Game = GameState | TableView


class Due(Enum):
    """What a deadline asks for."""

    WINDOWS = "windows"  # the window to undo the latest move closes
    FINAL_PASS = "final pass"  # nobody challenged the last play in time
    ANSWER = "answer"  # nobody rejected a play in time that was put to people
    COMPUTER = "computer"  # a computer player is to act
    EXPIRY = "expiry"  # the time of the turn, or of its player, is over
    REMINDER = "reminder"  # the player on turn is to be reminded
    DRAW = "draw"  # what a seat has not picked by hand is drawn for it
    TILES = "tiles"  # the tiles left on real racks were not typed in in time
    LOBBY = "lobby"  # nobody has touched the lobby for a while


@dataclass(frozen=True, slots=True)
class Deadline:
    """Something due at an instant. `turn` is what the command made of it must carry; `seat` is the computer's."""

    at: int
    due: Due
    turn: int
    seat: int | None = None


def next_deadline(state: GameState) -> Deadline | None:
    """The first thing that will be due in a state if nobody acts; None when it waits for people only."""
    due = [deadline for deadline in (_of_phase(state), _of_draws(state)) if deadline]
    return min(due, key=lambda deadline: deadline.at, default=None)


def _of_draws(state: GameState) -> Deadline | None:
    """When tiles are drawn for somebody who does not pick them; at a real table they wait for somebody to type them."""
    if state.rules.tabletop or not isinstance(state.phase, Turn | FinalPass):
        return None
    waiting = [(seat.due_since, number) for number, seat in enumerate(state.seats) if seat.due]
    if not waiting:
        return None
    since, number = min(waiting)
    return Deadline(since + state.rules.draw_time, Due.DRAW, state.turn, number)


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
        yield Deadline(latest.at + state.rules.undo_window, Due.WINDOWS, latest.turn)
    if state.seats[turn.seat].due:
        # Its time begins when it has its tiles.
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


def lobby_due(state: Game) -> int | None:
    """The instant at which a lobby is asked about, or closed because nobody answered; None outside the lobby."""
    if not isinstance(state.phase, Lobby):
        return None
    start = state.phase.since if state.phase.asked is None else state.phase.asked
    return start + state.patience


def challenges_over(state: GameState, since: int) -> int:
    """The instant from which a computer may act: behind the challenge window, unless all people accepted the play."""
    play = state.latest
    if not state.rules.phonies_stand or not isinstance(play, LatestPlay) or not play.open:
        return since
    people = [n for n in state.in_play if state.seats[n].is_human and n != play.seat and n not in play.accepted]
    return max(since, play.at + state.rules.challenge_window) if people else since


# --- the time of a turn and of a seat ---------------------------------------------------------------------------------


def turn_ends(game: Game) -> int | None:
    """The instant at which the time for the turn that runs is over; None without a turn clock, and for computers."""
    turn = game.phase
    if not isinstance(turn, Turn) or game.rules.turn_clock is None or _is_computer(game, turn.seat):
        return None
    return turn.since + game.rules.turn_clock


def last_call(game: Game) -> int | None:
    """The instant at which the turn is lost: `turn_ends`, or later where a preview was opened in time (ledger C3)."""
    end = turn_ends(game)
    has_draft = isinstance(game.phase, Turn) and game.phase.draft is not None
    return end if end is None or not has_draft else end + game.rules.clock_grace


def runs_out(game: Game) -> int | None:
    """The instant at which the seat on turn has used its game clock up; None without one."""
    turn = game.phase
    if not isinstance(turn, Turn) or game.rules.game_clock is None:
        return None
    return turn.since + game.rules.game_clock - game.seats[turn.seat].used


def flag_falls(game: Game) -> int | None:
    """The instant at which the seat on turn has lost on time; None where there is no limit, and for computers."""
    end, limit = runs_out(game), game.rules.overtime_limit
    if end is None or limit is None or not isinstance(game.phase, Turn) or _is_computer(game, game.phase.seat):
        return None
    return end + limit


def time_left(game: Game, seat: int) -> int | None:
    """What a seat has left of its game clock as of the beginning of the turn that runs; below 0 when it is over."""
    clock = game.rules.game_clock
    return None if clock is None else clock - game.seats[seat].used


def overtime_points(rules: Rules, used: int) -> int:
    """What a seat that has used so much time is charged: for every minute begun over its clock; full seconds count."""
    if rules.game_clock is None:
        return 0
    over = max(0, used - rules.game_clock) // SECOND
    return -(-over * SECOND // MINUTE) * rules.overtime_penalty


def thinking_time(state: GameState, now: int) -> int | None:
    """How long a computer player on turn may think from now on (ledger C4); None without a clock.

    Of a game clock it takes an equal part for each turn that is still to come.
    """
    turn = state.phase
    if not isinstance(turn, Turn):
        return None
    allowed: list[int] = []
    if state.rules.turn_clock is not None:
        allowed.append(turn.since + state.rules.turn_clock - now - LATE)
    if (end := runs_out(state)) is not None:
        allowed.append((end - now) // turns_to_come(state))
    return max(AT_ONCE, min(allowed)) if allowed else None


def time_matters(state: GameState) -> bool:
    """Whether time that passes in a turn makes a difference: a clock runs, a window is open, tiles are picked."""
    window = state.latest is not None and state.latest.open and (state.rules.undo or state.rules.phonies_stand)
    picked = not state.rules.tabletop and any(seat.due for seat in state.seats)
    return state.rules.is_timed or window or picked


def turns_to_come(state: GameState) -> int:
    """About how many turns a seat will still have, this one included: at four tiles a turn."""
    tiles = len(state.pool) + sum(len(seat.rack) for seat in state.seats)
    return 1 + tiles // (4 * max(1, len(state.in_play)))


def _is_computer(game: Game, seat: int) -> bool:
    return isinstance(game.seats[seat].player, Computer)


# --- reminders --------------------------------------------------------------------------------------------------------


def next_reminder(state: GameState) -> int | None:
    """The instant at which the player on turn is reminded next; None when never, or no person is on turn."""
    turn = state.phase
    if not isinstance(turn, Turn) or not state.seats[turn.seat].is_human:
        return None
    if state.rules.turn_clock is None:
        start = turn.since if turn.quiet is None else turn.quiet
        return start + IDLE[turn.reminders] if turn.reminders < len(IDLE) else None
    marks = reminder_marks(state.rules)
    return turn.since + marks[turn.reminders] if turn.reminders < len(marks) else None


def reminder_marks(rules: Rules) -> tuple[int, ...]:
    """How far into a long turn its player is reminded: at half, twelve hours and one hour before its end."""
    clock = rules.turn_clock
    if clock is None or clock < LONG_TURN:
        return ()
    before_end = (left for left in (12 * HOUR, HOUR) if left < clock // 2)
    return tuple(sorted({clock // 2, *(clock - left for left in before_end)}))


def reminders_due(rules: Rules, elapsed: int) -> int:
    """How many of the marks a turn has passed."""
    return sum(mark <= elapsed for mark in reminder_marks(rules))


def reminder_reason(state: GameState, at: int) -> Reminder:
    """What a reminder at an instant is about."""
    assert isinstance(state.phase, Turn)
    if state.rules.turn_clock is None:
        return Reminder.IDLE
    return Reminder.HALF if reminders_due(state.rules, at - state.phase.since) <= 1 else Reminder.SOON
