"""The transactions of the real database during an action, and the repository method that began each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from types import FrameType
from typing import Any

import greenlet
from sqlalchemy import Connection, Engine, event

from tests.support.statements import heard

POLLS = ("outbox.claim", "alarms._look")
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
    """Counts the transactions of all SQLite databases in this process while the context lasts."""
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
