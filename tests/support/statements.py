"""The statements that SQLite executes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from sqlalchemy import Connection, Engine, event

from bot.store import sqlite


@contextmanager
def heard(hear: Callable[[Any, str, Any], None]) -> Iterator[None]:
    """Tells `hear` of every statement: its aiosqlite connection, its text and its values, before it is executed."""
    script = sqlite.Connection.script

    def alone(connection: Connection, _: object, statement: str, values: object, *__: object) -> None:
        hear(connection.connection.driver_connection, statement, values)

    async def together(connection: sqlite.Connection, steps: Sequence[tuple[str, Any]]) -> list[sqlite.Executed]:
        for statement, values in steps:
            hear(connection, statement, values)
        return await script(connection, steps)

    event.listen(Engine, "before_cursor_execute", alone)
    try:
        with patch.object(sqlite.Connection, "script", together):
            yield
    finally:
        event.remove(Engine, "before_cursor_execute", alone)
