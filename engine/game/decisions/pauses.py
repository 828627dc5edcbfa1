"""Pausing a game under a name, resuming it, and loading it from a file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from engine.errors import AgreedAlready, NotPaused, NotSeated
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.decision import Context, Decision, check_running, seat_of
from engine.game.hotseat import member_seats, plays_against_people
from engine.game.phases import Paused
from engine.game.state import GameState


def decide(state: GameState, command: cmd.PauseCommand, context: Context) -> tuple[ev.Event, ...]:
    """The events of pausing and resuming: at once for the host and moderators, for others once all people agree.

    A game from a file goes on only once all people agree, whoever asks. Nor does anyone stop the clocks alone in a game
    against other people: the player on turn could think on, with the board and the rack at hand.
    """
    match command:
        case cmd.Pause(by=by, name=name):
            check_running(state)
            return _agree(state, command, ev.GamePaused(context.now, by, name or state.setup.name), context)
        case cmd.Resume(by=by):
            _check_paused(state)
            return _agree(state, command, ev.GameResumed(context.now, by), context)
        case cmd.Load():
            return _load(state, command, context)
        case _:
            assert_never(command)


def _check_paused(state: GameState) -> Paused:
    if not isinstance(state.phase, Paused):
        check_running(state)
        raise NotPaused
    return state.phase


def _load(state: GameState, command: cmd.Load, context: Context) -> tuple[ev.Event, ...]:
    """Loads a game; a player who loads it agrees to go on."""
    paused = _check_paused(state)
    seats = member_seats(state)
    seat, plays = seats.get(command.by), command.by in seats
    if not plays and not state.directs(command.by, moderator=command.moderator):
        raise NotSeated
    if paused.all_agree and plays:
        return _agree(state, cmd.Resume(command.by), ev.GameResumed(context.now, command.by), context)
    decision = Decision(state)
    decision.add(ev.Loaded(context.now, command.by, command.save, command.name, command.rewinds))
    others = set(seats.values()) - {seat}
    if seat is not None:
        agreed = ev.PauseAgreed(context.now, seat, resumes=True)
        decision.add(agreed if others else ev.GameResumed(context.now, command.by))
    return decision.events


def _agree(
    state: GameState, command: cmd.Pause | cmd.Resume, event: ev.GamePaused | ev.GameResumed, context: Context
) -> tuple[ev.Event, ...]:
    seats = member_seats(state)
    alone = state.directs(command.by, moderator=command.moderator) or _may_revive(state, command)
    if alone and not _needs_agreement(state, command):
        return (event,)
    seat = seats[command.by] if command.by in seats else seat_of(state, command.by)
    if seat in state.agreed:
        raise AgreedAlready
    decision = Decision(state)
    decision.add(ev.PauseAgreed(context.now, seat, isinstance(event, ev.GameResumed)))
    if set(seats.values()) <= set(decision.state.agreed):
        decision.add(event)
    return decision.events


def _may_revive(state: GameState, command: cmd.Pause | cmd.Resume) -> bool:
    """Whether a player resumes a game that was paused since nobody touched it."""
    by_itself = isinstance(state.phase, Paused) and state.phase.by_itself
    return by_itself and command.by in member_seats(state)


def _needs_agreement(state: GameState, command: cmd.Pause | cmd.Resume) -> bool:
    """Whether not even the host may do this alone."""
    stops_clocks = isinstance(command, cmd.Pause) and state.rules.is_timed
    return state.waits_for_agreement or (stops_clocks and plays_against_people(state, command.by))


def never_agreed(events: Iterable[ev.Event]) -> bool:
    """Whether a game was loaded from a file and never resumed: its racks may be those of a running game."""
    waits = False
    for event in events:
        waits = isinstance(event, ev.Loaded) or (waits and not isinstance(event, ev.GameResumed))
    return waits
