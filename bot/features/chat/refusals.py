"""The words for what the chat refuses."""

from __future__ import annotations

from bot.features.chat import errors
from bot.text.refusals.facts import Wordings, quote, says

WORDINGS: Wordings = {
    errors.NotShownHere: says("That game is not shown in this channel. Show it here first with `/game watch code:…`."),
    errors.UnknownSpeaker: says(
        "Nobody called {name} is in this chat. Choose someone from the list.", name=quote("name")
    ),
}
