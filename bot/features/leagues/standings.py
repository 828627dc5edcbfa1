"""The standings of a division, the places that can still be had, and who plays in which division next. Pure."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from itertools import pairwise
from math import ceil

from bot.competitions.results import BYE, TIE, WIN
from bot.features.leagues.values import (
    LEAST_IN_DIVISION,
    SEASONS_REMEMBERED,
    Fixture,
    FixtureSide,
    League,
    LeagueMember,
    Spot,
    Terms,
)
from bot.text.tables import spreadsheet

EFFORT = 300
"""How many sets are tried for one place; beyond that it is a bound: the place can be no better, or no worse."""


@dataclass(frozen=True, slots=True)
class CurrentStanding:
    """Where a player stands: points and spread."""

    points: int
    spread: int


def possible(now: Mapping[str, CurrentStanding], left: Sequence[tuple[str, str]]) -> dict[str, tuple[int, int]]:
    """Everyone's best and worst place, from where they stand and the pairs of the games left."""
    return {person: (_best(person, now, left), _worst(person, now, left)) for person in now}


def _best(person: str, now: Mapping[str, CurrentStanding], left: Sequence[tuple[str, str]]) -> int:
    """The place if the person wins every game, and the others' games end as well as can be."""
    own, open_, rest, others = now[person], _open(left), _without(person, left), _others(person, now)
    most = own.points + WIN * open_[person]
    ahead = sum(_is_ahead(now[one], most, own, done=not (open_[one] or open_[person])) for one in others)
    behind = [one for one in others if now[one].points <= most]
    room = {one: most - now[one].points for one in behind if open_[one]}
    return 1 + ahead + len(room) - largest(room, rest)


def _worst(person: str, now: Mapping[str, CurrentStanding], left: Sequence[tuple[str, str]]) -> int:
    """The place if the person loses every game, and the others' games end as badly as can be."""
    own, open_, rest, others = now[person], _open(left), _without(person, left), _others(person, now)
    gained = Counter(one for pair in left if person in pair for one in pair if one != person)
    ahead, room, games = 0, {}, _open(rest)
    for one in others:
        points = now[one].points + WIN * gained[one]
        done = not (open_[one] or open_[person])
        if done or points >= own.points:
            ahead += points >= own.points if not done else _is_ahead(now[one], own.points, own, done=True)
        elif points + WIN * games[one] >= own.points:
            room[one] = points + WIN * games[one] - own.points
    return 1 + ahead + largest(room, rest)


def _is_ahead(other: CurrentStanding, points: int, own: CurrentStanding, *, done: bool) -> bool:
    """Whether someone is ahead of so many points already; the spread decides only between those who are done."""
    return other.points > points or (done and other.points == points and other.spread > own.spread)


def _others(person: str, now: Mapping[str, CurrentStanding]) -> list[str]:
    return [one for one in now if one != person]


def _open(left: Iterable[tuple[str, str]]) -> Counter[str]:
    return Counter(one for pair in left for one in pair)


