"""What time does to a state: whom it is charged to, and what moves on when it is charged to nobody."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from engine.game import events as ev
from engine.game.clock import challenges_over, reminders_due
from engine.game.phases import AwaitAnswer, AwaitTiles, FinalPass, Lobby, Over, Paused, Phase, Reminder, Turn
from engine.game.state import GameState


def spent(state: GameState, at: int) -> int:
    """The time that the turn which runs has taken until an instant; a computer's begins when it may act."""
    turn = state.phase
    if not isinstance(turn, Turn):
        return 0
    start = turn.since if state.seats[turn.seat].is_human else challenges_over(state, turn.since)
    return max(0, at - start)


def charge(before: GameState, after: GameState, event: ev.Event) -> GameState:
    """The state behind an event with the turn that it ended charged to the clock of its seat.

    A move taken back has not ended a turn, nor has a pause: the clock goes on where it stood.
    """
    turn = before.phase
    if not isinstance(turn, Turn) or isinstance(event, ev.Undone | ev.Paused):
        return after
    now = after.phase
    if isinstance(now, Turn) and (after.turn == before.turn or (now.seat, now.since) == (turn.seat, turn.since)):
        return after
    time = spent(before, event.at)
    if isinstance(event, ev.TurnExpired) and before.rules.turn_clock is not None:
        # The clock asks a moment late, so that a move which was sent in time can arrive.
        time = min(time, before.rules.turn_clock)
    seats = list(after.seats)
    seats[turn.seat] = replace(seats[turn.seat], used=seats[turn.seat].used + time)
    return replace(after, seats=tuple(seats))


def begin_computers_turn(state: GameState, at: int) -> GameState:
    """The turn of a computer player begins when nobody can change the move before it any more."""
    turn = state.phase
    if not isinstance(turn, Turn) or state.seats[turn.seat].is_human:
        return state
    return replace(state, phase=replace(turn, since=max(turn.since, at)))


def change_turn(state: GameState, event: ev.DraftOpened | ev.Reminded | ev.KeptOpen) -> GameState:
    """What is noted about the turn that runs, or about the lobby."""
    turn = state.phase
    if isinstance(turn, Lobby):
        return replace(state, phase=Lobby(event.at))
    assert isinstance(turn, Turn)
    match event:
        case ev.DraftOpened(draft=draft):
            turn = replace(turn, draft=draft)
        case ev.KeptOpen(at=at):
            turn = replace(turn, quiet=at, reminders=0)
        case ev.Reminded(at=at, reason=Reminder.NUDGE):
            turn = replace(turn, nudged=at)
        case ev.Reminded(at=at, reason=Reminder.IDLE):
            turn = replace(turn, quiet=at, reminders=turn.reminders + 1)
        case ev.Reminded(at=at):
            turn = replace(turn, reminders=reminders_due(state.rules, at - turn.since))
        case _:
            assert_never(event)
    return replace(state, phase=turn)


def pause(state: GameState, event: ev.Paused) -> GameState:
    """The game rests, under a name if it is given one."""
    setup = replace(state.setup, name=event.name) if event.name else state.setup
    return replace(state, setup=setup, phase=Paused(state.phase, event.at), agreed=())


def take_from_file(state: GameState, event: ev.Loaded) -> GameState:
    """The game rests until everybody agrees, whatever was agreed before."""
    assert isinstance(state.phase, Paused)
    setup = replace(state.setup, name=event.name) if event.name else state.setup
    return replace(state, setup=setup, phase=replace(state.phase, all_agree=True), agreed=())


def resume(state: GameState, event: ev.Resumed) -> GameState:
    """The game goes on, as if no time had passed."""
    assert isinstance(state.phase, Paused)
    return lose_time(replace(state, phase=state.phase.before, agreed=()), state.phase.since, event.at)


def lose_time(state: GameState, start: int, end: int) -> GameState:
    """The state with every instant that something is counted from moved on by a stretch of time."""
    latest = state.latest
    if latest is not None and latest.open:
        latest = replace(latest, at=_on(latest.at, start, end))
    seats = tuple(
        replace(seat, due_since=_on(seat.due_since, start, end)) if seat.due else seat for seat in state.seats
    )
    return replace(state, phase=_later(state.phase, start, end), latest=latest, seats=seats)


def _later(phase: Phase, start: int, end: int) -> Phase:
    match phase:
        case Turn(since=since, nudged=nudged, quiet=quiet):
            return replace(
                phase,
                since=_on(since, start, end),
                nudged=None if nudged is None else _on(nudged, start, end),
                quiet=None if quiet is None else _on(quiet, start, end),
            )
        case FinalPass(deadline=deadline) | AwaitAnswer(deadline=deadline) | AwaitTiles(deadline=deadline):
            return replace(phase, deadline=deadline + max(0, end - start))
        case Lobby(asked=asked):
            return phase if asked is None else replace(phase, asked=_on(asked, start, end))
        case Paused() | Over():
            return phase
        case _:
            assert_never(phase)


def _on(instant: int, start: int, end: int) -> int:
    """An instant moved on by that part of a stretch of time that lies behind it."""
    return instant + max(0, end - max(start, instant))
