"""Drawing tiles at random, by hand or on a real table, and the undo window that replacement tiles wait for.

Replacement tiles are drawn when the latest move can no longer be undone, so that undoing never shows a tile.
"""

from __future__ import annotations

from collections import Counter

from engine.errors import NothingToDraw, NotSeated, RuleIsOff, StaleTurn
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.decision import Context, Decision, check_running, seat_of
from engine.game.state import GameState, LatestPlay
from engine.model.rules import DrawTiles
from engine.model.tiles import HiddenRack, Tiles


def decide(state: GameState, command: cmd.Draw | cmd.FinishDraw, context: Context) -> tuple[ev.Event, ...]:
    """The events of drawing by hand; chance decides only now which tiles they are."""
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
    return (ev.TilesDrawn(context.now, seat, context.draw(_pool_for(state, seat, count), count)),)


def _pool_for(state: GameState, seat: int, count: int) -> Tiles:
    """The tiles that a seat may draw: not those that it has just exchanged, unless too few others are left."""
    aside = Counter(state.seats[seat].aside)
    fresh = Tiles.of((Counter(state.pool) - aside).elements())
    return fresh if len(fresh) >= count else state.pool


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
    decision = Decision(state)
    draw_rest(decision, seat, context)
    return decision.events


def draw_rest(decision: Decision, seat: int, context: Context) -> None:
    """Draws the tiles that a seat has not drawn by hand."""
    due = decision.state.seats[seat].due
    if due and not decision.state.rules.tabletop:
        drawn = context.draw(_pool_for(decision.state, seat, due), due)
        decision.add(ev.TilesDrawn(context.now, seat, drawn))


def draw(decision: Decision, seat: int, context: Context) -> bool:
    """Fills the rack of a seat from the pool as the rules say; False if there is nothing to draw."""
    state = decision.state
    drawer = state.seats[seat]
    count = min(state.variant.rack_size - len(drawer.rack) - drawer.due, state.drawable)
    if count <= 0:
        return False
    if isinstance(drawer.rack, HiddenRack):
        decision.add(ev.HiddenDrawn(context.now, seat, count))
    elif state.rules.tabletop or draws_by_hand(state, seat):
        decision.add(ev.DrawOpened(context.now, seat, count))
    else:
        decision.add(ev.TilesDrawn(context.now, seat, context.draw(state.pool, count)))
    return True


def draws_by_hand(state: GameState, seat: int) -> bool:
    """Whether a seat picks its tiles from the face-down pool."""
    return state.seats[seat].is_human and state.rules.draw_tiles is DrawTiles.MANUAL and not state.rules.tabletop


def draw_for_latest(decision: Decision, context: Context) -> bool:
    """Draws the replacement tiles for the latest play; False if there are none."""
    assert isinstance(decision.state.latest, LatestPlay)
    return draw(decision, decision.state.latest.seat, context)


def close_windows(decision: Decision, context: Context) -> None:
    """Closes the window to undo the latest move and draws its replacement tiles."""
    latest = decision.state.latest
    if not decision.state.rules.undo or not latest or not latest.open:
        return
    if not (isinstance(latest, LatestPlay) and draw_for_latest(decision, context)):
        decision.add(ev.WindowsClosed(context.now))
