"""Playing with a real board and real tiles, which someone types in for the program."""

from __future__ import annotations

from typing import assert_never

from engine.errors import (
    MalformedMove,
    NothingToExchange,
    NoTilesAwaited,
    RuleIsOff,
    StaleTurn,
    StartNotTyped,
    StartTied,
    TilesNotOnRack,
    TilesNotUnseen,
    WrongNumberOfTiles,
)
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.decision import Context, Decision, check_running, check_seat, seat_of
from engine.game.decisions.endings import end_game, end_now
from engine.game.phases import AwaitTiles
from engine.game.state import GameState
from engine.model.rules import FirstPlayer
from engine.model.tiles import HiddenRack, Tile, Tiles
from engine.model.variant import Variant
from engine.play.notation import list_tiles, read_tiles


def decide(state: GameState, command: cmd.TableCommand, context: Context) -> tuple[ev.Event, ...]:
    """The events of typing in real tiles. Raises `RuleIsOff`, `NoTilesAwaited`, `WrongNumberOfTiles` and others."""
    check_running(state)
    if not state.rules.tabletop:
        raise RuleIsOff("tabletop")
    match command:
        case cmd.TypeRack():
            return _type_rack(state, command, context)
        case cmd.DeclareRack():
            return _declare_rack(state, command, context)
        case cmd.CloseTiles():
            return _close(state, command, context)
        case _:
            assert_never(command)


def _type_rack(state: GameState, command: cmd.TypeRack, context: Context) -> tuple[ev.Event, ...]:
    seat_of(state, command.by)
    check_seat(state, command.seat)
    due = state.seats[command.seat].due
    if not due:
        raise NoTilesAwaited(command.seat)
    tiles = _read(state, command.tiles, due)
    decision = Decision(state)
    decision.add(ev.TilesDrawn(context.now, command.seat, tiles))
    _end_if_awaited(decision, context)
    return decision.events


def _declare_rack(state: GameState, command: cmd.DeclareRack, context: Context) -> tuple[ev.Event, ...]:
    seat_of(state, command.by)
    check_seat(state, command.seat)
    rack = state.seats[command.seat].rack
    if not isinstance(state.phase, AwaitTiles) or not isinstance(rack, HiddenRack) or not rack.size:
        raise NoTilesAwaited(command.seat)
    tiles = _read(state, command.tiles, rack.size)
    decision = Decision(state)
    decision.add(ev.RackDeclared(context.now, command.seat, tiles))
    _end_if_awaited(decision, context)
    return decision.events


def _end_if_awaited(decision: Decision, context: Context) -> None:
    """End a game that was waiting only for these tiles."""
    if isinstance(decision.state.phase, AwaitTiles):
        end_game(decision, decision.state.phase.reason, context)


def _close(state: GameState, command: cmd.CloseTiles, context: Context) -> tuple[ev.Event, ...]:
    phase = state.phase
    if not isinstance(phase, AwaitTiles) or state.turn != command.turn or context.now < phase.deadline:
        raise StaleTurn(command.turn, state.turn)
    decision = Decision(state)
    end_now(decision, phase.reason, context)
    return decision.events


def _read(state: GameState, text: str, needed: int) -> Tiles:
    """The tiles in a typed text. Raises `WrongNumberOfTiles` and `TilesNotUnseen`."""
    tiles = read_tiles(text, state.variant, state.pool)
    if len(tiles) != needed:
        raise WrongNumberOfTiles(len(tiles), needed)
    check_unseen(state, tiles)
    return tiles


def check_unseen(state: GameState, tiles: Tiles) -> None:
    """Raise `TilesNotUnseen` for tiles on the board or on a known rack."""
    try:
        state.pool - tiles
    except TilesNotOnRack as error:
        raise TilesNotUnseen(error.missing) from None


def read_count(text: str, size: int, variant: Variant) -> int:
    """How many real tiles a player exchanges: a number, `all`, or the letters themselves, which are not kept."""
    text = text.strip()
    if text.lower() == "all":
        count = size
    elif text.isdecimal():
        count = int(text[:4])
    else:
        count = len(read_tiles(text, variant, Tiles()))
    if not count:
        raise NothingToExchange
    if count > size:
        raise WrongNumberOfTiles(count, size)
    return count


# --- the draw for the start ---------------------------------------------------------------------------------------


def choose_first(decision: Decision, command: cmd.Start, context: Context) -> int:
    """The seat that begins: the one typed in, or else the host's or a random one if the rules say so.

    Raises `StartNotTyped`, `StartTied`, `NoSuchSeat` and the errors of reading tiles.
    """
    state = decision.state
    seats = list(range(len(state.seats)))
    if command.first is not None:
        check_seat(state, command.first)
        return command.first
    if command.drawn:
        return _typed_draw(decision, command.drawn, seats, context)
    if state.rules.first_player is FirstPlayer.HOST:
        return state.seat_of(state.host) or 0
    if state.rules.first_player is FirstPlayer.DRAW and len(seats) > 1:
        raise StartNotTyped
    return context.pick(len(seats))


def _typed_draw(decision: Decision, text: str, seats: list[int], context: Context) -> int:
    for part in text.split(","):
        drawn = _read_in_order(part, decision.state)
        if len(drawn) != len(seats) or len(seats) < 2:
            raise StartTied(tuple(seats))
        round_ = tuple(zip(seats, drawn, strict=True))
        decision.add(ev.StartDrawn(context.now, round_))
        seats = nearest_to_start(round_, decision.state.variant)
    if len(seats) > 1:
        raise StartTied(tuple(seats))
    return seats[0]


def _read_in_order(text: str, state: GameState) -> list[Tile]:
    """The typed tiles, in the order typed."""
    found = list_tiles(text, state.variant, Tiles())
    if len(found) > len(state.seats):
        raise MalformedMove(text)
    check_unseen(state, Tiles.of(found))
    return list(found)


def nearest_to_start(drawn: tuple[tuple[int, Tile], ...], variant: Variant) -> list[int]:
    """The seats whose tiles are nearest to the beginning of the alphabet; a blank comes before every letter."""
    ranks = {seat: 0 if tile.is_blank else variant.alphabet.index(tile.letter) for seat, tile in drawn}
    return [seat for seat, rank in ranks.items() if rank == min(ranks.values())]
