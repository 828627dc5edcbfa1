"""Racks: the order a player likes to see the tiles in, and the private message that shows them."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum

from bot.front.board.buttons import face_down_buttons, rack_buttons, rows, shares_screen
from bot.front.board.scenes import game_title, rack_scene
from bot.front.components.message import Block, Image, Link, Message, Row, Text
from bot.store.people import PeopleStore
from bot.text import Texts, bold, cast_of
from bot.text.moves import alphabetical
from bot.text.variants import face_down_text, rack_alt, rack_heading, rack_in_code, rack_note
from engine.game.views import SeatView
from engine.loading import list_languages, load_language
from engine.model.tiles import KnownRack, Tile, Tiles
from engine.model.variant import Variant

RACK_FILE = "rack.png"
RACK_ACCENT = 0x8A5A2B

_VOWELS = frozenset("AEIOUÆØŒАЕИОУЫЭЮЯ")
"""The vowels of languages that are not among the program's own, without accents."""


class RackOrder(StrEnum):
    """How the tiles of a rack are laid out; the values are those of `/rack`."""

    SORT = "sort"
    SHUFFLE = "shuffle"
    VOWELS = "vowels"


def arrange_rack(
    tiles: Iterable[Tile], order: RackOrder, variant: Variant, pick: Callable[[int], int]
) -> tuple[Tile, ...]:
    """The tiles in an order; `pick(n)` is a random whole number from 0 to n - 1, needed only for a shuffle."""
    listed = list(alphabetical(tiles, variant))
    if order is RackOrder.VOWELS:
        listed.sort(key=lambda tile: (tile.is_blank, not is_vowel(tile.letter, variant.language)))
    elif order is RackOrder.SHUFFLE:
        for last in range(len(listed) - 1, 0, -1):
            other = pick(last + 1)
            listed[last], listed[other] = listed[other], listed[last]
    return tuple(listed)


def kept_order(tiles: Iterable[Tile], order: Sequence[Tile], variant: Variant) -> tuple[Tile, ...]:
    """The tiles in a player's own order, followed by new tiles in alphabetical order."""
    new, old = list(alphabetical(tiles, variant)), list[Tile]()
    for tile in order:
        if tile in new:
            new.remove(tile)
            old.append(tile)
    return (*old, *new)


async def own_order(
    people: PeopleStore, game: str, view: SeatView, order: tuple[Tile, ...] | None = None
) -> tuple[Tile, ...]:
    """The rack of a seat as its player arranged it, else in alphabetical order.

    `order` is the stored order, if it has been read already.
    """
    assert isinstance(view.rack, KnownRack)
    player = view.table.seats[view.seat].player.id
    order = await people.rack_order(game, player) if order is None else order
    tiles = kept_order(view.rack.tiles, order, view.table.variant)
    if order and not Tiles.of(order).covers(view.rack.tiles):
        # New tiles get a place from now on. Without any, the stored order stays, as an undo may return tiles.
        await people.keep_rack_order(game, player, tiles)
    return tiles


def is_vowel(letter: str, language: str) -> bool:
    """Whether a letter is a vowel of the language; accents are ignored where its file does not say."""
    if language in list_languages() and letter in load_language(language).alphabet:
        return letter in load_language(language).vowels
    return unicodedata.normalize("NFD", letter[:1].upper())[:1] in _VOWELS


def rack_message(
    game: str,
    view: SeatView,
    texts: Texts,
    *,
    tiles: Sequence[Tile] | None = None,
    lasting: bool = False,
    place: str = "",
    board_url: str | None = None,
) -> Message:
    """A seat's own rack, for a direct message or a private answer: picture, letters, game, and orders to choose from.

    `tiles` gives their order, alphabetical if None; `place` names the channel in Discord's markdown (`<#123>`), and
    `board_url` links to the newest board. A `lasting` message says nothing that the next move makes wrong: neither
    whose turn it is nor how many tiles are in the pool.
    """
    assert isinstance(view.rack, KnownRack)
    shown = tuple(tiles) if tiles is not None else alphabetical(view.rack.tiles, view.table.variant)
    note = "" if lasting else rack_note(view, texts)
    alt = f"{rack_alt(view.rack, shown, texts)} {note}." if note else rack_alt(view.rack, shown, texts)
    face_down = face_down_buttons(game, view, texts)
    buttons = face_down or rack_buttons(game, view, texts)
    name = cast_of(view.table).name(view.seat) if shares_screen(view.table, view.seat) else ""
    link = (Link(board_url, texts.gettext("Go to the board")),) if board_url else ()
    blocks: tuple[Block, ...] = (
        Text(rack_heading(bold(game_title(view.table, texts)), place, texts, name)),
        Image(rack_scene(view, texts, shown, note), RACK_FILE, alt, is_told=not shown),
        Text(rack_in_code(view, shown, texts), in_alt=bool(shown)),
        *((Text(face_down_text(view.table.seats[view.seat].due, texts)),) if face_down else ()),
        *(rows((*buttons, *link)) if buttons or link else ()),
    )
    return Message(tuple(block for block in blocks if block != Row(())), accent=RACK_ACCENT)
