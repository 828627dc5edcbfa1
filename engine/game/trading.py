"""Trading a blank of the board, and exchanging four of a kind: both before the play, any number of times (N15)."""

from __future__ import annotations

from engine.errors import (
    LetterNotOnRack,
    MalformedCoordinate,
    NoBlankThere,
    NoFourOfAKind,
    PoolTooSmall,
    RackIsHidden,
    RuleIsOff,
)
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.asking import Chain, check_drawn, seat_on_turn
from engine.game.context import Context
from engine.game.state import GameState
from engine.game.views import has_four
from engine.game.windows import settle
from engine.model.coordinates import Cell
from engine.model.tiles import KnownRack, Rack, Tiles


def decide(state: GameState, command: cmd.TradeBlank | cmd.ExchangeFour, context: Context) -> tuple[ev.Event, ...]:
    """What a wish to trade leads to."""
    if isinstance(command, cmd.TradeBlank):
        return _trade(state, command, context)
    return _exchange_four(state, command, context)


def _trade(state: GameState, command: cmd.TradeBlank, context: Context) -> tuple[ev.Event, ...]:
    if not state.rules.trade_blanks:
        raise RuleIsOff("trade_blanks")
    seat = seat_on_turn(state, command.by, command.turn)
    check_drawn(state, seat)
    rack = known(state.seats[seat].rack)
    cell = _square(state, command.square)
    placed = state.board[cell]
    if placed is None or not placed.is_blank:
        raise NoBlankThere(cell.row, cell.column)
    tile = next((tile for tile in rack if tile.letter == placed.letter), None)
    if tile is None:
        raise LetterNotOnRack(placed.letter)
    chain = Chain(state)
    settle(chain, context)
    chain.add(ev.BlankTraded(context.now, seat, cell, tile, placed.tile))
    return chain.events


def _square(state: GameState, text: str) -> Cell:
    cell, _ = state.setup.orientation.read(text.strip(), state.variant.layout.size)
    if cell not in state.variant.layout:
        raise MalformedCoordinate(text)
    return cell


def _exchange_four(state: GameState, command: cmd.ExchangeFour, context: Context) -> tuple[ev.Event, ...]:
    if not state.rules.exchange_four:
        raise RuleIsOff("exchange_four")
    seat = seat_on_turn(state, command.by, command.turn)
    check_drawn(state, seat)
    rack = known(state.seats[seat].rack)
    if not has_four(rack):
        raise NoFourOfAKind
    chain = Chain(state)
    settle(chain, context)
    pool = chain.state.drawable
    if pool < state.variant.rack_size:
        raise PoolTooSmall(pool, state.variant.rack_size)
    chain.add(ev.FourExchanged(context.now, seat, rack, context.draw(chain.state.pool, len(rack))))
    return chain.events


def known(rack: Rack) -> Tiles:
    """The tiles of a rack. Raises `RackIsHidden`."""
    if not isinstance(rack, KnownRack):
        raise RackIsHidden
    return rack.tiles
