"""Puzzles from finished games: which games may be searched, the queue of those that are, and what was found.

A game is claimed by a lease. Each position is noted in a transaction of its own, with the puzzle found in it: this
also prolongs the lease.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    ForeignKey,
    Index,
    Integer,
    Select,
    String,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.features.puzzles.store import PUZZLES
from bot.model.profiles import PersonProfile
from bot.store.database import Repository, lasting
from bot.store.rows import put, row_of, value_of, values_of
from bot.store.tables import PEOPLE, PLAYER_RESULTS, RESULTS, game_column, table

WAITING, DONE, SKIPPED = "waiting", "done", "skipped"
LATEST_RESULTS = 500
"""How many of the latest results are looked at for games to search."""
PUZZLES_KEPT = 300
"""Puzzles of one language that are kept for a server, the newest."""


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game that may be searched: its id and the server where it was played."""

    game: str
    server: int


@dataclass(frozen=True, slots=True)
class SearchJob:
    """A game that this process searches. `reached` is how many of its positions have been looked at."""

    game: str
    server: int
    reached: int
    attempts: int


@dataclass(frozen=True, slots=True)
class GamePuzzle:
    """A puzzle from a game, as `engine.puzzles.values` writes it in `line`; `puzzle` is its key, from its content."""

    puzzle: str
    server: int
    language: str
    difficulty: int
    line: str


@dataclass(frozen=True, slots=True)
class DailySearches:
    """How many games of one server may be searched: at most `most` that were chosen after the instant `since`."""

    most: int
    since: int


PUZZLE_GAMES = table(
    "puzzle_games",
    SearchJob,
    key="game",
    game=game_column(primary=True),
    state=String(16),
    reached=Integer,
    at=int,
    due=int,
    attempts=Integer,
    owner=Column("owner", String(64)),
)
"""The finished games that are searched for puzzles. `state` is waiting, done, or skipped for one that is not searched.

`reached` counts the positions looked at, `at` is when the game was chosen. `due` is later than `at` if a try has failed
or a process holds a lease on it (`owner`).
"""
Index("ix_puzzle_games_server", PUZZLE_GAMES.c.server, PUZZLE_GAMES.c.at)
Index(
    "ix_puzzle_games_waiting",
    PUZZLE_GAMES.c.due,
    sqlite_where=PUZZLE_GAMES.c.state == "waiting",
    postgresql_where=PUZZLE_GAMES.c.state == "waiting",
)


def _game_column() -> Column[str]:
    return Column("game", ForeignKey("puzzle_games.game", ondelete="CASCADE"), primary_key=True, nullable=False)


PUZZLE_SOURCES = table("puzzle_sources", key="game person", game=_game_column(), person=String(32))
"""Who played in the games that are searched: what was found is deleted when one of them no longer allows it."""
Index("ix_puzzle_sources_person", PUZZLE_SOURCES.c.person)

GAME_PUZZLES = table(
    "game_puzzles",
    GamePuzzle,
    key="game puzzle",
    game=_game_column(),
    puzzle=String(24),
    language=String(16),
    difficulty=Integer,
    at=int,
)
"""The puzzles found in finished games, for their servers alone; `line` names nobody."""
Index("ix_game_puzzles_puzzle", GAME_PUZZLES.c.puzzle)
Index("ix_game_puzzles_server", GAME_PUZZLES.c.server, GAME_PUZZLES.c.language, GAME_PUZZLES.c.at)


