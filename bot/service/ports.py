"""What the service needs from outside, as Protocols, and the values that cross these boundaries.

Instants are milliseconds since 1970 everywhere. A person's id is the decimal text of its snowflake.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from engine.computer.candidates import Candidate, Report
from engine.computer.hints import Hint
from engine.game.commands import Command
from engine.game.state import HintKind, LexiconRef, Setup
from engine.game.views import SeatView, TableView
from engine.model.alphabet import Word

EARLIEST = 5_000
"""A command counts from at most this many milliseconds before it arrived."""


# --- who and where ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cause:
    """What made a command: an interaction, a message, a clock. A cause is applied only once.

    `at` is when it was created (the snowflake's instant), `arrived` when it reached the bot.
    """

    id: str
    at: int
    arrived: int

    def instant(self, latest: int) -> int:
        """The instant that counts: never after the arrival, nor long before it, nor before the latest event."""
        return max(latest, min(max(self.at, self.arrived - EARLIEST), self.arrived))


@dataclass(frozen=True, slots=True)
class Place:
    """Where a game lives: a channel, thread or direct-message channel (`guild_id` is None).

    `parent` is the channel of a thread, if known.
    """

    guild_id: int | None
    channel_id: int
    parent: int | None = field(default=None, compare=False)

    @property
    def root(self) -> int:
        """The channel that a thread belongs to, else the channel itself."""
        return self.parent or self.channel_id

    @property
    def tenant(self) -> int:
        """The unit of fair sharing: a server, or a channel of direct messages."""
        return self.channel_id if self.guild_id is None else self.guild_id


class GamePhase(Enum):
    """The phase of a game, in as much detail as lists of games need."""

    LOBBY = "lobby"
    TURN = "turn"
    ANSWER = "answer"
    FINAL_PASS = "final pass"
    PAUSED = "paused"
    AWAIT_TILES = "await tiles"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class SummarySeat:
    """A seat in the summary of a game; `player` is the player's id, `person` whether it is a person."""

    player: str
    name: str
    person: bool
    score: int
    in_play: bool


@dataclass(frozen=True, slots=True)
class GameSummary:
    """What lists of games show, kept beside the journal; nothing in it is secret.

    `on_turn` is the id of the person who must act (for a guest, the member), `changed` the instant of the latest event,
    `timed` whether a clock is running or something will be due soon, `demonstration` whether only computers play.
    """

    game: str
    place: Place
    name: str
    host: str
    phase: GamePhase
    turn: int
    on_turn: str | None
    sequence: int
    opened: int
    changed: int
    seats: tuple[SummarySeat, ...]
    timed: bool = False
    demonstration: bool = False


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """A player's result in a finished game: place (from 1, shared by equals), final score, bingos, best play.

    `level` is a computer player's, None for a person. `best_word` is empty if the player scored nothing.
    """

    player: str
    name: str
    level: int | None
    place: int
    score: int
    bingos: int
    best_points: int
    best_word: str


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of a game, kept for statistics. `server` is None for a game in direct messages.

    `rated` says whether it counts for ratings: two people or more, and nothing unusual.
    """

    game: str
    server: int | None
    ended: int
    rated: bool
    players: tuple[PlayerResult, ...]


# --- deliveries -------------------------------------------------------------------------------------------------------


class TargetKind(Enum):
    """Who receives a message: a channel (or thread), or a person by direct message."""

    CHANNEL = "channel"
    PERSON = "person"


@dataclass(frozen=True, slots=True)
class Target:
    """Who receives messages. `id` is the snowflake of the channel or of the person."""

    kind: TargetKind
    id: int


class DeliveryKind(Enum):
    """What a delivery shows.

    LOBBY, BOARD and RACK coalesce: only the newest goes out. A NOTICE tells the one event whose number is `upto`: a
    person gets what is for them alone, a channel what anybody may know. A REMINDER tells it to the people whom the
    event reminds. TURN shows the board to the person whose turn it is, if they want it; only the newest goes out. END
    shows the final board. UNREACHABLE tells a channel that a person (`about`, an id) takes no direct messages, or tells
    the host that the bot can no longer post in the game's channel (`about` is the refusal's code). A NOTICE that could
    not be sent to a person calls that person in the channel (`about` is the id, `/` and the event's number). INVITE
    asks someone who is not where the game is whether to play again. CHAT_QUESTION asks a place whether it takes part in
    the players' chat, or shows what was answered there; CHAT_NEWS tells the other places; `about` is the news, `/` and
    the server it is about.
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
    UNREACHABLE = "unreachable"


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
    shows more: this one is only searched for, never sent. `nonce` has 25 characters and never changes. `tenant` is that
    of the game's place.
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
    """A message that the bot has posted: where, and up to which event it shows the game.

    `live` ends when its buttons have been removed or the message is gone.
    """

    message_id: int
    channel_id: int
    game: str
    target: Target
    kind: DeliveryKind
    sequence: int
    live: bool = True


@dataclass(frozen=True, slots=True)
class Sent:
    """What Discord accepted: the message (new or edited) and the channel it is in."""

    channel_id: int
    message_id: int


@dataclass(eq=False)
class PermanentRefusal(Exception):
    """The sender can never deliver this; `code` is Discord's error code, such as 50007."""

    code: int


@dataclass(eq=False)
class TransientFailure(Exception):
    """The sender could not deliver this now; `retry_after` is in milliseconds, if Discord named it."""

    retry_after: int | None = None


class Sender(Protocol):
    """Draws deliveries and passes them to Discord. Implemented by the front's announcer."""

    async def send(self, delivery: Delivery, posts: tuple[Post, ...]) -> Sent | None:
        """Send a delivery with its nonce, or edit one of the posts instead.

        `posts` are the live posts of this game in this target, oldest first. Raises `PermanentRefusal` and
        `TransientFailure`; any other exception counts as a failure that is retried a few times.
        """
        ...

    async def find(self, delivery: Delivery) -> Sent | None:
        """Search the bot's latest messages in the target for one with the delivery's nonce. Raises as `send`."""
        ...

    async def retire(self, post: Post, may_write: Callable[[], bool]) -> bool:
        """Remove the buttons of an old post; False if they are still there.

        `may_write` is asked, and counts the write, only when there is something to remove. Raises as `send`.
        """
        ...


# --- drafts, people ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Draft:
    """A stored preview: what a person typed for a turn, and when the preview was opened.

    A draft composed tile by tile keeps its tiles in `composed` (`bot.service.composing`); its `text` is empty until
    they make a move, and `opened` is when they first made this one.
    """

    id: str
    game: str
    person: str
    turn: int
    text: str
    opened: int
    composed: str = ""


@dataclass(frozen=True, slots=True)
class ServerVariant:
    """A variant that a server has loaded: its TOML text, who sent it, and when."""

    server: int
    name: str
    text: str
    by: str
    at: int


# --- time, words, thinking, tests -------------------------------------------------------------------------------------


class Clock(Protocol):
    """Tells the time and waits for it."""

    def now(self) -> int:
        """The present instant."""
        ...

    async def wait(self, wake: asyncio.Event, until: int | None) -> None:
        """Return when the event is set or the instant has come, whichever is first."""
        ...


Judge = Callable[[tuple[Word, ...]], tuple[bool, ...]]
"""Says for each word whether it is in the lexicon; may raise `LexiconUnavailable`."""


class Lexicons(Protocol):
    """Word lists."""

    async def judge(self, setup: Setup) -> Judge:
        """The judge of a game's words. Unreadable lexicons raise when the judge is asked, not before."""
        ...

    async def pin_again(self, setup: Setup, server: int | None, host: str) -> LexiconRef:
        """What judges a starting game: its lexicon as its server and its host have it at that moment."""
        ...


class Thinker(Protocol):
    """Chooses a computer player's move. Called in a thread of the thinking pool, never on the event loop."""

    def __call__(self, view: SeatView, should_stop: Callable[[], bool], report: Report) -> Command:
        """The command of the computer in this seat, with its turn number; meanwhile it reports candidates."""
        ...


class Hinter(Protocol):
    """Finds hints for people. Called in a thread of the thinking pool, never on the event loop."""

    def __call__(self, view: SeatView, kind: HintKind, number: int) -> Hint | None:
        """A hint for a seat; None if nothing can be played. `number` counts earlier hints of the kind in this turn."""
        ...


class Stage(Protocol):
    """Shows what a computer player considers. Implemented by the front's announcer."""

    async def show_thinking(self, post: Post, view: TableView, seat: int, candidates: Sequence[Candidate]) -> None:
        """Add the candidates of a seat to a posted board, replacing earlier ones. Raises as `Sender.send`."""
        ...


class Checkpoint(Enum):
    """A point where a process may die; tests make it die there."""

    BEFORE_COMMIT = "before_commit"
    AFTER_COMMIT = "after_commit"
    AFTER_DISCORD_ACCEPTED = "after_discord_accepted"
    BEFORE_MARKED_DONE = "before_marked_done"


class Checkpoints(Protocol):
    """Is told when a checkpoint is reached."""

    async def reach(self, point: Checkpoint) -> None:
        """A checkpoint is reached. An exception raised here stops the work there."""
        ...


class NoCheckpoints:
    """Production: nothing happens at a checkpoint."""

    async def reach(self, point: Checkpoint) -> None:
        """Do nothing."""
