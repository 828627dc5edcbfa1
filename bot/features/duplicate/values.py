"""Duplicates as they are stored: what is played where, its rounds, who is in, and what they answered."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from bot.model.errors import BotError, SecretPosition
from bot.text.moves import word_text
from bot.text.names import bold
from bot.text.refusals.facts import Wordings, counts, says
from engine.duplicate.rounds import DuplicateStyle
from engine.game.state import Setup
from engine.model.board import Board
from engine.model.durations import DAY, MINUTE, SECOND, Times, offer
from engine.model.tiles import Tiles
from engine.play.placement import Placement

USUAL = 3 * MINUTE
"""How long a round is by default."""
ROUND_TIME = Times(offer("3m 30s 1m 2m 5m 10m 1h 12h 1d"), 30 * SECOND, DAY, SECOND)
MOST_PLAYERS = 200
MOST_COMPUTERS = 5
MOST_ROUNDS = 60
DUPLICATE_LOBBY_PATIENCE = DAY
"""Milliseconds after which a lobby that nobody starts is closed."""
ANSWER_GRACE = SECOND
"""Milliseconds after the end of a round in which answers that were sent in time may still arrive."""
SILENT_ROUNDS = 3
"""Rounds without an answer of any person after which a duplicate ends."""
KEY_LENGTH = 32
DUPLICATE_KEPT_FOR = 90 * DAY
"""Milliseconds for which a duplicate that is over is kept."""


class DuplicatePhase(StrEnum):
    """How far a duplicate is."""

    LOBBY = "lobby"
    RUNNING = "running"
    OVER = "over"


class Ending(StrEnum):
    """Why a duplicate is over: no tiles, rack or move is left; its rounds are played; nobody answers; it was stopped.

    LOST: the bot cannot post in its channel any more, or cannot find the tops. UNUSED: nobody started it. SECRET: the
    next round would tell the top of a position that is secret elsewhere.
    """

    PLAYED_OUT = "played out"
    ROUNDS = "rounds"
    SILENT = "silent"
    STOPPED = "stopped"
    LOST = "lost"
    UNUSED = "unused"
    SECRET = "secret"


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A duplicate. `round` is the number of its present or last round, 0 before the first.

    `time` is the length of a round in milliseconds, `levels` are those of its computer players. A `daily` one has a
    round each day and no lobby. `lobby` and `final` are the messages before the first round and after the last one,
    and `attempts` counts failures to go on.
    """

    number: int
    server: int
    channel: int
    host: str
    setup: Setup
    style: DuplicateStyle
    time: int
    levels: tuple[int, ...]
    opened: int
    daily: bool = False
    phase: DuplicatePhase = DuplicatePhase.LOBBY
    round: int = 0
    ending: Ending | None = None
    lobby: int | None = None
    final: int | None = None
    attempts: int = 0

    @property
    def lexicon(self) -> str:
        """The name of its dictionary."""
        return self.setup.lexicon.name


@dataclass(frozen=True, slots=True)
class Round:
    """A round: its number from 1, its rack, from when until when it is open, and its top.

    `key` tells it from all rounds of all duplicates. `message` is None until it is posted, `closed` until it is over;
    `players` is how many were in then.
    """

    key: int
    number: int
    rack: Tiles
    began: int
    ends: int
    top: Placement
    points: int
    message: int | None = None
    closed: int | None = None
    players: int = 0


@dataclass(frozen=True, slots=True)
class OpenTiles:
    """The tiles of a round that is open, by its `key`, and where it can be answered.

    `language` is that of its words; empty where people have chosen them, so that they may be of any.
    """

    key: int
    duplicate: int
    number: int
    rack: Tiles
    server: int
    channel: int
    language: str


@dataclass(frozen=True, slots=True)
class DuplicatePlayer:
    """Someone who is in, or was: a person by id, or a computer player of a level.

    `joined` is the first round, and for someone who has left the first one that they can come back for.
    """

    id: str
    name: str
    joined: int
    level: int | None = None
    has_left: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """What someone plays in a round, and its points; `at` is when it was sent."""

    player: str
    move: Placement
    points: int
    at: int


@dataclass(frozen=True, slots=True)
class NewAnswer:
    """An answer to a round, before it is kept, and the name of whoever gives it."""

    round: int
    answer: Answer
    name: str


@dataclass(frozen=True, slots=True)
class AnswerOutcome:
    """What became of an answer: which one it replaces, and whether the round ends since all have answered."""

    before: Answer | None
    ends_round: bool = False


@dataclass(frozen=True, slots=True)
class DuplicateResult:
    """How somebody did in a duplicate: the share of the points of all tops."""

    duplicate: int
    person: str
    server: int
    share: float


@dataclass(frozen=True, slots=True)
class DuplicateRecord:
    """How many duplicates somebody has played in a server, and the best share of the points of all tops."""

    played: int
    best: float


@dataclass(frozen=True, slots=True)
class NewRound:
    """A round that is to begin: its board, rack and top, and what the computer players answer, by their ids."""

    board: Board
    rack: Tiles
    top: Placement
    points: int
    answers: Mapping[str, tuple[Placement, int]]


def board_key(board: Board) -> str:
    """A short name for the letters on a board and their squares; empty for an empty board."""
    placed = sorted((*cell, tile.letter) for cell, tile in board.tiles())
    return hashlib.sha256(repr(placed).encode()).hexdigest()[:KEY_LENGTH] if placed else ""