class GamePuzzleStore(Repository):
    """The games searched for puzzles, and their puzzles."""

    # --- which games --------------------------------------------------------------------------------------------------

    async def candidates(self, limit: int) -> tuple[FinishedGame, ...]:
        """Finished games that nobody has decided about yet and whose people all allow puzzles, the oldest first."""
        return values_of(FinishedGame, await self._found(_candidates(), limit=limit))

    async def choose(self, one: FinishedGame, people: Collection[str], now: int, share: DailySearches) -> bool:
        """Put a game in the queue; else note that it is not searched, and return False.

        It is not if one of the people who played does not allow it, or the server's share of the day is used up.
        Nothing changes for a game that has been decided about.
        """
        async with self._database.write(f"puzzles {one.server}") as connection:
            if await _is_known(connection, one):
                return False
            allowed = await _allow(connection, people) and await _has_room(connection, one.server, share)
            await _note(connection, one, WAITING if allowed else SKIPPED, now)
            if allowed:
                rows = [{"game": one.game, "person": person} for person in sorted(people)]
                await connection.execute(insert(PUZZLE_SOURCES), rows)
        return allowed

    async def skip(self, one: FinishedGame, now: int) -> None:
        """Note that a game is not searched."""
        async with self._database.write(f"puzzles {one.server}") as connection:
            if not await _is_known(connection, one):
                await _note(connection, one, SKIPPED, now)

    # --- the queue ----------------------------------------------------------------------------------------------------

    async def claim(self, owner: str, now: int, until: int) -> SearchJob | None:
        """Lease the game that has waited longest; None if none is due."""
        if not await self._found(_DUE, now=now):
            return None
        async with self._database.write() as connection:
            row = (await connection.execute(_DUE.with_for_update(skip_locked=True), {"now": now})).first()
            if row is None:
                return None
            lease = update(PUZZLE_GAMES).where(PUZZLE_GAMES.c.game == row.game).values(owner=owner, due=until)
            await connection.execute(lease)
        return value_of(SearchJob, row)

    async def next_due(self) -> int | None:
        """The earliest instant when a game can be claimed; None if none waits."""
        [row] = await self._found(_FIRST_DUE)
        first: int | None = row.due
        return first

    async def reach(
        self, job: SearchJob, owner: str, reached: int, found: GamePuzzle | None, now: int, until: int
    ) -> bool:
        """Note a position, keep the puzzle found in it, and prolong the lease; False, keeping nothing, if it is lost.

        Of more than `PUZZLES_KEPT` puzzles of a language in a server, the oldest go.
        """
        held = update(PUZZLE_GAMES).where(*_held(job, owner)).values(due=until, reached=reached)
        async with self._database.write(f"puzzles {job.server}") as connection:
            if not (await connection.execute(held)).rowcount:
                return False
            if found:
                await put(connection, GAME_PUZZLES, row_of(GAME_PUZZLES, found, game=job.game, at=now))
                await _prune(connection, found)
        return True

    @lasting
    async def done(self, job: SearchJob, owner: str) -> None:
        """End a search and its lease."""
        ended = update(PUZZLE_GAMES).where(*_held(job, owner)).values(state=DONE, owner=None)
        await self._change(ended)

    @lasting
    async def put_off(self, job: SearchJob, owner: str, due: int, attempts: int) -> None:
        """Put a search off until the given instant, after so many failures."""
        later = update(PUZZLE_GAMES).where(*_held(job, owner)).values(owner=None, due=due, attempts=attempts)
        await self._change(later)

    # --- what was found -----------------------------------------------------------------------------------------------

    async def offered(self, server: int, language: str, person: str) -> dict[str, int]:
        """The difficulties of a server's puzzles in a language by key, without those from the person's own games."""
        own = select(PUZZLE_SOURCES.c.game).where(PUZZLE_SOURCES.c.person == person)
        query = select(GAME_PUZZLES.c.puzzle, GAME_PUZZLES.c.difficulty).where(
            GAME_PUZZLES.c.server == server, GAME_PUZZLES.c.language == language, GAME_PUZZLES.c.game.not_in(own)
        )
        return {row.puzzle: row.difficulty for row in await self._rows(query)}

    async def find(self, key: str) -> GamePuzzle | None:
        """The puzzle with a key; None if there is none, or it was withdrawn."""
        query = select(GAME_PUZZLES).where(GAME_PUZZLES.c.puzzle == key).limit(1)
        row = await self._row(query)
        return value_of(GamePuzzle, row) if row else None


