"""Leagues, their members, seasons and games. Every change makes the league due, so that it is seen to and shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    ColumnElement,
    Index,
    Row,
    Select,
    Table,
    bindparam,
    false,
    func,
    insert,
    select,
    true,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.competitions.store import ONE, CompetitionStore, competition_of, competition_table, new_row
from bot.features.leagues.receipts import (
    ChannelHasLeague,
    DivisionsStand,
    FixtureUnknown,
    LeagueFull,
    LeagueOver,
    NoSeasonRuns,
    NotInLeague,
    RemovedFromLeague,
    SeasonRuns,
    TooManyLeagues,
)
from bot.features.leagues.standings import champions, place, standings
from bot.features.leagues.values import (
    MOST_HERE,
    MOST_MEMBERS,
    SEASONS_REMEMBERED,
    Fixture,
    FixtureSide,
    League,
    LeagueMember,
    Season,
    Spot,
    StandingsMessage,
)
from bot.model.games import GamePhase
from bot.store.rows import execute, put, row_of, value_of, values_of
from bot.store.tables import GAMES, table
from engine.game.state import Person

LEAGUES = competition_table("leagues", League, "members season spots fixtures sheets")
"""Leagues. `length` is that of a season."""

_GONE, _REMOVED = (Column(name, Boolean, nullable=False, server_default=false()) for name in ("gone", "removed"))
MEMBERS = table("league_members", LeagueMember, key="league person", league=int, gone=_GONE, removed=_REMOVED)
"""Who is or was in a league."""

SEASONS = table("league_seasons", Season, key="league number", league=int)
"""The seasons of leagues."""

_OUT = Column("out", Boolean, nullable=False, server_default=false())
SPOTS = table("league_spots", Spot, key="league season person", league=int, out=_OUT)
"""Who played in which division of a season, and came out where."""

FIXTURES = table("league_fixtures", Fixture, key="league season number", league=int, season=int)
"""The games of seasons. `sides` are what both players did, once a game is decided."""
Index("ix_league_fixtures_game", FIXTURES.c.game)

SHEETS = table(
    "league_sheets",
    StandingsMessage,
    key="league season division",
    named={"message": "message_id"},
    league=int,
    season=int,
)
"""The messages with the standings of divisions, and numbers for what they show."""


def _in_season(table: Table) -> Column[int]:
    """The number of the season to which a row belongs."""
    return table.c.number if table is SEASONS else table.c.season


def _of_season(number: ColumnElement[int]) -> tuple[Select[Any], ...]:
    """Select a season of the league `ONE`, and what belongs to it."""

    def own(table: Table, *order: Column[Any]) -> Select[Any]:
        return select(table).where(table.c.league == ONE, _in_season(table) == number).order_by(*order)

    spots, fixtures = own(SPOTS, SPOTS.c.division, SPOTS.c.line), own(FIXTURES, FIXTURES.c.number)
    return own(SEASONS), spots, fixtures, own(SHEETS, SHEETS.c.division)


_EACH = SEASONS.alias()
_NEWEST_SEASON = _of_season(select(func.max(_EACH.c.number)).where(_EACH.c.league == ONE).scalar_subquery())
_EARLIER_SEASON = _of_season(bindparam("season"))


class LeagueStore(CompetitionStore[League]):
    """All leagues. Its methods raise what they refuse before anything has changed."""

    queued, games, belongs_to = LEAGUES, FIXTURES, FIXTURES.c.league
    undecided, live = FIXTURES.c.sides.is_(None), true()
    gone = LeagueOver
    unfinished = ~LEAGUES.c.over | LEAGUES.c.number.in_(select(SEASONS.c.league).where(~SEASONS.c.closed))
    parts = (select(MEMBERS).where(MEMBERS.c.league == ONE).order_by(MEMBERS.c.name), *_NEWEST_SEASON)

    # --- reading ------------------------------------------------------------------------------------------------------

    async def in_season(self, one: League, season: int) -> League:
        """A league with an earlier season; with none if it has not been played."""
        values = {"one": one.number, "season": season}
        async with self._database.read() as connection:
            found = await execute(connection, *((part, values) for part in _EARLIER_SEASON))
        return replace(one, **_season_facts(*(part.rows for part in found)))

    async def of_server(self, server: int) -> tuple[League, ...]:
        """The leagues of a server that go on."""
        return await self._all(select(LEAGUES.c.number).where(LEAGUES.c.server == server, LEAGUES.c.over.is_(False)))

    async def spots(self, number: int, season: int) -> tuple[Spot, ...]:
        """Who played where in the last seasons before one."""
        late = (SPOTS.c.season < season, SPOTS.c.season >= season - SEASONS_REMEMBERED)
        async with self._database.read() as connection:
            return values_of(Spot, await connection.execute(select(SPOTS).where(SPOTS.c.league == number, *late)))

    async def next_divisions(self, one: League) -> list[list[str]]:
        """The divisions of the next season, as things stand."""
        number = one.season.number + 1 if one.season else 1
        return place(one.joined, await self.spots(one.number, number), number, one.terms)

    async def winners(self, number: int) -> tuple[tuple[Season, tuple[str, ...]], ...]:
        """The seasons that are over, the newest first, with all who won a division; a division may have no winner."""
        over = select(SEASONS).where(SEASONS.c.league == number, SEASONS.c.closed).order_by(SEASONS.c.number.desc())
        spots = select(SPOTS).where(SPOTS.c.league == number).order_by(SPOTS.c.division, SPOTS.c.line)
        games = select(FIXTURES).where(FIXTURES.c.league == number)
        async with self._database.read() as connection:
            seasons = values_of(Season, await connection.execute(over))
            played = values_of(Spot, await connection.execute(spots))
            rows = (await connection.execute(games)).all()

        def won(season: int) -> Iterator[str]:
            own = [spot for spot in played if spot.season == season]
            fixtures = [_fixture_of(row) for row in rows if row.season == season]
            for division in sorted({spot.division for spot in own}):
                there = [spot for spot in own if spot.division == division]
                here = [fixture for fixture in fixtures if fixture.division == division]
                yield from (row.person for row in champions(standings(there, here, settled=True)))

        return tuple((one, tuple(won(one.number))) for one in seasons)

    # --- what directors and players do ----------------------------------------------------------------------------

    async def make(self, league: League, now: int) -> None:
        """Write down a new league. Raises `ChannelHasLeague` and `TooManyLeagues`."""
        async with self._database.write(f"leagues {league.server}") as connection:
            live = (LEAGUES.c.server == league.server, ~LEAGUES.c.over)
            channels = (await connection.execute(select(LEAGUES.c.channel).where(*live))).scalars().all()
            if league.channel in channels:
                raise ChannelHasLeague
            if len(channels) >= MOST_HERE:
                raise TooManyLeagues(MOST_HERE)
            await connection.execute(insert(LEAGUES), [new_row(LEAGUES, league, now)])

    async def join(self, number: int, person: Person, rating: int, now: int, *, directed: bool = False) -> None:
        """Enter somebody for the next season and those after it, also who was removed if it is `directed`.

        Raises `LeagueOver`, `RemovedFromLeague` and `LeagueFull`.
        """
        async with self._changing(number, now) as (connection, found):
            if found.over:
                raise LeagueOver
            if not directed and any(one.removed for one in found.members if one.person == person.id):
                raise RemovedFromLeague
            if len({one.person for one in found.joined} - {person.id}) >= MOST_MEMBERS:
                raise LeagueFull(MOST_MEMBERS)
            division = next((one.division for one in found.joined if one.person == person.id), None)
            member = LeagueMember(person.id, person.name, person.by_ear, rating, division=division)
            await put(connection, MEMBERS, row_of(MEMBERS, member, league=number))
            await _mark_out(connection, found, person.id, out=False)

    async def leave(self, number: int, person: str, now: int) -> None:
        """Enter somebody for no further season; their running games go on. Raises `NotInLeague`."""
        async with self._changing(number, now) as (connection, found):
            if person not in {one.person for one in found.joined}:
                raise NotInLeague
            await _part(connection, number, [person], gone=False)
            await _mark_out(connection, found, person, out=False)

    async def drop(self, number: int, people: Sequence[str], now: int) -> None:
        """Enter people for no further season who have left the server, and not in running games either.

        They may have left the league before.
        """
        async with self._changing(number, now) as (connection, found):
            await _part(connection, number, people, gone=True)
            for person in people:
                await _mark_out(connection, found, person, out=True)

    async def remove(self, number: int, person: str, now: int) -> None:
        """Enter somebody for no further season, and not in running games either, until the director does.

        Raises `NotInLeague`. Whoever has left before can be removed later.
        """
        async with self._changing(number, now) as (connection, found):
            if person not in {one.person for one in found.members}:
                raise NotInLeague
            await _part(connection, number, [person], gone=True, removed=True)
            await _mark_out(connection, found, person, out=True)

    async def move(self, number: int, person: str, division: int, now: int) -> None:
        """Have somebody play the next season in a division. Raises `LeagueOver`, `DivisionsStand` and `NotInLeague`."""
        async with self._changing(number, now) as (connection, found):
            if found.over:
                raise LeagueOver
            if found.playing:
                raise DivisionsStand
            if person not in {one.person for one in found.joined}:
                raise NotInLeague
            theirs = (MEMBERS.c.league == number, MEMBERS.c.person == person)
            await connection.execute(update(MEMBERS).where(*theirs).values(division=division))

    async def hasten(self, number: int, now: int) -> None:
        """Let the next season begin now. Raises `LeagueOver` and `SeasonRuns`."""
        async with self._changing(number, now) as (connection, found):
            if found.over:
                raise LeagueOver
            if found.playing:
                raise SeasonRuns
            await self._set(connection, number, starts_at=now)

    async def correct(self, one: League, fixture: Fixture, sides: tuple[FixtureSide, FixtureSide], now: int) -> None:
        """Set the result of a game of the season that is played. Raises `FixtureUnknown`."""
        async with self._changing(one.number, now) as (connection, found):
            if not found.playing or found.playing != one.playing:
                raise FixtureUnknown
            known = update(FIXTURES).where(*self._is(one, fixture))
            await connection.execute(known.values(sides=_sides_row(sides), stuck=False, correction=found.version))

    async def end(self, number: int, now: int) -> None:
        """End a league: no further season begins, one that is played is finished. Raises `LeagueOver`."""
        async with self._changing(number, now) as (connection, found):
            if found.over:
                raise LeagueOver
            await self._set(connection, number, over=True, starts_at=None)

    async def end_season(self, number: int, now: int) -> None:
        """Let the season that is played end now. Raises `NoSeasonRuns`."""
        async with self._changing(number, now) as (connection, found):
            if not found.playing:
                raise NoSeasonRuns
            await connection.execute(update(SEASONS).where(*_is_season(SEASONS, found)).values(ends=now))

    async def abandon(self, number: int, now: int) -> None:
        """End a league whose channel is gone, with the season that is played."""
        async with self._changing(number, now) as (connection, found):
            await self._set(connection, number, over=True, starts_at=None)
            if found.playing:
                done = update(SEASONS).where(*_is_season(SEASONS, found)).values(closed=True, told=True)
                await connection.execute(done)

    # --- seeing to them -----------------------------------------------------------------------------------------------

    async def ended(self, number: int) -> frozenset[int]:
        """The fixtures without a result whose games are over."""
        query = select(FIXTURES.c.number).join(GAMES, GAMES.c.game == FIXTURES.c.game)
        open_ = (FIXTURES.c.league == number, FIXTURES.c.sides.is_(None), ~FIXTURES.c.stuck)
        newest = select(func.max(SEASONS.c.number)).where(SEASONS.c.league == number).scalar_subquery()
        query = query.where(*open_, FIXTURES.c.season == newest, GAMES.c.phase == GamePhase.OVER.value)
        async with self._database.read() as connection:
            return frozenset((await connection.execute(query)).scalars())

    async def begin(
        self, one: League, season: Season, divisions: Sequence[Sequence[str]], fixtures: Sequence[Fixture], now: int
    ) -> None:
        """Write down a season that begins, unless somebody has changed the league since it was read."""
        async with self._changing(one.number, now) as (connection, found):
            if found.version != one.version or found.playing or found.over:
                return
            own = {"league": one.number, "season": season.number}
            lines = [(at, line, who) for at, who_all in enumerate(divisions, 1) for line, who in enumerate(who_all, 1)]
            spots = [{**own, "person": who, "division": at, "line": line, "out": False} for at, line, who in lines]
            sheets = [{**own, "division": at, "listed": -1, "at": 0} for at in range(1, len(divisions) + 1)]
            await connection.execute(insert(SEASONS), [row_of(SEASONS, season, league=one.number)])
            await connection.execute(insert(SPOTS), spots)
            await connection.execute(insert(FIXTURES), [row_of(FIXTURES, one, **own) for one in fixtures])
            await connection.execute(insert(SHEETS), sheets)
            await connection.execute(update(MEMBERS).where(MEMBERS.c.league == one.number).values(division=None))
            await self._set(connection, one.number, starts_at=None)

    async def decided(self, one: League, fixture: Fixture, sides: tuple[FixtureSide, FixtureSide] | None) -> None:
        """Note how a game ended, unless a director has said so; None if that had no result."""
        here = update(FIXTURES).where(*self._is(one, fixture), FIXTURES.c.sides.is_(None))
        facts = {"sides": _sides_row(sides)} if sides else {"stuck": True}
        await self._change(here.values(**facts))

    async def close(
        self, one: League, places: Mapping[str, int], gone: Sequence[str], next_at: int | None, now: int
    ) -> None:
        """Write down the places of a season that is over; those who are `gone` are in no further one.

        Not if somebody has changed the league since it was read, such as a director a result.
        """
        assert one.season is not None
        async with self._changing(one.number, now) as (connection, found):
            if not found.playing or found.version != one.version:
                return
            own = (SPOTS.c.league == one.number, SPOTS.c.season == one.season.number)
            for person, place in places.items():
                await connection.execute(update(SPOTS).where(*own, SPOTS.c.person == person).values(place=place))
            await _part(connection, one.number, gone, gone=False)
            await connection.execute(update(SEASONS).where(*_is_season(SEASONS, one)).values(closed=True))
            await self._set(connection, one.number, starts_at=None if found.over else next_at)

    async def note_season(self, one: League, **facts: bool) -> None:
        """Note what a season's members have been told: `reminded` or `told`."""
        await self._change(update(SEASONS).where(*_is_season(SEASONS, one)).values(**facts))

    async def note_sheet(self, one: League, sheet: StandingsMessage) -> None:
        """Note the message with a division's standings."""
        here = update(SHEETS).where(*_is_season(SHEETS, one), SHEETS.c.division == sheet.division)
        await self._change(here.values(message=sheet.message, listed=sheet.listed, at=sheet.at))

    def _is(self, one: League, place: Fixture) -> tuple[ColumnElement[bool], ...]:
        return (*_is_season(FIXTURES, one), FIXTURES.c.number == place.number)

    def _whole(self, row: Row[Any], *parts: Any) -> League:
        members, *season = parts
        return competition_of(League, row, members=values_of(LeagueMember, members), **_season_facts(*season))


