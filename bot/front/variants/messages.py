"""Variants, their tiles and their premium squares as messages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.front.board.scenes import BOARD_ACCENT, BOARD_FILE, empty_scene
from bot.front.components.message import MOST_ALT, MOST_TEXT, Image, Message, Text
from bot.text import Cast, Texts, escape
from bot.text.names import code, shortened
from bot.text.spoken import premiums_said
from bot.text.tiles import all_tiles_text, blank_legend, distribution_text, values_text
from bot.text.variants import premium_lines, setup_for, variant_brief, variant_lines, variant_title
from engine.formats.varianttoml import VariantFile
from engine.game.state import Setup
from engine.game.views import SeatView, TableView, unseen
from engine.model.board import Board
from engine.model.variant import Variant


def variants_message(shipped: Mapping[str, Variant], own: Iterable[VariantFile], texts: Texts) -> Message:
    """The variants that can be played here: those of the program, and the server's own."""
    titled = [(variant_title(name, texts), one) for name, one in shipped.items()]
    lines = [f"- **{escape(title)}**: {variant_brief(one, texts)}" for title, one in titled]
    for file in own:
        about = f" ({escape(file.about)})" if file.about else ""
        lines.append(f"- **{escape(file.name)}**: {variant_brief(file.any, texts)}{about}")
    return Message((Text("\n".join([texts.gettext("Boards and tiles to choose from:"), *lines])),), accent=BOARD_ACCENT)


def variant_message(variant: Variant, about: str, texts: Texts) -> Message:
    """Everything about a variant: facts, squares, tiles, and the picture of its board."""
    name = variant_title(variant.name, texts)
    title = [f"### {escape(name)}", *([escape(about)] if about else [])]
    facts = "\n".join([*title, *variant_lines(variant, texts), *premium_lines(variant.layout, texts)])
    setup = setup_for(variant)
    image = Image(empty_scene(setup, name, texts), BOARD_FILE, _alt(setup, texts))
    return Message((Text(facts), image, Text(_counted(variant, texts))), accent=BOARD_ACCENT)


def _alt(setup: Setup, texts: Texts) -> str:
    """What only the picture of an empty board shows: where its premium squares are."""
    facts = texts.series(_premium_squares(setup, texts)) or variant_brief(setup.variant, texts)
    return shortened(texts.gettext("The empty board: {facts}", facts=facts), MOST_ALT)


def _premium_squares(setup: Setup, texts: Texts) -> tuple[str, ...]:
    layout = setup.variant.layout
    return premiums_said(Board.empty(layout), tuple(layout.cells()), Cast(setup, ()), texts)


def _counted(variant: Variant, texts: Texts) -> str:
    legend = blank_legend(variant.tile_set.kinds, texts)
    return "\n".join(filter(None, (texts.gettext("Number × points:"), code(distribution_text(variant)), legend)))


def premiums_message(setup: Setup, title: str, texts: Texts, *, by_ear: bool = False) -> Message:
    """The premium squares of a game's board, including those under tiles: their kinds, and a picture of them.

    The picture's description says where they are; `by_ear`, a list does that instead of kinds and picture.
    """
    lines = list(premium_lines(setup.variant.layout, texts)) or [texts.gettext("This board has no premium squares.")]
    squares = _premium_squares(setup, texts)
    if by_ear and squares:
        listed = "\n".join((texts.gettext("Premium squares:"), *(f"- {escape(kind)}" for kind in squares)))
        return Message((Text(shortened(listed, MOST_TEXT)),), accent=BOARD_ACCENT)
    image = Image(empty_scene(setup, title, texts), BOARD_FILE, _alt(setup, texts))
    return Message((Text("\n".join(lines)), image), accent=BOARD_ACCENT)


def values_message(variant: Variant, texts: Texts) -> Message:
    """The points of the letters."""
    return _answer(texts.gettext("Points of the letters:"), values_text(variant, texts))


def distribution_message(variant: Variant, texts: Texts) -> Message:
    """How many tiles of each kind there are."""
    total = texts.ngettext("{count} tile in all.", "{count} tiles in all.", len(variant.tile_set))
    legend = blank_legend(variant.tile_set.kinds, texts)
    return _answer(total + " " + texts.gettext("Number × points:"), distribution_text(variant), legend)


def all_tiles_message(view: TableView | SeatView | None, variant: Variant, texts: Texts) -> Message:
    """Every tile of the set, and how many of each the asker has not seen."""
    legend = blank_legend(variant.tile_set.kinds, texts)
    if view is None:
        return _answer(texts.gettext("All tiles:"), all_tiles_text(variant, None), legend)
    left = view.unseen if isinstance(view, SeatView) else unseen(view)
    heading = texts.gettext("All tiles, and how many of them you have not seen:")
    return _answer(heading, all_tiles_text(variant, left), legend)


def _answer(heading: str, block: str, legend: str = "") -> Message:
    return Message((Text("\n".join(filter(None, (heading, code(block), legend)))),), accent=BOARD_ACCENT)