async def withdraw_puzzles(connection: AsyncConnection, before: PersonProfile, after: PersonProfile) -> None:
    """Once a person no longer allows it, delete the puzzles from their games with the ratings; search none of these."""
    if after.gives_puzzles or not before.gives_puzzles:
        return
    person = after.id
    games = select(PUZZLE_SOURCES.c.game).where(PUZZLE_SOURCES.c.person == person)
    # First of all, so that a search that is under way has either written its puzzle by now or never will.
    ended = update(PUZZLE_GAMES).where(PUZZLE_GAMES.c.game.in_(games))
    await connection.execute(ended.values(state=SKIPPED, owner=None))
    found = select(GAME_PUZZLES.c.puzzle).where(GAME_PUZZLES.c.game.in_(games))
    await connection.execute(delete(PUZZLES).where(PUZZLES.c.puzzle.in_(found)))
    await connection.execute(delete(GAME_PUZZLES).where(GAME_PUZZLES.c.game.in_(games)))
    await connection.execute(delete(PUZZLE_SOURCES).where(PUZZLE_SOURCES.c.game.in_(games)))


@cache
def _candidates() -> Select[Any]:
    latest = select(func.coalesce(func.max(RESULTS.c.number), 0) - LATEST_RESULTS).scalar_subquery()
    people = PLAYER_RESULTS.outerjoin(PEOPLE, PEOPLE.c.person == PLAYER_RESULTS.c.player)
    of_game = (PLAYER_RESULTS.c.game == RESULTS.c.game, PLAYER_RESULTS.c.level.is_(None))
    gives = func.coalesce(PEOPLE.c.gives_puzzles, False)
    query = select(RESULTS.c.game, RESULTS.c.server).where(
        RESULTS.c.number > latest,
        RESULTS.c.server.is_not(None),
        ~select(PUZZLE_GAMES.c.game).where(PUZZLE_GAMES.c.game == RESULTS.c.game).exists(),
        select(PLAYER_RESULTS.c.game).select_from(people).where(*of_game, gives).exists(),
        ~select(PLAYER_RESULTS.c.game).select_from(people).where(*of_game, ~gives).exists(),
    )
    return query.order_by(RESULTS.c.number).limit(bindparam("limit", type_=Integer))


_DUE = (
    select(PUZZLE_GAMES)
    .where(PUZZLE_GAMES.c.state == WAITING, PUZZLE_GAMES.c.due <= bindparam("now"))
    .order_by(PUZZLE_GAMES.c.due)
    .limit(1)
)
_FIRST_DUE = select(func.min(PUZZLE_GAMES.c.due).label("due")).where(PUZZLE_GAMES.c.state == WAITING)


async def _allow(connection: AsyncConnection, people: Collection[str]) -> bool:
    """Whether all these people allow puzzles; nobody can take that back until the transaction ends."""
    query = select(PEOPLE.c.person).where(PEOPLE.c.person.in_(people), PEOPLE.c.gives_puzzles)
    allowing = (await connection.execute(query.with_for_update(read=True))).all()
    return bool(people) and len(allowing) == len(people)


async def _is_known(connection: AsyncConnection, one: FinishedGame) -> bool:
    query = select(PUZZLE_GAMES.c.game).where(PUZZLE_GAMES.c.game == one.game)
    return (await connection.execute(query)).first() is not None


async def _has_room(connection: AsyncConnection, server: int, share: DailySearches) -> bool:
    chosen = (PUZZLE_GAMES.c.server == server, PUZZLE_GAMES.c.at > share.since, PUZZLE_GAMES.c.state != SKIPPED)
    return (await connection.execute(select(func.count()).where(*chosen))).scalar_one() < share.most


async def _note(connection: AsyncConnection, one: FinishedGame, state: str, now: int) -> None:
    fresh = SearchJob(one.game, one.server, reached=0, attempts=0)
    await put(connection, PUZZLE_GAMES, row_of(PUZZLE_GAMES, fresh, state=state, at=now, due=now, owner=None))


def _held(job: SearchJob, owner: str) -> tuple[ColumnElement[bool], ...]:
    return (PUZZLE_GAMES.c.game == job.game, PUZZLE_GAMES.c.owner == owner, PUZZLE_GAMES.c.state == WAITING)


async def _prune(connection: AsyncConnection, found: GamePuzzle) -> None:
    same = (GAME_PUZZLES.c.server == found.server, GAME_PUZZLES.c.language == found.language)
    newest = select(GAME_PUZZLES.c.puzzle).where(*same).order_by(GAME_PUZZLES.c.at.desc()).limit(PUZZLES_KEPT)
    await connection.execute(delete(GAME_PUZZLES).where(*same, GAME_PUZZLES.c.puzzle.not_in(newest)))
