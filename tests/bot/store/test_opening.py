"""Opening a database, the lock, databases that cannot be used, and SQLite's connections."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
import sys
import threading
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import JSON, Boolean, Column, Integer, MetaData, Table, bindparam, insert, select, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from bot.model.errors import DatabaseInUse, DatabaseUnusable
from bot.settings import sqlite_url
from bot.store import database as database_module
from bot.store import opening
from bot.store.database import Database, DatabaseClosed, finishing
from bot.store.lockfile import LockFile, network_of
from bot.store.opening import newest_revision, open_store
from bot.store.rows import NO_VALUES, execute, fetch
from tests.support.databases import PRAGMAS, games_in
from tests.support.sentences import said
from tests.support.service import eventually
from tests.support.transactions import counted

HOLDS = """
import pathlib, sys
from bot.store.lockfile import LockFile
lock = LockFile(pathlib.Path(sys.argv[1]))
lock.acquire()
print("open", flush=True)
sys.stdin.read()
"""
"""What `open_store` holds, which the test sees to, without loading all that it needs."""


async def test_a_second_process_is_refused_until_the_first_has_ended(tmp_path: Path) -> None:
    """Each file allows one process, and the error names it; a process that dies leaves nothing locked."""
    url, file = games_in(tmp_path), tmp_path / "games.db"
    arguments = ("-c", HOLDS, str(file))
    other = await asyncio.create_subprocess_exec(sys.executable, *arguments, stdin=PIPE, stdout=PIPE)
    assert other.stdout
    assert await other.stdout.readline() == b"open\n"
    with pytest.raises(DatabaseInUse) as refusal:
        await open_store(url)
    assert refusal.value.path == str(file)
    other.kill()
    await other.communicate()
    store = await open_store(url)
    with pytest.raises(DatabaseInUse):
        LockFile(file).acquire()
    await store.close()


async def test_the_installation_keeps_its_id(tmp_path: Path) -> None:
    """Nonces begin with it, so it must outlive a restart; another database has another."""
    ids = []
    for name in ("one.db", "one.db", "two.db"):
        store = await open_store(games_in(tmp_path, name=name))
        ids.append(store.installation)
        await store.close()
    assert ids[0] == ids[1] != ids[2]
    assert len(ids[0]) == 12


async def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    """Nothing is overwritten, the lock is released, and the error names the file."""
    file = tmp_path / "games.db"
    file.write_bytes(b"my holiday photos" * 100)
    for _ in range(2):
        with pytest.raises(DatabaseUnusable) as refusal:
            await open_store(sqlite_url(file))
        assert str(file) in refusal.value.path
    assert file.read_bytes() == b"my holiday photos" * 100


async def test_a_database_of_a_later_version_is_refused(address: str) -> None:
    """An older program does not touch what it cannot understand."""
    await (await open_store(address)).close()
    database = Database(address)
    async with database.write() as connection:
        await connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
        await connection.exec_driver_sql("UPDATE meta SET value = '9998' WHERE key = 'suits_from'")
    await database.close()
    with pytest.raises(DatabaseUnusable) as refusal:
        await open_store(address)
    assert said("cli.newer_program", revision=9999) in refusal.value.reason


async def test_a_database_of_the_next_release_is_used_as_it_is(tmp_path: Path) -> None:
    """While people upgrade, a process of the release before may start again: the tables have only gained something."""
    file, url = tmp_path / "games.db", games_in(tmp_path)
    await (await open_store(url)).close()
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.execute("UPDATE meta SET value = ? WHERE key = 'suits_from'", (newest_revision(),))
    connection.close()
    store = await open_store(url)
    await store.meta.set("heartbeat", "1")
    await store.close()
    with closing(sqlite3.connect(file)) as connection, connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("9999",)]
    connection.close()


@pytest.mark.parametrize(
    "url",
    [
        "nonsense",
        "oracle9+none://x/y",
        "postgresql+nodriver://me:s3cret@db/games",
        "sqlite+aiosqlite:////proc/x/games.db",
    ],
)
async def test_an_address_that_leads_nowhere_is_refused(url: str) -> None:
    """Whatever is wrong with it, the error does not show its password."""
    with pytest.raises(DatabaseUnusable) as refusal:
        await open_store(url)
    assert "s3cret" not in str(refusal.value)


async def test_connections_are_durable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """WAL, full synchronisation and foreign keys on the writer."""
    monkeypatch.setattr(database_module, "_pragmas", PRAGMAS)
    await (await open_store(url := games_in(tmp_path))).close()
    database = Database(url)
    async with database.write() as connection:
        found = [
            (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
    assert found == ["wal", 2, 1]
    await database.close()


async def test_readers_cannot_write_and_do_not_wait_for_a_write(address: str) -> None:
    """While a transaction is open, readers see the state before it."""
    store = await open_store(address)
    await store.meta.set("colour", "red")
    database = Database(address)
    async with asyncio.timeout(60), database.write() as connection:
        await connection.exec_driver_sql("UPDATE meta SET value = 'blue' WHERE key = 'colour'")
        assert await store.meta.get("colour") == "red"
    assert await store.meta.get("colour") == "blue"
    with pytest.raises(DBAPIError):
        async with database.read() as connection:
            await connection.exec_driver_sql("INSERT INTO meta VALUES ('a', 'b')")
    await database.close()
    await store.close()


async def test_closing_waits_for_what_is_going_on_and_lets_nothing_new_begin(tmp_path: Path) -> None:
    """A write whose caller has given up is finished; afterwards no connection is open."""
    url = games_in(tmp_path)
    store = await open_store(url)
    writing = asyncio.create_task(store.meta.set("colour", "red"))
    await asyncio.sleep(0.001)
    writing.cancel()
    await store.close()
    with pytest.raises(DatabaseClosed):
        await store.meta.get("colour")
    store = await open_store(url)
    assert await store.meta.get("colour") in ("red", None)
    await store.meta.set("colour", "blue")
    await store.close()


@pytest.mark.parametrize(("error", "told"), [(DatabaseClosed(), []), (KeyError("x"), ["KeyError"])])
async def test_what_fails_with_nobody_waiting_is_told_unless_the_bot_stops(error: Exception, told: list[str]) -> None:
    """A cancelled request runs on; that the database closed before the request started is not a fault."""
    seen: list[str] = []
    loop, begun, go_on = asyncio.get_running_loop(), asyncio.Event(), asyncio.Event()
    loop.set_exception_handler(lambda _, context: seen.append(type(context["exception"]).__name__))

    @finishing
    async def fail() -> None:
        begun.set()
        await go_on.wait()
        raise error

    request = asyncio.create_task(fail())
    await begun.wait()
    request.cancel()
    with pytest.raises(asyncio.CancelledError):
        await request
    go_on.set()
    while database_module._running:  # noqa: ASYNC110 - it has no event
        await asyncio.sleep(0)
    del request
    gc.collect()
    await asyncio.sleep(0)
    assert seen == told


MOUNTS = """\
22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
30 22 0:40 / /srv/my\\040games rw shared:9 - nfs4 nas:/games rw
31 30 8:2 / /srv/my\\040games/local rw shared:9 - xfs /dev/sdb1 rw
32 22 0:41 / /media rw - cifs //nas/media rw
"""


@pytest.mark.parametrize(
    ("file", "kind"),
    [
        ("/srv/my games/tilewright.db", "nfs4"),
        ("/srv/my games/local/tilewright.db", None),
        ("/media/a/tilewright.db", "cifs"),
        ("/mediation/tilewright.db", None),
    ],
)
def test_a_network_file_system_is_known_by_its_mount(tmp_path: Path, file: str, kind: str | None) -> None:
    (mounts := tmp_path / "mountinfo").write_text(MOUNTS)
    assert network_of(Path(file), mounts) == kind
    assert network_of(Path(file), tmp_path / "none") is None


async def test_a_database_on_a_network_file_system_is_warned_of_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(opening, "network_of", lambda _: "cifs")
    store = await open_store(games_in(tmp_path))
    await store.close()
    assert any("cifs" in record.getMessage() for record in caplog.records)


async def test_a_table_of_a_feature_gains_the_columns_that_have_come_since(address: str) -> None:
    """Its rows stay as they are; that nothing is lost is what `test_side_by_side` asks of migrations, too."""
    await (await open_store(address)).close()
    database = Database(address)
    async with database.write() as connection:
        await connection.exec_driver_sql("ALTER TABLE tournament_entrants DROP COLUMN leaving")
        facts = "tournament, number, person, name, by_ear, rating, dropped, here"
        row = "1, 1, '7', 'Ada', false, 1000, true, false"
        await connection.exec_driver_sql(f"INSERT INTO tournament_entrants ({facts}) VALUES ({row})")
    await database.close()
    for _ in range(2):
        store = await open_store(address)
        async with store.database.read() as connection:
            found = (await connection.exec_driver_sql("SELECT name, dropped, leaving FROM tournament_entrants")).one()
        await store.close()
        assert (found.name, bool(found.dropped), found.leaving) == ("Ada", True, None)


MANY = 307
_NUMBERS = Table("numbers", MetaData(), Column("number", Integer, primary_key=True))


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """A database with one table of many numbers."""
    made = Database(sqlite_url(tmp_path / "numbers.db"))
    async with made.write() as connection:
        await connection.execute(text("CREATE TABLE numbers (number INTEGER PRIMARY KEY)"))
        await connection.execute(text("INSERT INTO numbers VALUES (:n)"), [{"n": number} for number in range(MANY)])
    yield made
    await made.close()


@pytest.mark.parametrize("most", [1, 100, MANY])
async def test_every_row_is_found_once(database: Database, most: int) -> None:
    """Also where there are more than are fetched at once, read whole or bit by bit."""
    query, wanted = text(f"SELECT number FROM numbers ORDER BY number LIMIT {most}"), list(range(most))
    async with database.read() as connection:
        assert list((await connection.execute(query)).scalars()) == wanted
        streamed = await connection.stream(query, execution_options={"yield_per": 64})
        assert [row.number async for row in streamed] == wanted
        half = await connection.stream(query)
        assert await half.fetchone() == (0,)
        await half.close()


async def test_changes_are_counted_and_refusals_reach_the_caller(database: Database) -> None:
    """After either, the next statement works."""
    async with database.write() as connection:
        assert (await connection.execute(text("DELETE FROM numbers WHERE number >= 5"))).rowcount == MANY - 5
        with pytest.raises(IntegrityError):
            await connection.execute(text("INSERT INTO numbers VALUES (1)"))
        with pytest.raises(OperationalError):
            await connection.execute(text("SELECT nothing FROM nowhere"))
        assert (await connection.execute(text("SELECT count(*) FROM numbers"))).scalar_one() == 5


async def test_a_statement_goes_to_the_thread_once(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the begin of its transaction and its rows; only the end of a transaction that may have written goes, too."""
    loop, answers = asyncio.get_running_loop(), 0
    answer = loop.call_soon_threadsafe

    def counted(*args: Any, **options: Any) -> asyncio.Handle:
        nonlocal answers
        answers += 1
        return answer(*args, **options)

    async with database.read() as connection:  # opens the connection, which takes more
        await connection.execute(text("SELECT 1"))
    monkeypatch.setattr(loop, "call_soon_threadsafe", counted)
    for use, ways in ((database.read, 3), (database.write, 3 + 1)):
        answers = 0
        async with use() as connection:
            for number in range(3):
                await connection.execute(text("SELECT number FROM numbers WHERE number = :n"), {"n": number})
        assert answers == ways
    answers, find = 0, (select(_NUMBERS), NO_VALUES)
    async with database.read() as connection:
        await execute(connection, find, find, find)
    assert answers == 1


