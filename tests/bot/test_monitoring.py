"""Health, readiness and metrics, asked from outside, and the dashboard that shows them."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import promql_parser as promql
import pytest

from bot import monitoring as server
from bot.model.measures import Asking, DatabaseCounts
from bot.monitoring import Monitoring, PrometheusMeasures
from bot.settings import Address, Settings, SettingsError, read_address
from bot.wiring.app import StartFailed
from tests.support.logged import ANY_PORT, scrape, values
from tests.support.logged import ask as ask_bot
from tests.support.running import ask, gathered, scene, started
from tests.support.service import eventually

NONE = DatabaseCounts({}, 0, None, {})


async def test_X11_a_whole_bot_is_seen_from_outside(tmp_path: Path) -> None:
    """It is alive and ready, and its metrics show what people have done, by commands and buttons."""
    async with gathered(tmp_path, metrics=ANY_PORT) as (stage, ada, bruno):
        app = stage.app
        assert await ask_bot(app.monitoring.address, "/healthz") == (200, "ok\n")
        assert await ask_bot(app.monitoring.address, "/readyz") == (200, "ok\n")
        await started(ada, bruno)
        await ask(ada, "/rack")
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
            return (await ask_bot(address, "/readyz"))[0] == 503

        await eventually(is_unready)
        assert (await ask_bot(address, "/healthz"))[0] == 200


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
    monkeypatch.setattr(server, "DATABASE_SECONDS", 0.05)
    hang, queries = asyncio.Event(), 0

    async def count() -> DatabaseCounts:
        nonlocal queries
        queries += 1
        await hang.wait()
        return DatabaseCounts({"turn": 3}, 7, 1_000, {"bot": 1})

    monitoring = _monitoring(count=count)
    await monitoring.start()
    try:
        answers = await asyncio.gather(*(ask_bot(monitoring.address, "/metrics") for _ in range(12)))
        again = await ask_bot(monitoring.address, "/metrics")
        assert [status for status, _ in (*answers, again)] == [200] * 13
        assert "tilewright_games" not in values(again[1])
        assert queries == 1
        hang.set()

        async def is_there() -> bool:
            found = values((await ask_bot(monitoring.address, "/metrics"))[1])
            return bool(found.get("tilewright_games"))

        await eventually(is_there)
        found = values((await ask_bot(monitoring.address, "/metrics"))[1])
        assert found["tilewright_deliveries_waiting"][()] == 7
        assert found["tilewright_processes"][(("kind", "bot"),)] == 1
        assert found["tilewright_deliveries_oldest_seconds"][()] == 4
        assert queries == 1
    finally:
        await monitoring.close()


async def test_X11_a_database_that_fails_or_hangs_is_no_health(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each answer comes in bounded time, and the next one is asked anew."""
    monkeypatch.setattr(server, "DATABASE_SECONDS", 0.05)
    told: list[Exception | None] = [OSError("secret"), None]

    async def alive() -> None:
        if error := told.pop(0):
            raise error

    monitoring = _monitoring(alive=alive)
    await monitoring.start()
    try:
        assert await ask_bot(monitoring.address, "/healthz") == (503, "the database does not answer\n")
        assert (await ask_bot(monitoring.address, "/healthz"))[0] == 200
        assert (await ask_bot(monitoring.address, "/secrets"))[0] == 404
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


FILE = Path(__file__).parents[2] / "assets" / "grafana" / "tilewright.json"
OF_PROMETHEUS = frozenset({"instance", "job", "__name__"})
"""Labels that Prometheus adds when it scrapes."""
VARIABLES = {"$__rate_interval": "5m", "$instance": ".*"}
EMPTY = frozenset({"tilewright_processes"})
"""Metrics that a bot alone with its SQLite file may leave without a series; `test_monitoring` gives them one."""
ON_EVENT = frozenset({"tilewright_discord_requests_total", "tilewright_interaction_seconds_count"})
"""Metrics with labels that have no series before something happens."""


def queries(dashboard: Any) -> Iterator[str]:
    """Every query, also those that fill the menus of variables."""
    for panel in dashboard["panels"]:
        yield from (target["expr"] for target in panel.get("targets", ()))
    for variable in dashboard["templating"]["list"]:
        if variable["type"] == "query":
            found = re.fullmatch(r"label_values\((\w+), \w+\)", variable["query"]["query"])
            assert found, variable
            yield found[1]


