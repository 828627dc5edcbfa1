"""Databases for the tests of the application."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.store import postgresql
from bot.store.opening import migrate, open_store
from bot.store.repositories import Store
from tests.support.databases import Server, find_programs, games_in, served, trust

TEMPLATE = "migrated"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A PostgreSQL server for this test run."""
    programs = find_programs() if os.name == "posix" else None
    if programs is None:
        pytest.skip("no PostgreSQL server is installed: there is no initdb")
    with served(programs) as server:
        asyncio.run(migrate(server.fresh(name=TEMPLATE)))
        yield server


@pytest.fixture
def shared(postgres: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a new PostgreSQL database with all tables, which several processes may use at once."""
    yield from map(trust, _database(postgres, TEMPLATE, monkeypatch))


@pytest.fixture
def empty(postgres: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a new PostgreSQL database without any tables."""
    yield from _database(postgres, "template1", monkeypatch)


def _database(server: Server, template: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(postgresql, "GONE_SECONDS", 0.0)  # no process dies here, and many connect
    url = server.fresh(template)
    yield url
    server.drop(url)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.soak)])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new database with all tables, of either kind."""
    if request.param == "sqlite":
        return games_in(tmp_path)
    url: str = request.getfixturevalue("shared")
    return url


@pytest.fixture
async def store(address: str) -> AsyncIterator[Store]:
    """A new store, of either kind."""
    opened = await open_store(address)
    yield opened
    await opened.close()
