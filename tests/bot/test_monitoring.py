"""Health, readiness and metrics, asked from outside."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.model.figures import DatabaseCounts
from bot.model.measures import Asking
from bot.monitoring import server
from bot.monitoring.metrics import PrometheusMeasures
from bot.monitoring.server import Monitoring
from bot.settings import Address, Settings, SettingsError, read_address
from bot.wiring.app import StartFailed
from tests.support.running import ask as command
from tests.support.running import gathered, scene, started
from tests.support.scraping import ANY_PORT, ask, scrape, values
from tests.support.service import eventually

NONE = DatabaseCounts({}, 0, None, {})


async def test_X11_a_whole_bot_is_seen_from_outside(tmp_path: Path) -> None:
    """It is alive and ready, and its metrics show what people have done, by commands and buttons."""
    async with gathered(tmp_path, metrics=ANY_PORT) as (stage, ada, bruno):
        app = stage.app
        assert await ask(app.monitoring.address, "/healthz") == (200, "ok\n")
        assert await ask(app.monitoring.address, "/readyz") == (200, "ok\n")
        await started(ada, bruno)
        await command(ada, "/rack")
        found: dict[str, Any] = {}

        async def is_counted() -> bool:
            found.update(values(await scrape(app)))
            counted = found["tilewright_interaction_seconds_count"]
            return counted.get((("command", "rack"), ("kind", "command"))) == 1

        await eventually(is_counted)
        counted = found["tilewright_interaction_seconds_count"]
        assert counted[("command", "game new"), ("kind", "command")] == 1
        assert sum(value for (_, kind), value in counted.items() if kind == ("kind", "button")) == 2
        assert not [labels for labels in counted if ("command", "other") in labels]
        assert found["tilewright_commit_seconds_count"][()] >= 3
        assert found["tilewright_shards_held"][()] == 1
        assert found["process_resident_memory_bytes"][()] > 10_000_000
        assert (("pool", "thinking"),) in found["tilewright_pool_most"]
        await eventually(lambda: _counts(app))


async def _counts(app: Any) -> bool:
    """Whether the metrics show the running game; counts are a few seconds old at most."""
    found = values(await scrape(app))
    return found.get("tilewright_games", {}).get((("phase", "turn"),)) == 1


async def test_X11_a_bot_without_a_connection_is_alive_but_not_ready(tmp_path: Path) -> None:
    """Discord is away: the process must not be restarted for that."""
    async with scene(tmp_path, metrics=ANY_PORT) as stage:
        assert stage.app and stage.app.monitoring
        address = stage.app.monitoring.address
        await stage.playground.close()

        async def is_unready() -> bool:
            return (await ask(address, "/readyz"))[0] == 503

        await eventually(is_unready)
        assert (await ask(address, "/healthz"))[0] == 200


async def test_X11_nothing_listens_unless_it_is_set(tmp_path: Path) -> None:
    """Without the setting there is no server and nothing is measured."""
    async with scene(tmp_path) as stage:
        assert stage.app and stage.app.monitoring is None


async def test_X11_a_taken_address_is_told(tmp_path: Path) -> None:
    """The line names the setting."""
    async with scene(tmp_path, start=False) as stage:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            stage.metrics = Address("127.0.0.1", taken.getsockname()[1])
            with pytest.raises(StartFailed, match="TILEWRIGHT_METRICS"):
                await stage.start()
            stage.app = None


async def test_X11_however_many_ask_one_query_is_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that hangs gets one query, and everyone is answered all the same."""
    monkeypatch.setattr(server, "PATIENCE", 0.05)
    hang, queries = asyncio.Event(), 0

    async def count() -> DatabaseCounts:
        nonlocal queries
        queries += 1
        await hang.wait()
        return DatabaseCounts({"turn": 3}, 7, 1_000, {"bot": 1})

    monitoring = _monitoring(count=count)
    await monitoring.start()
    try:
        answers = await asyncio.gather(*(ask(monitoring.address, "/metrics") for _ in range(12)))
        again = await ask(monitoring.address, "/metrics")
        assert [status for status, _ in (*answers, again)] == [200] * 13
        assert "tilewright_games" not in values(again[1])
        assert queries == 1
        hang.set()

        async def is_there() -> bool:
            found = values((await ask(monitoring.address, "/metrics"))[1])
            return bool(found.get("tilewright_games"))

        await eventually(is_there)
        found = values((await ask(monitoring.address, "/metrics"))[1])
        assert found["tilewright_deliveries_waiting"][()] == 7
        assert found["tilewright_processes"][(("kind", "bot"),)] == 1
        assert found["tilewright_deliveries_oldest_seconds"][()] == 4
        assert queries == 1
    finally:
        await monitoring.close()


async def test_X11_a_database_that_fails_or_hangs_is_no_health(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each answer comes in bounded time, and the next one is asked anew."""
    monkeypatch.setattr(server, "PATIENCE", 0.05)
    told: list[Exception | None] = [OSError("secret"), None]

    async def alive() -> None:
        if error := told.pop(0):
            raise error

    monitoring = _monitoring(alive=alive)
    await monitoring.start()
    try:
        assert await ask(monitoring.address, "/healthz") == (503, "the database does not answer\n")
        assert (await ask(monitoring.address, "/healthz"))[0] == 200
        assert (await ask(monitoring.address, "/secrets"))[0] == 404
    finally:
        await monitoring.close()


def test_X11_labels_come_from_fixed_lists() -> None:
    """A forged button or command cannot add a series."""
    measures = PrometheusMeasures({Asking.COMMAND: {"play"}})
    measures.answered(Asking.COMMAND, "play", 0.1, late=False)
    for number in range(50):
        measures.answered(Asking.COMMAND, f"forged{number}", 0.1, late=True)
        measures.took_over(f"forged{number}", 1)
        measures.requested(number)
    told = measures.text(NONE, 1.0, 0).decode()
    assert "forged" not in told
    found = values(told)
    assert found["tilewright_interaction_seconds_count"][("command", "other"), ("kind", "command")] == 50
    assert found["tilewright_late_answers_total"][(("kind", "command"),)] == 50


@pytest.mark.parametrize(
    ("told", "meant"),
    [
        ("127.0.0.1:9100", Address("127.0.0.1", 9100)),
        ("[::1]:1", Address("::1", 1)),
        ("box:65535", Address("box", 65535)),
    ],
)
def test_X11_addresses_are_read(told: str, meant: Address) -> None:
    """Names, IPv4 and IPv6."""
    assert read_address("TILEWRIGHT_METRICS", told) == meant
    assert Settings.from_environment({"TILEWRIGHT_METRICS": told}).metrics == meant


@pytest.mark.parametrize("told", ["9100", ":9100", "host:", "host:0", "host:65536", "::1:9100", "http://a:1", "a b:1x"])
def test_X11_bad_addresses_are_told(told: str) -> None:
    """The error names the setting."""
    with pytest.raises(SettingsError, match="TILEWRIGHT_METRICS"):
        Settings.from_environment({"TILEWRIGHT_METRICS": told})


def _monitoring(
    count: Callable[[], Awaitable[DatabaseCounts]] | None = None, alive: Callable[[], Awaitable[object]] | None = None
) -> Monitoring:
    async def nothing() -> DatabaseCounts:
        return NONE

    return Monitoring(ANY_PORT, PrometheusMeasures({}), lambda: True, alive or nothing, count or nothing, lambda: 5_000)
