"""Opening a PostgreSQL database: other processes, and databases that cannot be used."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE

import pytest
from sqlalchemy import text

from bot.model.changes import Change
from bot.model.deliveries import Capacity, DeliveryKind, NewDelivery
from bot.model.errors import DatabaseUnusable
from bot.model.games import Cause, GamePhase, GameSummary, Place
from bot.store import postgresql
from bot.store.database import Database
from bot.store.opening import open_store
from bot.store.repositories import Store
from engine.game.clock import Deadline, Due
from tests.support.databases import Server
from tests.support.sentences import said

NOW = 1_700_000_000_000
HOUR = 3_600_000

HOLDS = """
import asyncio, sys
from bot.store.outbox import Capacity
from bot.store.opening import open_store

async def main():
    store = await open_store(sys.argv[1])
    claimed = await store.outbox.claim("dead", int(sys.argv[2]), int(sys.argv[2]) + 3600000, Capacity(9))
    alarms = (await store.alarms.claim("dead", int(sys.argv[2]), int(sys.argv[2]) + 3600000, 9)).alarms
    print(len(claimed.deliveries), len(alarms), flush=True)
    await asyncio.to_thread(sys.stdin.read)

asyncio.run(main())
"""


async def leave_work(store: Store) -> None:
    """A game with one delivery and one deadline due."""
    summary = GameSummary("g1", Place(9, 5), "", "1", GamePhase.TURN, 1, None, 1, NOW, NOW, ())
    board, deadline = NewDelivery(DeliveryKind.BOARD, 1, NOW), Deadline(NOW, Due.COMPUTER, 1, 0)
    await store.journal.commit(Change(Cause("c1", NOW, NOW), 1, ({},), summary, (board,), deadline))


async def free(store: Store) -> tuple[int, int]:
    """How many deliveries and deadlines a new process could claim."""
    claimed = await store.outbox.claim("new", NOW, NOW + HOUR, Capacity(9))
    return len(claimed.deliveries), len((await store.alarms.claim("new", NOW, NOW + HOUR, 9)).alarms)


# --- other processes ----------------------------------------------------------------------------------------------


async def test_leases_stay_while_any_process_is_there(shared: str) -> None:
    """A second process starts and ends next to the first; only a process on its own frees leases."""
    first = await open_store(shared)
    await leave_work(first)
    assert await free(first) == (1, 1)
    second = await open_store(shared)
    assert await free(second) == (0, 0)
    await first.close()
    third = await open_store(shared)
    assert await free(third) == (0, 0)
    await third.close()
    await second.close()
    fourth = await open_store(shared)
    assert await free(fourth) == (1, 1)
    await fourth.close()


async def test_leases_of_a_killed_process_are_free_at_the_next_start(shared: str) -> None:
    """When no other process is running, a new one does not wait until the leases have run out."""
    store = await open_store(shared)
    await leave_work(store)
    await store.close()
    arguments = ("-c", HOLDS, shared, str(NOW))
    other = await asyncio.create_subprocess_exec(sys.executable, *arguments, stdin=PIPE, stdout=PIPE)
    assert other.stdout
    assert await other.stdout.readline() == b"1 1\n"
    store = await open_store(shared)
    assert await free(store) == (0, 0)
    await store.close()
    other.kill()
    await other.communicate()
    async with asyncio.timeout(60):
        while True:  # until the server has noticed
            store = await open_store(shared)
            now_free = await free(store)
            await store.close()
            if now_free == (1, 1):
                break


async def test_who_comes_waits_for_one_that_is_just_going(shared: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server may notice that a process has died a little after the bot is started again."""
    monkeypatch.setattr(postgresql, "GONE_SECONDS", 20.0)
    first = await open_store(shared)
    await leave_work(first)
    assert await free(first) == (1, 1)
    opening = asyncio.create_task(open_store(shared))
    await asyncio.wait({opening}, timeout=0.2)
    await first.close()
    second = await opening
    assert await free(second) == (1, 1)
    await second.close()


async def test_a_process_outlives_a_restart_of_the_server(
    postgres: Server, shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It writes again as soon as the server is back, and other processes know again that it is there."""
    monkeypatch.setattr(postgresql, "LOOK_AGAIN", 0.02)
    store = await open_store(shared)
    await leave_work(store)
    assert await free(store) == (1, 1)
    await asyncio.to_thread(postgres.restart)
    await store.meta.set("colour", "red")
    database = Database(shared)
    held = text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted")
    async with asyncio.timeout(60):
        found = 0
        while not found:
            async with database.read() as connection:
                found = (await connection.execute(held)).scalar_one()
    await database.close()
    other = await open_store(shared)
    assert await free(other) == (0, 0)
    assert await other.meta.get("colour") == "red"
    await other.close()
    await store.close()


async def test_X10_a_lease_is_given_up_once_the_server_is_back(postgres: Server, shared: str) -> None:
    """Its owner lives, so that nobody else would handle the deadline before the lease ends."""
    store = await open_store(shared)
    await leave_work(store)
    (alarm,) = (await store.alarms.claim("me", NOW, NOW + HOUR, 1)).alarms
    await asyncio.to_thread(postgres.stop)
    giving_up = asyncio.create_task(store.alarms.retry(alarm, "me", NOW))
    await asyncio.sleep(1.0)
    assert not giving_up.done()
    await asyncio.to_thread(postgres.start)
    async with asyncio.timeout(60):
        await giving_up
    assert len((await store.alarms.claim("other", NOW, NOW + HOUR, 1)).alarms) == 1
    await store.close()


# --- connections --------------------------------------------------------------------------------------------------


async def test_a_database_that_cannot_hold_every_letter_is_refused(postgres: Server) -> None:
    """Nothing is created in it."""
    postgres.do("CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1'")
    with pytest.raises(DatabaseUnusable) as refusal:
        await open_store(postgres.url("latin"))
    assert refusal.value.reason == said("store.made_encoding", encoding="UTF8")
    postgres.drop(postgres.url("latin"))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("/migrated?", "/nowhere?"), 'database "nowhere" does not exist'),
        (("postgres@", "nobody9:s3cret@"), 'role "nobody9" does not exist'),
        (("?host=", "?host=/nowhere"), "No such file or folder"),
        (("?host=", "?sslmode=require&host="), "asyncpg has no option 'sslmode'"),
        (("+asyncpg", "+psycopg2"), "must begin with sqlite+aiosqlite:// or postgresql+asyncpg://"),
    ],
)
async def test_an_address_that_leads_nowhere_is_refused(postgres: Server, change: tuple[str, str], reason: str) -> None:
    """One clear line, without the password."""
    with pytest.raises(DatabaseUnusable) as refusal:
        await open_store(postgres.url("migrated").replace(*change))
    assert reason in refusal.value.reason
    assert "\n" not in refusal.value.reason
    assert "s3cret" not in str(refusal.value)


async def test_the_driver_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error says what to install for PostgreSQL."""
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(DatabaseUnusable) as refusal:
        await open_store("postgresql+asyncpg://me:s3cret@db/games")
    assert refusal.value.reason.startswith("asyncpg is not installed")
    assert "[postgresql]" in refusal.value.reason
