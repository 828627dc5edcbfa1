"""Duplicates as they are stored: what is played where, its rounds, who is in, and what they answered."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

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


class Phase(StrEnum):
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
    phase: Phase = Phase.LOBBY
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
class Player:
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
