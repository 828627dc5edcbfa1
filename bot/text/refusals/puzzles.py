"""Refusals about puzzles."""

from __future__ import annotations

from bot.model import errors as service
from bot.text.refusals.facts import Asked, Wordings, says
from bot.text.settings import language_text


def _none_left(error: service.NoPuzzleLeft, asked: Asked) -> str:
    return asked.texts.gettext(
        "I have no more puzzles for you in this language: {language}. Choose another one with "
        "`/puzzle solve language:`.",
        language=language_text(error.language, asked.texts),
    )


WORDINGS: Wordings = {
    service.NoPuzzleLeft: _none_left,
    service.UnknownPuzzle: says("I do not know this puzzle any more. Use `/puzzle solve` to get another one."),
    service.PuzzleDone: says("This puzzle is finished. Use `/puzzle solve` to get another one."),
}
