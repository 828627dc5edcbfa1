"""Variants, their tiles and their premium squares as messages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.front.board.scenes import BOARD_ACCENT, BOARD_FILE, empty_scene
from bot.front.components.message import MOST_ALT, MOST_TEXT, Image, Message, Text
from bot.text import SeatNames, Texts, escape
from bot.text.names import shortened
from bot.text.spoken import premiums_said
from bot.text.tiles import all_tiles_answer, distribution_answer, values_answer
from bot.text.variants import (
    empty_board_alt,
    premium_lines,
    premiums_listed,
    premiums_text,
    setup_for,
    variant_lines,
    variant_title,
    variants_text,
)
from engine.formats.varianttoml import VariantFile
from engine.game.state import Setup
from engine.game.views import SeatView, TableView, unseen
from engine.model.board import Board
from engine.model.variant import Variant


def variants_message(shipped: Mapping[str, Variant], own: Iterable[VariantFile], texts: Texts) -> Message:
    """The variants that can be played here: those of the program, and the server's own."""
    return _answer(variants_text(shipped, own, texts))


def variant_message(variant: Variant, about: str, texts: Texts) -> Message:
    """Everything about a variant: facts, squares, tiles, and the picture of its board."""
    name = variant_title(variant.name, texts)
    title = [f"### {escape(name)}", *([escape(about)] if about else [])]
    facts = "\n".join([*title, *variant_lines(variant, texts), *premium_lines(variant.layout, texts)])
    setup = setup_for(variant)
    image = Image(empty_scene(setup, name, texts), BOARD_FILE, _alt(setup, texts))
    return Message((Text(facts), image, Text(distribution_answer(variant, texts, counted=False))), accent=BOARD_ACCENT)


def _alt(setup: Setup, texts: Texts) -> str:
    """What only the picture of an empty board shows: where its premium squares are."""
    return shortened(empty_board_alt(setup.variant, _premium_squares(setup, texts), texts), MOST_ALT)


def _premium_squares(setup: Setup, texts: Texts) -> tuple[str, ...]:
    layout = setup.variant.layout
    return premiums_said(Board.empty(layout), tuple(layout.cells()), SeatNames(setup, ()), texts)


def premiums_message(setup: Setup, title: str, texts: Texts, *, by_ear: bool = False) -> Message:
    """The premium squares of a game's board, including those under tiles: their kinds, and a picture of them.

    The picture's description says where they are; `by_ear`, a list does that instead of kinds and picture.
    """
    squares = _premium_squares(setup, texts)
    if by_ear and squares:
        return _answer(shortened(premiums_listed(squares, texts), MOST_TEXT))
    image = Image(empty_scene(setup, title, texts), BOARD_FILE, _alt(setup, texts))
    return Message((Text(premiums_text(setup.variant.layout, texts)), image), accent=BOARD_ACCENT)


def values_message(variant: Variant, texts: Texts) -> Message:
    """The points of the letters."""
    return _answer(values_answer(variant, texts))


def distribution_message(variant: Variant, texts: Texts) -> Message:
    """How many tiles of each kind there are."""
    return _answer(distribution_answer(variant, texts, counted=True))


def all_tiles_message(view: TableView | SeatView | None, variant: Variant, texts: Texts) -> Message:
    """Every tile of the set, and how many of each the asker has not seen."""
    left = view.unseen if isinstance(view, SeatView) else unseen(view) if view else None
    return _answer(all_tiles_answer(variant, left, texts))


def _answer(told: str) -> Message:
    return Message((Text(told),), accent=BOARD_ACCENT)
