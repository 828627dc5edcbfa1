"""How two people have done against each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.model.games import GameResult, PlayerResult

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
