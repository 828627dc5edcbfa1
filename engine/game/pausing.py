"""Interrupting a game under a name, and resuming it (ledger C5)."""

from __future__ import annotations

from typing import assert_never

from engine.errors import AgreedAlready, NotPaused
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.asking import Chain, check_running, seat_of
from engine.game.context import Context
from engine.game.state import GameState, Paused


def decide(state: GameState, command: cmd.Pause | cmd.Resume, context: Context) -> tuple[ev.Event, ...]:
    """What the wish to interrupt or to resume leads to: at once for host and moderators, else once all people agree."""
    match command:
        case cmd.Pause(by=by, name=name):
            check_running(state)
            return _agreed(state, command, ev.Paused(context.now, by, name or state.setup.name), context)
        case cmd.Resume(by=by):
            if not isinstance(state.phase, Paused):
                check_running(state)
                raise NotPaused
            return _agreed(state, command, ev.Resumed(context.now, by), context)
        case _:
            assert_never(command)


def _agreed(
    state: GameState, command: cmd.Pause | cmd.Resume, event: ev.Paused | ev.Resumed, context: Context
) -> tuple[ev.Event, ...]:
    if command.by == state.host or command.moderator:
        return (event,)
    seat = seat_of(state, command.by)
    if seat in state.agreed:
        raise AgreedAlready
    chain = Chain(state)
    chain.add(ev.PauseAgreed(context.now, seat))
    people = {number for number in state.in_play if state.seats[number].is_human}
    if people <= set(chain.state.agreed):
        chain.add(event)
    return chain.events
