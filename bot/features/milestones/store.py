"""Milestones that are worth telling once, and what people had done before a game: values, tables and queries."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from sqlalchemy import Index, Row, Select, bindparam, func, select

from bot.store.database import Repository
from bot.store.lines import ChannelLine, write_line
from bot.store.rows import add_missing, put, row_of, values_of
from bot.store.tables import PLAYER_RESULTS, RESULTS, table

POINTS = 400
BEHIND = 100
GAMES = 100


class MilestoneKind(StrEnum):
    """What somebody has reached in a server. The value is stored."""

    WIN = "win"  # the first win
    BINGO = "bingo"  # the first bingo
    POINTS = "points"  # the first game with so many points
    PHONY = "phony"  # a phony that nobody challenged
    COMEBACK = "comeback"  # a win after having been so far behind
    GAMES = "games"  # so many games
    WEEK = "week"  # the puzzle of the day solved on 7 days in a row
    MONTH = "month"  # on 30 days
    HUNDRED = "hundred"  # on 100 days


STREAKS = {MilestoneKind.WEEK: 7, MilestoneKind.MONTH: 30, MilestoneKind.HUNDRED: 100}
"""On how many days in a row someone solves the puzzle of the day to reach a milestone."""


@dataclass(frozen=True, slots=True)
class Milestone:
    """What a person has reached, with the word and the number of points, games or days that it is about.

    `game` is the game in which it was reached; empty if it was reached elsewhere.
    """

    person: str
    name: str
    kind: MilestoneKind
    game: str
    word: str = ""
    amount: int = 0


@dataclass(frozen=True, slots=True)
class EarlierRecord:
    """What a person had done in a server before a game; `games` are counted up to `GAMES`."""

    games: int
    won: bool
    bingo: bool
    points: bool


MILESTONES = table("milestones", Milestone, key="server person kind", server=int)
"""What people have reached in a server, and in which game; the key lets nobody reach anything twice."""
Index("ix_milestones_game", MILESTONES.c.game)

MILESTONE_SWITCHES = table("milestone_switches", key="owner kind", owner=str, kind=str, told=bool)
"""Which milestones a person or a server wants told; `owner` is the id of either. Without a row, one is told."""


class MilestoneStore(Repository):
    """The milestones that people have reached, and which are told."""

    async def reached(self, server: int, people: Collection[str]) -> frozenset[tuple[str, MilestoneKind]]:
        """What people have reached in a server, in any game."""
        those = (MILESTONES.c.server == server, MILESTONES.c.person.in_(people))
        rows = await self._rows(select(MILESTONES).where(*those))
        return frozenset((row.person, MilestoneKind(row.kind)) for row in rows)

    async def of_game(self, game: str) -> tuple[Milestone, ...]:
        """What people have reached in a game."""
        return _in_order(await self._rows(select(MILESTONES).where(MILESTONES.c.game == game)))

    async def of_person(self, server: int, person: str) -> tuple[Milestone, ...]:
        """What a person has reached in a server."""
        own = (MILESTONES.c.server == server, MILESTONES.c.person == person)
        return _in_order(await self._rows(select(MILESTONES).where(*own)))

    async def keep(self, server: int, found: Sequence[Milestone]) -> None:
        """Note what was reached; what somebody has reached before stays as it is."""
        async with self._database.write() as connection:
            await add_missing(connection, MILESTONES, [row_of(MILESTONES, one, server=server) for one in found])

    async def tell(self, server: int, found: Sequence[Milestone], line: ChannelLine) -> None:
        """Note what was reached outside of games, and have it told."""
        async with self._database.write(f"milestones {server}") as connection:
            await add_missing(connection, MILESTONES, [row_of(MILESTONES, one, server=server) for one in found])
            await write_line(connection, line)

    async def before(self, server: int, person: str, game: str) -> EarlierRecord:
        """What a person had done in a server before a game ended."""
        async with self._database.read() as connection:
            values = {"person": person, "server": server, "of": game}
            return EarlierRecord(*(await connection.execute(_before(), values)).one())

    # --- what is told -------------------------------------------------------------------------------------------------

    async def switched_off(self, owners: Collection[str]) -> frozenset[tuple[str, MilestoneKind]]:
        """What people and servers, by their ids, do not want told."""
        off = (MILESTONE_SWITCHES.c.owner.in_(owners), ~MILESTONE_SWITCHES.c.told)
        rows = await self._rows(select(MILESTONE_SWITCHES).where(*off))
        return frozenset((row.owner, MilestoneKind(row.kind)) for row in rows)

    async def switch(self, owner: str, kind: MilestoneKind, *, on: bool) -> None:
        """Let milestones of a kind be told of a person or in a server, or not."""
        async with self._database.write() as connection:
            await put(connection, MILESTONE_SWITCHES, {"owner": owner, "kind": kind.value, "told": on})


@cache
def _before() -> Select[Any]:
    """Select what `EarlierRecord` tells of a `person` in a `server` until the game `of`."""
    number = select(RESULTS.c.number).where(RESULTS.c.game == bindparam("of")).correlate(None).scalar_subquery()
    played = select(PLAYER_RESULTS.c.game).join(RESULTS, RESULTS.c.game == PLAYER_RESULTS.c.game)
    own, other = PLAYER_RESULTS.c, PLAYER_RESULTS.alias()
    there = RESULTS.c.server == bindparam("server")
    played = played.where(own.player == bindparam("person"), there, RESULTS.c.number < number)
    tied = select(other.c.game).where(other.c.game == own.game, other.c.seat != own.seat, other.c.place == 1)
    return select(
        select(func.count()).select_from(played.limit(GAMES).subquery()).scalar_subquery(),
        played.where(own.place == 1, ~tied.exists()).exists(),
        played.where(own.bingos > 0).exists(),
        played.where(own.score >= POINTS).exists(),
    )


def _in_order(rows: Sequence[Row[Any]]) -> tuple[Milestone, ...]:
    order = list(MilestoneKind)
    return tuple(sorted(values_of(Milestone, rows), key=lambda one: (one.name, order.index(one.kind))))
