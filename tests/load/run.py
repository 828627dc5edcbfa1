"""A whole run: servers, a bot, games, figures."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.front.connection.sessions import REQUESTS_A_SECOND
from bot.playground.server import Playground
from bot.settings import sqlite_url
from bot.store.database import sqlite_file
from tests.load.crowd import Crowd, Lost, Wait
from tests.load.process import Bot, Job, running_bot
from tests.support.connect import running

SETTLE_SECONDS = 15.0
"""Seconds after the last action until the bot counts as idle."""

DRAIN_SECONDS = 180.0
"""How long messages may still wait after the last action."""

Found = dict[str, dict[tuple[tuple[str, str], ...], float]]
"""The metrics of a bot by name and labels."""


@dataclass(frozen=True)
class Plan:
    """How many servers play for how long, with so many actions a second in all; then nobody acts for `idle` seconds.

    They play on until so many `games` are over, and memory is measured at each tenth. With `one_core`, the bot has one
    core, and what plays with it the others.
    """

    servers: int = 1000
    seconds: float = 120.0
    rate: float = 20.0
    idle: float = 30.0
    options: str = "variant:tiny"
    one_core: bool = False
    games: int = 0


@dataclass
class Figures:
    """What a run cost. CPU is in cores, memory in megabytes, everything else in seconds or counts."""

    plan: Plan
    waits: Sequence[Wait] = ()
    lost: Sequence[Lost] = ()
    games: int = 0
    start: float = 0.0
    opening: float = 0.0
    played: float = 0.0
    cpu: float = 0.0
    idle_cpu: float = 0.0
    memory: dict[str, float] = field(default_factory=dict)
    database: float = 0.0
    metrics: dict[str, float] = field(default_factory=dict)
    each_move: dict[str, float] = field(default_factory=dict)
    kinds: dict[str, float] = field(default_factory=dict)
    errors: Sequence[str] = ()

    def lines(self) -> list[str]:
        """The figures as text."""
        receipts, boards = ([getattr(one, kind) for one in self.waits] for kind in ("receipt", "board"))
        kept = " · ".join(f"{when} {size:.0f} MB" for when, size in self.memory.items())
        pace = len(self.waits) / max(1e-9, self.played)
        moves = f"{len(self.waits)} moves in {self.played:.0f} s ({pace:.1f} a second of {self.plan.rate:.0f} planned)"
        return [
            f"{self.plan.servers} servers, {self.games} games finished, {moves}, {len(self.lost)} lost",
            f"start {self.start:.1f} s · all games opened in {self.opening:.0f} s",
            f"receipt {shares(receipts)} · board {shares(boards)} (50/95/99 %, longest)",
            f"CPU {self.cpu:.2f} cores while playing, {self.idle_cpu:.2%} of a core idle",
            f"memory {kept} · database {self.database:.1f} MB",
            " · ".join(f"{name} {value:g}" for name, value in self.metrics.items()),
            "each move: " + " · ".join(f"{name} {value:.2f}" for name, value in self.each_move.items()),
            "limited requests: " + " · ".join(f"{name} {value:.2f}" for name, value in self.kinds.items()),
            self._capacity(pace),
        ]

    def _capacity(self, pace: float) -> str:
        """How much of a core and of the token's rate was used, and how many moves a second each would carry."""
        limited, cpu = self.each_move["limited requests"], self.each_move["ms of CPU"]
        return (
            f"capacity: {self.cpu:.0%} of a core, which carries {1000 / max(1e-9, cpu):.1f} moves a second · "
            f"{limited * pace:.1f} limited requests a second of {REQUESTS_A_SECOND}, which carry "
            f"{REQUESTS_A_SECOND / max(1e-9, limited):.1f}"
        )


def shares(times: Sequence[float]) -> str:
    """The times that 50, 95 and 99 % stay within, and the longest."""
    if not times:
        return "none"
    ordered = sorted(times)
    marks = [ordered[min(len(ordered) - 1, int(len(ordered) * share))] for share in (0.5, 0.95, 0.99)]
    return " / ".join(f"{one:.2f}" for one in (*marks, ordered[-1])) + " s"


