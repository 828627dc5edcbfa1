"""Variants and their tiles in words: board, values, distribution, unseen tiles, a rack, and points besides words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.text.boards import premium_label, premium_text
from bot.text.moves import BLANK, alphabetical, tile_name, tile_text
from bot.text.names import SeatNames, bold, code, escape, seat_names
from bot.text.status import pool_text, start_text, tiles_held
from bot.text.tables import WIDEST, table
from bot.text.texts import Texts
from engine.formats.varianttoml import VariantFile
from engine.game.state import LexiconRef, Setup
from engine.game.views import SeatView
from engine.model.board import Layout
from engine.model.rules import Rules
from engine.model.tiles import HiddenRack, Rack, Tile, Tiles
from engine.model.variant import Variant
from engine.sentences import N_, NP_

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
    """A player's own tiles, as the label of a form: Discord adds a star that would read as a blank after a colon."""
    return texts.gettext("Your tiles ({tiles})", tiles=rack_letters(tiles, variant))


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


_TITLES = {
    "standard": NP_("board", "standard"),
    "super": NP_("board", "super"),
    "quick": NP_("board", "quick"),
    "wild": NP_("board", "wild"),
}


def variant_title(name: str, texts: Texts) -> str:
    """What players call a variant of the program; any other has the name that its file gives it."""
    known = _TITLES.get(name)
    return texts.pgettext(*known) if known else name


def letters_title(letters: str, texts: Texts) -> str:
    """Whose letters a dictionary has, given as the variant's name and the code of its language: `standard (de)`.

    They are told as players know them: `standard (German)`.
    """
    name, bracket, language = letters.removesuffix(")").rpartition(" (")
    return f"{variant_title(name, texts)} ({texts.locale.languages.get(language, language)})" if bracket else letters


def setup_for(variant: Variant) -> Setup:
    """A setup for showing a variant without a game: the usual rules and coordinates, no lexicon."""
    return Setup(variant, Rules(), LexiconRef("", ""))


def variant_brief(variant: Variant, texts: Texts) -> str:
    """A variant in a line: `21 × 21 squares, 200 tiles, racks of 7`."""
    return texts.gettext(
        "{width} × {height} squares, {tiles} tiles, racks of {rack}",
        width=variant.layout.width,
        height=variant.layout.height,
        tiles=texts.number(len(variant.tile_set)),
        rack=variant.rack_size,
    )


def variant_lines(variant: Variant, texts: Texts) -> Iterator[str]:
    """Facts about a variant other than its tiles and squares, one sentence per line."""
    cast = SeatNames(setup_for(variant), ())
    yield variant_brief(variant, texts)
    yield texts.ngettext("For up to {count} player.", "For up to {count} players.", variant.max_seats)
    yield texts.gettext("The first word must cover {start}.", start=start_text(variant.layout.start, cast, texts))
    yield from score_lines(variant, texts)


def score_lines(variant: Variant, texts: Texts) -> Iterator[str]:
    """The points for playing or exchanging a number of tiles, and for passing."""
    if any(variant.bonuses):
        yield texts.gettext("Bonus by number of tiles played: {points}.", points=_by_number(variant.bonuses, texts))
    if any(variant.exchange_points):
        points = _by_number(variant.exchange_points, texts)
        yield texts.gettext("Points by number of tiles exchanged: {points}.", points=points)
    if variant.pass_points:
        yield texts.ngettext(
            "A pass scores {points} point.",
            "A pass scores {points} points.",
            variant.pass_points,
            points=texts.signed(variant.pass_points),
        )


def _by_number(points: tuple[int, ...], texts: Texts) -> str:
    return ", ".join(texts.titled(number, texts.signed(one)) for number, one in enumerate(points) if one)


def premium_lines(layout: Layout, texts: Texts) -> Iterator[str]:
    """Each kind of premium square with its effect and how many there are."""
    kinds = Counter(square for square in layout.squares if square.is_premium and not square.blocked)
    for square, count in sorted(kinds.items(), key=lambda one: (one[0].word, one[0].letter, one[0].points)):
        does = premium_text(square, texts)
        yield texts.ngettext(
            "{label}: {does} ({count} square)",
            "{label}: {does} ({count} squares)",
            count,
            label=premium_label(square, texts),
            does=does,
        )
    blocked = sum(square.blocked for square in layout.squares)
    if blocked:
        yield texts.ngettext("{count} square is blocked.", "{count} squares are blocked.", blocked)


_ABOUT = {
    "standard": N_("the usual board"),
    "super": N_("a large board with twice as many tiles"),
    "wild": N_("the usual tiles, with quadruple premium squares and blocked squares"),
    "quick": N_("a small board for a short game"),
    "cardwords": N_("a wide board whose squares have points of their own"),
}


def variant_about(name: str, texts: Texts) -> str:
    """What one of the program's variants is like; empty for others."""
    return texts.gettext(_ABOUT[name]) if name in _ABOUT else ""


def variants_text(shipped: Mapping[str, Variant], own: Iterable[VariantFile], texts: Texts) -> str:
    """The variants to choose from, a line each: those of the program by name, and a server's own."""
    listed = [(variant_title(name, texts), one, variant_about(name, texts)) for name, one in shipped.items()]
    listed += [(file.name, file.any, escape(file.about)) for file in own]
    briefs = [(title, variant_brief(one, texts), f" ({about})" if about else "") for title, one, about in listed]
    lines = ("- " + texts.titled(bold(title), f"{brief}{about}") for title, brief, about in briefs)
    more = texts.gettext(
        "`/settings variants name:` shows one, and gives you its file. You can change that file and add it to this "
        "server with `/settings variants file:`."
    )
    return "\n".join((texts.gettext("Boards and tiles to choose from:"), *lines, more))


def variant_handed(name: str, texts: Texts) -> str:
    """Above the file of a variant."""
    return texts.gettext(
        "The file of {name}. To make a variant of your own, change its name and anything else you like, then send it "
        "with `/settings variants file:`.",
        name=bold(name),
    )


def premiums_text(layout: Layout, texts: Texts) -> str:
    """The kinds of premium squares, a line each."""
    return "\n".join(premium_lines(layout, texts)) or texts.gettext("This board has no premium squares.")


def premiums_listed(squares: Iterable[str], texts: Texts) -> str:
    """Where the premium squares of each kind are, a line each."""
    return "\n".join((texts.gettext("Premium squares:"), *(f"- {escape(kind)}" for kind in squares)))


def empty_board_alt(variant: Variant, squares: Iterable[str], texts: Texts) -> str:
    """What only the picture of an empty board shows: where its premium squares are."""
    return texts.gettext("The empty board: {facts}", facts=texts.series(squares) or variant_brief(variant, texts))


def variant_loaded(name: str, texts: Texts, *, spoken: bool) -> str:
    """That a variant can be played now, and how if there is no dictionary for any of its languages."""
    told = texts.gettext(
        "The variant {name} is loaded. Play it with `/game new variant:{variant}`.", name=bold(name), variant=name
    )
    if spoken:
        return told
    lacks = texts.gettext(
        "I have no dictionary for its language, so you can play it only with the empty one, to which you add words."
    )
    return f"{told} {lacks}"


def variant_removed(name: str, texts: Texts) -> str:
    """That a variant is gone."""
    return texts.gettext("I have removed the variant {name}. Games already using it continue.", name=bold(name))
