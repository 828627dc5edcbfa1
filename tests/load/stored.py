"""Many stored games, copied from one that was really played, to see what a start costs."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from bot.settings import sqlite_url
from tests.load.crowd import Crowd
from tests.load.process import Job, running_bot
from tests.load.run import free_port
from tests.support.connect import running

TABLES = ("games", "events", "seats", "targets", "deadlines")
"""The tables that hold a game; its first column of that name is its id."""
FIRST_CHANNEL = 1_000_000_000_000


DOWN_SECONDS = 4.0
"""How long the bot is away before each start: long enough to be written into the games with clocks."""
UNDO_SECONDS = 60.0
JOURNALS = 100
"""How many games with clocks are waited for until they have their lost time: each then sends a board."""
PATIENCE = 1800.0


@dataclass(frozen=True, slots=True)
class Start:
    """Seconds from the start of a process until it is ready, a move is played in its last game, and time is given back.

    That is until games with clocks, `JOURNALS` at most, have the time for which the bot was away in their journals.
    """

    ready: float
    last_game: float
    settled: float

    def line(self, games: int) -> str:
        """The figures as text."""
        return (
            f"{games} games: ready after {self.ready:.1f} s, the last game could be played after "
            f"{self.last_game:.1f} s, the lost time was in up to {JOURNALS} journals after {self.settled:.1f} s"
        )


async def starts(folder: Path, games: int, options: str) -> tuple[Start, Start]:
    """Start of a bot with one unfinished game, and with so many copies of it, whose ids come before its own."""
    async with running() as playground:
        crowd = Crowd.settled(playground, 1, options)
        job = Job(
            str(folder),
            playground.token,
            playground.api,
            playground.gateway_url,
            playground.cdn,
            sqlite_url(folder / "games.db"),
            f"127.0.0.1:{free_port()}",
        )
        first = running_bot(job)
        await asyncio.to_thread(first.__enter__)
        try:
            await crowd.open_games()
            assert not crowd.lost
        finally:
            await asyncio.to_thread(first.__exit__, None, None, None)
        return await _start(crowd, job, 0), await _start(crowd, job, games)


async def _can_be_copied(file: Path) -> None:
    """Return when nobody can take anything back in the only game: its copies have nothing to send."""
    until = time.monotonic() + UNDO_SECONDS
    while await asyncio.to_thread(_count, file, "SELECT count(*) FROM deadlines WHERE kind = 'windows'"):
        assert time.monotonic() < until
        await asyncio.sleep(0.2)


async def _start(crowd: Crowd, job: Job, copies: int) -> Start:
    """Start with so many copies, play in the last game, and wait until games with clocks have their lost time."""
    file = Path(job.folder) / "games.db"
    await asyncio.to_thread(copy_game, file, copies)
    await asyncio.sleep(DOWN_SECONDS)
    timed = await asyncio.to_thread(_count, file, "SELECT count(*) FROM games WHERE timed")
    before = await asyncio.to_thread(_count, file, LOST)
    again, begun = running_bot(job), time.monotonic()
    bot = await asyncio.to_thread(again.__enter__)
    try:
        found = await bot.figures()
        assert found["tilewright_games"][(("phase", "turn"),)] == copies + 1
        assert await crowd.act(crowd.tables[0]), crowd.lost
        played = time.monotonic() - begun
        while await asyncio.to_thread(_count, file, LOST) < before + min(timed, JOURNALS):
            assert time.monotonic() - begun < PATIENCE
            await asyncio.sleep(0.2)
        started = Start(bot.seconds, played, time.monotonic() - begun)
        if not copies:
            await _can_be_copied(file)
        return started
    finally:
        await asyncio.to_thread(again.__exit__, None, None, None)


LOST = "SELECT count(*) FROM causes WHERE id LIKE 'outage/%'"


def _count(file: Path, query: str) -> int:
    with closing(sqlite3.connect(file)) as connection:
        return int(connection.execute(query).fetchone()[0])


def copy_game(file: Path, copies: int) -> None:
    """Copy the only game of a database, each copy into a channel and a server of its own, for people of its own."""
    with closing(sqlite3.connect(file)) as connection, connection:
        people = [str(row[0]) for row in connection.execute("SELECT player FROM seats")]
        for table in TABLES:
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            rows = [dict(zip(columns, row, strict=True)) for row in connection.execute(f"SELECT * FROM {table}")]
            marks = ", ".join("?" * len(columns))
            made = (tuple(row[name] for name in columns) for row in _copies(table, rows, copies, people))
            connection.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", made)


def _copies(
    table: str, rows: list[dict[str, object]], copies: int, people: Sequence[str]
) -> Iterator[dict[str, object]]:
    numbers = {"games": ("guild_id", "channel_id", "root_id"), "targets": ("target_id",)}.get(table, ())
    for number in range(copies):
        for row in rows:
            copy = {name: _renamed(value, people, number + 1) for name, value in row.items()}
            yield {**copy, "game": f"0{number:07}", **dict.fromkeys(numbers, FIRST_CHANNEL + number)}


def _renamed(value: object, people: Sequence[str], by: int) -> object:
    if isinstance(value, str):
        for one in people:
            value = value.replace(one, str(int(one) + 2 * by))
    return value
