"""What word study can refuse."""

from __future__ import annotations

from bot.model.errors import BotError


class StudyNothing(BotError):
    """Nobody has begun to study, so there is nothing to answer or continue."""


class StudyNoWord(BotError):
    """Somebody wants to learn the hooks of something that is no word."""

    word: str
