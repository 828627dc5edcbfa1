"""A turn: playing, passing, exchanging, taking back (ledger N4, N5, D3, D4)."""

from __future__ import annotations

from typing import assert_never

from engine.errors import NothingToExchange, NothingToUndo, PoolTooSmall, StaleTurn, UndoIsOff
from engine.game import commands as cmd
from engine.game import doubts, house
from engine.game import events as ev
from engine.game.asking import Chain, check_running, seat_of, seat_on_turn
from engine.game.challenges import let_stand
from engine.game.context import Context
from engine.game.moves import go_on, put_down
from engine.game.state import AwaitAnswer, FinalPass, GameState
from engine.game.windows import settle
from engine.model.rules import ExchangeRule
from engine.model.tiles import KnownRack, Tiles
from engine.play.notation import PlayIntent, read_move, read_tiles
from engine.play.placement import Placement, arrange, check, resolve
from engine.play.scoring import score


def decide(
    state: GameState,
    command: cmd.Play | cmd.Pass | cmd.Exchange | cmd.Undo | cmd.CloseWindows,
    context: Context,
) -> tuple[ev.Event, ...]:
    """What a wish about the own turn leads to."""
    match command:
        case cmd.Play():
            return _play(state, command, context)
        case cmd.Pass():
            return _pass(state, command, context)
        case cmd.Exchange():
            return _exchange(state, command, context)
        case cmd.Undo():
            return _undo(state, command, context)
        case cmd.CloseWindows():
            return _close_windows(state, command, context)
        case _:
            assert_never(command)


def read_placement(state: GameState, seat: int, move: str | PlayIntent | Placement) -> Placement:
    """The placement that a move means for a seat, checked for its geometry and against the rack.

    Raises `MalformedText`, a geometry error or `TilesNotOnRack`.
    """
    rack = state.seats[seat].rack
    if isinstance(move, str):
        move = read_move(move, state.variant, state.setup.orientation)
    if isinstance(move, PlayIntent):
        return resolve(move, state.board, rack, state.variant)
    check(dict(move.tiles), state.board, move.direction)
    rack.minus(move.used)
    return arrange(dict(move.tiles), state.board, move.direction)


def _play(state: GameState, command: cmd.Play, context: Context) -> tuple[ev.Event, ...]:
    seat = seat_on_turn(state, command.by, command.turn)
    placement = read_placement(state, seat, command.move)
    sheet = score(state.board, placement, state.variant)
    if not state.rules.phonies_stand and (unknown := doubts.unknown_words(state, sheet, context)):
        return doubts.not_found(state, seat, placement, sheet, unknown, context)
    chain = Chain(state)
    settle(chain, context)
    put_down(chain, seat, placement, sheet, context)
    go_on(chain, context)
    return chain.events


def _pass(state: GameState, command: cmd.Pass, context: Context) -> tuple[ev.Event, ...]:
    check_running(state)
    if isinstance(state.phase, FinalPass):
        return let_stand(state, command.by, context)
    if isinstance(state.phase, AwaitAnswer):
        return house.answer_for_others(state, command.by, command.turn, True, context)
    seat = seat_on_turn(state, command.by, command.turn)
    chain = Chain(state)
    settle(chain, context)
    chain.add(ev.Passed(context.now, seat, state.variant.pass_points))
    go_on(chain, context)
    return chain.events


def _exchange(state: GameState, command: cmd.Exchange, context: Context) -> tuple[ev.Event, ...]:
    seat = seat_on_turn(state, command.by, command.turn)
    rack = state.seats[seat].rack
    tiles = command.tiles
    if isinstance(tiles, str):
        tiles = read_tiles(tiles, state.variant, rack.tiles if isinstance(rack, KnownRack) else Tiles())
    if not tiles:
        raise NothingToExchange
    rack.minus(tiles)
    chain = Chain(state)
    settle(chain, context)
    _check_pool(chain.state, len(tiles))
    drawn = context.draw(chain.state.pool, len(tiles))
    points = state.variant.exchange_points[len(tiles)] if state.variant.exchange_points else 0
    chain.add(ev.Exchanged(context.now, seat, tiles, drawn, points))
    go_on(chain, context)
    return chain.events


def _check_pool(state: GameState, count: int) -> None:
    full = state.rules.exchange_min_pool is ExchangeRule.RACK
    needed = max(count, state.variant.rack_size) if full else count
    if len(state.pool) < needed:
        raise PoolTooSmall(len(state.pool), needed)


def _undo(state: GameState, command: cmd.Undo, context: Context) -> tuple[ev.Event, ...]:
    check_running(state)
    seat = seat_of(state, command.by)
    if not state.rules.undo:
        raise UndoIsOff
    latest = state.latest
    if latest and command.turn is not None and latest.turn != command.turn:
        raise StaleTurn(command.turn, state.turn)
    if not latest or latest.seat != seat or not latest.open or state.turn != latest.turn + 1:
        raise NothingToUndo
    return (ev.Undone(context.now, seat),)


def _close_windows(state: GameState, command: cmd.CloseWindows, context: Context) -> tuple[ev.Event, ...]:
    check_running(state)
    latest = state.latest
    if not latest or latest.turn != command.turn or not latest.open:
        raise StaleTurn(command.turn, state.turn)
    if command.by is not None and seat_of(state, command.by) != latest.seat:
        raise NothingToUndo
    chain = Chain(state)
    settle(chain, context)
    return chain.events
