"""Exchanges: of tiles that are named, of those ticked in a menu, of all of them, and of one for a blank on the board.

What is ticked is in the buttons' ids, so nothing is stored.
"""

from __future__ import annotations

from collections.abc import Collection

from bot.front.components.message import Message
from bot.front.interaction.dispatch import do
from bot.front.interaction.request import Request
from bot.front.play.exchange_messages import (
    count_message,
    exchange_message,
    most_exchanged,
    read_ticks,
    ticked_tiles,
    whole_message,
)
from bot.front.play.turns import acting_view, words_for
from bot.text.exchanges import ticks_lost
from bot.text.typed import TypedMeaning
from engine.errors import EngineError, NotSeated, PoolTooSmall
from engine.game import commands as cmd
from engine.game.decision import check_drawn, seat_on_turn
from engine.game.hotseat import acting_seat
from engine.game.state import GameState
from engine.game.views import SeatView, seat_view
from engine.model.tiles import KnownRack, Tiles
from engine.pasted import pasted
from engine.play.notation import read_tiles

WHOLE = TypedMeaning.ALL.value


async def exchange(request: Request, game: str, tiles: str, turn: int | None = None) -> Message:
    """Exchange tiles; if the word for all of them could also mean letters of the rack, ask which is meant."""
    tiles = pasted(tiles)
    if not (await words_for(request, game)).means(tiles, TypedMeaning.ALL):
        return await do(request, game, cmd.Exchange(request.person.id, tiles, turn))
    state = await request.state(game)
    if letters := _letters_of(tiles, state, request.person.id):
        turn = state.turn if turn is None else turn
        return whole_message(game, acting_view(state, request), turn, letters, request.texts)
    return await do(request, game, cmd.Exchange(request.person.id, WHOLE, turn))


async def exchange_all(request: Request, game: str, turn: int) -> Message:
    """Exchange the whole rack."""
    return await do(request, game, cmd.Exchange(request.person.id, WHOLE, turn))


async def exchange_four(request: Request, game: str, turn: int | None = None) -> Message:
    """Exchange the whole rack because it has four of a kind."""
    return await do(request, game, cmd.ExchangeFour(request.person.id, turn))


def _letters_of(word: str, state: GameState, person: str) -> Tiles | None:
    """The tiles of the rack that spell a word, if they are only part of it."""
    seat = acting_seat(state, person)
    rack = None if seat is None else seat_view(state, seat).rack
    if not isinstance(rack, KnownRack):
        return None
    try:
        letters = state.variant.alphabet.split(word)
        # With spaces between them, the reader takes these as letters and not as a word.
        named = read_tiles(" ".join(letters), state.variant, rack.tiles)
        rest = rack.tiles - named
    except EngineError:
        return None
    return named if rest else None


async def trade(request: Request, game: str, square: str) -> Message:
    """Swap a real tile for a blank on the board."""
    return await do(request, game, cmd.TradeBlank(request.person.id, square))


# --- ticked in a menu -------------------------------------------------------------------------------------------------


async def begin(request: Request, game: str, turn: int | None = None) -> Message:
    """Show the tiles to tick, or how many there are if they are real. Raises why an exchange is impossible."""
    view = await _exchanger(request, game, turn)
    if not isinstance(view.rack, KnownRack):
        return count_message(game, view, request.texts)
    return exchange_message(game, view, request.texts)


async def tick(request: Request, game: str, turn: int, ticks: int, places: Collection[int]) -> Message:
    """Show what the ticked tiles would do, or the tiles as they are now if these have changed."""
    view = await _exchanger(request, game)
    if _read(view, turn, ticks) is None:
        return _changed(request, game, view)
    return exchange_message(game, view, request.texts, places=[place for place in places if place < len(view.rack)])


async def tick_all(request: Request, game: str, turn: int, ticks: int) -> Message:
    """Tick the whole rack."""
    view = await _exchanger(request, game)
    return await tick(request, game, turn, ticks, range(len(view.rack)))


async def exchange_ticked(request: Request, game: str, turn: int, ticks: int) -> Message:
    """Exchange the ticked tiles; if the rack has changed since, exchange nothing and show the tiles again."""
    view = await _exchanger(request, game)
    places = _read(view, turn, ticks)
    if places is None:
        return _changed(request, game, view)
    return await do(request, game, cmd.Exchange(request.person.id, ticked_tiles(view, places), turn))


async def exchange_count(request: Request, game: str, turn: int, count: int) -> Message:
    """Exchange that many real tiles."""
    return await do(request, game, cmd.Exchange(request.person.id, str(count), turn))


async def _exchanger(request: Request, game: str, turn: int | None = None) -> SeatView:
    """What the person's seat may know. Raises why it cannot exchange any tile now."""
    state = await request.state(game)
    seat = acting_seat(state, request.person.id)
    if seat is None:
        raise NotSeated
    seat_on_turn(state, state.seats[seat].player.id, turn)
    check_drawn(state, seat)
    view = seat_view(state, seat)
    if not most_exchanged(view):
        raise PoolTooSmall(view.table.exchangeable, state.rules.needed_in_pool(1, state.variant.rack_size))
    return view


def _read(view: SeatView, turn: int, ticks: int) -> tuple[int, ...] | None:
    """The ticked places; None if they were ticked on another turn or rack."""
    return read_ticks(view, ticks) if view.table.turn == turn else None


def _changed(request: Request, game: str, view: SeatView) -> Message:
    if not isinstance(view.rack, KnownRack):
        return count_message(game, view, request.texts)
    return exchange_message(game, view, request.texts, note=ticks_lost(request.texts))
