"""Messages waiting to be sent, and messages already posted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from bot.model.games import Place


class TargetKind(Enum):
    """Who receives a message: a channel (or thread), or a person by direct message.

    What is done about a thread itself does not wait for the messages in it, nor they for that.
    """

    CHANNEL = "channel"
    PERSON = "person"
    THREAD = "thread"


@dataclass(frozen=True, slots=True)
class Target:
    """Who receives messages. `id` is the snowflake of the channel or of the person."""

    kind: TargetKind
    id: int


def thread_target(place: Place) -> Target:
    """A thread itself, apart from the messages in it."""
    return Target(TargetKind.THREAD, place.channel_id)


class DeliveryKind(Enum):
    """What a delivery shows.

    LOBBY, BOARD and RACK coalesce: only the newest is sent. A NOTICE reports the one event whose number is `upto`: to a
    person, the part for them alone; to a channel, the part that anyone may know. A REMINDER goes to the people whom
    that event reminds. TURN shows the board to the person whose turn it is, or whose play was challenged, if they want
    it; only the newest is sent. END shows the final board, or the result to a person who wants text only. UNREACHABLE
    tells a channel that a person (`about`, an id) takes no direct messages, or tells the host and the person on turn
    that the bot can no longer post in the game's channel (`about` is the refusal's code). A NOTICE that
    could not be sent to a person calls that person in the channel (`about` is the id, `/` and the event's number).
    INVITE asks someone elsewhere whether to play again. CHAT_QUESTION asks a place whether it takes part in the
    players' chat, or shows its answer; CHAT_NEWS tells the other places; `about` is the news, `/` and the server that
    the news is about. REVIEW shows a page of a finished game's review that someone shares: `about` is the
    turn, or 0 for all of them. AHEAD tells a person what has become of a move that they said ahead (`about` is its id).
    AWAY says who is away, or back, in place of what it said before. READY says who has agreed to pause or resume a
    game, until it is. TYPED is no delivery but the kind of a reply to a typed move, which stays until the next board.
    ARCHIVE tells nobody anything: a while after a game rests, its thread is put away.
    """

    LOBBY = "lobby"
    BOARD = "board"
    RACK = "rack"
    TURN = "turn"
    NOTICE = "notice"
    REMINDER = "reminder"
    END = "end"
    INVITE = "invite"
    CHAT_QUESTION = "chat question"
    CHAT_NEWS = "chat news"
    REVIEW = "review"
    UNREACHABLE = "unreachable"
    AHEAD = "ahead"
    AWAY = "away"
    READY = "ready"
    TYPED = "typed"
    ARCHIVE = "archive"


@dataclass(frozen=True, slots=True)
class NewDelivery:
    """A delivery to be queued; without a target it goes to every channel that shows the game."""

    kind: DeliveryKind
    upto: int
    due: int
    target: Target | None = None
    about: str = ""


@dataclass(frozen=True, slots=True)
class Delivery:
    """A message to send, drawn at sending time from the game as it was after event number `upto`.

    `attempts` counts the earlier tries and `tried` is the instant of the first. `superseded` says that a newer delivery
    shows more: this one is only searched for, never sent. `nonce` has 25 characters and never changes. `tenant` is the
    tenant of the game's place.
    """

    id: int
    game: str
    target: Target
    kind: DeliveryKind
    upto: int
    due: int
    nonce: str
    about: str = ""
    attempts: int = 0
    tried: int | None = None
    superseded: bool = False
    tenant: int = 0


@dataclass(frozen=True, slots=True)
class Post:
    """A message that the bot has posted: where it is, and up to which event it shows the game.

    It is `live` until its buttons are removed or the message is gone.
    """

    message_id: int
    channel_id: int
    game: str
    target: Target
    kind: DeliveryKind
    sequence: int
    live: bool = True


@dataclass(frozen=True, slots=True)
class SentMessage:
    """What Discord accepted: the message (new or edited) and the channel it is in."""

    channel_id: int
    message_id: int


SHOWS_MORE: Mapping[DeliveryKind, frozenset[DeliveryKind]] = {
    DeliveryKind.LOBBY: frozenset({DeliveryKind.LOBBY, DeliveryKind.BOARD, DeliveryKind.END}),
    DeliveryKind.BOARD: frozenset({DeliveryKind.BOARD, DeliveryKind.END}),
    DeliveryKind.RACK: frozenset({DeliveryKind.RACK}),
    DeliveryKind.TURN: frozenset({DeliveryKind.TURN}),
    DeliveryKind.AWAY: frozenset({DeliveryKind.AWAY}),
}
"""For each kind of delivery: the kinds that supersede it when they come later, for the same game and target."""


SHOWS_GAME = frozenset({DeliveryKind.LOBBY, DeliveryKind.BOARD, DeliveryKind.END})
"""Kinds of posts of which only the newest keeps its buttons."""


TOLD_BRIEFLY = frozenset({DeliveryKind.LOBBY, DeliveryKind.END})
"""What the channel of a thread hears of a game in it."""


REPLACES: Mapping[DeliveryKind, frozenset[DeliveryKind]] = {
    **dict.fromkeys(SHOWS_GAME, SHOWS_GAME | {DeliveryKind.READY}),
    DeliveryKind.RACK: frozenset({DeliveryKind.RACK, DeliveryKind.TURN}),
    DeliveryKind.TURN: frozenset({DeliveryKind.TURN}),
    DeliveryKind.CHAT_QUESTION: frozenset({DeliveryKind.CHAT_QUESTION}),
    DeliveryKind.AWAY: frozenset({DeliveryKind.AWAY}),
    DeliveryKind.READY: frozenset({DeliveryKind.READY}),
}
"""The kinds of posts that have buttons, are edited or deleted, and those that a new one of the kind outdates.

A rack comes after its owner's move, so whatever prompted that move is no longer needed.
"""


GOES = frozenset({DeliveryKind.RACK, DeliveryKind.TURN, DeliveryKind.AWAY, DeliveryKind.READY, DeliveryKind.TYPED})
"""The kinds of posts that are deleted once they are outdated; others lose their buttons."""


LOSES_BUTTONS = REPLACES.keys() - GOES - {DeliveryKind.END}
"""The kinds of posts that lose their buttons once they are outdated, which an end never is."""


OF_A_TURN = frozenset({DeliveryKind.RACK, DeliveryKind.TURN})
"""The kinds of posts to people that the end of the game outdates, wherever it is told."""


ASKS_UNTIL_MOVED = frozenset({DeliveryKind.REMINDER, DeliveryKind.TYPED})
"""The kinds of posts that a newer board of the game outdates, wherever it is shown."""


@dataclass(frozen=True, slots=True)
class Capacity:
    """How much a process can send now: `most` messages; at most `share` for one tenant, including those `under_way`.

    `full` gives the targets that can take no message yet, each with the instant when they can.
    """

    most: int
    share: int | None = None
    under_way: Mapping[int, int] = field(default_factory=dict)
    full: Mapping[Target, int] = field(default_factory=dict)
