"""Games as lists and statistics know them: where they live, what made them change, how they ended."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

EARLIEST = 5_000
"""A command counts from at most this many milliseconds before it arrived."""
ID_LETTERS = "23456789abcdefghjkmnpqrstvwxyz"
"""What ids of games, saves and drafts are made of: letters and digits that nobody mistakes for each other."""
ID_LENGTH = 8


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


NOWHERE = Place(None, 0)
"""The place of a finished game that was played elsewhere and read from its record."""


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
    """A seat in the summary of a game; `player` is the player's id, `person` whether it is a person.

    `owner` is the member who has left the seat and can come back to it, if there is one.
    """

    player: str
    name: str
    person: bool
    score: int
    in_play: bool
    owner: str | None = None


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

    def is_played_by(self, person: str) -> bool:
        """Whether a person has a seat that is in play."""
        return any(seat.player == person and seat.in_play for seat in self.seats)


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """A player's result in a finished game: place (from 1, shared in a tie), final score, bingos, best play.

    `level` is a computer player's, None for a person. `best_word` is empty if the player scored nothing. `rating` is
    the person's after this game and `rating_before` the one before it; both are None until the game is counted.
    """

    player: str
    name: str
    level: int | None
    place: int
    score: int
    bingos: int
    best_points: int
    best_word: str
    rating_before: int | None = None
    rating: int | None = None


class GameOutcome(Enum):
    """How a game came out for somebody."""

    WON = "won"
    TIED = "tied"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of a game, kept for statistics. `server` is None for a game in direct messages.

    `rated` says whether it counts towards ratings: two people or more, and nothing unusual. `language` and `tempo` say
    towards which; both are None in results of release 0.1.0 that are not counted yet.
    """

    game: str
    server: int | None
    ended: int
    rated: bool
    players: tuple[PlayerResult, ...]
    language: str | None = None
    tempo: str | None = None


GAME = ""
"""The kind of a game, as `kind_of` names it."""


def kind_of(subject: str) -> str:
    """What kind of thing the subject of a draft is: `GAME`, or the name by which a feature knows its own."""
    kind, hyphen, _ = subject.partition("-")
    return kind if hyphen else GAME


@dataclass(frozen=True, slots=True)
class Draft:
    """A stored preview: what a person typed for a turn, and when the preview was opened.

    `subject` is what the move is for: a game by its id, or else what a feature calls it, such as `duplicate-12`;
    `turn` is the turn there. A draft composed tile by tile keeps its tiles in `composed` (`drafting.composing`); its
    `text` is empty until they form a move, and `opened` is when they first formed this one.
    """

    id: str
    subject: str
    person: str
    turn: int
    text: str
    opened: int
    composed: str = ""

    @property
    def kind(self) -> str:
        """The kind of its subject."""
        return kind_of(self.subject)
