"""What a seat may do before its play, any number of times: swap with the computer, trade a blank, exchange four."""

from __future__ import annotations

from typing import assert_never

from engine.errors import (
    LetterNotOnRack,
    MalformedCoordinate,
    NoBlankThere,
    NoFourOfAKind,
    NothingToSwap,
    PoolTooSmall,
    RackIsHidden,
    RuleIsOff,
)
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.decision import Context, Decision, check_drawn, seat_on_turn
from engine.game.decisions.drawing import close_windows, draws_by_hand
from engine.game.phases import Turn
from engine.game.state import GameState
from engine.game.views import has_four
from engine.model.coordinates import Cell
from engine.model.tiles import KnownRack, Rack, Tiles


def decide(state: GameState, command: cmd.TradeCommand, context: Context) -> tuple[ev.Event, ...]:
    """The events of a swap or a trade."""
    match command:
        case cmd.Swap():
            return _swap(state, command, context)
        case cmd.TradeBlank():
            return _trade_blank(state, command, context)
        case cmd.ExchangeFour():
            return _exchange_four(state, command, context)
        case _:
            assert_never(command)


def _swap(state: GameState, command: cmd.Swap, context: Context) -> tuple[ev.Event, ...]:
    seat, other = check_swap(state, command)
    decision = Decision(state)
    close_windows(decision, context)
    if decision.state.latest and decision.state.latest.open:
        # After the swap, the tiles of the latest play could not go back to their own rack.
        decision.add(ev.WindowsClosed(context.now))
    decision.add(ev.Swapped(context.now, seat, other))
    return decision.events


def check_swap(state: GameState, command: cmd.Swap) -> tuple[int, int]:
    """The seats that would swap. Raises as `seat_on_turn`, and `RuleIsOff`, `NothingToSwap`, `DrawFirst` and
    `RackIsHidden`.
    """
    if isinstance(state.phase, Turn) and state.seat_of(command.by) not in (None, state.on_turn):
        # Whose turn it is would be no answer while the computer waits for an undo.
        raise NothingToSwap
    seat = seat_on_turn(state, command.by, command.turn)
    if state.rules.tournament:
        raise RuleIsOff("tournament")
    others = [number for number in range(len(state.seats)) if number != seat]
    if len(others) != 1 or state.seats[others[0]].is_human or state.seats[others[0]].owner:
        raise NothingToSwap
    check_drawn(state, seat)
    if state.rules.tabletop:
        raise RackIsHidden
    return seat, others[0]


def _trade_blank(state: GameState, command: cmd.TradeBlank, context: Context) -> tuple[ev.Event, ...]:
    if not state.rules.trade_blanks:
        raise RuleIsOff("trade_blanks")
    seat = seat_on_turn(state, command.by, command.turn)
    check_drawn(state, seat)
    rack = _known(state.seats[seat].rack)
    cell = _square(state, command.square)
    placed = state.board[cell]
    if placed is None or not placed.is_blank:
        raise NoBlankThere(cell.row, cell.column)
    tile = next((tile for tile in rack if tile.letter == placed.letter), None)
    if tile is None:
        raise LetterNotOnRack(placed.letter)
    decision = Decision(state)
    close_windows(decision, context)
    decision.add(ev.BlankTraded(context.now, seat, cell, tile, placed.tile))
    return decision.events


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
    rack = _known(state.seats[seat].rack)
    if not has_four(rack):
        raise NoFourOfAKind
    decision = Decision(state)
    close_windows(decision, context)
    pool = decision.state.drawable
    if pool < state.variant.rack_size:
        raise PoolTooSmall(pool, state.variant.rack_size)
    by_hand = draws_by_hand(state, seat)
    drawn = Tiles() if by_hand else context.draw(decision.state.pool, len(rack))
    decision.add(ev.FourExchanged(context.now, seat, rack, drawn))
    if by_hand:
        decision.add(ev.DrawOpened(context.now, seat, len(rack)))
    return decision.events


def _known(rack: Rack) -> Tiles:
    """The tiles of a rack. Raises `RackIsHidden`."""
    if not isinstance(rack, KnownRack):
        raise RackIsHidden
    return rack.tiles
