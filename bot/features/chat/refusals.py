"""What the chat can refuse, and in which words."""

from __future__ import annotations

from bot.model.errors import BotError
from bot.text.refusals.facts import Wordings, quote, says


class NotShownHere(BotError):
    """The game is not shown in this channel."""


class UnknownSpeaker(BotError):
    """Nobody by that name is heard here."""

    name: str


WORDINGS: Wordings = {
    NotShownHere: says("That game is not shown in this channel. Show it here first with `/game watch code:…`."),
    UnknownSpeaker: says("Nobody called {name} is in this chat. Choose someone from the list.", name=quote("name")),
}
