"""Leaving a running game, being removed, resigning, ending it from outside (rule `on_leave`)."""

from __future__ import annotations

from typing import assert_never

from engine.errors import GameIsOver, HasLeft, NoSuchSeat, OnlyHost
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.asking import Chain, check_running, seat_of
from engine.game.context import Context
from engine.game.endings import end
from engine.game.house import stand_if_answered
from engine.game.phases import EndReason, FinalPass, Over
from engine.game.seating import may_take_over, take_over
from engine.game.skipping import skip_lost_turns
from engine.game.state import GameState
from engine.game.windows import settle
from engine.model.rules import OnLeave


def decide(
    state: GameState, command: cmd.Leave | cmd.RemoveSeat | cmd.Resign | cmd.End, context: Context
) -> tuple[ev.Event, ...]:
    """What a wish to go, or to make somebody go, leads to."""
    if not isinstance(command, cmd.End):
        check_running(state)
    match command:
        case cmd.End(by=by):
            if isinstance(state.phase, Over):
                raise GameIsOver
            if not state.directs(by, moderator=command.moderator):
                raise OnlyHost
            return (ev.Ended(context.now, EndReason.ENDED, (), (), by),)
        case cmd.Leave(by=by):
            return _go(state, seat_of(state, by), ev.Departure.LEFT, by, context)
        case cmd.Resign(by=by):
            return _go(state, seat_of(state, by), ev.Departure.RESIGNED, by, context)
        case cmd.RemoveSeat(by=by):
            return _go(state, _removable(state, command), ev.Departure.REMOVED, by, context)
        case _:
            assert_never(command)


def lose_on_time(state: GameState, seat: int, context: Context) -> tuple[ev.Event, ...]:
    """A seat is over its time by more than the limit: the other wins, among more it is as if it had resigned."""
    return _go(state, seat, ev.Departure.OVERTIME, "", context)


def _removable(state: GameState, command: cmd.RemoveSeat) -> int:
    if not state.directs(command.by, moderator=command.moderator):
        raise OnlyHost
    if not 0 <= command.seat < len(state.seats):
        raise NoSuchSeat(command.seat)
    if not state.seats[command.seat].in_play:
        raise HasLeft
    return command.seat


def _go(state: GameState, seat: int, how: ev.Departure, by: str, context: Context) -> tuple[ev.Event, ...]:
    chain = Chain(state)
    settle(chain, context)
    if may_take_over(chain.state, seat, how):
        take_over(chain, seat, how, context)
        return chain.events
    remover = by if how is ev.Departure.REMOVED else None
    by_time = how is ev.Departure.OVERTIME
    chain.add(ev.SeatLeft(context.now, seat, by_time or how is ev.Departure.RESIGNED, by_time, remover))
    left = chain.state
    people = any(one.is_human and one.in_play for one in left.seats)
    if left.rules.on_leave is OnLeave.STOP or len(left.in_play) < 2 or not people:
        end(chain, EndReason.TIME if by_time else EndReason.LEFT, context)
    elif isinstance(left.phase, FinalPass) and not left.phase.waiting:
        end(chain, EndReason.OUT, context)
    else:
        # Who leaves gives no answer, and without one a play stands.
        stand_if_answered(chain, context)
    skip_lost_turns(chain, context)
    return chain.events
