"""Signals between the processes of a PostgreSQL database, by its NOTIFY and LISTEN.

A signal only says that it is worth looking: whatever it is about is already committed, so a lost one costs time and
nothing else. It is sent after the commit, on a connection of its own, because PostgreSQL lets only one transaction
that notifies commit at a time; rare ones are sent with it (`tell_all`). It never carries a rack, a text or a name.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from enum import StrEnum
from typing import Any

from sqlalchemy import func, make_url, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from bot.settings import POSTGRESQL
from bot.store.postgresql import CONNECT_SECONDS

LOG = logging.getLogger(__name__)
CHANNEL = "tilewright"
COLLECTED_SECONDS = 0.02
"""Seconds for which signals are collected; equal ones are sent once."""
CHECK = 20.0
"""Seconds between checks that a quiet connection is still open."""
AGAIN = 1.0
"""Seconds before a lost connection is opened again."""
ALONE, LISTENING, DEAF = 30_000, 5_000, 1_000
"""Milliseconds after which a loop looks again unasked: in the only process, with signals, and without a connection."""
MOST_SIGNAL_BYTES = 7_900
"""The most bytes of a signal (PostgreSQL's manual, "NOTIFY": less than 8000)."""
MOST_SIGNALS = 1_000
"""How many signals may wait; more are dropped."""


class Topic(StrEnum):
    """What a signal is about; features have further ones."""

    DELIVERIES = "deliveries"
    DEADLINES = "deadlines"
    HURRY = "hurry"
    THOUGHTS = "thoughts"
    SPENT = "spent"
    PROCESSES = "processes"
    SHARDS = "shards"
    DIRECT = "direct"
    PROFILES = "profiles"


async def tell_all(connection: AsyncConnection, topic: Topic) -> None:
    """Signal to all processes, this one included, when the transaction commits."""
    if connection.dialect.name != "sqlite":
        await connection.execute(select(func.pg_notify(CHANNEL, f"{topic} ")))


class Signals:
    """Tells the other processes that there is something to do, and hears them. With SQLite there are no others."""

    def __init__(self, url: str) -> None:
        self._url = url if make_url(url).drivername == POSTGRESQL else None
        self._handlers: dict[str, Callable[[str], object]] = {}
        self._waiting: deque[str] = deque(maxlen=MOST_SIGNALS)
        self._woken = asyncio.Event()
        self._is_listening = False

    def on(self, topic: str, handler: Callable[[str], object]) -> None:
        """Call a handler with what another process's signal is about: "" also when some may have been missed."""
        self._handlers[topic] = handler

    def tell(self, topic: str, about: str = "") -> None:
        """Signal to the other processes, soon; dropped if there is no connection."""
        signal = f"{topic} {about}"
        if self._is_listening and signal not in self._waiting and len(signal.encode()) <= MOST_SIGNAL_BYTES:
            self._waiting.append(signal)
            self._woken.set()

    @property
    def is_alone(self) -> bool:
        """Whether no other process can change the database meanwhile."""
        return self._url is None

    @property
    def hears(self) -> bool:
        """Whether whatever other processes tell is heard now; where there are none, always."""
        return self._url is None or self._is_listening

    def poll(self) -> int:
        """Milliseconds after which a loop looks again without a signal."""
        if self._url is None:
            return ALONE
        return LISTENING if self._is_listening else DEAF

    async def run(self) -> None:
        """Send and listen until cancelled; a lost connection is opened again."""
        if self._url is None:
            return
        engine = create_async_engine(
            self._url, isolation_level="AUTOCOMMIT", poolclass=NullPool, connect_args={"timeout": CONNECT_SECONDS}
        )
        try:
            while True:
                await self._listen(engine)
                await asyncio.sleep(AGAIN)
        finally:
            await engine.dispose()

    async def _listen(self, engine: Any) -> None:
        from asyncpg import InterfaceError, PostgresError

        try:
            async with engine.connect() as connection:
                driver = (await connection.get_raw_connection()).driver_connection
                await self._serve(driver)
        except (OSError, TimeoutError, SQLAlchemyError, PostgresError, InterfaceError) as error:
            LOG.warning("No signals from other processes for now: %s", type(error).__name__)
        finally:
            self._is_listening = False
            self._waiting.clear()

    async def _serve(self, driver: Any) -> None:
        own = driver.get_server_pid()
        driver.add_termination_listener(lambda _: self._woken.set())
        await driver.add_listener(CHANNEL, lambda _, pid, __, signal: None if pid == own else self._hear(signal))
        self._is_listening = True
        for topic in self._handlers:
            self._hear(f"{topic} ")
        while not driver.is_closed():
            if not self._waiting:
                await self._pause(driver)
                continue
            told = tuple(self._waiting)
            self._waiting.clear()
            await driver.executemany("SELECT pg_notify($1, $2)", [(CHANNEL, signal) for signal in told])

    async def _pause(self, driver: Any) -> None:
        self._woken.clear()
        try:
            async with asyncio.timeout(CHECK):
                await self._woken.wait()
        except TimeoutError:
            await driver.execute("SELECT 1")
        await asyncio.sleep(COLLECTED_SECONDS)

    def _hear(self, signal: str) -> None:
        name, _, about = signal.partition(" ")
        if handler := self._handlers.get(name):
            handler(about)
