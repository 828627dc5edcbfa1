"""What digests can refuse, and in which words."""

from __future__ import annotations

from bot.model.errors import BotError
from bot.text.refusals.facts import Wordings, says


class NoWordHere(BotError):
    """The bot may not write in the channel where a digest is wanted."""


WORDINGS: Wordings = {
    NoWordHere: says(
        "I may not write in this channel. Please give me the Send Messages permission, or use this command in another "
        "channel."
    ),
}
