"""The private question where a word goes."""

from __future__ import annotations

from bot.front.components.message import MOST_LABEL, MOST_OPTIONS, Block, Menu, Option, Text
from bot.front.play.places import Fits
from bot.text import Texts
from bot.text.hooks import fit_label, fit_lines, fits_text
from bot.text.names import shortened


def places_blocks(custom_id: str, places: Fits, texts: Texts, *, listed: bool) -> tuple[Block, ...]:
    """The places of a word as a menu, with the move as the value of each; `listed` tells them in the text too."""
    view, found = places.view, places.found
    told = fits_text(places.shown, len(found), texts, more=len(found) > MOST_OPTIONS)
    if not found:
        return (Text(told),)
    shown = found[:MOST_OPTIONS]
    if listed:
        told = "\n".join((told, *fit_lines(shown, view.table.setup, texts)))
    moves = [(places.move_of(fit), fit[1].total) for fit in shown]
    options = tuple(Option(shortened(fit_label(move, points, texts), MOST_LABEL), move) for move, points in moves)
    return Text(told), Menu(custom_id, texts.gettext("Where?"), options)
