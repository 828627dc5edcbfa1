"""Puzzles as they are stored: who has tried which, ratings, votes, and the puzzle of the day, with its tables."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from sqlalchemy import Column, Index, Integer, Row, String, case, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.postgresql import take_lock
from bot.store.queue import QueueStore
from bot.store.rows import add_missing, put, row_of, value_of, values_of
from bot.store.tables import table

PUZZLE_TRIES = 3
"""Tries at a puzzle before its answer is shown."""
DAY = 24 * 3600 * 1000
"""Milliseconds between two puzzles of the day."""
MEAN, DEVIATION = 25.0, 25.0 / 3
"""The rating of someone who has tried no puzzle yet."""


class Vote(StrEnum):
    """What somebody thinks of a puzzle."""

    GOOD = "good"
    DULL = "dull"


@dataclass(frozen=True, slots=True)
class Rating:
    """What is believed of a person's or puzzle's strength: the mean, and the deviation as doubt."""

    mean: float = MEAN
    deviation: float = DEVIATION


@dataclass(frozen=True, slots=True)
class PuzzleRating:
    """A puzzle's rating, and how many have called it good or dull."""

    rating: Rating
    good: int = 0
    dull: int = 0


@dataclass(frozen=True, slots=True)
class Attempt:
    """One person at one puzzle. `moves` are the tries in order, as moves are typed.

    `finished` is None while tries are left. `server` is where the puzzle of the day was opened, if it was one.
    """

    person: str
    puzzle: str
    language: str
    began: int
    moves: tuple[str, ...] = ()
    solved: bool = False
    finished: int | None = None
    vote: Vote | None = None
    server: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether tries are left."""
        return self.finished is None


@dataclass(frozen=True, slots=True)
class Solver:
    """A person's rating with the puzzles of a language."""

    person: str
    language: str
    name: str
    rating: Rating = Rating()
    tried: int = 0
    solved: int = 0


@dataclass(frozen=True, slots=True)
class DailyChannel:
    """Where a server's puzzle of the day is posted, in which language, and when the next one is due.

    It is due at the time of day of the instant `since`; of `due`, for those of earlier versions, which have None.
    """

    server: int
    channel: int
    language: str
    due: int
    attempts: int = 0
    since: int | None = None


@dataclass(frozen=True, slots=True)
class Daily:
    """A puzzle of the day. `number` never repeats; `message` is None until it is posted.

    It counts until the next one is due at `ends`; those of earlier versions do so for 24 hours.
    """

    number: int
    server: int
    puzzle: str
    language: str
    at: int
    message: int | None = None
    ends: int | None = None


@dataclass(frozen=True, slots=True)
class DailyPost:
    """The post of the puzzle of the day with a number; `message` is None once it is gone.

    It was edited so many times, the last time at `edited`.
    """

    number: int
    server: int
    channel: int
    message: int | None
    edits: int = 0
    edited: int = 0
    attempts: int = 0


PUZZLES = table(
    "puzzles", PuzzleRating, key="puzzle", puzzle=String(24), language=String(16), good=Integer, dull=Integer
)
"""Puzzles that someone has tried: their ratings and votes. The puzzles themselves are files of the program."""

PUZZLE_ATTEMPTS = table(
    "puzzle_attempts",
    Attempt,
    key="person puzzle",
    person=String(32),
    puzzle=String(24),
    language=String(16),
    vote=String(8),
)
"""Who has been given which puzzle, with their tries: nobody gets a puzzle twice."""
Index("ix_puzzle_attempts_puzzle", PUZZLE_ATTEMPTS.c.puzzle, PUZZLE_ATTEMPTS.c.server)

PUZZLE_SOLVERS = table(
    "puzzle_solvers",
    Solver,
    key="person language",
    person=String(32),
    language=String(16),
    tried=Integer,
    solved=Integer,
)
"""How people are rated with the puzzles of a language."""

PUZZLE_CHANNELS = table(
    "puzzle_channels",
    DailyChannel,
    key="server",
    language=String(16),
    at=int,
    attempts=Integer,
    owner=Column("owner", String(64)),
)
"""Where servers want a puzzle of the day. `due` is `at`, or later if a try failed or a process holds a lease."""
Index("ix_puzzle_channels_due", PUZZLE_CHANNELS.c.due)

