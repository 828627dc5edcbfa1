"""Leagues, their members, seasons and games. Every change makes the league due, so that it is seen to and shown."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict
from typing import Any

from sqlalchemy import Row, Table, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.features.leagues.refusals import (
    ChannelHasLeague,
    FixtureUnknown,
    LeagueFull,
    LeagueOver,
    NotInLeague,
    SeasonRuns,
    TooManyLeagues,
)
from bot.features.leagues.tables import FIXTURES, LEAGUES, MEMBERS, SEASONS, SHEETS, SPOTS
from bot.features.leagues.values import (
    MOST_HERE,
    MOST_MEMBERS,
    REMEMBERED,
    Fixture,
    League,
    Member,
    Season,
    Sheet,
    Side,
    Spot,
    Terms,
)
from bot.model.games import GamePhase
from bot.store.database import Database, Repository
from bot.store.queue import Queue
from bot.store.rows import put
from bot.store.tables import GAMES
from engine.game import events as ev
from engine.game.codec import decode, encode
from engine.game.state import Person


class LeagueStore(Repository):
    """All leagues. Its methods raise what they refuse before anything has changed."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._queue = Queue(database, LEAGUES)

    # --- reading ------------------------------------------------------------------------------------------------------

    async def get(self, number: int, season: int | None = None) -> League | None:
        """A league by its number, with its newest season or an earlier one."""
        async with self._database.read() as connection:
            return await _read(connection, number, season)

    async def here(self, channel: int, season: int | None = None) -> League | None:
        """The league of a channel: the newest one."""
        newest = select(func.max(LEAGUES.c.number)).where(LEAGUES.c.channel == channel)
        async with self._database.read() as connection:
            number = (await connection.execute(newest)).scalar_one()
            return await _read(connection, number, season) if number is not None else None

    async def spots(self, number: int, season: int) -> tuple[Spot, ...]:
        """Who played where in the last seasons before one."""
        late = (SPOTS.c.season < season, SPOTS.c.season >= season - REMEMBERED)
        async with self._database.read() as connection:
            return tuple(map(_spot_of, await connection.execute(select(SPOTS).where(SPOTS.c.league == number, *late))))

    async def winners(self, number: int) -> tuple[tuple[Season, tuple[str, ...]], ...]:
        """The seasons that are over, the newest first, with whoever won each division."""
        over = select(SEASONS).where(SEASONS.c.league == number, SEASONS.c.closed).order_by(SEASONS.c.number.desc())
        first = select(SPOTS).where(SPOTS.c.league == number, SPOTS.c.place == 1).order_by(SPOTS.c.division)
        async with self._database.read() as connection:
            seasons = [_season_of(row) for row in await connection.execute(over)]
            won = [_spot_of(row) for row in await connection.execute(first)]
        return tuple((one, tuple(spot.person for spot in won if spot.season == one.number)) for one in seasons)

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
            await connection.execute(insert(LEAGUES), [_row(league, now)])

    async def join(self, number: int, person: Person, rating: int, now: int) -> None:
        """Enter somebody for the next season and those after it. Raises `LeagueOver` and `LeagueFull`."""
        async with self._changing(number, now) as (connection, found):
            if found.over:
                raise LeagueOver
            if len({one.person for one in found.joined} - {person.id}) >= MOST_MEMBERS:
                raise LeagueFull(MOST_MEMBERS)
            member = {"league": number, "person": person.id, "name": person.name, "by_ear": person.by_ear}
            await put(connection, MEMBERS, {**member, "rating": rating, "joined": True})

    async def leave(self, number: int, person: str, now: int) -> None:
        """Enter somebody for no further season; their running games go on. Raises `NotInLeague`."""
        async with self._changing(number, now) as (connection, found):
            if person not in {one.person for one in found.joined}:
                raise NotInLeague
            await _part(connection, number, [person])

    async def hasten(self, number: int, now: int) -> None:
        """Let the next season begin now. Raises `LeagueOver` and `SeasonRuns`."""
        async with self._changing(number, now) as (connection, found):
            if found.over:
                raise LeagueOver
            if found.playing:
                raise SeasonRuns
            await _set(connection, number, starts_at=now)

    async def correct(self, one: League, fixture: Fixture, sides: tuple[Side, Side], now: int) -> None:
        """Set the result of a game of the season that is played. Raises `FixtureUnknown`."""
        async with self._changing(one.number, now) as (connection, found):
            if not found.playing or found.playing != one.playing:
                raise FixtureUnknown
            known = update(FIXTURES).where(*_is_fixture(one, fixture))
            await connection.execute(known.values(sides=_sides_row(sides), stuck=False))

    async def end(self, number: int, now: int) -> None:
        """End a league: no further season begins, one that is played is finished. Raises `LeagueOver`."""
        async with self._changing(number, now) as (connection, found):
            if found.over:
                raise LeagueOver
            await _set(connection, number, over=True, starts_at=None)

    @asynccontextmanager
    async def _changing(self, number: int, now: int) -> AsyncIterator[tuple[AsyncConnection, League]]:
        """A league that nobody else changes meanwhile; it is due at once, and its message is to be shown anew."""
        async with self._database.write(f"league {number}") as connection:
            found = await _read(connection, number)
            if found is None:
                raise LeagueOver
            yield connection, found
            busy = select(LEAGUES.c.owner).where(LEAGUES.c.number == number)
            due = {} if (await connection.execute(busy)).scalar_one() else {"due": now}
            await _set(connection, number, version=found.version + 1, attempts=0, at=now, **due)

    # --- seeing to them -----------------------------------------------------------------------------------------------

    async def next_due(self) -> int | None:
        """When a league has to be seen to next; None if none has."""
        return await self._queue.next_due()

    async def claim(self, owner: str, now: int, until: int, limit: int) -> tuple[League, ...]:
        """Lease the leagues that are due."""
        rows = await self._queue.claim(owner, now, until, limit)
        async with self._database.read() as connection:
            found = [await _read(connection, row.number) for row in rows]
        return tuple(one for one in found if one is not None)

    async def notice(self, now: int) -> None:
        """Make those due at once in which a game is over whose result is not written down."""
        undecided = (FIXTURES.c.sides.is_(None), ~FIXTURES.c.stuck)
        waits = select(FIXTURES.c.league).join(GAMES, GAMES.c.game == FIXTURES.c.game)
        waits = waits.where(GAMES.c.phase == GamePhase.OVER.value, *undecided)
        waiting = or_(LEAGUES.c.due > now, LEAGUES.c.due.is_(None))
        late = (LEAGUES.c.owner.is_(None), waiting, LEAGUES.c.number.in_(waits))
        async with self._database.read() as connection:
            numbers = (await connection.execute(select(LEAGUES.c.number).where(*late))).scalars().all()
        if numbers:
            await self._change(update(LEAGUES).where(*late, LEAGUES.c.number.in_(numbers)).values(at=now, due=now))

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
            spots = [{**own, "person": who, "division": at, "line": line} for at, line, who in lines]
            sheets = [{**own, "division": at, "counted": -1, "at": 0} for at in range(1, len(divisions) + 1)]
            await connection.execute(insert(SEASONS), [{"league": one.number, **asdict(season)}])
            await connection.execute(insert(SPOTS), spots)
            await connection.execute(insert(FIXTURES), [{**own, **_fixture_row(fixture)} for fixture in fixtures])
            await connection.execute(insert(SHEETS), sheets)
            await _set(connection, one.number, starts_at=None)

    async def opened(self, one: League, fixture: Fixture, game: str) -> None:
        """Note a fixture's game."""
        here = update(FIXTURES).where(*_is_fixture(one, fixture), FIXTURES.c.game.is_(None))
        await self._change(here.values(game=game))

    async def decided(self, one: League, fixture: Fixture, sides: tuple[Side, Side] | None) -> None:
        """Note how a game ended, unless a director has said so; None if that had no result."""
        here = update(FIXTURES).where(*_is_fixture(one, fixture), FIXTURES.c.sides.is_(None))
        facts = {"sides": _sides_row(sides)} if sides else {"stuck": True}
        await self._change(here.values(**facts))

    async def close(
        self, one: League, places: Mapping[str, int], gone: Sequence[str], next_at: int | None, now: int
    ) -> None:
        """Write down the places of a season that is over; those who are `gone` are in no further one."""
        assert one.season is not None
        async with self._changing(one.number, now) as (connection, found):
            if not found.playing or found.playing.number != one.season.number:
                return
            own = (SPOTS.c.league == one.number, SPOTS.c.season == one.season.number)
            for person, place in places.items():
                await connection.execute(update(SPOTS).where(*own, SPOTS.c.person == person).values(place=place))
            await _part(connection, one.number, gone)
            await connection.execute(update(SEASONS).where(*_is_season(SEASONS, one)).values(closed=True))
            await _set(connection, one.number, starts_at=None if found.over else next_at)

    async def note(self, number: int, **facts: int | None) -> None:
        """Note what is posted or planned: `message_id`, `shown` or `starts_at`."""
        await self._change(update(LEAGUES).where(LEAGUES.c.number == number).values(**facts))

    async def note_season(self, one: League, **facts: bool) -> None:
        """Note what a season's members have been told: `reminded` or `told`."""
        await self._change(update(SEASONS).where(*_is_season(SEASONS, one)).values(**facts))

    async def note_sheet(self, one: League, sheet: Sheet) -> None:
        """Note the message with a division's standings."""
        here = update(SHEETS).where(*_is_season(SHEETS, one), SHEETS.c.division == sheet.division)
        await self._change(here.values(message_id=sheet.message, counted=sheet.counted, at=sheet.at))

    async def later(self, one: League, owner: str, due: int | None, attempts: int = 0) -> None:
        """Give up the lease until an instant, None for ever; if somebody has changed the league, it is due now."""
        mine = (LEAGUES.c.number == one.number, LEAGUES.c.owner == owner)
        free = update(LEAGUES).values(owner=None, attempts=attempts)
        async with self._database.write(f"league {one.number}") as connection:
            same = free.where(*mine, LEAGUES.c.version == one.version).values(at=due, due=due)
            if not (await connection.execute(same)).rowcount:
                await connection.execute(free.where(*mine).values(due=LEAGUES.c.at))


