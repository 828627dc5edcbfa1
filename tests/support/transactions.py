"""The statements and transactions of the real database during an action."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from types import FrameType
from typing import Any
from unittest.mock import patch

import greenlet
from sqlalchemy import Connection, Engine, event

from bot.store import database


@contextmanager
def heard(hear: Callable[[Any, str, Any], None]) -> Iterator[None]:
    """Tells `hear` of every statement: its aiosqlite connection, its text and its values, before it is executed."""
    script = database.Connection.script

    def alone(connection: Connection, _: object, statement: str, values: object, *__: object) -> None:
        hear(connection.connection.driver_connection, statement, values)

    async def together(connection: database.Connection, steps: Sequence[tuple[str, Any]]) -> list[database.Executed]:
        for statement, values in steps:
            hear(connection, statement, values)
        return await script(connection, steps)

    event.listen(Engine, "before_cursor_execute", alone)
    try:
        with patch.object(database.Connection, "script", together):
            yield
    finally:
        event.remove(Engine, "before_cursor_execute", alone)


POLLS = ("outbox.claim", "queue._look")
"""Methods by which a loop looks for work; how often it looks depends on how busy the machine is."""


@dataclass
class Transaction:
    """One transaction: the method that began it, whether it may write, and its statements."""

    method: str
    writes: bool = False
    statements: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        kind = "write" if self.writes else "read "
        tables = dict.fromkeys(word for one in self.statements for word in _tables(one))
        return f"{kind} {self.method}: {', '.join(tables)}"


@dataclass
class Counted:
    """All transactions of a period, in the order in which they began."""

    transactions: list[Transaction] = field(default_factory=list)

    @property
    def reads(self) -> int:
        """The number of read-only transactions, without polls."""
        return sum(not one.writes and one.method not in POLLS for one in self.transactions)

    @property
    def polls(self) -> int:
        """The number of read-only transactions in which a loop looked for work."""
        return sum(not one.writes and one.method in POLLS for one in self.transactions)

    @property
    def writes(self) -> int:
        """The number of transactions that could write."""
        return sum(one.writes for one in self.transactions)

    def __str__(self) -> str:
        head = f"{self.reads} read and {self.writes} write transactions, {self.polls} polls"
        return "\n".join((head, *map(str, self.transactions)))


@contextmanager
def counted() -> Iterator[Counted]:
    """Count the transactions of all SQLite databases in this process while the context lasts."""
    seen, running = Counted(), dict[Any, Transaction]()

    def began(connection: Connection) -> None:
        opened = connection.connection.driver_connection
        running[opened] = Transaction(_method(), writes=not getattr(opened, "reading", True))
        seen.transactions.append(running[opened])

    def executed(opened: Any, statement: str, _: object) -> None:
        if (one := running.get(opened)) is not None:
            one.statements.append(statement)

    event.listen(Engine, "begin", began)
    try:
        with heard(executed):
            yield seen
    finally:
        event.remove(Engine, "begin", began)


def _method() -> str:
    """The repository method on whose behalf this statement runs: SQLAlchemy runs it in its own greenlet."""
    current: greenlet.greenlet | None = greenlet.getcurrent()
    while current is not None:
        frame: FrameType | None = current.gr_frame
        while frame is not None:
            module = str(frame.f_globals.get("__name__", ""))
            if module.startswith("bot.store.") and module != "bot.store.database":
                return f"{module.removeprefix('bot.store.')}.{frame.f_code.co_name}"
            frame = frame.f_back
        current = current.parent
    return "?"


def _tables(statement: str) -> list[str]:
    """The tables that a statement names."""
    words = statement.replace(",", " ").split()
    marks = ("FROM", "INTO", "UPDATE", "JOIN")
    return [after for word, after in pairwise(words) if word in marks and after.isidentifier()]
