"""What open offers can refuse, and in which words."""

from __future__ import annotations

from bot.model.errors import BotError
from bot.text.clocks import length_text
from bot.text.names import as_typed, bold, shortened
from bot.text.refusals.facts import MOST_QUOTED, Wordings, says
from bot.text.typed import off_word
from engine.model.durations import GAME_CLOCK


class TooManySeeks(BotError):
    """A channel has as many open offers as one message shows, `most`."""

    most: int


class SeekIsGone(BotError):
    """Somebody else was faster, or the offer has expired or been withdrawn."""


class SeekIsTaken(BotError):
    """Somebody has accepted the offer, and its game opens."""


class BadClock(BotError):
    """No clock can be read from what somebody typed."""

    typed: str


class OwnSeek(BotError):
    """Nobody plays against themselves."""


class NoSeek(BotError):
    """The person has no open offer here."""


class EverywhereIsOff(BotError):
    """The server neither lists offers of other servers nor has its own listed there."""


class NoListHere(BotError):
    """The bot cannot write in a channel that should list offers of other servers."""


class NotForYou(BotError):
    """The server of an offer keeps somebody out: it hides them, or they have left it."""


class NoGameThere(BotError):
    """No thread can be opened now in the server of an offer, `server`."""

    server: str


class NobodyListed(BotError):
    """No offer from another server is by somebody of the name `typed`."""

    typed: str


WORDINGS: Wordings = {
    TooManySeeks: says(
        "There are already {count} open offers here. Accept one of them, or try again later.",
        count=lambda error, asked: asked.texts.number(error.most),
    ),
    SeekIsGone: says("This offer is no longer open. Post one of your own with `/open new`."),
    SeekIsTaken: says("Someone has just accepted your offer, so your game begins."),
    BadClock: says(
        "`clock:` is the time that each player has for the whole game, and cannot be {typed}. Type a length of time "
        "up to {highest}, such as {example}, or {off} to play without a clock. For a time for each move, use "
        "`per_move:`.",
        typed=lambda error, _: bold(error.typed),
        highest=lambda _, asked: length_text(GAME_CLOCK.high, asked.texts),
        example=lambda _, asked: as_typed(length_text(GAME_CLOCK.example, asked.texts)),
        off=lambda _, asked: bold(off_word(asked.texts)),
    ),
    OwnSeek: says("This is your own offer. To end it, use `/open withdraw`."),
    NoSeek: says("You have no open offer here. Post one with `/open new`."),
    EverywhereIsOff: says(
        "This server does not exchange game offers with other servers. Moderators can change that with `/manage "
        "offers switch:on`."
    ),
    NoListHere: says(
        "I cannot post in this channel. Please give me the Send Messages permission, or use this command in another "
        "channel."
    ),
    NotForYou: says("The server of this offer does not let you accept it. Please choose another one."),
    NoGameThere: says(
        "I cannot open a thread in {server} now. Please try again later, or accept another offer.",
        server=lambda error, _: bold(error.server),
    ),
    NobodyListed: says(
        "{name} has no offer from another server here. Choose a name from the list, or paste the person's user ID.",
        name=lambda error, _: bold(shortened(error.typed, MOST_QUOTED)),
    ),
}
