"""What open challenges can refuse, and in which words."""

from __future__ import annotations

from bot.model.errors import BotError
from bot.text.refusals.facts import Wordings, says


class TooManySeeks(BotError):
    """A channel has as many open challenges as one message shows, `most`."""

    most: int


class SeekIsGone(BotError):
    """Somebody else was faster, or the challenge has expired or been withdrawn."""


class OwnSeek(BotError):
    """Nobody plays against themselves."""


class NotInRange(BotError):
    """A challenge is meant for people with a rating from `low` to `high`; either may be missing."""

    rating: int
    low: int | None
    high: int | None


class RangeUpsideDown(BotError):
    """The least rating is above the highest."""


class NoSeek(BotError):
    """The person has no open challenge here."""


WORDINGS: Wordings = {
    TooManySeeks: says(
        "There are {count} open challenges here already. Accept one of them, or try again later.",
        count=lambda error, asked: asked.texts.number(error.most),
    ),
    SeekIsGone: says("This challenge is no longer open. Post one of your own with `/seek post`."),
    OwnSeek: says("This is your own challenge. To end it, use `/seek withdraw`."),
    NotInRange: says(
        "This challenge is for other ratings than yours, which is {rating}. Post one of your own with `/seek post`.",
        rating=lambda error, asked: asked.texts.number(error.rating),
    ),
    RangeUpsideDown: says("The lowest rating cannot be above the highest."),
    NoSeek: says("You have no open challenge here. Post one with `/seek post`."),
}
