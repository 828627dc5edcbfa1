"""The database's own clock, for what processes on different machines must agree on."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import GenericFunction


class database_now(GenericFunction[int]):  # noqa: N801 - named as a function of SQL
    """The present instant by the database's clock, in milliseconds since 1970 like every other instant."""

    type = BigInteger()
    inherit_cache = True


@compiles(database_now, "postgresql")
def _on_a_server(_element: Any, _compiler: Any, **_: Any) -> str:
    # Not now(), which stands still within a transaction.
    return "CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS BIGINT)"


@compiles(database_now, "sqlite")
def _in_a_file(_element: Any, _compiler: Any, **_: Any) -> str:
    return "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