_THINGS = Table(
    "things", MetaData(), Column("id", Integer, primary_key=True), Column("on", Boolean), Column("data", JSON)
)


_FROM = select(_NUMBERS.c.number).where(_NUMBERS.c.number >= bindparam("least")).order_by(_NUMBERS.c.number)


async def test_what_is_asked_for_in_one_moment_is_found_in_one_transaction(database: Database) -> None:
    """Each gets its own answer, and sees what was written before it asked."""
    least = (MANY - 1, 5, MANY)
    with counted() as seen:
        found = await asyncio.gather(*(database.find(_FROM, {"least": one}) for one in least))
    assert [len(rows) for rows in found] == [1, MANY - 5, 0]
    assert len(seen.transactions) == 1
    async with database.write() as connection:
        await connection.execute(insert(_NUMBERS).values(number=MANY))
    assert len(await database.find(_FROM, {"least": MANY})) == 1


async def test_whoever_gives_up_takes_no_answer_from_those_who_asked_in_the_same_moment(database: Database) -> None:
    asked = [asyncio.create_task(database.find(_FROM, {"least": one})) for one in (1, 2, 3)]
    await asyncio.sleep(0)
    asked[1].cancel()
    await asyncio.wait(asked)
    assert [len(one.result()) for one in (asked[0], asked[2])] == [MANY - 1, MANY - 3]


