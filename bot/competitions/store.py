"""Competitions in the database. Every change of one makes it due, so that it is seen to and shown."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import cache, lru_cache
from typing import Any, ClassVar, TypeVar

from sqlalchemy import (
    JSON,
    BigInteger,
    BindParameter,
    Column,
    ColumnElement,
    Index,
    Row,
    Select,
    Table,
    Update,
    bindparam,
    case,
    func,
    or_,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.competitions.values import Competition
from bot.model.errors import BotError
from bot.model.games import GamePhase
from bot.model.honours import HonourKind
from bot.store.honours import crown
from bot.store.queue import QueueStore
from bot.store.rows import execute, fetch, row_of, value_of
from bot.store.tables import GAMES, table
from engine.game import events as ev
from engine.game.codec import decode, encode
from engine.game.state import Person, Setup

C = TypeVar("C", bound=Competition)
ONE: BindParameter[Any] = bindparam("one")
"""The number of the competition that is read."""


def competition_table(name: str, kind: type[Competition], without: str, **more: Any) -> Table:
    """The table of the competitions of a kind, with `more` columns as `table` takes them.

    `setup` is the event that would open a game of it. `due` is None for one that has nothing to do, else `at`, or later
    while the process `owner` sees to it.
    """
    lease: dict[str, Any] = {"at": int | None, "due": int | None, "owner": str | None}
    named = {"message": "message_id"}
    made = table(name, kind, key="number", counts=True, without=without, named=named, setup=JSON, **lease, **more)
    for column in (made.c.server, made.c.channel, made.c.due):
        Index(f"ix_{name}_{column.name}", column)
    return made


class CompetitionStore(QueueStore[C]):
    """The competitions of a kind. Its methods raise what they refuse before anything has changed.

    `games` is the table of their games, with the columns `game`, `stuck` for one that has ended without a result, and
    `correction`, by which version a director has set the result, until the game has been told. `belongs_to` is the
    column with the competition's number. `undecided` holds for games whose result is not known, `live` for
    competitions that wait for results, `unfinished` for those that are not over. `parts` select what belongs to the
    competition `ONE` besides its row. `gone` is raised about one that there is not.
    """

    games: ClassVar[Table]
    belongs_to: ClassVar[Column[int]]
    undecided: ClassVar[ColumnElement[bool]]
    live: ClassVar[ColumnElement[bool]]
    gone: ClassVar[type[BotError]]
    unfinished: ClassVar[ColumnElement[bool]]
    parts: ClassVar[tuple[Select[Any], ...]]

    # --- reading ------------------------------------------------------------------------------------------------------

    async def get(self, number: int) -> C | None:
        """A competition by its number."""
        async with self._database.read() as connection:
            return await self._read(connection, number)

    async def here(self, channel: int) -> C | None:
        """The competition of a channel: the newest one."""
        async with self._database.read() as connection:
            [newest] = await fetch(connection, self._newest(), {"channel": channel})
            return await self._read(connection, newest.number or 0)

    @classmethod
    @cache
    def _newest(cls) -> Select[Any]:
        """Select the number of the newest competition in `channel`."""
        table = cls.queued
        return select(func.max(table.c.number).label("number")).where(table.c.channel == bindparam("channel"))

    async def of_game(self, game: str) -> C | None:
        """The competition to which a game belongs."""
        found = await self._all(select(self.belongs_to).where(self.games.c.game == game))
        return next(iter(found), None)

    async def played_within(self, server: int, since: int, until: int) -> tuple[C, ...]:
        """The competitions of a server of which a game has ended from an instant on and before another."""
        query = select(self.queued.c.number).join(self.games, self.belongs_to == self.queued.c.number)
        query = query.join(GAMES, GAMES.c.game == self.games.c.game).where(self.queued.c.server == server)
        over = (GAMES.c.phase == GamePhase.OVER.value, GAMES.c.changed >= since, GAMES.c.changed < until)
        return await self._all(query.where(*over).distinct())

    async def occupied(self) -> tuple[tuple[int, int], ...]:
        """The servers and channels of those that are not over."""
        rows = await self._rows(select(self.queued.c.server, self.queued.c.channel).where(self.unfinished))
        return tuple((row.server, row.channel) for row in rows)

    async def unfinished_in(self, channel: int) -> tuple[C, ...]:
        """Those of a channel that are not over."""
        return await self._all(select(self.queued.c.number).where(self.queued.c.channel == channel, self.unfinished))

    async def _all(self, numbers: Select[Any]) -> tuple[C, ...]:
        async with self._database.read() as connection:
            found = sorted((await connection.execute(numbers)).scalars())
            return tuple([one for number in found if (one := await self._read(connection, number))])

    async def _read(self, connection: AsyncConnection, number: int) -> C | None:
        found = await execute(connection, *((one, {"one": number}) for one in self._selected()))
        rows, *parts = (one.rows for one in found)
        return self._whole(rows[0], *parts) if rows else None

    @classmethod
    @cache
    def _selected(cls) -> tuple[Select[Any], ...]:
        return (select(cls.queued).where(cls.queued.c.number == ONE), *cls.parts)

    @abstractmethod
    def _whole(self, row: Row[Any], *parts: Any) -> C:
        """The competition of a row, with the rows of each of its `parts`."""

    # --- changes ------------------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def _changing(self, number: int, now: int) -> AsyncIterator[tuple[AsyncConnection, C]]:
        """One that nobody else changes meanwhile; it is due at once, and its message is to be shown anew."""
        async with self._database.write(self._lock(number)) as connection:
            found = await self._read(connection, number)
            if found is None:
                raise self.gone
            yield connection, found
            await execute(connection, (self._changed(), {"one": number, "now": now}))

    @classmethod
    @cache
    def _changed(cls) -> Update:
        table, now = cls.queued, bindparam("now", type_=BigInteger)
        due = case((table.c.owner.is_(None), now), else_=table.c.due)
        changed = update(table).where(table.c.number == ONE)
        return changed.values(version=table.c.version + 1, attempts=0, at=now, due=due)

    async def _set(self, connection: AsyncConnection, number: int, **facts: Any) -> None:
        await connection.execute(update(self.queued).where(self.queued.c.number == number).values(**facts))

    def _lock(self, number: int) -> str:
        return f"one of {self.queued.name} {number}"

    @abstractmethod
    async def end(self, number: int, now: int) -> None:
        """End one. Raises a refusal if it is over."""

    async def abandon(self, number: int, now: int) -> None:
        """End one whose channel is gone, and whatever is still played in it. Raises a refusal if it is over."""
        await self.end(number, now)

    async def crown(self, one: C, key: str, contest: HonourKind, won: Mapping[str, str], at: int) -> None:
        """Note who has won one, or a part of it that the key names, by ids and names."""
        async with self._database.write(self._lock(one.number)) as connection:
            await crown(connection, key, one.server, contest, won, one.name, at)

    # --- seeing to them -----------------------------------------------------------------------------------------------

    async def _of(self, rows: Sequence[Row[Any]]) -> tuple[C, ...]:
        async with self._database.read() as connection:
            return tuple([one for row in rows if (one := await self._read(connection, row.number))])

    async def notice(self, now: int) -> None:
        """Make those due at once in which a game is over whose result is not written down."""
        if numbers := [row.number for row in await self._found(self._late(), now=now)]:
            these = update(self.queued).where(self.queued.c.number.in_(numbers), *self._is_late())
            async with self._database.write() as connection:
                await connection.execute(these.values(at=now, due=now), {"now": now})

    @classmethod
    @cache
    def _late(cls) -> Select[Any]:
        """Select the competitions in which a game is over whose result is not written down."""
        return select(cls.queued.c.number).where(*cls._is_late())

    @classmethod
    def _is_late(cls) -> tuple[ColumnElement[bool], ...]:
        table, games = cls.queued, cls.games
        waits: Select[Any] = select(cls.belongs_to).join(GAMES, GAMES.c.game == games.c.game)
        waits = waits.where(GAMES.c.phase == GamePhase.OVER.value, cls.undecided, ~games.c.stuck)
        waiting = or_(table.c.due > bindparam("now"), table.c.due.is_(None))
        return table.c.owner.is_(None), waiting, cls.live, table.c.number.in_(waits)

    async def note(self, number: int, **facts: int | None) -> None:
        """Note what is posted or planned, by the columns."""
        await self._change(update(self.queued).where(self.queued.c.number == number).values(**facts))

    async def opened(self, one: C, place: Any, game: str) -> None:
        """Note the game of a fixture or board."""
        here = update(self.games).where(*self._is(one, place), self.games.c.game.is_(None))
        await self._change(here.values(game=game))

    async def settled(self, one: C, place: Any) -> None:
        """Note that the game of a fixture or board has been told its result, unless that has been set once more."""
        told = update(self.games).where(*self._is(one, place), self.games.c.correction == place.correction)
        await self._change(told.values(correction=None))

    @abstractmethod
    def _is(self, one: C, place: Any) -> tuple[ColumnElement[bool], ...]:
        """What holds for the row of a fixture or board."""

    async def later(self, one: C, owner: str, due: int | None) -> None:
        """Give up the lease after a failure; as `release`."""
        await self.release(one, owner, due, one.attempts + 1)

    async def release(self, one: C, owner: str, due: int | None, attempts: int = 0) -> None:
        """Give up the lease until an instant, None for ever; if somebody has changed it meanwhile, it is due now."""
        values = {"one": one.number, "by": owner, "read": one.version, "until": due, "failures": attempts}
        async with self._database.write(self._lock(one.number)) as connection:
            await execute(connection, (self._releasing(), values))

    @classmethod
    @cache
    def _releasing(cls) -> Update:
        table = cls.queued
        due = case((table.c.version == bindparam("read"), bindparam("until", type_=BigInteger)), else_=table.c.at)
        mine = update(table).where(table.c.number == ONE, table.c.owner == bindparam("by"))
        return mine.values(owner=None, attempts=bindparam("failures"), at=due, due=due)


def new_row(table: Table, one: Competition, now: int, **others: Any) -> dict[str, Any]:
    """The row of a competition that is new and due."""
    opened = encode(ev.Opened(now, Person(one.maker, ""), one.setup))
    return row_of(table, one, setup=opened, at=now, due=now, **others)


def competition_of(kind: type[C], row: Row[Any], **others: Any) -> C:
    """The competition of a row, with what is not in its columns."""
    return value_of(kind, row, setup=_setup_in(json.dumps(row.setup)), **others)


@lru_cache(maxsize=64)
def _setup_in(text: str) -> Setup:
    """The setup of a competition, which is read again with each of its changes."""
    opened = decode(json.loads(text))
    assert isinstance(opened, ev.Opened)
    return opened.setup
