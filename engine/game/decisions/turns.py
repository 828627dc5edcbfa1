"""A turn: trading before it, playing, passing, exchanging, undoing, taking a hint."""

from __future__ import annotations

from typing import assert_never

from engine.errors import (
    GapBetweenTiles,
    LetterNotOnRack,
    MalformedCoordinate,
    NoBlankThere,
    NoFourOfAKind,
    NoHintLeft,
    NotConnected,
    NothingToExchange,
    NothingToSwap,
    NothingToUndo,
    NoTilesPlayed,
    OffTheBoard,
    PlayTooShort,
    PoolTooSmall,
    RackIsHidden,
    RuleIsOff,
    RuleViolation,
    SquareBlocked,
    SquareEmpty,
    SquareTaken,
    StaleTurn,
    StartNotCovered,
    TilesNotInLine,
    TilesNotOnRack,
    TilesNotUnseen,
    TimeIsUp,
    UndoOfAnother,
)
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.clock import time_is_up
from engine.game.decision import Context, Decision, check_drawn, check_running, check_turn, seat_of, seat_on_turn
from engine.game.decisions.challenges import accept_play, answer_by_move, lose_turn, refuse_or_ask, unknown_words
from engine.game.decisions.endings import close_windows, draw, draws_by_hand, finish_move, place_tiles
from engine.game.decisions.tabletop import check_unseen, read_count
from engine.game.phases import AwaitAnswer, FinalPass, Turn
from engine.game.state import GameState
from engine.game.views import has_four
from engine.model.board import Cell
from engine.model.tiles import HiddenRack, KnownRack, Rack, Tiles
from engine.play.notation import PlayIntent, read_move, read_tiles
from engine.play.placement import Placement, arrange, check, resolve, score


def decide_trade(state: GameState, command: cmd.TradeCommand, context: Context) -> tuple[ev.Event, ...]:
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


INVALID_PLAYS = (
    GapBetweenTiles,
    NoTilesPlayed,
    NotConnected,
    OffTheBoard,
    PlayTooShort,
    SquareBlocked,
    SquareEmpty,
    SquareTaken,
    StartNotCovered,
    TilesNotInLine,
    TilesNotOnRack,
)
"""The faults of a readable play; in a tournament they cost the turn."""


def decide(state: GameState, command: cmd.TurnCommand, context: Context) -> tuple[ev.Event, ...]:
    """The events that a command about the player's own turn leads to."""
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
        case cmd.TakeHint():
            return _take_hint(state, command, context)
        case cmd.LackMemory():
            return _lack_memory(state, command, context)
        case _:
            assert_never(command)


# --- playing ------------------------------------------------------------------------------------------------------


def read_placement(state: GameState, seat: int, move: str | PlayIntent | Placement) -> Placement:
    """The placement that a move means for a seat, checked for its geometry and against the rack.

    Raises `MalformedText`, a geometry error or `TilesNotOnRack`.
    """
    rack = state.seats[seat].rack
    if isinstance(move, str):
        move = read_move(move, state.variant, state.setup.orientation)
    if isinstance(move, PlayIntent):
        placement = _resolve(move, state, rack)
    else:
        check(dict(move.tiles), state.board, move.direction)
        placement = arrange(dict(move.tiles), state.board, move.direction)
    rack.minus(placement.used)
    if isinstance(rack, HiddenRack):
        check_unseen(state, placement.used)
    return placement


def _costs_turn(state: GameState, seat: int, move: str | PlayIntent | Placement, error: RuleViolation) -> bool:
    """Whether an invalid play is punished: in a tournament, if it was made on purpose."""
    if not state.rules.tournament or isinstance(state.seats[seat].rack, HiddenRack):
        # Real tiles are placed by hand, so the mistake may be in the typing.
        return False
    if isinstance(error, OffTheBoard) and isinstance(move, str):
        # A first square outside the board is a slip of the finger; a word too long for its line is not.
        return read_move(move, state.variant, state.setup.orientation).cell != (error.row, error.column)
    return True


