"""Interrupting a game under a name, resuming it (ledger C5), and taking it from a file (N10)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from engine.errors import AgreedAlready, NotPaused, NotSeated
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.asking import Chain, check_running, seat_of
from engine.game.context import Context
from engine.game.hotseat import member_seats
from engine.game.phases import Paused
from engine.game.state import GameState


def decide(state: GameState, command: cmd.Pause | cmd.Resume | cmd.Load, context: Context) -> tuple[ev.Event, ...]:
    """What the wish to interrupt or to resume leads to: at once for host and moderators, else once all people agree.

    A game from a file goes on only once all people agree, whoever wishes it.
    """
    match command:
        case cmd.Pause(by=by, name=name):
            check_running(state)
            return _agreed(state, command, ev.Paused(context.now, by, name or state.setup.name), context)
        case cmd.Resume(by=by):
            if not isinstance(state.phase, Paused):
                check_running(state)
                raise NotPaused
            return _agreed(state, command, ev.Resumed(context.now, by), context)
        case cmd.Load():
            return _load(state, command, context)
        case _:
            assert_never(command)


def _load(state: GameState, command: cmd.Load, context: Context) -> tuple[ev.Event, ...]:
    """Who loads a game agrees by it."""
    if not isinstance(state.phase, Paused):
        check_running(state)
        raise NotPaused
    seats = member_seats(state)
    seat, plays = seats.get(command.by), command.by in seats
    if not plays and not state.directs(command.by, moderator=command.moderator):
        raise NotSeated
    if state.phase.all_agree and plays:
        return _agreed(state, cmd.Resume(command.by), ev.Resumed(context.now, command.by), context)
    chain = Chain(state)
    chain.add(ev.Loaded(context.now, command.by, command.save, command.name, command.rewinds))
    others = set(seats.values()) - {seat}
    if seat is not None:
        chain.add(ev.PauseAgreed(context.now, seat, resumes=True) if others else ev.Resumed(context.now, command.by))
    return chain.events


def _agreed(
    state: GameState, command: cmd.Pause | cmd.Resume, event: ev.Paused | ev.Resumed, context: Context
) -> tuple[ev.Event, ...]:
    from_file = isinstance(state.phase, Paused) and state.phase.all_agree
    if not from_file and state.directs(command.by, moderator=command.moderator):
        return (event,)
    seats = member_seats(state)
    seat = seats[command.by] if command.by in seats else seat_of(state, command.by)
    if seat in state.agreed:
        raise AgreedAlready
    chain = Chain(state)
    chain.add(ev.PauseAgreed(context.now, seat, isinstance(event, ev.Resumed)))
    if set(seats.values()) <= set(chain.state.agreed):
        chain.add(event)
    return chain.events


def never_agreed(events: Iterable[ev.Event]) -> bool:
    """Whether a game was taken from a file and nobody has gone on with it: its racks may be those of a running game."""
    waits = False
    for event in events:
        waits = isinstance(event, ev.Loaded) or (waits and not isinstance(event, ev.Resumed))
    return waits