async def _set(connection: AsyncConnection, number: int, **facts: Any) -> None:
    await connection.execute(update(LEAGUES).where(LEAGUES.c.number == number).values(**facts))


async def _part(connection: AsyncConnection, number: int, people: Sequence[str]) -> None:
    these = (MEMBERS.c.league == number, MEMBERS.c.person.in_(people))
    await connection.execute(update(MEMBERS).where(*these).values(joined=False))


def _is_season(table: Table, one: League) -> tuple[Any, ...]:
    assert one.season is not None
    column = table.c.number if table is SEASONS else table.c.season
    return (table.c.league == one.number, column == one.season.number)


def _is_fixture(one: League, fixture: Fixture) -> tuple[Any, ...]:
    return (*_is_season(FIXTURES, one), FIXTURES.c.number == fixture.number)


async def _read(connection: AsyncConnection, number: int, season: int | None = None) -> League | None:
    row = (await connection.execute(select(LEAGUES).where(LEAGUES.c.number == number))).one_or_none()
    if row is None:
        return None
    seasons = select(SEASONS).where(SEASONS.c.league == number).order_by(SEASONS.c.number.desc()).limit(1)
    seasons = seasons if season is None else seasons.where(SEASONS.c.number == season)
    newest = next((_season_of(found) for found in await connection.execute(seasons)), None)
    members = select(MEMBERS).where(MEMBERS.c.league == number)
    own = 0 if newest is None else newest.number

    async def rows(table: Table, *order: str) -> Sequence[Row[Any]]:
        query = select(table).where(table.c.league == number, table.c.season == own)
        return (await connection.execute(query.order_by(*(table.c[name] for name in order)))).all()

    return League(
        row.number,
        row.server,
        row.channel,
        row.name,
        Terms(row.length, row.pause, row.size, row.movers),
        _setup_of(row),
        row.maker,
        row.director,
        row.over,
        row.starts_at,
        row.message_id,
        row.version,
        row.shown,
        row.attempts,
        tuple(map(_member_of, await connection.execute(members.order_by(MEMBERS.c.name)))),
        newest,
        tuple(map(_spot_of, await rows(SPOTS, "division", "line"))),
        tuple(map(_fixture_of, await rows(FIXTURES, "number"))),
        tuple(map(_sheet_of, await rows(SHEETS, "division"))),
    )


