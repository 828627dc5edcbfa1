"""Where a word without a coordinate fits."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from bot.front.interaction.request import Request
from bot.front.play.turns import acting_view
from bot.front.play.verdicts import known_judge
from bot.service.ports import Judge
from bot.text.moves import place_text
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
        return self.move_of(self.found[0]) if len(self.found) == 1 else None

    @property
    def shown(self) -> str:
        """The word in capitals, unless its case tells blanks apart."""
        return (self.view.table.variant.alphabet.upper(self.word) if self.word.islower() else self.word)[:40]

    def move_of(self, fit: Fit) -> str:
        """The word at one of its places, as a move."""
        return f"{place_text(fit[0], self.view.table.setup)} {self.word}"


async def find_places(request: Request, game: str, word: str) -> Fits:
    """The places where a word fits. Raises the engine's refusal of what is no word, and `NotSeated`."""
    state = await request.state(game)
    return await fits_for(acting_view(state, request), word, await known_judge(request, game, state))


async def fits_for(view: SeatView, word: str, judge: Judge | None) -> Fits:
    """The places where a word fits; if phonies are not allowed, only where it makes valid words.

    `judge` is None for someone who may not learn which words these are.

    Raises `MalformedText`.
    """
    letters = read_word(word, view.table.variant)
    board, variant = view.table.board, view.table.variant
    found = await asyncio.to_thread(places, letters, board, view.playable, variant)
    fits = [(placement, score(board, placement, variant)) for placement in found]
    return Fits(view, word, _allowed(view, judge, fits))


def _allowed(view: SeatView, judge: Judge | None, fits: list[Fit]) -> list[Fit]:
    """The fits that may be shown: all without a judge, so that the menu reveals nothing about words.

    All are also shown if people decide about words.
    """
    if judge is None or view.table.rules.asks_about_words:
        return fits
    return [fit for fit in fits if all(judge(tuple(word.word for word in fit[1].words)))]