def parsed(query: str) -> promql.Expr:
    """A query with its variables filled in, as Prometheus reads it."""
    for name, value in VARIABLES.items():
        query = query.replace(name, value)
    return promql.parse(query)


def named(expression: promql.Expr) -> Iterator[tuple[str, frozenset[str]]]:
    """Each metric in a query with the labels that its selector and the aggregations around it name."""

    def walk(node: Any, grouped: frozenset[str]) -> Iterator[tuple[str, frozenset[str]]]:
        match node:
            case promql.VectorSelector():
                yield node.name, grouped | {one.name for one in node.matchers.matchers}
            case promql.MatrixSelector():
                yield from walk(node.vector_selector, grouped)
            case promql.AggregateExpr():
                yield from walk(node.expr, grouped | frozenset(node.modifier.labels if node.modifier else ()))
            case promql.Call():
                for one in node.args:
                    yield from walk(one, grouped)
            case promql.BinaryExpr():
                yield from walk(node.lhs, grouped)
                yield from walk(node.rhs, grouped)
            case promql.ParenExpr() | promql.UnaryExpr() | promql.SubqueryExpr():
                yield from walk(node.expr, grouped)
            case promql.NumberLiteral() | promql.StringLiteral():
                return
            case _:
                raise AssertionError(f"what is {type(node).__name__}?")

    return walk(expression, frozenset())


@pytest.fixture(scope="module")
def dashboard() -> Any:
    """The file."""
    return json.loads(FILE.read_text(encoding="utf-8"))


async def test_X11_every_query_of_the_dashboard_fits_the_metrics(tmp_path: Path, dashboard: Any) -> None:
    """Metrics and labels exist in the answer of a bot with a game; each metric of the bot is on the dashboard."""
    async with gathered(tmp_path, metrics=ANY_PORT) as (stage, ada, bruno):
        await started(ada, bruno)
        await ask(ada, "/rack")
        found: dict[str, Any] = {}

        async def is_counted() -> bool:
            found.update(values(await scrape(stage.app)))
            return "tilewright_games" in found and all(found.get(one) for one in ON_EVENT)

        await eventually(is_counted)
    faults, used = [], set()
    for query in queries(dashboard):
        for name, labels in named(parsed(query)):
            used.add(name)
            if name in EMPTY:
                continue
            given = {label for series in found.get(name, {}) for label, _ in series} | OF_PROMETHEUS
            if name not in found:
                faults.append(f"{name} does not exist: {query}")
            elif labels - given:
                faults.append(f"{name} has no label {sorted(labels - given)}: {query}")
    assert faults == []
    own = {base(name) for name in found if name.startswith("tilewright_")} | EMPTY
    assert own == {base(name) for name in used if name.startswith("tilewright_")}


def base(name: str) -> str:
    """The name of a metric without what its kind adds."""
    return re.sub(r"_(created|sum|bucket|count|total)$", "", name)


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("tilewright_nothing", {("tilewright_nothing", frozenset())}),
        (
            'topk(5, sum by (le, a) (rate(x_bucket{b="1"}[5m]))) / -y',
            {("x_bucket", frozenset({"le", "a", "b"})), ("y", frozenset())},
        ),
    ],
)
def test_X11_the_check_of_queries_sees_every_name(query: str, names: set[tuple[str, frozenset[str]]]) -> None:
    """Also in nested and negated parts."""
    assert set(named(parsed(query))) == names


def test_X11_the_dashboard_is_drawn_without_overlaps(dashboard: Any) -> None:
    """Every panel has its own place and number, and every title is there once."""
    panels = dashboard["panels"]
    assert len({one["id"] for one in panels}) == len({one["title"] for one in panels}) == len(panels)
    squares = [
        (x, y)
        for one in panels
        for x in range(one["gridPos"]["x"], one["gridPos"]["x"] + one["gridPos"]["w"])
        for y in range(one["gridPos"]["y"], one["gridPos"]["y"] + one["gridPos"]["h"])
    ]
    assert len(squares) == len(set(squares))
    assert max(x for x, _ in squares) < 24