def _without(person: str, left: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    return [pair for pair in left if person not in pair]


def largest(room: Mapping[str, int], games: Sequence[tuple[str, str]]) -> int:
    """The size of the largest set of players whose games among themselves give nobody more points than there is room.

    Whoever must be left out is looked for with ever more of them; in a set that is too full, at least one must be.
    """
    people = frozenset(room)
    for out in range(len(people)):
        search = _Search(room, games)
        if search.fits(people, frozenset(), out):
            return len(people) - out
        if search.effort > EFFORT:
            return len(people) - out
    return 0


@dataclass
class _Search:
    room: Mapping[str, int]
    games: Sequence[tuple[str, str]]
    effort: int = field(default=0)

    def fits(self, people: frozenset[str], kept: frozenset[str], out: int) -> bool:
        """Whether a set fits once at most `out` of its players are left out, none of them of those `kept`."""
        self.effort += 1
        full = overfull(self.room, [pair for pair in self.games if people.issuperset(pair)], people)
        if not full or self.effort > EFFORT:
            return not full
        inner = Counter(one for pair in self.games if full.issuperset(pair) for one in pair)
        relief = {one: WIN * inner[one] - self.room[one] for one in full - kept}
        order = sorted(relief, key=lambda one: (-relief[one], one))
        excess = WIN * inner.total() // 2 - sum(self.room[one] for one in full)
        if sum(max(0, relief[one]) for one in order[:out]) < excess:
            return False
        return any(self.fits(people - {one}, kept.union(order[:at]), out - 1) for at, one in enumerate(order))


def overfull(room: Mapping[str, int], games: Sequence[tuple[str, str]], people: frozenset[str]) -> frozenset[str]:
    """Some of these players whose games among themselves give more points than they have room for; none if all fit."""
    given: dict[str, Counter[str]] = {one: Counter() for one in people}
    load = dict.fromkeys(people, 0)
    for pair in games:
        for _ in range(WIN):
            one, other = sorted(pair, key=lambda player: load[player] - room[player])
            given[one][other] += 1
            load[one] += 1
    for one in sorted(people):
        while load[one] > room[one]:
            reached = _pass_on(one, given, load, room)
            if reached:
                return reached
    return frozenset()


def _pass_on(one: str, given: dict[str, Counter[str]], load: dict[str, int], room: Mapping[str, int]) -> frozenset[str]:
    """Pass a point on to someone with room, over games that can end otherwise; whoever is reached if nobody has any."""
    came: dict[str, str] = {one: ""}
    queue = deque([one])
    while queue:
        at = queue.popleft()
        if load[at] < room[at]:
            load[one] -= 1
            load[at] += 1
            while came[at]:
                given[came[at]][at] -= 1
                given[at][came[at]] += 1
                at = came[at]
            return frozenset()
        for other, points in sorted(given[at].items()):
            if points and other not in came:
                came[other] = at
                queue.append(other)
    return frozenset(came)


@dataclass(frozen=True, slots=True)
class LeagueStanding:
    """Someone's standing. Equal points and spread share a place.

    `scored` and `against` are means of the games that were really played, like `best_game`; `missed` counts turns that
    ran out of time, and `best` and `worst` are the places still possible. Whoever is `out` comes after all others.
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
    out: bool = False


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
    out = {spot.person for spot in spots if spot.out}
    left = [] if settled else [(one.first, one.second) for one in fixtures if one.sides is None]
    staying = {person: one for person, one in now.items() if person not in out}
    places = possible(staying, [pair for pair in left if not out & {*pair}])
    lines = {spot.person: spot.line for spot in spots}
    keys = {person: (person in out, -one.points, -one.spread) for person, one in now.items()}
    ranks = sorted(keys.values())

    def row(person: str) -> LeagueStanding:
        place = 1 + ranks.index(keys[person])
        made = _row(place, person, now[person], own[person], places.get(person, (place, place)))
        return replace(made, out=person in out)

    return tuple(map(row, sorted(own, key=lambda one: (keys[one], lines[one]))))


def champions(rows: Iterable[LeagueStanding]) -> list[LeagueStanding]:
    """Those who have won a division: they share the first place, have played, and are not out."""
    return [row for row in rows if row.place == 1 and row.games and not row.out]


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
    """Whether someone has not made a single move in any game of the season; of void games, that is not known."""
    own = [side for one in fixtures if one.sides for who, side in _named(one) if who == person]
    return bool(own) and all(side.absent and not side.void for side in own)


def _named(one: Fixture) -> list[tuple[str, FixtureSide]]:
    assert one.sides is not None
    return [(one.first, one.sides[0]), (one.second, one.sides[1])]


Entries = list[list["_Entry"]]


class _Way(IntEnum):
    """How someone has come into a division; whoever is named first is the last to be moved down for its size."""

    PROMOTED = 0
    STAYED = 1
    RELEGATED = 2
    NEW = 3


@dataclass(frozen=True, slots=True)
class _Entry:
    person: str
    way: _Way
    rank: int

    @property
    def down(self) -> tuple[int, int]:
        """The greatest is moved down first."""
        return self.way, self.rank

    @property
    def up(self) -> tuple[int, int]:
        """The least is moved up first: nobody is promoted twice while others can be."""
        return (_Way.NEW if self.way is _Way.PROMOTED else self.way), self.rank


def divisions_for(people: int, terms: Terms) -> int:
    """How many divisions so many people make: as near to the wanted size as can be, and none too large."""
    return max(1, round(people / terms.size), ceil(people / terms.most))


def moves(size: int, division: int, divisions: int, terms: Terms) -> tuple[int, int]:
    """How many are promoted from a division, and how many relegated."""
    moving = terms.moving(size)
    return (moving if division > 1 else 0), (moving if division < divisions else 0)


def place(members: Sequence[LeagueMember], spots: Iterable[Spot], season: int, terms: Terms) -> list[list[str]]:
    """The divisions of a season from the spots of earlier ones, the highest first."""
    latest = {one.person: one for one in sorted(spots, key=lambda one: one.season) if one.season < season}
    known = {person: spot for person, spot in latest.items() if spot.season >= season - SEASONS_REMEMBERED}
    joined = {one.person for one in members if one.joined}
    last = [spot for spot in known.values() if spot.season == season - 1]
    ladder = _moved(last, joined, terms)
    away = [spot for person, spot in known.items() if spot.season < season - 1 and person in joined]
    for spot in sorted(away, key=lambda one: (one.division, one.place or one.line)):
        _return(ladder, spot, terms)
    ladder[-1] += _newcomers(members, known)
    wanted = divisions_for(len(joined), terms)
    divisions = [[one.person for one in division] for division in _balanced(_counted(ladder, wanted), terms)]
    return _as_directed(divisions, members, terms)


def _as_directed(divisions: list[list[str]], members: Iterable[LeagueMember], terms: Terms) -> list[list[str]]:
    """The same with everyone in the division that the director has chosen, as far as sizes allow that."""
    goals = {one.person: one.division for one in members if one.joined and one.division is not None}
    waiting, moved = list(goals), True
    while moved:  # who moves makes room for others
        moved = False
        for person in tuple(waiting):
            own = next(people for people in divisions if person in people)
            goal = divisions[min(goals[person], len(divisions)) - 1]
            if own is not goal and len(goal) < terms.most and len(own) > LEAST_IN_DIVISION:
                own.remove(person)
                goal.append(person)
                waiting.remove(person)
                moved = True
    return divisions


def _moved(last: Sequence[Spot], joined: set[str], terms: Terms) -> Entries:
    """The divisions of the last season after promotion and relegation, without those who have left."""
    count = max((spot.division for spot in last), default=1)
    ladder: Entries = [[] for _ in range(count)]
    for number in range(1, count + 1):
        order = sorted((spot for spot in last if spot.division == number), key=lambda one: one.place or one.line)
        up, down = moves(len(order), number, count, terms)
        for rank, spot in enumerate(order):
            way = _Way.PROMOTED if rank < up else _Way.RELEGATED if rank >= len(order) - down else _Way.STAYED
            step = {_Way.PROMOTED: -1, _Way.RELEGATED: 1}.get(way, 0)
            if spot.person in joined:
                ladder[number - 1 + step].append(_Entry(spot.person, way, rank))
    return ladder


def _return(ladder: Entries, spot: Spot, terms: Terms) -> None:
    """Let someone come back into their division, or the next one that has room."""
    lower = range(min(spot.division, len(ladder)) - 1, len(ladder))
    at = next((at for at in lower if len(ladder[at]) < terms.most), len(ladder) - 1)
    ladder[at].append(_Entry(spot.person, _Way.STAYED, spot.place or spot.line))


def _newcomers(members: Sequence[LeagueMember], known: Mapping[str, Spot]) -> list[_Entry]:
    """Those with no remembered place, the best rated first."""
    new = [one for one in members if one.joined and one.person not in known]
    order = sorted(new, key=lambda one: -one.rating)
    return [_Entry(one.person, _Way.NEW, rank) for rank, one in enumerate(order)]


def _counted(ladder: Entries, wanted: int) -> Entries:
    """As many divisions as wanted: the lowest ones are joined, or the lowest is divided."""
    while len(ladder) > wanted:
        ladder[-2:] = [ladder[-2] + ladder[-1]]
    if parts := wanted - len(ladder):
        last = sorted(ladder.pop(), key=lambda one: one.down)
        cuts = [round(len(last) * part / (parts + 1)) for part in range(parts + 2)]
        ladder += [last[low:high] for low, high in pairwise(cuts)]
    return ladder


def _balanced(ladder: Entries, terms: Terms) -> Entries:
    """The same with divisions that are neither too large nor too small."""
    least = min(sum(map(len, ladder)) // len(ladder), max(1, terms.size - 2))
    for _ in ladder:
        for upper, lower in zip(ladder[-2::-1], ladder[:0:-1], strict=False):
            while upper and (len(lower) < least or len(upper) > terms.most):
                _shift(upper, lower, max(upper, key=lambda one: one.down))
        for upper, lower in pairwise(ladder):
            while lower and (len(upper) < least or len(lower) > terms.most > len(upper)):
                _shift(lower, upper, min(lower, key=lambda one: one.up))
    return ladder


def _shift(source: list[_Entry], goal: list[_Entry], one: _Entry) -> None:
    source.remove(one)
    goal.append(one)


COLUMNS = (
    "place", "points", "spread", "games", "wins", "ties", "losses", "scored", "against", "bingos", "best_turn",
    "best_game", "missed", "best", "worst",
)  # fmt: skip


def table(one: League) -> bytes:
    """The standings of all divisions, a player a row."""
    rows = (
        (number, one.name_of(row.person), *(getattr(row, name) for name in COLUMNS))
        for number in one.divisions
        for row in standings(*one.division(number), settled=not one.playing)
    )
    return spreadsheet([("division", "name", *COLUMNS), *rows]).encode()
