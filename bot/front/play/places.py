"""Where a word without a coordinate fits, as a menu."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from bot.front.components.buttons import Actions
from bot.front.components.message import MOST_LABEL, MOST_OPTIONS, Menu, Message, Option, Text, say
from bot.front.interaction.request import Request
from bot.front.play.turns import acting_view
from bot.front.play.verdicts import known_judge
from bot.service.ports import Judge
from bot.text import escape
from bot.text.hooks import fit_lines
from bot.text.moves import place_text
from bot.text.names import shortened
from bot.text.typed import TypedWords
from engine.game.views import SeatView
from engine.play.notation import parts_of, read_word
from engine.play.placement import Placement, places
from engine.play.scoring import ScoreSheet, score

Fit = tuple[Placement, ScoreSheet]


def word_alone(move: str, words: TypedWords) -> str | None:
    """The word of a move that has no coordinate, one word of letters; None for another move."""
    parts = words.without_verb(parts_of(move))
    return parts[0] if len(parts) == 1 and not any(map(str.isdecimal, parts[0])) else None


@dataclass(frozen=True, slots=True)
class Fits:
    """Where a word without a coordinate fits, in board order, for the seat of `view`."""

    view: SeatView
    word: str
    found: list[Fit]

    @property
    def only(self) -> str | None:
        """The move, if the word fits in one place alone."""
        return _move_of(self.view, self.word, self.found[0]) if len(self.found) == 1 else None


async def find_places(request: Request, game: str, word: str) -> Fits:
    """The places where a word fits. Raises the engine's refusal of what is no word, and `NotSeated`."""
    state = await request.state(game)
    view = acting_view(state, request)
    return Fits(view, word, await _fits(view, word, await known_judge(request, game, state)))


async def _fits(view: SeatView, word: str, judge: Judge | None) -> list[Fit]:
    """Where a word fits, in board order; if phonies are not allowed, only where it makes valid words.

    `judge` is None for someone who may not learn which words these are.

    Raises `MalformedText`.
    """
    letters = read_word(word, view.table.variant)
    board, variant = view.table.board, view.table.variant
    found = await asyncio.to_thread(places, letters, board, view.playable, variant)
    return _allowed(view, judge, [(placement, score(board, placement, variant)) for placement in found])


def _allowed(view: SeatView, judge: Judge | None, fits: list[Fit]) -> list[Fit]:
    """The fits that may be shown: all without a judge, so that the menu reveals nothing about words.

    All are also shown if people decide about words.
    """
    if judge is None or view.table.rules.asks_about_words:
        return fits
    return [fit for fit in fits if all(judge(tuple(word.word for word in fit[1].words)))]


def places_message(request: Request, game: str, places: Fits, tries: bool) -> Message:
    """The places of a word as a menu; choosing one plays it, or with `tries` previews it."""
    view, word, fits = places.view, places.word, places.found
    capitals = view.table.variant.alphabet.upper(word)
    shown = f"**{escape((capitals if word.islower() else word)[:40])}**"
    if not fits:
        return say(request.texts.gettext("{word} does not fit anywhere on the board with your tiles.", word=shown))
    options = tuple(_option(request, view, word, fit) for fit in fits[:MOST_OPTIONS])
    text = request.texts.ngettext(
        "{word} fits in {count} place.", "{word} fits in {count} places.", len(fits), word=shown
    )
    if len(fits) > MOST_OPTIONS:
        text += " " + request.texts.gettext("Here are the first few. To choose another, type its square.")
    if request.person.by_ear:
        text = "\n".join((text, *fit_lines(fits[:MOST_OPTIONS], view.table.setup, request.texts)))
    custom_id = Actions.PLACE_TRY.id(game) if tries else Actions.PLACE.id(game, view.table.turn)
    return Message((Text(text), Menu(custom_id, request.texts.gettext("Where?"), options)))


def _option(request: Request, view: SeatView, word: str, fit: Fit) -> Option:
    move, sheet = _move_of(view, word, fit), fit[1]
    label = request.texts.ngettext("{move}: {count} point", "{move}: {count} points", sheet.total, move=move)
    return Option(shortened(label, MOST_LABEL), move)


def _move_of(view: SeatView, word: str, fit: Fit) -> str:
    return f"{place_text(fit[0], view.table.setup)} {word}"