def computer_id(number: int) -> str:
    """The id of a duplicate's computer player, by its place from 0."""
    return f"computer-{number + 1}"


class NoDuplicate(BotError):
    """There is no duplicate here, or it is over."""


class DuplicateHere(BotError):
    """A channel has a duplicate already."""


class DailyElsewhere(BotError):
    """A server's daily duplicate is in another channel."""

    channel: int


class DuplicateFull(BotError):
    """Nobody else can join: `most` players are in."""

    most: int


class RoundOver(BotError):
    """An answer is for a round that is over."""


class RoundIsOpen(BotError, SecretPosition):
    """Nobody has the position of an open round analysed."""


class InDuplicate(BotError):
    """Nobody who is in a running duplicate has words found for letters."""


class OpenLetters(BotError):
    """Letters are the tiles of an open round in the server."""


class NotBegun(BotError):
    """A duplicate has not begun yet."""


class NotIn(BotError):
    """Somebody who is not in a duplicate wants to leave it, or to start it."""


class LeftRound(BotError):
    """Somebody has left a duplicate, and wants to come back into the same round."""


class HostsOnly(BotError):
    """Only the host and moderators may do this."""


class SeveralDuplicates(BotError):
    """Somebody is in several duplicates, and it is unclear which one is meant."""


class TooManyPlayed(BotError):
    """An answer uses more tiles than may be played."""

    most: int


class DuplicatePhony(BotError):
    """An answer makes words that the dictionary lacks. Each word is a tuple of letters."""

    words: tuple[tuple[str, ...], ...]


class CannotPost(BotError):
    """The bot may not write in a channel, where a duplicate would be played."""


class NothingPlayed(BotError):
    """No round is over yet."""


WORDINGS: Wordings = {
    NoDuplicate: says("No duplicate is running here. Open one with `/together new`."),
    DuplicateHere: says(
        "This channel already has a duplicate. End it with `/together stop`, or open yours in a thread with "
        "`/together new thread:yes`."
    ),
    DailyElsewhere: says(
        "This server's daily duplicate is in {channel}. Switch it off there first.",
        channel=lambda error, _: f"<#{error.channel}>",
    ),
    DuplicateFull: says(
        "This duplicate is full: {most} players have joined.", most=lambda error, asked: asked.texts.number(error.most)
    ),
    RoundOver: says("That round is over. Please answer the new one."),
    RoundIsOpen: says("This is the position of an open duplicate round. I can analyse it once that round is over."),
    InDuplicate: says("You cannot use `/word anagram` until your duplicate is over or you leave it with `/leave`."),
    OpenLetters: says(
        "These are the tiles of an open duplicate round. You can use `/word anagram` with them once that round is over."
    ),
    NotBegun: says("This duplicate has not begun yet. Press **Start** first."),
    NotIn: says("You are not in this duplicate. Join it first."),
    LeftRound: says("You have left this round. You can come back as soon as the next one begins."),
    HostsOnly: says("Only the host of this duplicate and moderators of the server can do that."),
    SeveralDuplicates: says("You are in several duplicates. Please answer in the channel of the one that you mean."),
    TooManyPlayed: counts(
        "You can play {count} tile at most, whatever your rack holds.",
        "You can play {count} tiles at most, whatever your rack holds.",
        lambda error, _: error.most,
    ),
    DuplicatePhony: counts(
        "{words} is not in the dictionary. That costs nothing, and if you had already answered, that answer still "
        "counts.",
        "{words} are not in the dictionary. That costs nothing, and if you had already answered, that answer still "
        "counts.",
        lambda error, _: len(error.words),
        words=lambda error, asked: asked.texts.join(bold(word_text(word)) for word in error.words),
    ),
    CannotPost: says(
        "I cannot post in this channel. Please ask a moderator, or open the duplicate in another channel."
    ),
    NothingPlayed: says("No round is over yet."),
}


@dataclass
class Keeping:
    """Which answers to a round are kept, and who joins by them, given all players and the answers kept before."""

    open: Round
    players: dict[str, DuplicatePlayer]
    kept: dict[str, Answer]
    new: dict[str, Answer] = field(default_factory=dict)
    joining: dict[str, DuplicatePlayer] = field(default_factory=dict)

    def take(self, given: NewAnswer) -> AnswerOutcome | BotError:
        """Take the next answer; returns as `DuplicateStore.answer`."""
        answer = given.answer
        if given.round != self.open.number or self.open.closed is not None or answer.at > self.open.ends:
            return RoundOver()
        if refusal := self._join(answer.player, given.name):
            return refusal
        before = self.kept.get(answer.player)
        if before is None or before.at <= answer.at:
            self.kept[answer.player] = self.new[answer.player] = answer
        return AnswerOutcome(before)

    def _join(self, person: str, name: str) -> BotError | None:
        known = self.players.get(person)
        if known is None and len(self.players) >= MOST_PLAYERS:
            return DuplicateFull(MOST_PLAYERS)
        if known and known.has_left and known.joined > self.open.number:
            return LeftRound()
        joined = DuplicatePlayer(person, name, known.joined if known else max(1, self.open.number))
        if known != joined:
            self.players[person] = self.joining[person] = joined
        return None
