"""What the chat can refuse."""

from __future__ import annotations

from bot.model.errors import BotError


class NotShownHere(BotError):
    """The game is not shown in this channel."""


class UnknownSpeaker(BotError):
    """Nobody by that name is heard here."""

    name: str
