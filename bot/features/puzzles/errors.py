"""What puzzles can refuse."""

from __future__ import annotations

from bot.model.errors import BotError


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