async def test_all_who_asked_in_one_moment_hear_of_a_failure_and_later_ones_are_answered(database: Database) -> None:
    nowhere = select(text("1")).select_from(text("nowhere"))
    both = (database.find(nowhere, NO_VALUES), database.find(_FROM, {"least": 0}))
    told = await asyncio.gather(*both, return_exceptions=True)
    assert all(isinstance(one, OperationalError) for one in told)
    assert len(await database.find(_FROM, {"least": 0})) == MANY


async def test_statements_that_go_together_do_what_each_does_alone(database: Database) -> None:
    """Values are converted on both ways; several sets of values are counted together."""
    add, turn = insert(_THINGS), update(_THINGS).where(_THINGS.c.id >= bindparam("least")).values(on=False)
    find = select(_THINGS, _THINGS.c.id.label("again")).order_by(_THINGS.c.id)
    several = [{"id": 2, "on": True, "data": []}, {"id": 3, "on": None, "data": {"a": 1}}]
    async with database.write() as connection:
        await connection.run_sync(_THINGS.create)
        one = {"id": 1, "on": True, "data": {"ä": [1, None]}}
        done = await execute(connection, (add, one), (add, several), (turn, {"least": 3}), (find, {}))
        assert [one.changed for one in done[:3]] == [1, 2, 1]
        wanted = [(1, True, {"ä": [1, None]}, 1), (2, True, [], 2), (3, False, {"a": 1}, 3)]
        assert done[3].rows == (await connection.execute(find)).all() == wanted
        assert done[3].rows[1].on is True
        assert done[3].rows[1].again == 2
        back = update(_THINGS).values(on=True).returning(_THINGS.c.on, _THINGS.c.data)
        assert (await fetch(connection, back))[2] == (True, {"a": 1})


