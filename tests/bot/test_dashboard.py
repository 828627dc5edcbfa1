"""The dashboard for Grafana: each of its queries fits what a bot really answers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import promql_parser as promql
import pytest

from tests.support.running import ask, gathered, started
from tests.support.scraping import ANY_PORT, scrape, values
from tests.support.service import eventually

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
