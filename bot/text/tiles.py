"""Tiles in words: values, distribution, unseen tiles, and a rack."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.text.cast import seat_names
from bot.text.columns import WIDEST, table
from bot.text.moves import BLANK, alphabetical, tile_name, tile_text
from bot.text.names import code
from bot.text.status import pool_text, tiles_held
from bot.text.texts import Texts
from engine.game.views import SeatView
from engine.model.tiles import HiddenRack, Rack, Tile, Tiles
from engine.model.variant import Variant

_COLUMNS = 4


def values_text(variant: Variant, texts: Texts) -> str:
    """The letters by points, one line per value: `1: A E I O`."""
    groups: dict[int, list[str]] = {}
    for tile in alphabetical(variant.tile_set.kinds, variant):
        groups.setdefault(tile.points, []).append(tile.letter or texts.pgettext("tile", "blank"))
    return "\n".join(
        texts.titled(texts.number(points), " ".join(letters)) for points, letters in sorted(groups.items())
    )


def distribution_text(variant: Variant) -> str:
    """The number of tiles of each kind, with their points, for a code block."""
    kinds = alphabetical(variant.tile_set.kinds, variant)
    return _grid([f"{tile.letter or BLANK} {variant.tile_set.tiles.count(tile)}×{tile.points}" for tile in kinds])


def unseen_text(unseen: Tiles, variant: Variant) -> str:
    """The number of tiles of each kind that are neither on the board nor on your own rack, for a code block."""
    kinds = alphabetical(unseen.kinds, variant)
    return _grid([f"{tile_name(tile, variant)} {unseen.count(tile)}" for tile in kinds])


def unseen_answer(unseen: Tiles, variant: Variant, texts: Texts) -> str:
    """The unseen tiles with their number and a legend, in Discord's markdown."""
    if not unseen:
        return texts.gettext("You have seen every tile.")
    count = texts.ngettext("{count} tile is unseen:", "{count} tiles are unseen:", len(unseen))
    return "\n".join(filter(None, (count, code(unseen_text(unseen, variant)), blank_legend(unseen, texts))))


def all_tiles_text(variant: Variant, unseen: Tiles | None) -> str:
    """Every kind of tile with its number and how many are unseen, for a code block: `E 12 (7)`."""
    cells = []
    for tile in alphabetical(variant.tile_set.kinds, variant):
        left = "" if unseen is None else f" ({unseen.count(tile)})"
        cells.append(f"{tile_name(tile, variant)} {variant.tile_set.tiles.count(tile)}{left}")
    return _grid(cells)


def blank_legend(tiles: Iterable[Tile], texts: Texts) -> str:
    """What the `?` in a list of tiles is; empty if none of them is a blank."""
    return texts.gettext("`?` is a blank.") if any(tile.is_blank for tile in tiles) else ""


def _grid(cells: list[str]) -> str:
    """The cells in as many columns as fit."""
    for columns in range(_COLUMNS, 0, -1):
        padded = cells + [""] * (-len(cells) % columns)
        text = table([padded[start : start + columns] for start in range(0, len(padded), columns)])
        if max(map(len, text.split("\n"))) <= WIDEST:
            break
    return text


def rack_letters(tiles: Iterable[Tile], variant: Variant) -> str:
    """Tiles as players type them, in the order given: `A E(0) ? R`."""
    return " ".join(tile_name(tile, variant) for tile in tiles)


def rack_label(tiles: Iterable[Tile], variant: Variant, texts: Texts) -> str:
    """A player's own tiles, as the label of a form."""
    return texts.gettext("Your tiles: {tiles}", tiles=rack_letters(tiles, variant))


def rack_alt(rack: Rack, tiles: Iterable[Tile], texts: Texts) -> str:
    """A rack for people who cannot see its picture: every letter with its points."""
    if isinstance(rack, HiddenRack):
        return texts.ngettext("A rack of {count} tile.", "A rack of {count} tiles.", len(rack))
    named = [f"{tile_text(tile, texts)} {texts.number(tile.points)}" for tile in tiles]
    if not named:
        return texts.gettext("An empty rack.")
    return texts.gettext("Your rack: {tiles}.", tiles=", ".join(named))


def values_answer(variant: Variant, texts: Texts) -> str:
    """The points of the letters, as an answer."""
    return _answer(texts.gettext("Points of the letters:"), values_text(variant, texts))


def distribution_answer(variant: Variant, texts: Texts, *, counted: bool) -> str:
    """How many tiles of each kind there are, and with `counted` how many in all, as an answer."""
    heading = texts.gettext("Number × points:")
    if counted:
        total = texts.ngettext("{count} tile in all.", "{count} tiles in all.", len(variant.tile_set))
        heading = f"{total} {heading}"
    return _answer(heading, distribution_text(variant), blank_legend(variant.tile_set.kinds, texts))


def all_tiles_answer(variant: Variant, unseen: Tiles | None, texts: Texts) -> str:
    """Every tile of the set, and how many of each the asker has not seen, as an answer."""
    if unseen is None:
        heading = texts.gettext("All tiles:")
    else:
        heading = texts.gettext("All tiles, and how many of them you have not seen:")
    return _answer(heading, all_tiles_text(variant, unseen), blank_legend(variant.tile_set.kinds, texts))


def _answer(heading: str, block: str, legend: str = "") -> str:
    return "\n".join(filter(None, (heading, code(block), legend)))


def rack_note(view: SeatView, texts: Texts) -> str:
    """Whose turn it is, as the owner of a rack sees it, and what is left to draw."""
    pool, on_turn = pool_text(view.table, texts), view.table.on_turn
    if on_turn is None:
        return pool
    if on_turn == view.seat:
        return texts.gettext("Your turn · {pool}", pool=pool)
    return texts.gettext("{name} to move · {pool}", name=seat_names(view.table)[on_turn], pool=pool)


def rack_heading(game: str, place: str, texts: Texts, name: str = "") -> str:
    """Whose tiles of which game a rack has: the reader's, unless they share the screen with the player of this name.

    `game` and `place` are in Discord's markdown; the place may be empty.
    """
    if name:
        return texts.gettext("The tiles of {name} in {game}", name=name, game=game)
    if place:
        return texts.gettext("Your tiles in {game}, {place}", game=game, place=place)
    return texts.gettext("Your tiles in {game}", game=game)


def rack_in_code(view: SeatView, tiles: Sequence[Tile], texts: Texts) -> str:
    """A rack as players type it, or why it is empty."""
    if tiles:
        return f"`{rack_letters(tiles, view.table.variant)}`"
    if tiles_held(view.table, view.seat) > view.table.seats[view.seat].tiles:
        return texts.gettext("You draw your new tiles once your move can no longer be undone.")
    return texts.gettext("Your rack is empty.")


def face_down_text(due: int, texts: Texts) -> str:
    """What to do with the face-down tiles below a rack."""
    return texts.ngettext(
        "You have {count} tile to draw. Press any of the face-down ones.",
        "You have {count} tiles to draw. Press any of the face-down ones.",
        due,
    )
