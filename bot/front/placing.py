"""A word without a coordinate: a menu of the places where it fits."""

from __future__ import annotations

import asyncio

from bot.front.asking import Asked
from bot.front.ids import button_id
from bot.front.plain import say
from bot.front.presenter import Menu, Message, Option, Text
from bot.front.presenter.message import MOST_LABEL, MOST_OPTIONS
from bot.service.ports import Judge
from bot.text import escape
from bot.text.moves import place_text
from engine.game.views import SeatView
from engine.play.notation import read_word
from engine.play.placement import Placement
from engine.play.places import places
from engine.play.scoring import ScoreSheet, score

Fit = tuple[Placement, ScoreSheet]


def is_word_alone(move: str) -> bool:
    """Whether a move names no coordinate: one word of letters."""
    tokens = move.split()
    return len(tokens) == 1 and not any(character.isdecimal() for character in tokens[0])


async def offer(asked: Asked, game: str, view: SeatView, word: str, action: str, judge: Judge) -> Message:
    """The places of a word as a menu, in the order of the board; choosing one does the action with that move.

    Where nobody may let a bad word stand, only places that make good words are shown. Raises `MalformedText`.
    """
    letters = read_word(word.strip(), view.table.variant)
    board, variant = view.table.board, view.table.variant
    found = await asyncio.to_thread(places, letters, board, view.playable, variant)
    fits = _allowed(view, judge, [(placement, score(board, placement, variant)) for placement in found])
    shown = f"**{escape(word.strip()[:40])}**"
    if not fits:
        return say(asked.texts.gettext("{word} fits nowhere on the board.", word=shown))
    options = tuple(_option(asked, view, word.strip(), fit) for fit in fits[:MOST_OPTIONS])
    text = asked.texts.ngettext(
        "{word} fits in {count} place.", "{word} fits in {count} places.", len(fits), word=shown
    )
    if len(fits) > MOST_OPTIONS:
        text += " " + asked.texts.gettext("Here are the first of them; name a square to choose another one.")
    menu = Menu(button_id(action, game, view.table.turn), asked.texts.gettext("Where?"), options)
    return Message((Text(text), menu))


def _allowed(view: SeatView, judge: Judge, fits: list[Fit]) -> list[Fit]:
    """The fits that may be shown: where phonies may stand, all, so that the menu tells nothing about words.

    All are shown too where people decide about words.
    """
    if view.table.rules.phonies_stand or view.table.rules.asks_about_words:
        return fits
    return [fit for fit in fits if all(judge(tuple(word.word for word in fit[1].words)))]


def _option(asked: Asked, view: SeatView, word: str, fit: Fit) -> Option:
    placement, sheet = fit
    move = f"{place_text(placement, view.table.setup)} {word}"
    label = asked.texts.ngettext("{move}: {count} point", "{move}: {count} points", sheet.total, move=move)
    return Option(label[:MOST_LABEL], move)
