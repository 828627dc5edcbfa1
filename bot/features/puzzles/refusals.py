"""What puzzles can refuse, and in which words."""

from __future__ import annotations

from bot.model.errors import BotError
from bot.text.moves import word_text
from bot.text.names import bold
from bot.text.refusals.facts import Wordings, counts, language, says


class NoPuzzleLeft(BotError):
    """There is no puzzle in a language that someone has not had yet."""

    language: str


class UnknownPuzzle(BotError):
    """There is no such puzzle, or the person has not been given it."""


class PuzzleDone(BotError):
    """A puzzle is finished: it is solved, or its answer has been shown."""


class PuzzlePhony(BotError):
    """A move at a puzzle makes words that its dictionary lacks. Each word is a tuple of letters."""

    words: tuple[tuple[str, ...], ...]


WORDINGS: Wordings = {
    NoPuzzleLeft: says(
        "I have no more puzzles for you in this language: {language}. Choose another one with "
        "`/puzzle solve language:`.",
        language=language("language"),
    ),
    UnknownPuzzle: says("I no longer have this puzzle. Use `/puzzle solve` to get another one."),
    PuzzleDone: says("This puzzle is finished. Use `/puzzle solve` to get another one."),
    PuzzlePhony: counts(
        "{words} is not in the dictionary. That costs no try.",
        "{words} are not in the dictionary. That costs no try.",
        lambda error, _: len(error.words),
        words=lambda error, asked: asked.texts.join(bold(word_text(word)) for word in error.words),
    ),
}