def fault_of(state: GameState, seat: int, move: str | PlayIntent | Placement) -> RuleViolation | None:
    """The fault that makes a seat's play invalid, whatever its words; None if there is none. Raises `MalformedText`."""
    try:
        read_placement(state, seat, move)
    except INVALID_PLAYS as error:
        return error
    return None


def _resolve(intent: PlayIntent, state: GameState, rack: Rack) -> Placement:
    """The placement of a typed move; a rack of real tiles may hold any unseen tiles."""
    if isinstance(rack, KnownRack):
        return resolve(intent, state.board, rack, state.variant)
    try:
        return resolve(intent, state.board, KnownRack(state.pool), state.variant)
    except TilesNotOnRack as error:
        raise TilesNotUnseen(error.missing) from None


def _play(state: GameState, command: cmd.Play, context: Context) -> tuple[ev.Event, ...]:
    seat = seat_on_turn(state, command.by, command.turn)
    check_drawn(state, seat)
    try:
        placement = read_placement(state, seat, command.move)
    except INVALID_PLAYS as error:
        if not _costs_turn(state, seat, command.move, error):
            raise
        return lose_turn(state, seat, (), context)
    sheet = score(state.board, placement, state.variant)
    if not state.rules.phonies_stand and (unknown := unknown_words(state, sheet, context)):
        if command.words_cost:
            return lose_turn(state, seat, unknown, context)
        return refuse_or_ask(state, seat, placement, sheet, unknown, context)
    decision = Decision(state)
    close_windows(decision, context)
    place_tiles(decision, seat, placement, sheet, context)
    finish_move(decision, context)
    return decision.events


# --- passing and exchanging ---------------------------------------------------------------------------------------


def _pass(state: GameState, command: cmd.Pass, context: Context) -> tuple[ev.Event, ...]:
    check_running(state)
    if isinstance(state.phase, FinalPass):
        return accept_play(state, command.by, context)
    if isinstance(state.phase, AwaitAnswer):
        return answer_by_move(state, command.by, command.turn, True, context)
    seat = seat_on_turn(state, command.by, command.turn)
    decision = Decision(state)
    close_windows(decision, context)
    decision.add(ev.Passed(context.now, seat, state.variant.pass_points))
    finish_move(decision, context)
    return decision.events


def _lack_memory(state: GameState, command: cmd.LackMemory, context: Context) -> tuple[ev.Event, ...]:
    check_running(state)
    check_turn(state, command.turn)
    decision = Decision(state)
    decision.add(ev.MemoryLacked(context.now, seat_of(state, command.by), command.level))
    if command.level is not None:
        return decision.events
    return decision.events + _pass(decision.state, cmd.Pass(command.by, command.turn), context)


def _exchange(state: GameState, command: cmd.Exchange, context: Context) -> tuple[ev.Event, ...]:
    seat = seat_on_turn(state, command.by, command.turn)
    check_drawn(state, seat)
    rack = state.seats[seat].rack
    if isinstance(rack, HiddenRack):
        return _exchange_hidden(state, seat, command.tiles, context)
    tiles = _named(command.tiles, rack, state)
    decision = Decision(state)
    close_windows(decision, context)
    _check_pool(decision.state, len(tiles))
    at_table, by_hand = state.rules.tabletop, draws_by_hand(state, seat)
    drawn = Tiles() if at_table or by_hand else context.draw(decision.state.pool, len(tiles))
    decision.add(ev.Exchanged(context.now, seat, tiles, drawn, _exchange_points(state, len(tiles))))
    if at_table:
        draw(decision, seat, context)
    elif by_hand:
        decision.add(ev.DrawOpened(context.now, seat, len(tiles)))
    finish_move(decision, context)
    return decision.events


def _exchange_hidden(state: GameState, seat: int, typed: str | Tiles, context: Context) -> tuple[ev.Event, ...]:
    """An exchange of real tiles, of which only the number is recorded."""
    size = len(state.seats[seat].rack)
    count = read_count(typed, size, state.variant) if isinstance(typed, str) else len(typed)
    decision = Decision(state)
    close_windows(decision, context)
    _check_pool(decision.state, count)
    decision.add(ev.Exchanged(context.now, seat, Tiles(), Tiles(), _exchange_points(state, count), count))
    finish_move(decision, context)
    return decision.events


