"""Duplicates, their rounds, who is in and what they answered, as they are stored; and how everyone stands."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.duplicate.record import PlayedRound, Scored
from engine.duplicate.rounds import (
    SOLO,
    DuplicateStanding,
    DuplicateStyle,
    RoundStart,
    after,
    begin,
    places,
    solo_of,
    with_solo,
)
from engine.game.state import Person, Setup
from engine.model.board import Board
from engine.model.durations import DAY, MINUTE, SECOND, Times, offer
from engine.model.tiles import Tiles
from engine.play.placement import Placement, ScoreSheet

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


@dataclass(frozen=True, slots=True)
class RoundResult:
    """How someone did in a round that is over: their place among all who answered, and their share of the top."""

    round: Round
    place: int
    players: int
    share: float


@dataclass(frozen=True, slots=True)
class DuplicateProgress:
    """A duplicate with what everyone may know: the rounds that are over, with their answers, and the open one's rack.

    `positions` are what each round begins with, and at the end what the next one begins with.
    """

    duplicate: Duplicate
    players: Mapping[str, DuplicatePlayer]
    closed: tuple[Round, ...]
    open: Round | None
    answers: Mapping[int, Mapping[str, Answer]]
    positions: tuple[RoundStart, ...]

    @property
    def position(self) -> RoundStart:
        """What the present round begins with, or the end of the game."""
        return self.positions[len(self.closed)]

    def after_open(self) -> RoundStart:
        """What the round after the open one begins with; without an open one, what the first begins with."""
        if self.open is None:
            return self.position
        return after(self.position, self.open.rack, self.open.top, self.duplicate.style)

    @property
    def latest(self) -> Round | None:
        """The last round that is over."""
        return self.closed[-1] if self.closed else None

    @property
    def top_total(self) -> int:
        """The sum of all tops so far."""
        return sum(one.points for one in self.closed)

    def scores(self, round_: Round) -> dict[str, int]:
        """What everyone who answered has scored in a round that is over, the bonus for a solo included."""
        given = {player: answer.points for player, answer in self.answers.get(round_.number, {}).items()}
        return with_solo(given, round_.points, round_.players) if self.duplicate.style.solo else given

    def finders(self, round_: Round) -> tuple[DuplicatePlayer, ...]:
        """Who has found as many points as the top of a round."""
        answers = self.answers.get(round_.number, {})
        return tuple(one for one in self.players.values() if (a := answers.get(one.id)) and a.points == round_.points)

    def solo(self, round_: Round) -> int:
        """The bonus that the only finder of a top has got."""
        points = {player: answer.points for player, answer in self.answers.get(round_.number, {}).items()}
        return SOLO if solo_of(points, round_.points, round_.players) and self.duplicate.style.solo else 0

    def totals(self) -> dict[str, int]:
        """Everyone's points after the rounds that are over, in the order in which they joined."""
        scored = [self.scores(one) for one in self.closed]
        return {player: sum(one.get(player, 0) for one in scored) for player in self.players}

    def places(self) -> Sequence[DuplicateStanding]:
        """Everyone's place after the rounds that are over; who has left without an answer has none."""
        answered = {player for given in self.answers.values() for player in given}
        totals = self.totals().items()
        counted = {key: sum_ for key, sum_ in totals if key in answered or not self.players[key].has_left}
        return places(counted, self.top_total)

    def result(self, player: str) -> RoundResult | None:
        """How a player did in the latest round that is over; None for one who did not answer it."""
        round_ = self.latest
        scores = self.scores(round_) if round_ else {}
        if round_ is None or player not in scores:
            return None
        place = 1 + sum(points > scores[player] for points in scores.values())
        share = self.answers[round_.number][player].points / round_.points if round_.points else 0.0
        return RoundResult(round_, place, len(scores), share)

    def played(self, player: str = "") -> tuple[PlayedRound, ...]:
        """The rounds that are over, with the moves of one player."""
        return tuple(
            PlayedRound(
                one.number,
                position.board,
                one.rack,
                Scored(one.top, one.points),
                Scored(own.move, own.points) if (own := self.answers.get(one.number, {}).get(player)) else None,
            )
            for one, position in zip(self.closed, self.positions, strict=False)
        )


def positions_of(duplicate: Duplicate, closed: Sequence[Round]) -> tuple[RoundStart, ...]:
    """What each round begins with that is over, and what the next one begins with."""
    found = [begin(duplicate.setup.variant)]
    for one in closed:
        found.append(after(found[-1], one.rack, one.top, duplicate.style))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class OpenRound:
    """A round that can be answered: its duplicate, what it begins with, and the round before."""

    duplicate: Duplicate
    round: Round
    position: RoundStart
    latest: Round | None = None


@dataclass(frozen=True, slots=True)
class Receipt:
    """An answer that was kept: in which round, with its score; `before` is the one that it replaces.

    `judged` says whether its words are known to count; otherwise the end of the round tells. `ends_round` says that
    everyone has answered by it.
    """

    open: OpenRound
    placement: Placement
    sheet: ScoreSheet
    before: Answer | None
    judged: bool = True
    ends_round: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What someone chose for a new duplicate. `computers` are the names and levels of its computer players."""

    server: int
    channel: int
    host: Person
    setup: Setup
    style: DuplicateStyle
    time: int
    computers: Sequence[tuple[str, int]] = ()
    daily: bool = False