async def run(plan: Plan, folder: Path, database: str = "") -> Figures:
    """Do a run with one bot; `database` is an SQLite file in the folder unless an address is given."""
    made = Figures(plan)
    async with running() as playground:
        crowd = Crowd.settled(playground, plan.servers, plan.options)
        job = Job(
            str(folder),
            playground.token,
            playground.api,
            playground.gateway_url,
            playground.cdn,
            database or sqlite_url(folder / "games.db"),
            f"127.0.0.1:{free_port()}",
            one_core=plan.one_core,
        )
        waiting = running_bot(job)
        bot = await asyncio.to_thread(waiting.__enter__)
        try:
            await _measure(crowd, bot, made, lambda: _events(playground), job.database)
        finally:
            await asyncio.to_thread(waiting.__exit__, None, None, None)
        made.errors = [line for line in bot.log.read_text().splitlines() if '"error"' in line]
    made.waits, made.lost = crowd.waits, crowd.lost
    made.games = sum(table.games for table in crowd.tables)
    return made


def _events(playground: Playground) -> int:
    """The events that the gateway has sent so far."""
    return sum(session.sequence for session in playground.gateway.sessions.values())


async def _measure(crowd: Crowd, bot: Bot, made: Figures, events: Callable[[], int], database: str) -> None:
    plan = made.plan
    made.start = bot.seconds
    made.memory["started"] = bot.usage.memory
    begun = time.monotonic()
    await crowd.open_games()
    made.opening = time.monotonic() - begun
    made.memory["games open"] = bot.usage.memory
    limited = crowd.tally()
    counted, heard, moves, stored = await _drained(bot), events(), len(crowd.waits), await bytes_in(database)
    before, begun = bot.usage, time.monotonic()
    await _play(crowd, plan, bot, made)
    made.played = time.monotonic() - begun
    made.cpu = (bot.usage.cpu - before.cpu) / made.played
    made.memory["played"] = bot.usage.memory
    if plan.idle:
        await asyncio.sleep(SETTLE_SECONDS)
        before, begun = bot.usage, time.monotonic()
        await asyncio.sleep(plan.idle)
        made.idle_cpu = (bot.usage.cpu - before.cpu) / (time.monotonic() - begun)
        made.memory["idle"] = bot.usage.memory
    found = await _drained(bot)
    moves = max(1, len(crowd.waits) - moves)
    made.each_move = {
        "requests": (_requests(found) - _requests(counted)) / moves,
        "limited requests": (tallied := crowd.tally() - limited).total() / moves,
        "events": (events() - heard) / moves,
        "commits": (_commits(found) - _commits(counted)) / moves,
        "ms of CPU": 1000 * made.cpu * made.played / moves,
        "bytes stored": (await bytes_in(database) - stored) / moves,
    }
    made.kinds = {kind: number / moves for kind, number in tallied.most_common(6)}
    made.database = await bytes_in(database) / 1e6
    made.metrics = {
        "late answers": sum(found["tilewright_late_answers_total"].values()),
        "messages waiting": sum(found.get("tilewright_deliveries_waiting", {}).values()),
        "requests to Discord": _requests(found),
        "pauses asked for": sum(found["tilewright_rate_limit_waits_total"].values()),
        "commits": _commits(found),
        "ms a commit": round(
            1000 * found["tilewright_commit_seconds_sum"][()] / max(1.0, found["tilewright_commit_seconds_count"][()]),
            1,
        ),
    }


async def _play(crowd: Crowd, plan: Plan, bot: Bot, made: Figures) -> None:
    tenth, told = plan.games / 10, 0
    await crowd.play(plan.seconds, plan.rate)
    while (over := sum(table.games for table in crowd.tables)) < plan.games:
        if all(table.failed for table in crowd.tables):
            return
        if over >= (told + 1) * tenth:
            told = int(over / tenth)
            made.memory[f"{over} games"] = bot.usage.memory
        await crowd.play(plan.seconds, plan.rate)


def _requests(found: Found) -> float:
    return sum(found["tilewright_discord_requests_total"].values())


def _commits(found: Found) -> float:
    return found["tilewright_commit_seconds_count"][()]


async def _drained(bot: Bot) -> Found:
    """The bot's metrics once it has sent every message, or after a while."""
    end = time.monotonic() + DRAIN_SECONDS
    while (found := await bot.figures()).get("tilewright_deliveries_waiting") != {(): 0.0}:
        if time.monotonic() > end:
            break
        await asyncio.sleep(1.0)
    return found


async def bytes_in(database: str) -> int:
    """The bytes that a database takes, without an SQLite file's log and empty pages."""
    engine = create_async_engine(database)
    sizes = "SELECT (p.page_count - f.freelist_count) * s.page_size FROM pragma_page_count p, "
    sizes += "pragma_freelist_count f, pragma_page_size s"
    query = sizes if sqlite_file(database) else "SELECT pg_database_size(current_database())"
    try:
        async with engine.connect() as connection:
            return int((await connection.execute(text(query))).scalar_one())
    finally:
        await engine.dispose()


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