def _row(one: League, now: int) -> dict[str, Any]:
    terms = one.terms
    return {
        "server": one.server,
        "channel": one.channel,
        "name": one.name,
        "length": terms.season,
        "pause": terms.pause,
        "size": terms.size,
        "movers": terms.movers,
        "setup": encode(ev.Opened(now, Person(one.maker, ""), one.setup)),
        "maker": one.maker,
        "director": one.director,
        "over": False,
        "starts_at": one.starts_at,
        "version": 0,
        "shown": -1,
        "at": now,
        "due": now,
        "attempts": 0,
    }


def _setup_of(row: Row[Any]) -> Any:
    opened = decode(row.setup)
    assert isinstance(opened, ev.Opened)
    return opened.setup


def _member_of(row: Row[Any]) -> Member:
    return Member(row.person, row.name, row.by_ear, row.rating, row.joined)


def _season_of(row: Row[Any]) -> Season:
    return Season(row.number, row.began, row.ends, row.closed, row.reminded, row.told)


def _spot_of(row: Row[Any]) -> Spot:
    return Spot(row.person, row.season, row.division, row.line, row.place)


def _sheet_of(row: Row[Any]) -> Sheet:
    return Sheet(row.division, row.message_id, row.counted, row.at)


def _fixture_row(one: Fixture) -> dict[str, Any]:
    facts = {"number": one.number, "division": one.division, "first": one.first, "second": one.second}
    return {**facts, "game": None, "sides": None, "stuck": False}


def _fixture_of(row: Row[Any]) -> Fixture:
    sides = None if row.sides is None else (Side(*row.sides[0]), Side(*row.sides[1]))
    return Fixture(row.number, row.division, row.first, row.second, row.game, sides, row.stuck)


def _sides_row(sides: tuple[Side, Side]) -> list[list[int | bool]]:
    return [[one.points, one.bingos, one.best, one.missed, one.absent] for one in sides]
