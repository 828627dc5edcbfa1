"""People's games in figures: one person's, those of two against each other, and those of a series."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.model.games import GameOutcome, GameResult, PlayerResult
from engine.game.state import Person
from engine.model.durations import HOUR

MOST_GAMES_COUNTED = 1000
"""Figures cover at most this many of a person's latest games."""


FORM = 10
"""How many of the latest games show a person's form."""


@dataclass(frozen=True, slots=True)
class PlayInGame:
    """A play of somebody: in which game, its word, and its points."""

    game: str
    word: str
    points: int


@dataclass(frozen=True, slots=True)
class Against:
    """Games against a kind of opponent: how many were played, and how many won."""

    games: int
    wins: int


@dataclass(frozen=True, slots=True)
class Figures:
    """A person's record. `scores` are the final scores, oldest first, without games in which nobody played a word.

    `wins` are unshared first places, `ties` shared ones. `best` is the play with most points; `form` is how the latest
    games came out, the oldest first. `levels` are the games with computer players by the highest level at the table,
    `people` those among people only.
    """

    games: int
    wins: int
    ties: int
    scores: tuple[int, ...]
    bingos: int
    best: PlayInGame | None
    form: tuple[GameOutcome, ...]
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
    levels = sorted({level for result, _ in own if (level := _level(result))})
    return Figures(
        len(own),
        sum(outcome_of(result, one) is GameOutcome.WON for result, one in own),
        sum(outcome_of(result, one) is GameOutcome.TIED for result, one in own),
        tuple(one.score for result, one in reversed(own) if any(other.best_word for other in result.players)),
        sum(one.bingos for _, one in own),
        best_of(own),
        tuple(outcome_of(*each) for each in reversed(own[:FORM])),
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
    ends = [outcome_of(result, one) for result, one in own if _level(result) == level]
    return Against(len(ends), ends.count(GameOutcome.WON))


def outcome_of(result: GameResult, one: PlayerResult) -> GameOutcome:
    """How a game came out for a player: a tie is a first place that others share."""
    if one.place > 1:
        return GameOutcome.LOST
    return GameOutcome.TIED if sum(other.place == 1 for other in result.players) > 1 else GameOutcome.WON


def best_of(own: Iterable[tuple[GameResult, PlayerResult]]) -> PlayInGame | None:
    """The play with most points among those of somebody in games."""
    result, one = max(own, key=lambda each: each[1].best_points, default=(None, None))
    return PlayInGame(result.game, one.best_word, one.best_points) if result and one and one.best_word else None


def forms(results: Sequence[GameResult], people: Iterable[str], most: int) -> dict[str, tuple[GameOutcome, ...]]:
    """How the latest games of people came out, from results that come newest first; the oldest are first here."""
    own = {
        person: [outcome_of(result, one) for result in results for one in result.players if one.player == person]
        for person in people
    }
    return {person: tuple(reversed(ends[:most])) for person, ends in own.items()}


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
    """What one of the two has done: games in which they came out ahead, the most in a row, and their scores."""

    wins: int
    streak: int
    scores: tuple[int, ...]
    bingos: int
    best: PlayInGame | None

    @property
    def mean(self) -> float:
        """Points per game."""
        return sum(self.scores) / len(self.scores)


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """All meetings of two people. `latest` are the newest first."""

    games: int
    ties: int
    sides: tuple[MeetingSide, MeetingSide]
    latest: tuple[Meeting, ...]


def head_to_head(results: Iterable[GameResult], one: str, other: str) -> HeadToHead:
    """The record of two people from results that come newest first, each with both in it."""
    games = tuple(results)
    known = [{player.player: player for player in result.players} for result in games]
    both = [(players[one], players[other]) for players in known]
    meetings = [Meeting(result.ended, pair) for result, pair in zip(games, both, strict=True)]
    winners = [meeting.winner for meeting in meetings]
    first, second = (
        _side(number, winners, [(result, pair[number]) for result, pair in zip(games, both, strict=True)])
        for number in (0, 1)
    )
    return HeadToHead(len(meetings), winners.count(None), (first, second), tuple(meetings[:LATEST_MEETINGS]))


def _side(number: int, winners: Sequence[int | None], own: Sequence[tuple[GameResult, PlayerResult]]) -> MeetingSide:
    runs = [len(list(run)) for winner, run in groupby(winners) if winner == number]
    scores, bingos = tuple(one.score for _, one in own), sum(one.bingos for _, one in own)
    return MeetingSide(winners.count(number), max(runs, default=0), scores, bingos, best_of(own))


SERIES_PAUSE = 12 * HOUR
"""How long after a game the next one of the same players may end and still belong to the same series."""
MOST_IN_SERIES = 50
"""So many of the latest games are looked at for those of a series."""

Sitter = tuple[str, int | None]
"""A player of a series: the id, and the level of a computer player."""


@dataclass(frozen=True, slots=True)
class Series:
    """Games that the same players have finished one after the other: how many each has won, the most first."""

    games: int
    wins: tuple[tuple[str, int], ...]
    ties: int


def series(results: Iterable[GameResult], sitters: Collection[Sitter], now: int) -> Series | None:
    """The series that the players are in at an instant, from results that come newest first; None if there is none."""
    found = list[GameResult]()
    for one in results:
        if one.ended > now or {(player.player, player.level) for player in one.players} != set(sitters):
            continue
        if (found[-1].ended if found else now) - one.ended > SERIES_PAUSE:
            break
        found.append(one)
    if not found:
        return None
    won = {(one.player, one.level): 0 for one in found[0].players}
    for game in found:
        for seat in game.players:
            won[seat.player, seat.level] += outcome_of(game, seat) is GameOutcome.WON
    names = {(one.player, one.level): one.name for one in found[0].players}
    ties = len(found) - sum(won.values())
    order = sorted(won, key=lambda sitter: -won[sitter])
    return Series(len(found), tuple((names[sitter], won[sitter]) for sitter in order), ties)
