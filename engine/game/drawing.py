"""Drawing tiles: at random, picked by hand, or taken by somebody at a real table (ledger N6, M4)."""

from __future__ import annotations

from engine.errors import NothingToDraw, NotSeated, RuleIsOff, StaleTurn
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.asking import Chain, check_running, seat_of
from engine.game.context import Context
from engine.game.state import GameState
from engine.model.rules import DrawTiles
from engine.model.tiles import HiddenRack


def decide(state: GameState, command: cmd.Draw | cmd.FinishDraw, context: Context) -> tuple[ev.Event, ...]:
    """What a wish to draw leads to; which tile it is, is decided at this moment."""
    check_running(state)
    if isinstance(command, cmd.FinishDraw):
        return _finish(state, command.seat, context)
    seat = _drawer(state, command)
    if state.rules.draw_tiles is not DrawTiles.MANUAL:
        raise RuleIsOff("draw_tiles")
    due = state.seats[seat].due
    count = due if command.count is None else command.count
    if not 0 < count <= due:
        raise NothingToDraw(due)
    return (ev.TilesDrawn(context.now, seat, context.draw(state.pool, count)),)


def _drawer(state: GameState, command: cmd.Draw) -> int:
    held = state.seats_of(command.by) or (seat_of(state, command.by),)
    if command.seat is not None:
        if command.seat not in held:
            raise NotSeated
        return command.seat
    return next((seat for seat in held if state.seats[seat].due), held[0])


def _finish(state: GameState, seat: int, context: Context) -> tuple[ev.Event, ...]:
    drawer = state.seats[seat]
    if not drawer.due or context.now < drawer.due_since + state.rules.draw_time:
        raise StaleTurn(state.turn, state.turn)
    chain = Chain(state)
    draw_rest(chain, seat, context)
    return chain.events


def draw_rest(chain: Chain, seat: int, context: Context) -> None:
    """Draws for a seat what it has not picked by hand."""
    due = chain.state.seats[seat].due
    if due and not chain.state.rules.tabletop:
        chain.add(ev.TilesDrawn(context.now, seat, context.draw(chain.state.pool, due)))


def draw(chain: Chain, seat: int, context: Context) -> bool:
    """Fills the rack of a seat from the pool, by whatever way the rules have; False when nothing is to be drawn."""
    state = chain.state
    drawer = state.seats[seat]
    count = min(state.variant.rack_size - len(drawer.rack) - drawer.due, state.drawable)
    if count <= 0:
        return False
    if isinstance(drawer.rack, HiddenRack):
        chain.add(ev.HiddenDrawn(context.now, seat, count))
    elif state.rules.tabletop or (drawer.is_human and state.rules.draw_tiles is DrawTiles.MANUAL):
        chain.add(ev.DrawOpened(context.now, seat, count))
    else:
        chain.add(ev.TilesDrawn(context.now, seat, context.draw(state.pool, count)))
    return True
