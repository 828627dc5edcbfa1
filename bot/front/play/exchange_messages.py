"""The private message for an exchange: a menu of your own tiles to tick, and one press that exchanges them."""

from __future__ import annotations

import zlib
from collections.abc import Collection
from typing import Final

from bot.front.board.buttons import rows
from bot.front.board.scenes import BOARD_ACCENT, game_title
from bot.front.components.buttons import Actions
from bot.front.components.custom_ids import Action
from bot.front.components.message import MOST_OPTIONS, Button, Menu, Message, Option, Row, Text, Tone
from bot.front.components.payloads import Long, OfTicks, OfTurn
from bot.service.rights import Right
from bot.text import Texts, bold
from bot.text.composing import tile_label
from bot.text.exchanges import all_or_only, count_question, equal_label, exchange_label, ticked_text
from bot.text.moves import alphabetical
from bot.text.status import tiles_text
from engine.game.views import SeatView
from engine.model.tiles import KnownRack, Tile, Tiles

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
    lines = [bold(game_title(view.table, texts)), note, told]
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
