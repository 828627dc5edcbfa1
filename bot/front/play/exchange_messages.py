"""The private message for an exchange: a menu of your own tiles to tick, and one press that exchanges them."""

from __future__ import annotations

import zlib
from collections.abc import Collection
from typing import Final

from bot.front.board.buttons import rows
from bot.front.board.scenes import BOARD_ACCENT, game_title
from bot.front.components.buttons import Actions, declare
from bot.front.components.message import MOST_OPTIONS, Button, Menu, Message, Option, Text, Tone
from bot.front.components.payloads import Long, OfTicks, OfTurn
from bot.service.rights import Right
from bot.text import Texts, escape
from bot.text.composing import tile_label
from bot.text.moves import alphabetical, letters_text
from engine.game.views import SeatView
from engine.model.tiles import KnownRack, Tile, Tiles

TICK: Final = declare("ticks", OfTicks, Right.PLAYER)
TICK_ALL: Final = declare("ticks_all", OfTicks, Right.PLAYER)
EXCHANGE_TICKED: Final = declare("ticks_done", OfTicks, Right.PLAYER)
EXCHANGE_COUNT: Final = declare("exchange_count", OfTurn, Right.PLAYER)


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
    lines = [f"**{escape(game_title(view.table, texts))}**", note, _ticked_text(view, places, most, texts)]
    label = texts.gettext("Exchange")
    if places:
        label = texts.ngettext("Exchange {count} tile", "Exchange {count} tiles", len(places))
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
            label = texts.gettext("{tile} ({number} of {count})", tile=label, number=number, count=count)
        options.append(Option(label, str(place), chosen=place in places))
    return tuple(options)


def _ticked_text(view: SeatView, places: Collection[int], most: int, texts: Texts) -> str:
    """What the exchange would do; before anything is ticked, what to do first."""
    if not places:
        text = texts.gettext("Tick the tiles that you want to exchange. Exchanging ends your turn.")
        if most < len(view.rack):
            limit = texts.ngettext(
                "You can exchange only {count} tile: the pool has no more.",
                "You can exchange at most {count} tiles: the pool has no more.",
                most,
            )
            return f"{text} {limit}"
        return text
    assert isinstance(view.rack, KnownRack)
    gone = ticked_tiles(view, places)
    kept = view.rack.tiles - gone
    if not kept:
        return texts.gettext("You exchange all your tiles.")
    return texts.gettext("You exchange {tiles} and keep {kept}.", tiles=_letters(gone, view), kept=_letters(kept, view))


def _letters(tiles: Tiles, view: SeatView) -> str:
    variant = view.table.variant
    return f"**{escape(letters_text(alphabetical(tiles, variant), variant))}**"


def count_message(game: str, view: SeatView, texts: Texts) -> Message:
    """How many real tiles to exchange, where only their owner sees which."""
    options = tuple(
        Option(texts.ngettext("{count} tile", "{count} tiles", count), str(count))
        for count in range(1, most_exchanged(view) + 1)[:MOST_OPTIONS]
    )
    question = texts.gettext("How many of your tiles are you exchanging at the table?")
    menu = Menu(EXCHANGE_COUNT.id(game, view.table.turn), texts.gettext("Number of tiles"), options)
    return Message((Text(question), menu), accent=BOARD_ACCENT)
