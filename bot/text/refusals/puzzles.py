"""Refusals about puzzles."""

from __future__ import annotations

from bot.model import errors as service
from bot.text.refusals.facts import Wordings, says
from bot.text.settings import language_text

WORDINGS: Wordings = {
    service.NoPuzzleLeft: says(
        "I have no more puzzles for you in this language: {language}. Choose another one with "
        "`/puzzle solve language:`.",
        language=lambda error, asked: language_text(error.language, asked.texts),
    ),
    service.UnknownPuzzle: says("I do not know this puzzle any more. Use `/puzzle solve` to get another one."),
    service.PuzzleDone: says("This puzzle is finished. Use `/puzzle solve` to get another one."),
}