async def _part(connection: AsyncConnection, number: int, people: Sequence[str], **marks: bool) -> None:
    these = (MEMBERS.c.league == number, MEMBERS.c.person.in_(people))
    await connection.execute(update(MEMBERS).where(*these).values(joined=False, **marks))


async def _mark_out(connection: AsyncConnection, one: League, person: str, *, out: bool) -> None:
    """Note whether somebody can still win the season that is played."""
    if one.playing:
        own = (*_is_season(SPOTS, one), SPOTS.c.person == person)
        await connection.execute(update(SPOTS).where(*own).values(out=out))


def _is_season(table: Table, one: League) -> tuple[ColumnElement[bool], ...]:
    assert one.season is not None
    return (table.c.league == one.number, _in_season(table) == one.season.number)


def _season_facts(seasons: Any, spots: Any, fixtures: Any, sheets: Any) -> dict[str, Any]:
    """What a league has of a season, from the rows that `_of_season` selects."""
    return {
        "season": next(iter(values_of(Season, seasons)), None),
        "spots": values_of(Spot, spots),
        "fixtures": tuple(map(_fixture_of, fixtures)),
        "sheets": values_of(StandingsMessage, sheets),
    }


def _fixture_of(row: Row[Any]) -> Fixture:
    return value_of(
        Fixture, row, sides=None if row.sides is None else (FixtureSide(*row.sides[0]), FixtureSide(*row.sides[1]))
    )


def _sides_row(sides: tuple[FixtureSide, FixtureSide]) -> list[list[int | bool]]:
    return [[one.points, one.bingos, one.best, one.missed, one.absent, one.lost, one.void] for one in sides]
