"""Players who are away: their clocks stand still, and whoever acts is back."""

from __future__ import annotations

from typing import assert_never

from engine.errors import GameIsOver, NoLongTurns, NotAway, NotSeated, NotStarted
from engine.game import clock
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.decision import Context
from engine.game.phases import Lobby, Over
from engine.game.state import GameState

_ACTS = (cmd.Play, cmd.Pass, cmd.Exchange, cmd.Undo, cmd.TakeHint, *(cmd.Swap, cmd.TradeBlank, cmd.ExchangeFour))
"""What only a player who is there does, with the clock running."""


def decide(state: GameState, command: cmd.AbsenceCommand, context: Context) -> tuple[ev.Event, ...]:
    """The events of going away and coming back, also in a pause."""
    if isinstance(state.phase, Lobby):
        raise NotStarted
    if isinstance(state.phase, Over):
        raise GameIsOver
    match command:
        case cmd.GoAway():
            return _go_away(state, command, context)
        case cmd.ComeBack(by=by):
            back = [number for number in state.seats_of(by) if state.seats[number].away is not None]
        case cmd.EndAbsence(seat=seat):
            until = state.seats[seat].away
            back = [seat] if until is not None and context.now >= until else []
        case _:
            assert_never(command)
    if not back:
        raise NotAway
    return tuple(ev.CameBack(context.now, number) for number in back)


def _go_away(state: GameState, command: cmd.GoAway, context: Context) -> tuple[ev.Event, ...]:
    if not clock.may_be_away(state.rules):
        raise NoLongTurns
    seats = [number for number in state.seats_of(command.by) if state.seats[number].in_play]
    if not seats:
        raise NotSeated
    if command.until <= context.now:
        return ()
    told: list[ev.Event] = []
    for number in seats:
        away = state.seats[number].away
        # An absence that is over, but whose end has not been noticed yet, does not go on until the new one ends.
        told += [ev.CameBack(context.now, number)] if away is not None and away <= context.now else []
        told += [ev.WentAway(context.now, number, command.until)] if away != command.until else []
    return tuple(told)


def before_acting(state: GameState, command: cmd.Command, context: Context) -> tuple[ev.Event, ...]:
    """The event by which a player who is away comes back, if the command is a player's act in a turn."""
    seat = state.seat_of(command.by) if isinstance(command, _ACTS) else None
    if seat is None or state.seats[seat].away is None:
        return ()
    return (ev.CameBack(context.now, seat),)
