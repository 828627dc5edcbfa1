"""What open challenges can refuse, and in which words."""

from __future__ import annotations

from bot.model.errors import BotError
from bot.text.names import bold
from bot.text.refusals.facts import Wordings, says


class TooManySeeks(BotError):
    """A channel has as many open challenges as one message shows, `most`."""

    most: int


class SeekIsGone(BotError):
    """Somebody else was faster, or the challenge has expired or been withdrawn."""


class SeekIsTaken(BotError):
    """Somebody has accepted the challenge, and its game opens."""


class BadClock(BotError):
    """No clock can be read from what somebody typed."""

    typed: str


class OwnSeek(BotError):
    """Nobody plays against themselves."""


class NoSeek(BotError):
    """The person has no open challenge here."""


WORDINGS: Wordings = {
    TooManySeeks: says(
        "There are {count} open challenges here already. Accept one of them, or try again later.",
        count=lambda error, asked: asked.texts.number(error.most),
    ),
    SeekIsGone: says("This challenge is no longer open. Post one of your own with `/seek post`."),
    SeekIsTaken: says("Someone has just accepted your challenge, so your game begins."),
    BadClock: says(
        "{typed} is no clock. Type a length of time, such as 25m for all moves of a player or 1d for each move, or "
        "off.",
        typed=lambda error, _: bold(error.typed),
    ),
    OwnSeek: says("This is your own challenge. To end it, use `/seek withdraw`."),
    NoSeek: says("You have no open challenge here. Post one with `/seek post`."),
}
