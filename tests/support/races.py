"""Two processes on one PostgreSQL database, one of which is held up at a statement while the other continues."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import event, text
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import DBAPIError
from sqlalchemy.util import await_only

from bot.store.database import Database
from bot.store.opening import open_store
from bot.store.postgresql import may_be_done_again
from bot.store.repositories import Store
from tests.support.databases import trust

PATIENCE = 240.0


@dataclass
class Stop:
    """A stop before a statement: `reached` is set when a transaction gets there, and it waits until `go` is set."""

    reached: asyncio.Event = field(default_factory=asyncio.Event)
    go: asyncio.Event = field(default_factory=asyncio.Event)


@asynccontextmanager
async def stopping(store: Store, *statements: str) -> AsyncIterator[Stop]:
    """Hold a store up once, before the first statement with one of these beginnings; if several, once all have come."""
    stop = Stop()
    engine = store.database._writer.sync_engine
    awaited = set(statements)

    def before(_connection: Any, _cursor: Any, sql: str, *_: Any) -> None:
        expected = bool(awaited)
        awaited.difference_update([one for one in awaited if sql.startswith(one)])
        if expected and not awaited:
            stop.reached.set()
            await_only(stop.go.wait())

    event.listen(engine, "before_cursor_execute", before)
    try:
        yield stop
    finally:
        stop.go.set()
        event.remove(engine, "before_cursor_execute", before)


@dataclass
class Pair:
    """Two stores on one database, as two processes have them, and connections that observe them.

    `given_up` are the transactions that the server has aborted in favour of others.
    """

    one: Store
    two: Store
    database: Database
    given_up: list[BaseException] = field(default_factory=list)

    def __post_init__(self) -> None:
        for store in (self.one, self.two):
            event.listen(store.database._writer.sync_engine, "handle_error", self._failed)

    def _failed(self, context: ExceptionContext) -> None:
        error = context.sqlalchemy_exception
        if isinstance(error, DBAPIError) and may_be_done_again(error):
            self.given_up.append(error)

    async def race(
        self, statement: str | tuple[str, ...], first: Coroutine[Any, Any, Any], second: Coroutine[Any, Any, Any]
    ) -> tuple[Any, Any]:
        """The results of both, errors included: the first, in store `one`, is held up before a statement (`stopping`).

        The second, in store `two`, continues until it has ended or waits for the first.
        """
        statements = (statement,) if isinstance(statement, str) else statement
        async with asyncio.timeout(PATIENCE), stopping(self.one, *statements) as stop:
            slow = asyncio.create_task(first)
            await _either(stop.reached.wait(), slow)
            assert stop.reached.is_set(), f"{statements} were not reached"
            fast = asyncio.create_task(second)
            while not fast.done() and not await self._somebody_waits():
                await asyncio.wait({fast}, timeout=0.005)
            stop.go.set()
            results = await asyncio.gather(slow, fast, return_exceptions=True)
        assert not self.given_up, "the server had to end a deadlock"
        return results[0], results[1]

    async def _somebody_waits(self) -> bool:
        return bool(await self.ask("SELECT count(*) FROM pg_locks WHERE NOT granted"))

    async def ask(self, query: str) -> Any:
        """The single value of a query."""
        async with self.database.read() as connection:
            return (await connection.execute(text(query))).scalar_one_or_none()


@asynccontextmanager
async def pair(url: str) -> AsyncIterator[Pair]:
    """Two stores on a database."""
    one, two, database = await open_store(trust(url)), await open_store(trust(url)), Database(url)
    try:
        yield Pair(one, two, database)
    finally:
        await database.close()
        await two.close()
        await one.close()


async def _either(*waits: Awaitable[Any]) -> None:
    tasks = [asyncio.ensure_future(one) for one in waits]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    if not tasks[0].done():
        tasks[0].cancel()
