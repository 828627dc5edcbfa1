"""The private message that asks where a word goes."""

from __future__ import annotations

from bot.front.components.buttons import Actions
from bot.front.components.message import MOST_LABEL, MOST_OPTIONS, Menu, Message, Option, Text, say
from bot.front.play.places import Fits
from bot.text import Texts
from bot.text.hooks import fit_label, fit_lines, fits_text
from bot.text.names import shortened


def places_message(game: str, places: Fits, texts: Texts, *, tries: bool, listed: bool) -> Message:
    """The places of a word as a menu; choosing one plays it, or with `tries` previews it. `listed` tells them too."""
    view, found = places.view, places.found
    told = fits_text(places.shown, len(found), texts, more=len(found) > MOST_OPTIONS)
    if not found:
        return say(told)
    shown = found[:MOST_OPTIONS]
    if listed:
        told = "\n".join((told, *fit_lines(shown, view.table.setup, texts)))
    moves = [(places.move_of(fit), fit[1].total) for fit in shown]
    options = tuple(Option(shortened(fit_label(move, points, texts), MOST_LABEL), move) for move, points in moves)
    custom_id = Actions.PLACE_TRY.id(game) if tries else Actions.PLACE.id(game, view.table.turn)
    return Message((Text(told), Menu(custom_id, texts.gettext("Where?"), options)))
