"""Puzzles: attempts, ratings, votes, and the puzzle of the day."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import Row, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.features.puzzles.tables import PUZZLE_ATTEMPTS, PUZZLE_CHANNELS, PUZZLE_DAYS, PUZZLE_SOLVERS, PUZZLES
from bot.features.puzzles.values import Attempt, Daily, DailyChannel, Rating, Solver, Standing, Vote
from bot.store.postgresql import take_lock
from bot.store.queue import QueueStore
from bot.store.rows import put, value_of

Rate = Callable[[Attempt, Rating, Rating], tuple[Rating, Rating]]
"""The new ratings of the person and the puzzle after a finished attempt."""


class PuzzleStore(QueueStore[DailyChannel]):
    """What people have done with puzzles. A puzzle without a row has the rating that the caller assumes."""

    queued = PUZZLE_CHANNELS

    # --- attempts -----------------------------------------------------------------------------------------------------

    async def attempt(self, person: str, puzzle: str) -> Attempt | None:
        """What a person has done with a puzzle; None if they never had it."""
        async with self._database.read() as connection:
            return await _attempt(connection, person, puzzle)

    async def seen(self, person: str, language: str) -> tuple[Attempt, ...]:
        """A person's attempts at the puzzles of a language, the newest first."""
        table = PUZZLE_ATTEMPTS
        query = select(table).where(table.c.person == person, table.c.language == language)
        rows = await self._rows(query.order_by(table.c.began.desc()))
        return tuple(map(_attempt_of, rows))

    async def begin(self, attempt: Attempt) -> Attempt:
        """Give someone a puzzle, and return the attempt: the earlier one if they have had it before.

        An attempt that belongs to no server yet becomes part of the server's puzzle of the day.
        """
        async with self._database.write(f"person {attempt.person}") as connection:
            before = await _attempt(connection, attempt.person, attempt.puzzle)
            if before is None:
                await connection.execute(insert(PUZZLE_ATTEMPTS), [_attempt_row(attempt)])
                return attempt
            if before.server is None and before.is_open and attempt.server is not None:
                before = replace(before, server=attempt.server)
                await put(connection, PUZZLE_ATTEMPTS, _attempt_row(before))
        return before

    async def change(
        self, attempt: Attempt, change: Callable[[Attempt], Attempt], name: str, assumed: Rating, rate: Rate
    ) -> Attempt:
        """Change an attempt, with no other change in between; rates person and puzzle if that finishes it."""
        person, puzzle = attempt.person, attempt.puzzle
        async with self._database.write(f"person {person}") as connection:
            before = await _attempt(connection, person, puzzle) or attempt
            after = change(before)
            if after == before:
                return after
            await take_lock(connection, f"puzzle {puzzle}")
            await put(connection, PUZZLE_ATTEMPTS, _attempt_row(after))
            await self._count(connection, before, after, name, assumed, rate)
        return after

    async def _count(
        self, connection: AsyncConnection, before: Attempt, after: Attempt, name: str, assumed: Rating, rate: Rate
    ) -> None:
        solver = await _solver(connection, after.person, after.language, name)
        row = (await connection.execute(select(PUZZLES).where(PUZZLES.c.puzzle == after.puzzle))).one_or_none()
        standing = _standing(row) if row else Standing(assumed)
        if before.is_open and not after.is_open:
            own, other = rate(after, solver.rating, standing.rating)
            solver = replace(solver, rating=own, tried=solver.tried + 1, solved=solver.solved + after.solved, name=name)
            standing = replace(standing, rating=other)
            await put(connection, PUZZLE_SOLVERS, _solver_row(solver))
        was, now = (one.vote if one.moves else None for one in (before, after))
        standing = replace(
            standing,
            good=standing.good + (now is Vote.GOOD) - (was is Vote.GOOD),
            dull=standing.dull + (now is Vote.DULL) - (was is Vote.DULL),
        )
        await put(connection, PUZZLES, _puzzle_row(after, standing))

    # --- ratings ------------------------------------------------------------------------------------------------------

    async def standings(self, puzzles: Collection[str]) -> dict[str, Standing]:
        """The standings of those of some puzzles that someone has tried."""
        query = select(PUZZLES).where(PUZZLES.c.puzzle.in_(puzzles))
        return {row.puzzle: _standing(row) for row in await self._rows(query)}

    async def solver(self, person: str, language: str, name: str = "") -> Solver:
        """A person's rating with the puzzles of a language."""
        async with self._database.read() as connection:
            return await _solver(connection, person, language, name)

    async def solvers(self, people: Collection[str], language: str) -> dict[str, Solver]:
        """The ratings of several people, by id."""
        table = PUZZLE_SOLVERS
        query = select(table).where(table.c.person.in_(people), table.c.language == language)
        return {row.person: _solver_of(row) for row in await self._rows(query)}

    # --- the puzzle of the day ----------------------------------------------------------------------------------------

    async def channel(self, server: int) -> DailyChannel | None:
        """Where a server wants its puzzle of the day; None if it wants none."""
        query = select(PUZZLE_CHANNELS).where(PUZZLE_CHANNELS.c.server == server)
        row = await self._row(query)
        return _channel_of(row) if row else None

    async def choose(self, chosen: DailyChannel) -> None:
        """Post a server's puzzle of the day in a channel from now on; a puzzle posted today stays the day's."""
        async with self._database.write(f"puzzles {chosen.server}") as connection:
            query = select(PUZZLE_CHANNELS).where(PUZZLE_CHANNELS.c.server == chosen.server)
            before = (await connection.execute(query)).one_or_none()
            at = before.at if before else await _next_at(connection, chosen)
            row = _channel_row(chosen) | {"at": at, "due": before.due if before else at}
            row["owner"] = before.owner if before else None
            await put(connection, PUZZLE_CHANNELS, row)

    async def stop(self, server: int) -> None:
        """Post no more puzzles of the day in a server."""
        await self._change(delete(PUZZLE_CHANNELS).where(PUZZLE_CHANNELS.c.server == server), f"puzzles {server}")

    async def occupied(self) -> tuple[tuple[int, int], ...]:
        """The servers and channels that get a puzzle of the day."""
        rows = await self._rows(select(PUZZLE_CHANNELS.c.server, PUZZLE_CHANNELS.c.channel))
        return tuple((row.server, row.channel) for row in rows)

    async def vacate(self, channel: int) -> None:
        """Post no more puzzles in a channel that has been deleted."""
        await self._change(delete(PUZZLE_CHANNELS).where(PUZZLE_CHANNELS.c.channel == channel))

    async def days(self, server: int) -> tuple[Daily, ...]:
        """A server's puzzles of the day, the oldest first."""
        table = PUZZLE_DAYS
        rows = await self._rows(select(table).where(table.c.server == server).order_by(table.c.at))
        return tuple(map(_daily_of, rows))

    async def day(self, number: int) -> Daily | None:
        """The puzzle of the day with a number."""
        row = await self._row(select(PUZZLE_DAYS).where(PUZZLE_DAYS.c.number == number))
        return _daily_of(row) if row else None

    async def attempts_here(self, server: int) -> tuple[Attempt, ...]:
        """All attempts at a server's puzzles of the day that were opened there."""
        table = PUZZLE_ATTEMPTS
        rows = await self._rows(select(table).where(table.c.server == server))
        return tuple(map(_attempt_of, rows))

    async def _of(self, rows: Sequence[Row[Any]]) -> tuple[DailyChannel, ...]:
        return tuple(replace(_channel_of(row), due=row.at) for row in rows)

    async def begin_day(self, daily: Daily) -> Daily:
        """Write down a server's puzzle of a day; returns the one written down before, if there is one."""
        table = PUZZLE_DAYS
        query = select(table).where(table.c.server == daily.server, table.c.at == daily.at)
        async with self._database.write(f"puzzles {daily.server}") as connection:
            row = (await connection.execute(query)).one_or_none()
            if row is None:
                values = {"server": daily.server, "puzzle": daily.puzzle, "language": daily.language, "at": daily.at}
                await connection.execute(insert(table), [values])
                row = (await connection.execute(query)).one()
        return _daily_of(row)

    async def end_day(self, daily: Daily, message: int | None, owner: str, due: int) -> None:
        """Note the post of a day's puzzle, or with None that there is none, and when the next one is due."""
        channels, mine = PUZZLE_CHANNELS, PUZZLE_CHANNELS.c.owner == owner
        async with self._database.write(f"puzzles {daily.server}") as connection:
            await connection.execute(
                update(PUZZLE_DAYS).where(PUZZLE_DAYS.c.number == daily.number).values(message_id=message)
            )
            following = update(channels).where(channels.c.server == daily.server, mine)
            await connection.execute(following.values(owner=None, at=due, due=due, attempts=0))


