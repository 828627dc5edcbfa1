"""People's games in figures: one person's, and those of two against each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.model.games import GameResult, PlayerResult
from engine.game.state import Person

MOST_GAMES_COUNTED = 1000
"""Figures cover at most this many of a person's latest games."""


@dataclass(frozen=True, slots=True)
class Against:
    """Games against a kind of opponent: how many were played, and how many won."""

    games: int
    wins: int


@dataclass(frozen=True, slots=True)
class Figures:
    """A person's record. `scores` are the final scores, oldest first, without games in which nobody played a word.

    `wins` are unshared first places, `ties` shared ones. `best_word` is the word of the play that scored `best_points`;
    `levels` are the games with computer players by the highest level at the table, `people` those among people only.
    """

    games: int
    wins: int
    ties: int
    scores: tuple[int, ...]
    bingos: int
    best_points: int
    best_word: str
    people: Against
    levels: dict[int, Against]

    @property
    def losses(self) -> int:
        """Games in which someone else came first."""
        return self.games - self.wins - self.ties

    @property
    def mean(self) -> float:
        """Points per game in which a word was played; 0 without any."""
        return sum(self.scores) / len(self.scores) if self.scores else 0.0


def figures(person: str, results: Sequence[GameResult]) -> Figures:
    """The figures for a person's results, which come newest first; games against nobody but own guests do not count."""
    counted = (result for result in results if not _is_alone(result, person))
    own = [(result, one) for result in counted for one in result.players if one.player == person]
    best = max((one for _, one in own), key=lambda one: one.best_points, default=None)
    levels = sorted({level for result, _ in own if (level := _level(result))})
    return Figures(
        len(own),
        sum(_won(result, one) for result, one in own),
        sum(one.place == 1 and not _won(result, one) for result, one in own),
        tuple(one.score for result, one in reversed(own) if any(other.best_word for other in result.players)),
        sum(one.bingos for _, one in own),
        best.best_points if best else 0,
        best.best_word if best else "",
        _against(own, 0),
        {level: _against(own, level) for level in levels},
    )


def _is_alone(result: GameResult, person: str) -> bool:
    """Whether everyone else in a game was a guest at the person's own screen."""
    others = [one for one in result.players if one.player != person]
    return bool(others) and all(one.level is None and Person(one.player, one.name).member == person for one in others)


def _level(result: GameResult) -> int:
    """The highest level of a computer player in a game; 0 without any."""
    return max((one.level or 0 for one in result.players), default=0)


def _against(own: Iterable[tuple[GameResult, PlayerResult]], level: int) -> Against:
    won = [_won(result, one) for result, one in own if _level(result) == level]
    return Against(len(won), sum(won))


def _won(result: GameResult, one: PlayerResult) -> bool:
    """Whether a player has the first place alone."""
    return one.place == 1 and sum(other.place == 1 for other in result.players) == 1


LATEST_MEETINGS = 5
"""How many of the latest games are told one by one."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A game that both have finished: when it ended, and how each came out, in the order in which they are named."""

    ended: int
    both: tuple[PlayerResult, PlayerResult]

    @property
    def winner(self) -> int | None:
        """Which of the two came out ahead of the other, 0 or 1; None for neither."""
        one, other = (result.place for result in self.both)
        return None if one == other else int(other < one)


@dataclass(frozen=True, slots=True)
class MeetingSide:
    """What one of the two has done: games in which they came out ahead, the most in a row, and points altogether."""

    wins: int
    streak: int
    points: int


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """All meetings of two people. `latest` are the newest first."""

    games: int
    ties: int
    sides: tuple[MeetingSide, MeetingSide]
    latest: tuple[Meeting, ...]


def head_to_head(results: Iterable[GameResult], one: str, other: str) -> HeadToHead:
    """The record of two people from results that come newest first, each with both in it."""
    meetings = [
        Meeting(result.ended, (known[one], known[other]))
        for result in results
        if (known := {player.player: player for player in result.players})
    ]
    winners = [meeting.winner for meeting in meetings]
    first, second = (_side(number, meetings, winners) for number in (0, 1))
    return HeadToHead(len(meetings), winners.count(None), (first, second), tuple(meetings[:LATEST_MEETINGS]))


def _side(number: int, meetings: Sequence[Meeting], winners: Sequence[int | None]) -> MeetingSide:
    runs = [len(list(run)) for winner, run in groupby(winners) if winner == number]
    points = sum(meeting.both[number].score for meeting in meetings)
    return MeetingSide(winners.count(number), max(runs, default=0), points)
