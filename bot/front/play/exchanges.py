"""Exchanges: of tiles that are named, of those ticked in a menu, of all of them, and of one for a blank on the board.

What is ticked is in the buttons' ids, so nothing is stored.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection
from typing import Final

from bot.front.board.buttons import rows
from bot.front.board.scenes import BOARD_ACCENT, game_title
from bot.front.components.buttons import Action, Actions
from bot.front.components.message import MOST_OPTIONS, Button, Menu, Message, Option, Row, Text, Tone
from bot.front.components.payloads import Long, OfTicks, OfTurn
from bot.front.interaction.dispatch import do
from bot.front.interaction.request import Request
from bot.front.play.turns import acting_view, words_for
from bot.service.rights import Right
from bot.text import Texts, bold
from bot.text.composing import (
    all_or_only,
    count_question,
    equal_label,
    exchange_label,
    own_tiles,
    ticked_text,
    ticks_lost,
    tile_label,
)
from bot.text.moves import alphabetical
from bot.text.status import tiles_text
from bot.text.typed import TypedMeaning
from engine.errors import EngineError, NotSeated, PoolTooSmall
from engine.game import commands as cmd
from engine.game.decision import check_drawn, seat_on_turn
from engine.game.hotseat import acting_seat
from engine.game.state import GameState
from engine.game.views import SeatView, seat_view
from engine.model.tiles import KnownRack, Tile, Tiles
from engine.play.notation import read_tiles
from engine.reading import pasted

TICK: Final = Action("ticks", OfTicks, Right.PLAYER)
TICK_ALL: Final = Action("ticks_all", OfTicks, Right.PLAYER)
EXCHANGE_TICKED: Final = Action("ticks_done", OfTicks, Right.PLAYER)
EXCHANGE_COUNT: Final = Action("exchange_count", OfTurn, Right.PLAYER)


def tiles_offered(view: SeatView) -> tuple[Tile, ...]:
    """The rack in the order of the menu's options, whose values are the places in it, counted from 0."""
    assert isinstance(view.rack, KnownRack)
    return alphabetical(view.rack.tiles, view.table.variant)[:MOST_OPTIONS]


def most_exchanged(view: SeatView) -> int:
    """How many tiles of the rack the rules and the pool allow to exchange now; 0 for none."""
    rules, size, pool = view.table.rules, view.table.variant.rack_size, view.table.exchangeable
    counts = range(1, len(view.rack) + 1)
    return max((count for count in counts if rules.needed_in_pool(count, size) <= pool), default=0)


def write_ticks(view: SeatView, places: Collection[int]) -> Long:
    """The ticked places as one number, which no other rack understands: the same places mean other tiles."""
    return Long(_mark(view) << MOST_OPTIONS | sum(1 << place for place in set(places)))


def read_ticks(view: SeatView, ticks: int) -> tuple[int, ...] | None:
    """The places that `write_ticks` wrote; None if the rack has changed since."""
    if not isinstance(view.rack, KnownRack) or ticks >> MOST_OPTIONS != _mark(view):
        return None
    return tuple(place for place in range(len(view.rack)) if ticks >> place & 1)


def places_of(view: SeatView, tiles: Tiles) -> tuple[int, ...]:
    """The places of some tiles of the rack."""
    left, places = list(tiles), []
    for place, tile in enumerate(tiles_offered(view)):
        if tile in left:
            left.remove(tile)
            places.append(place)
    return tuple(places)


def _mark(view: SeatView) -> int:
    return zlib.crc32("/".join(f"{tile.letter} {tile.points}" for tile in tiles_offered(view)).encode())


def ticked_tiles(view: SeatView, places: Collection[int]) -> Tiles:
    """The tiles at the ticked places; places that the rack lacks mean nothing."""
    return Tiles.of(tile for place, tile in enumerate(tiles_offered(view)) if place in places)


def exchange_message(
    game: str, view: SeatView, texts: Texts, *, places: Collection[int] = (), note: str = ""
) -> Message:
    """The tiles to tick, those ticked so far, and the button that exchanges them. `note` says what else happened."""
    most, turn = most_exchanged(view), view.table.turn
    # Discord refuses a menu with more chosen than may be, as an earlier menu or a forged press may ask for.
    places = sorted(set(places))[:most]
    ticks = write_ticks(view, places)
    menu = Menu(
        TICK.id(game, turn, ticks), texts.gettext("Tiles to exchange"), _options(view, places, texts), most=most
    )
    assert isinstance(view.rack, KnownRack)
    told = ticked_text(ticked_tiles(view, places), view.rack.tiles, most, view.table.variant, texts)
    # The tiles are in a menu, which shows them only once it is opened.
    own = "" if places else own_tiles(view.rack.tiles, view.table.variant, texts)
    lines = [bold(game_title(view.table, texts)), note, own, told]
    label = exchange_label(len(places), texts)
    whole = Button(TICK_ALL.id(game, turn, ticks), texts.gettext("Tick all"))
    buttons = (
        Button(EXCHANGE_TICKED.id(game, turn, ticks), label, Tone.SUCCESS, disabled=not places),
        *((whole,) if most == len(view.rack) and len(places) < most else ()),
        Button(Actions.CANCEL.id(), texts.gettext("Cancel")),
    )
    return Message((Text("\n".join(filter(None, lines))), menu, *rows(buttons)), accent=BOARD_ACCENT)


def _options(view: SeatView, places: Collection[int], texts: Texts) -> tuple[Option, ...]:
    tiles, seen = tiles_offered(view), list[Tile]()
    options = []
    for place, tile in enumerate(tiles):
        seen.append(tile)
        label, number, count = tile_label(tile, texts), seen.count(tile), tiles.count(tile)
        if count > 1:
            label = equal_label(label, number, count, texts)
        options.append(Option(label, str(place), chosen=place in places))
    return tuple(options)


def whole_message(game: str, view: SeatView, turn: int, letters: Tiles, texts: Texts) -> Message:
    """Asks whether the word for all tiles means them, or its own letters."""
    question, only = all_or_only(", ".join(tile.letter for tile in letters.items), texts)
    ticks = write_ticks(view, places_of(view, letters))
    buttons = (
        Button(Actions.EXCHANGE_ALL.id(game, turn), texts.gettext("All my tiles")),
        Button(EXCHANGE_TICKED.id(game, turn, ticks), only),
        Button(Actions.CANCEL.id(), texts.gettext("Cancel")),
    )
    return Message((Text(question), Row(buttons)))


def count_message(game: str, view: SeatView, texts: Texts) -> Message:
    """How many real tiles to exchange, where only their owner sees which."""
    options = tuple(
        Option(tiles_text(count, texts), str(count)) for count in range(1, most_exchanged(view) + 1)[:MOST_OPTIONS]
    )
    menu = Menu(EXCHANGE_COUNT.id(game, view.table.turn), texts.gettext("Number of tiles"), options)
    return Message((Text(count_question(texts)), menu), accent=BOARD_ACCENT)


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