PUZZLE_DAYS = table(
    "puzzle_days",
    Daily,
    key="number",
    counts=True,
    named={"message": "message_id"},
    puzzle=String(24),
    language=String(16),
)
"""The puzzles of the day of each server; `message` is set once one is posted."""
Index("uq_puzzle_days_at", PUZZLE_DAYS.c.server, PUZZLE_DAYS.c.at, unique=True)

PUZZLE_POSTS = table("puzzle_posts", DailyPost, key="number", at=int | None, due=int | None, owner=str | None)
"""The posts of the puzzles of the day, which say how many have solved them.

`at` is when one is to say so again, null while nobody has solved it since it last did; `due` is `at`, or later if a try
failed or a process holds a lease.
"""
Index("ix_puzzle_posts_due", PUZZLE_POSTS.c.due)

FIRST_GAP, LONGEST_GAP = 10_000, 3_600_000
"""Milliseconds between the first edits of a post, and between any; they grow in between: a day has about 50 at most."""
GAPS_ALIKE = 3
"""After so many edits, the milliseconds between two of them double."""


def edit_gap(edits: int) -> int:
    """How many milliseconds after an edit the next one may come at the earliest."""
    return min(FIRST_GAP << min(edits // GAPS_ALIKE, 20), LONGEST_GAP)


RateAttempt = Callable[[Attempt, Rating, Rating], tuple[Rating, Rating]]
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
        theirs = (PUZZLE_ATTEMPTS.c.person == person, PUZZLE_ATTEMPTS.c.language == language)
        query = select(PUZZLE_ATTEMPTS).where(*theirs).order_by(PUZZLE_ATTEMPTS.c.began.desc())
        return values_of(Attempt, await self._rows(query))

    async def begin(self, attempt: Attempt) -> Attempt:
        """Give someone a puzzle, and return the attempt: the earlier one if they have had it before.

        An attempt that belongs to no server yet becomes part of the server's puzzle of the day.
        """
        async with self._database.write(f"person {attempt.person}") as connection:
            before = await _attempt(connection, attempt.person, attempt.puzzle)
            if before is None:
                await connection.execute(insert(PUZZLE_ATTEMPTS), [row_of(PUZZLE_ATTEMPTS, attempt)])
                return attempt
            if before.server is None and before.is_open and attempt.server is not None:
                before = replace(before, server=attempt.server)
                await put(connection, PUZZLE_ATTEMPTS, row_of(PUZZLE_ATTEMPTS, before))
        return before

    async def change(
        self, attempt: Attempt, change: Callable[[Attempt], Attempt], name: str, assumed: Rating, rate: RateAttempt
    ) -> Attempt:
        """Change an attempt, with no other change in between; rates person and puzzle if that finishes it."""
        person, puzzle = attempt.person, attempt.puzzle
        async with self._database.write(f"person {person}") as connection:
            before = await _attempt(connection, person, puzzle) or attempt
            after = change(before)
            if after == before:
                return after
            await take_lock(connection, f"puzzle {puzzle}")
            await put(connection, PUZZLE_ATTEMPTS, row_of(PUZZLE_ATTEMPTS, after))
            await self._count(connection, before, after, name, assumed, rate)
            if after.solved and before.is_open and after.server is not None and after.finished is not None:
                await _note_solved(connection, after.server, puzzle, after.finished)
        return after

    async def _count(
        self,
        connection: AsyncConnection,
        before: Attempt,
        after: Attempt,
        name: str,
        assumed: Rating,
        rate: RateAttempt,
    ) -> None:
        solver = await _solver(connection, after.person, after.language, name)
        row = (await connection.execute(select(PUZZLES).where(PUZZLES.c.puzzle == after.puzzle))).one_or_none()
        standing = value_of(PuzzleRating, row) if row else PuzzleRating(assumed)
        if before.is_open and not after.is_open:
            own, other = rate(after, solver.rating, standing.rating)
            solver = replace(solver, rating=own, tried=solver.tried + 1, solved=solver.solved + after.solved, name=name)
            standing = replace(standing, rating=other)
            await put(connection, PUZZLE_SOLVERS, row_of(PUZZLE_SOLVERS, solver))
        was, now = (one.vote if one.moves else None for one in (before, after))
        standing = replace(
            standing,
            good=standing.good + (now is Vote.GOOD) - (was is Vote.GOOD),
            dull=standing.dull + (now is Vote.DULL) - (was is Vote.DULL),
        )
        row_ = row_of(PUZZLES, standing, puzzle=after.puzzle, language=after.language)
        await put(connection, PUZZLES, row_)

    # --- ratings ------------------------------------------------------------------------------------------------------

    async def standings(self, puzzles: Collection[str]) -> dict[str, PuzzleRating]:
        """The standings of those of some puzzles that someone has tried."""
        query = select(PUZZLES).where(PUZZLES.c.puzzle.in_(puzzles))
        return {row.puzzle: value_of(PuzzleRating, row) for row in await self._rows(query)}

    async def solver(self, person: str, language: str, name: str = "") -> Solver:
        """A person's rating with the puzzles of a language."""
        async with self._database.read() as connection:
            return await _solver(connection, person, language, name)

    async def solvers(self, people: Collection[str], language: str) -> dict[str, Solver]:
        """The ratings of several people, by id; who has none in this language has the first rating."""
        query = select(PUZZLE_SOLVERS).where(PUZZLE_SOLVERS.c.person.in_(people))
        found = values_of(Solver, await self._rows(query.order_by(PUZZLE_SOLVERS.c.language)))
        others = {one.person: Solver(one.person, language, one.name) for one in found}
        return others | {one.person: one for one in found if one.language == language}

    async def solved_by(self, person: str) -> int:
        """How many puzzles of any language a person has solved."""
        row = await self._row(select(func.sum(PUZZLE_SOLVERS.c.solved)).where(PUZZLE_SOLVERS.c.person == person))
        return int(row[0] or 0) if row else 0

    # --- the puzzle of the day ----------------------------------------------------------------------------------------

    async def channel(self, server: int) -> DailyChannel | None:
        """Where a server wants its puzzle of the day; None if it wants none."""
        query = select(PUZZLE_CHANNELS).where(PUZZLE_CHANNELS.c.server == server)
        row = await self._row(query)
        return value_of(DailyChannel, row) if row else None

    async def choose(self, chosen: DailyChannel) -> None:
        """Post a server's puzzle of the day in a channel from now on; a puzzle posted today stays the day's."""
        async with self._database.write(f"puzzles {chosen.server}") as connection:
            query = select(PUZZLE_CHANNELS).where(PUZZLE_CHANNELS.c.server == chosen.server)
            before = (await connection.execute(query)).one_or_none()
            at = before.at if before else await _next_at(connection, chosen)
            chosen = replace(chosen, since=before.since if before else at)
            lease = {"due": before.due if before else at, "owner": before.owner if before else None}
            await put(connection, PUZZLE_CHANNELS, row_of(PUZZLE_CHANNELS, chosen, attempts=0, at=at, **lease))

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
        query = select(PUZZLE_DAYS).where(PUZZLE_DAYS.c.server == server).order_by(PUZZLE_DAYS.c.at)
        return values_of(Daily, await self._rows(query))

    async def day(self, number: int) -> Daily | None:
        """The puzzle of the day with a number."""
        row = await self._row(select(PUZZLE_DAYS).where(PUZZLE_DAYS.c.number == number))
        return value_of(Daily, row) if row else None

    async def attempts_here(self, server: int) -> tuple[Attempt, ...]:
        """All attempts at a server's puzzles of the day that were opened there."""
        query = select(PUZZLE_ATTEMPTS).where(PUZZLE_ATTEMPTS.c.server == server)
        return values_of(Attempt, await self._rows(query))

    async def _of(self, rows: Sequence[Row[Any]]) -> tuple[DailyChannel, ...]:
        return tuple(value_of(DailyChannel, row, due=row.at) for row in rows)

    async def begin_day(self, daily: Daily) -> Daily:
        """Write down a server's puzzle of a day; returns the one written down before, if there is one."""
        query = select(PUZZLE_DAYS).where(PUZZLE_DAYS.c.server == daily.server, PUZZLE_DAYS.c.at == daily.at)
        async with self._database.write(f"puzzles {daily.server}") as connection:
            row = (await connection.execute(query)).one_or_none()
            if row is None:
                await connection.execute(insert(PUZZLE_DAYS), [row_of(PUZZLE_DAYS, daily, message=None)])
                row = (await connection.execute(query)).one()
        return value_of(Daily, row)

    async def end_day(self, daily: Daily, channel: int, message: int, owner: str, since: int) -> None:
        """Note the post of a day's puzzle; the next one is due when it ends."""
        channels, mine = PUZZLE_CHANNELS, PUZZLE_CHANNELS.c.owner == owner
        post = DailyPost(daily.number, daily.server, channel, message)
        async with self._database.write(f"puzzles {daily.server}") as connection:
            await connection.execute(
                update(PUZZLE_DAYS).where(PUZZLE_DAYS.c.number == daily.number).values(message=message)
            )
            row = row_of(PUZZLE_POSTS, post, at=None, due=None, owner=None)
            await add_missing(connection, PUZZLE_POSTS, [row])
            following = update(channels).where(channels.c.server == daily.server, mine)
            due = daily.at + DAY if daily.ends is None else daily.ends
            await connection.execute(following.values(owner=None, at=due, due=due, attempts=0, since=since))


class DailyPostStore(QueueStore[DailyPost]):
    """The posts of the puzzles of the day, due when somebody has solved one."""

    queued = PUZZLE_POSTS

    async def taken(self, one: DailyPost, owner: str) -> None:
        """Everyone who solves the puzzle from now on makes its post due again."""
        await self._change(update(PUZZLE_POSTS).where(*_leased_post(one, owner)).values(at=None))

    async def told(self, one: DailyPost, owner: str, now: int, message: int | None) -> None:
        """Note that a post says how many have solved its puzzle, or that it is gone."""
        posts = PUZZLE_POSTS
        values = {"message": message, "edits": one.edits + 1, "edited": now, "owner": None, "attempts": 0}
        await self._change(update(posts).where(*_leased_post(one, owner)).values(due=posts.c.at, **values))

    async def _of(self, rows: Sequence[Row[Any]]) -> tuple[DailyPost, ...]:
        return values_of(DailyPost, rows)


def _leased_post(one: DailyPost, owner: str) -> tuple[Any, ...]:
    return PUZZLE_POSTS.c.number == one.number, PUZZLE_POSTS.c.owner == owner


async def _note_solved(connection: AsyncConnection, server: int, puzzle: str, now: int) -> None:
    """Have the post of a puzzle of the day say so, once enough time has passed since it last did."""
    posts, days = PUZZLE_POSTS, PUZZLE_DAYS
    of_day = select(posts).join(days, days.c.number == posts.c.number)
    query = of_day.where(days.c.server == server, days.c.puzzle == puzzle).order_by(posts.c.number.desc()).limit(1)
    row = (await connection.execute(query)).one_or_none()
    if row is None:
        return
    at = max(now + FIRST_GAP, row.edited + edit_gap(row.edits))
    then = func.coalesce(posts.c.at, at)
    due = case((posts.c.owner.is_(None), then), else_=posts.c.due)
    await connection.execute(update(posts).where(posts.c.number == row.number).values(at=then, due=due))


async def _next_at(connection: AsyncConnection, chosen: DailyChannel) -> int:
    """When a server that has just chosen a channel gets its next puzzle: at once, unless it had one today."""
    days = select(PUZZLE_DAYS.c.at).where(PUZZLE_DAYS.c.server == chosen.server)
    latest = (await connection.execute(days.order_by(PUZZLE_DAYS.c.at.desc()).limit(1))).scalar_one_or_none()
    return chosen.due if latest is None else max(chosen.due, latest + DAY)


async def _attempt(connection: AsyncConnection, person: str, puzzle: str) -> Attempt | None:
    query = select(PUZZLE_ATTEMPTS).where(PUZZLE_ATTEMPTS.c.person == person, PUZZLE_ATTEMPTS.c.puzzle == puzzle)
    row = (await connection.execute(query)).one_or_none()
    return value_of(Attempt, row) if row else None


async def _solver(connection: AsyncConnection, person: str, language: str, name: str) -> Solver:
    query = select(PUZZLE_SOLVERS).where(PUZZLE_SOLVERS.c.person == person, PUZZLE_SOLVERS.c.language == language)
    row = (await connection.execute(query)).one_or_none()
    return value_of(Solver, row) if row else Solver(person, language, name)