async def _next_at(connection: AsyncConnection, chosen: DailyChannel) -> int:
    """When a server that has just chosen a channel gets its next puzzle: at once, unless it had one today."""
    from bot.features.puzzles.values import DAY

    days = select(PUZZLE_DAYS.c.at).where(PUZZLE_DAYS.c.server == chosen.server)
    latest = (await connection.execute(days.order_by(PUZZLE_DAYS.c.at.desc()).limit(1))).scalar_one_or_none()
    return chosen.due if latest is None else max(chosen.due, latest + DAY)


async def _attempt(connection: AsyncConnection, person: str, puzzle: str) -> Attempt | None:
    table = PUZZLE_ATTEMPTS
    query = select(table).where(table.c.person == person, table.c.puzzle == puzzle)
    row = (await connection.execute(query)).one_or_none()
    return _attempt_of(row) if row else None


async def _solver(connection: AsyncConnection, person: str, language: str, name: str) -> Solver:
    table = PUZZLE_SOLVERS
    query = select(table).where(table.c.person == person, table.c.language == language)
    row = (await connection.execute(query)).one_or_none()
    return _solver_of(row) if row else Solver(person, language, name)


def _attempt_of(row: Row[Any]) -> Attempt:
    return value_of(Attempt, row, moves=tuple(row.moves), vote=Vote(row.vote) if row.vote else None)


def _attempt_row(attempt: Attempt) -> dict[str, Any]:
    return asdict(attempt) | {"moves": list(attempt.moves), "vote": attempt.vote.value if attempt.vote else None}


def _standing(row: Row[Any]) -> Standing:
    return Standing(Rating(row.mean, row.deviation), row.good, row.dull)


def _puzzle_row(attempt: Attempt, standing: Standing) -> dict[str, Any]:
    facts = asdict(standing)
    return {"puzzle": attempt.puzzle, "language": attempt.language, **facts.pop("rating"), **facts}


def _solver_of(row: Row[Any]) -> Solver:
    return Solver(row.person, row.language, row.name, Rating(row.mean, row.deviation), row.tried, row.solved)


def _solver_row(solver: Solver) -> dict[str, Any]:
    facts = asdict(solver)
    return {**facts.pop("rating"), **facts}


def _channel_of(row: Row[Any]) -> DailyChannel:
    return DailyChannel(row.server, row.channel, row.language, row.due, row.attempts)


def _channel_row(channel: DailyChannel) -> dict[str, Any]:
    return {"server": channel.server, "channel": channel.channel, "language": channel.language, "attempts": 0}


def _daily_of(row: Row[Any]) -> Daily:
    return Daily(row.number, row.server, row.puzzle, row.language, row.at, row.message_id)
