"""What SQLAlchemy has compiled once is kept for all databases of a test run: each test opens another one.

A third of the time in which a test opens a store or starts the bot went into compiling the same statements again.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from sqlalchemy import Dialect

from bot.store import database, postgresql


class SharedStatements(dict[Any, Any]):
    """Compiled statements by their driver, where SQLAlchemy asks for those of an engine's own dialect."""

    def get(self, key: Any, default: Any = None) -> Any:
        """The compiled statement."""
        return super().get(_by_driver(key), default)

    def __setitem__(self, key: Any, compiled: Any) -> None:
        super().__setitem__(_by_driver(key), compiled)


def _by_driver(key: tuple[Any, ...]) -> tuple[Any, ...]:
    dialect: Dialect = key[0]
    return (type(dialect), *key[1:])


def share_statements(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all engines that are made from now on share what they compile."""
    options = {"compiled_cache": SharedStatements()}
    for module in (database, postgresql):
        made = partial(module.create_async_engine, execution_options=options)
        monkeypatch.setattr(module, "create_async_engine", made)
