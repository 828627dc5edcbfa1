"""Expired time, previews opened in time, reminders, time that opponents give, and time charged to nobody."""

from __future__ import annotations

from typing import assert_never

from engine.errors import (
    NobodyToGiveTime,
    NobodyToNudge,
    NoTimeToGive,
    NudgedLately,
    StaleTurn,
    TimeGivenAlready,
    TimeIsUp,
)
from engine.game import clock
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.decision import Context, Decision, check_running, check_turn, seat_of, seat_on_turn
from engine.game.decisions import lobby
from engine.game.decisions.drawing import close_windows
from engine.game.decisions.endings import finish_move
from engine.game.decisions.seats import lose_on_time
from engine.game.hotseat import member_seats
from engine.game.phases import AwaitAnswer, AwaitTiles, FinalPass, Lobby, Reminder, Turn
from engine.game.state import GameState, Person


def decide(state: GameState, command: cmd.ClockCommand, context: Context) -> tuple[ev.Event, ...]:
    """The events that the passing of time, or a command about it, leads to."""
    match command:
        case cmd.OpenDraft():
            return _open_draft(state, command, context)
        case cmd.Expire():
            return _expire(state, command.turn, context)
        case cmd.Remind():
            return _remind(state, command.turn, context)
        case cmd.Nudge():
            return _nudge(state, command.by, context)
        case cmd.KeepOpen():
            in_lobby = isinstance(state.phase, Lobby)
            return (lobby.keep_open if in_lobby else _keep_open)(state, command.by, context)
        case cmd.PutAside():
            return _put_aside(state, command, context)
        case cmd.LoseTime():
            return _lose_time(state, command, context)
        case cmd.GiveTime():
            return _give_time(state, command, context)
        case _:
            assert_never(command)


def check_in_time(state: GameState, command: cmd.TurnCommand, context: Context) -> None:
    """Raises `TimeIsUp` for a move once the time for the turn is up.

    The only exception is the last preview opened in time. Between the end of the time and the expiry a moment later,
    nobody may act.
    """
    if not isinstance(command, cmd.Play | cmd.Pass | cmd.Exchange):
        return
    if not isinstance(state.phase, Turn) or state.seat_of(command.by) != state.phase.seat:
        return  # refused later for another reason
    flag = clock.flag_falls(state)
    if flag is not None and context.now >= flag:
        raise TimeIsUp
    end = clock.turn_ends(state)
    if end is None or context.now < end:
        return
    draft = command.draft if isinstance(command, cmd.Play) else None
    if draft is None or draft != state.phase.draft or context.now >= end + state.rules.clock_grace:
        raise TimeIsUp


def _turn_of(state: GameState) -> Turn:
    assert isinstance(state.phase, Turn)
    return state.phase


def _open_draft(state: GameState, command: cmd.OpenDraft, context: Context) -> tuple[ev.Event, ...]:
    seat = seat_on_turn(state, command.by, command.turn)
    end = clock.turn_ends(state)
    if end is None or not state.rules.clock_grace or context.now >= end:
        return ()
    return (ev.DraftOpened(context.now, seat, command.draft),)


def _expire(state: GameState, turn: int, context: Context) -> tuple[ev.Event, ...]:
    check_running(state)
    if state.turn != turn or not isinstance(state.phase, Turn):
        raise StaleTurn(turn, state.turn)
    flag, end = clock.flag_falls(state), clock.last_call(state)
    if flag is not None and context.now >= flag + clock.LATE:
        return lose_on_time(state, state.phase.seat, context)
    if end is None or context.now < end + clock.LATE:
        raise StaleTurn(turn, state.turn)
    decision = Decision(state)
    close_windows(decision, context)
    decision.add(ev.TurnExpired(context.now, state.phase.seat))
    finish_move(decision, context)
    return decision.events


def _remind(state: GameState, turn: int, context: Context) -> tuple[ev.Event, ...]:
    check_running(state)
    at = clock.next_reminder(state)
    if state.turn != turn or at is None or context.now < at:
        raise StaleTurn(turn, state.turn)
    return (ev.Reminded(context.now, _turn_of(state).seat, clock.reminder_reason(state, context.now)),)


def _nudge(state: GameState, by: str, context: Context) -> tuple[ev.Event, ...]:
    check_running(state)
    seat, turn = seat_of(state, by), state.phase
    if not isinstance(turn, Turn) or turn.seat == seat or not state.seats[turn.seat].is_human:
        raise NobodyToNudge
    again = turn.since + clock.NUDGE_FIRST if turn.nudged is None else turn.nudged + clock.NUDGE_AGAIN
    again = max(again, state.seats[turn.seat].away or 0)
    if context.now < again:
        raise NudgedLately(again)
    return (ev.Reminded(context.now, turn.seat, Reminder.NUDGE, by),)


def _give_time(state: GameState, command: cmd.GiveTime, context: Context) -> tuple[ev.Event, ...]:
    check_running(state)
    check_turn(state, command.turn)
    own = member_seats(state).get(command.by)
    giver, turn = seat_of(state, command.by) if own is None else own, state.phase
    player = state.seats[turn.seat].player if isinstance(turn, Turn) else None
    if not isinstance(turn, Turn) or not isinstance(player, Person) or player.member == command.by:
        raise NobodyToGiveTime
    if not clock.gift(state.rules):
        raise NoTimeToGive
    if giver in turn.givers:
        raise TimeGivenAlready
    return (ev.TimeGiven(context.now, turn.seat, giver, clock.gift(state.rules)),)


def _keep_open(state: GameState, by: str, context: Context) -> tuple[ev.Event, ...]:
    check_running(state)
    seat = seat_of(state, by)
    if not isinstance(state.phase, Turn) or state.phase.quiet is None:
        return ()
    return (ev.KeptOpen(context.now, seat),)


def _put_aside(state: GameState, command: cmd.PutAside, context: Context) -> tuple[ev.Event, ...]:
    check_running(state)
    at = clock.put_aside(state)
    if state.turn != command.turn or at is None or context.now < at:
        raise StaleTurn(command.turn, state.turn)
    return (ev.GamePaused(context.now, "", command.name),)


def _lose_time(state: GameState, command: cmd.LoseTime, context: Context) -> tuple[ev.Event, ...]:
    """Records lost time; no event if no clock runs, no window is open and nobody has been asked anything."""
    end, phase = min(command.end, context.now), state.phase
    asked = isinstance(phase, FinalPass | AwaitAnswer | AwaitTiles) or (
        isinstance(phase, Lobby) and phase.asked is not None
    )
    waits = asked or (isinstance(phase, Turn) and clock.time_matters(state))
    return (ev.TimeLost(context.now, command.start, end),) if waits and command.start < end else ()