def _named(typed: str | Tiles, rack: KnownRack, state: GameState) -> Tiles:
    tiles = read_tiles(typed, state.variant, rack.tiles) if isinstance(typed, str) else typed
    if not tiles:
        raise NothingToExchange
    rack.minus(tiles)
    return tiles


def read_exchange(state: GameState, seat: int, typed: str) -> int:
    """How many tiles of a seat's rack a text names.

    Raises `NothingToExchange`, `TilesNotOnRack`, `WrongNumberOfTiles` and what `read_tiles` raises.
    """
    rack = state.seats[seat].rack
    if isinstance(rack, HiddenRack):
        return read_count(typed, len(rack), state.variant)
    return len(_named(typed, rack, state))


def check_exchange(state: GameState, seat: int, typed: str) -> None:
    """Raise what an exchange by the seat on turn would be refused for: as `read_exchange`, and `PoolTooSmall`."""
    _check_pool(state, read_exchange(state, seat, typed))


def _exchange_points(state: GameState, count: int) -> int:
    return state.variant.exchange_points[count] if state.variant.exchange_points else 0


def _check_pool(state: GameState, count: int) -> None:
    needed = state.rules.needed_in_pool(count, state.variant.rack_size)
    if state.drawable < needed:
        raise PoolTooSmall(state.drawable, needed)


# --- undoing ------------------------------------------------------------------------------------------------------


def _undo(state: GameState, command: cmd.Undo, context: Context) -> tuple[ev.Event, ...]:
    check_running(state)
    seat = seat_of(state, command.by)
    if not state.rules.undo:
        raise RuleIsOff("undo")
    latest = state.latest
    if latest and command.turn is not None and latest.turn != command.turn:
        raise StaleTurn(command.turn, state.turn)
    if not latest or not latest.open or state.turn != latest.turn + 1:
        raise NothingToUndo
    if latest.seat != seat:
        # A player who names no move means an own one.
        raise UndoOfAnother(latest.seat) if command.turn is not None else NothingToUndo
    decision = Decision(state)
    decision.add(ev.Undone(context.now, seat))
    # The clock of the turn runs on as if its move had never been made.
    if time_is_up(decision.state, context.now):
        raise TimeIsUp
    return decision.events


def _close_windows(state: GameState, command: cmd.CloseWindows, context: Context) -> tuple[ev.Event, ...]:
    check_running(state)
    latest = state.latest
    if not latest or latest.turn != command.turn or not latest.open:
        raise StaleTurn(command.turn, state.turn)
    if command.by is not None and seat_of(state, command.by) != latest.seat:
        raise NothingToUndo
    decision = Decision(state)
    close_windows(decision, context)
    return decision.events


# --- hints --------------------------------------------------------------------------------------------------------


def check_hint(state: GameState, command: cmd.TakeHint) -> int:
    """The seat that may have a hint now.

    Raises `NoHintLeft` and as `check_repeated_hint`.
    """
    seat, allowed = check_repeated_hint(state, command), state.rules.hints
    if allowed is not None and state.seats[seat].hints >= allowed:
        raise NoHintLeft(allowed)
    return seat


def check_repeated_hint(state: GameState, command: cmd.TakeHint) -> int:
    """The seat that may hear a hint again which it has had in this position; that costs nothing and is not stored.

    Raises `RuleIsOff`, `RackIsHidden`, `DrawFirst` and the errors of `seat_on_turn`.
    """
    seat = seat_on_turn(state, command.by, command.turn)
    if state.rules.hints == 0:
        raise RuleIsOff("hints")
    if not isinstance(state.seats[seat].rack, KnownRack):
        raise RackIsHidden
    check_drawn(state, seat)
    return seat


def _take_hint(state: GameState, command: cmd.TakeHint, context: Context) -> tuple[ev.Event, ...]:
    seat = check_hint(state, command)
    decision = Decision(state)
    # A hint is for the present board: the opponent must not undo their move once the hint is paid for.
    close_windows(decision, context)
    decision.add(ev.HintGiven(context.now, seat, command.kind, state.rules.hint_cost))
    return decision.events