async def test_statements_that_go_together_stop_at_the_first_refusal(database: Database) -> None:
    """It reaches the caller as always, without values, and nothing stays of those before it."""
    add = insert(_NUMBERS)

    async def fail() -> None:
        async with database.write() as connection:
            await execute(connection, (add, {"number": MANY}), (add, {"number": 1}), (add, {"number": MANY + 1}))

    with pytest.raises(IntegrityError) as caught:
        await fail()
    assert str(MANY) not in str(caught.value)
    async with database.read() as connection:
        assert len(await fetch(connection, select(_NUMBERS))) == MANY


async def test_a_list_of_values_is_refused_where_it_would_be_compiled_for_each_length(database: Database) -> None:
    """Such a statement goes alone."""
    async with database.read() as connection:
        with pytest.raises(AssertionError, match="IN"):
            await fetch(connection, select(_NUMBERS).where(_NUMBERS.c.number.in_([1])))


async def test_a_reader_sees_one_state_and_then_lets_go_of_it(database: Database) -> None:
    """From its first statement to its end."""
    count = text("SELECT count(*) FROM numbers")
    async with database.read() as reader:
        assert (await reader.execute(count)).scalar_one() == MANY
        async with database.write() as writer:
            await writer.execute(text("DELETE FROM numbers WHERE number = 0"))
        assert (await reader.execute(count)).scalar_one() == MANY
    async with database.read() as reader:
        assert (await reader.execute(count)).scalar_one() == MANY - 1


async def test_a_transaction_is_one_even_after_its_first_statement_failed(database: Database) -> None:
    """It has begun all the same: what follows is written or undone together."""

    async def fail() -> None:
        async with database.write() as connection:
            with pytest.raises(OperationalError):
                await connection.execute(text("SELECT nothing FROM nowhere"))
            await connection.execute(text("DELETE FROM numbers"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    async with database.read() as connection:
        assert (await connection.execute(text("SELECT count(*) FROM numbers"))).scalar_one() == MANY


async def test_an_unused_transaction_leaves_nothing_behind(database: Database) -> None:
    """The next one on the connection begins anew."""
    async with database.write():
        pass
    async with database.write() as connection:
        await connection.execute(text("DELETE FROM numbers WHERE number = 0"))
    async with database.read() as connection:
        assert (await connection.execute(text("SELECT count(*) FROM numbers"))).scalar_one() == MANY - 1


async def test_a_file_that_cannot_be_opened_leaves_no_thread_behind(tmp_path: Path) -> None:
    """The loop may be closed as soon as the refusal is known."""
    before = threading.active_count()
    database = Database(sqlite_url(tmp_path))  # a folder
    with pytest.raises(OperationalError):
        async with database.read() as connection:
            await connection.execute(text("SELECT 1"))
    await database.close()
    await eventually(lambda: threading.active_count() <= before)


async def test_whoever_gives_up_while_a_database_opens_leaves_no_connection_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The thread opens it all the same; a connection that nobody closes fails whatever runs when it is forgotten."""
    begun, go, connect, made = threading.Event(), threading.Event(), sqlite3.connect, list[sqlite3.Connection]()

    def slowly(*args: Any, **options: Any) -> sqlite3.Connection:
        begun.set()
        go.wait()
        made.append(connect(*args, **options))
        return made[-1]

    monkeypatch.setattr(sqlite3, "connect", slowly)
    opens = database_module.connect(True, str(tmp_path / "games.db"))

    async def opened() -> None:
        await opens

    task = asyncio.create_task(opened())
    await asyncio.to_thread(begun.wait)
    task.cancel()
    await asyncio.sleep(0)
    go.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        made[0].execute("SELECT 1")
