"""The small steps that events are applied in: a seat changed, the turn passed on."""

from __future__ import annotations

from dataclasses import replace

from engine.game.phases import AwaitTiles, Turn
from engine.game.state import GameState


def change_seat(state: GameState, number: int, **changes: object) -> GameState:
    """The state with fields of one seat changed."""
    seats = list(state.seats)
    seats[number] = replace(seats[number], **changes)  # type: ignore[arg-type]  # the callers name fields of Seat
    return replace(state, seats=tuple(seats))


def next_turn(state: GameState, after: int, at: int) -> GameState:
    """The state with the next seat in play behind one on turn."""
    return replace(state, phase=Turn(state.next_seat(after), at), turn=state.turn + 1)


def begin_turn(state: GameState, seat: int, at: int) -> GameState:
    """The state in which the turn that runs counts from an instant, if it is that seat's."""
    if not isinstance(state.phase, Turn) or state.phase.seat != seat:
        return state
    return replace(state, phase=replace(state.phase, since=at))


def no_longer_awaited(state: GameState, seat: int) -> GameState:
    """The state in which nobody needs to type in the tiles of a seat any more."""
    if not isinstance(state.phase, AwaitTiles):
        return state
    waiting = tuple(number for number in state.phase.waiting if number != seat)
    return replace(state, phase=replace(state.phase, waiting=waiting))


def close_latest(state: GameState) -> GameState:
    """The state in which the latest move can neither be undone nor challenged any more."""
    return replace(state, latest=replace(state.latest, open=False) if state.latest else None)
