"""Records the statements that the stores issue: `pytest -p tests.tools.recorded_statements tests/bot/store -n 0`.

When a version lands that people will use, run it there with an empty `STATEMENTS` file. It keeps each statement once,
by kind of database, with the revision of the tables. `tests/bot/store/test_side_by_side.py` lets the next version's
tables answer them.
"""

from __future__ import annotations

import gzip
import json
from collections import defaultdict
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event
from sqlalchemy.engine import Engine

from bot.store.opening import newest_revision

STATEMENTS = Path(__file__).parents[1] / "bot" / "store" / "earlier" / "statements.json.gz"
KINDS = ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH")
_found: dict[str, set[str]] = defaultdict(set)


def pytest_configure() -> None:
    """Begin to record."""
    event.listen(Engine, "before_cursor_execute", _record)


def _record(connection: Connection, _cursor: Any, statement: str, *_: Any) -> None:
    if statement.lstrip("( ").startswith(KINDS) and not any(
        word in statement for word in ("alembic_", "sqlite_master", "pg_catalog", "pg_class")
    ):
        _found[connection.dialect.name].add(statement)


def pytest_sessionfinish() -> None:
    """Write what was recorded."""
    told = {"revision": newest_revision(), **{kind: sorted(found) for kind, found in sorted(_found.items())}}
    STATEMENTS.write_bytes(gzip.compress(json.dumps(told, indent=0).encode(), mtime=0))
