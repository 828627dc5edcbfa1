"""The standings of a division: by points, then spread. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.features.leagues.possible import CurrentStanding, possible
from bot.features.leagues.values import Fixture, FixtureSide, Spot
from bot.service.arranged import BYE, TIE, WIN


@dataclass(frozen=True, slots=True)
class LeagueStanding:
    """Someone's standing. Equal points and spread share a place.

    `scored` and `against` are means of the games that were really played, like `best_game`; `missed` counts turns that
    ran out of time, and `best` and `worst` are the places still possible.
    """

    place: int
    person: str
    points: int
    spread: int
    games: int
    wins: int
    ties: int
    losses: int
    scored: float
    against: float
    bingos: int
    best_turn: int
    best_game: int
    missed: int
    best: int
    worst: int


def spread_of(fixture: Fixture) -> int:
    """By how many points the first has won; without a move, a game is lost by 50, as by both if both have lost."""
    assert fixture.sides is not None
    first, second = fixture.sides
    if fixture.both_lost:
        return -BYE
    if first.absent or second.absent:
        return 0 if first.absent and second.absent else -BYE if first.absent else BYE
    return first.points - second.points


def standings(
    spots: Sequence[Spot], fixtures: Sequence[Fixture], *, settled: bool = False
) -> tuple[LeagueStanding, ...]:
    """Everyone's standing, the best first; if all is `settled`, games without a result are not waited for."""
    own: dict[str, list[tuple[FixtureSide, FixtureSide, int]]] = {spot.person: [] for spot in spots}
    for one in fixtures:
        if one.sides is not None and one.is_played:
            spread, (first, second) = spread_of(one), one.sides
            own[one.first].append((first, second, spread))
            own[one.second].append((second, first, spread if one.both_lost else -spread))
    now = {
        person: CurrentStanding(sum(map(_points, games)), sum(game[2] for game in games))
        for person, games in own.items()
    }
    left = [] if settled else [(one.first, one.second) for one in fixtures if one.sides is None]
    places = possible(now, left)
    lines = {spot.person: spot.line for spot in spots}
    order = sorted(own, key=lambda one: (-now[one].points, -now[one].spread, lines[one]))
    ranks = sorted((-one.points, -one.spread) for one in now.values())
    return tuple(
        _row(1 + ranks.index((-now[one].points, -now[one].spread)), one, now[one], own[one], places[one])
        for one in order
    )


def _points(game: tuple[FixtureSide, FixtureSide, int]) -> int:
    return WIN if game[2] > 0 else TIE if game[2] == 0 else 0


def _row(
    place: int,
    person: str,
    now: CurrentStanding,
    games: list[tuple[FixtureSide, FixtureSide, int]],
    ends: tuple[int, int],
) -> LeagueStanding:
    real = [game for game in games if not (game[0].absent or game[1].absent or game[0].lost)]
    wins, ties = (sum(_points(game) == points for game in games) for points in (WIN, TIE))
    return LeagueStanding(
        place,
        person,
        now.points,
        now.spread,
        len(games),
        wins,
        ties,
        len(games) - wins - ties,
        _mean(game[0].points for game in real),
        _mean(game[1].points for game in real),
        sum(game[0].bingos for game in real),
        max((game[0].best for game in real), default=0),
        max((game[0].points for game in real), default=0),
        sum(game[0].missed for game in games),
        *ends,
    )


def _mean(values: Iterable[int]) -> float:
    known = list(values)
    return sum(known) / len(known) if known else 0.0


def vanished(person: str, fixtures: Iterable[Fixture]) -> bool:
    """Whether someone has not made a single move in any game of the season."""
    own = [side for one in fixtures if one.sides for who, side in _named(one) if who == person]
    return bool(own) and all(side.absent for side in own)


def _named(one: Fixture) -> list[tuple[str, FixtureSide]]:
    assert one.sides is not None
    return [(one.first, one.sides[0]), (one.second, one.sides[1])]
