"""The words for what puzzles refuse."""

from __future__ import annotations

from bot.features.puzzles import errors
from bot.text.moves import word_text
from bot.text.names import bold
from bot.text.refusals.facts import Wordings, counts, language, says

WORDINGS: Wordings = {
    errors.NoPuzzleLeft: says(
        "I have no more puzzles for you in this language: {language}. Choose another one with "
        "`/puzzle solve language:`.",
        language=language("language"),
    ),
    errors.UnknownPuzzle: says("I do not know this puzzle any more. Use `/puzzle solve` to get another one."),
    errors.PuzzleDone: says("This puzzle is finished. Use `/puzzle solve` to get another one."),
    errors.PuzzlePhony: counts(
        "{words} is not in the dictionary. That costs no try.",
        "{words} are not in the dictionary. That costs no try.",
        lambda error, _: len(error.words),
        words=lambda error, asked: asked.texts.join(bold(word_text(word)) for word in error.words),
    ),
}
