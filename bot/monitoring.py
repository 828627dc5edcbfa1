"""How the bot is doing, for those who run it: health, readiness and metrics over HTTP, in the format of Prometheus."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from time import monotonic
from typing import Generic, TypeVar

from aiohttp import web
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.registry import Collector

from bot.model.measures import Asking, DatabaseCounts, Measures, PoolLoad
from bot.settings import Address

T = TypeVar("T")


class Sampled(Generic[T]):
    """The latest value of `find`, found again after `seconds`, and for which nobody waits longer than `patience`.

    However many ask, one call of `find` is under way at a time.
    """

    def __init__(self, find: Callable[[], Awaitable[T]], seconds: float, patience: float) -> None:
        self._find = find
        self._seconds = seconds
        self._patience = patience
        self._finding: asyncio.Task[T] | None = None
        self._value: T | None = None
        self._found: float | None = None

    async def value(self) -> T | None:
        """The latest value, which may be old; None before the first."""
        await self._refresh()
        return self._value

    async def is_fresh(self) -> bool:
        """Whether the value could be found just now."""
        return await self._refresh()

    @property
    def age(self) -> float | None:
        """Seconds since the value was found; None before the first."""
        return None if self._found is None else monotonic() - self._found

    async def close(self) -> None:
        """Give up a call that is under way."""
        if self._finding:
            self._finding.cancel()
            await asyncio.gather(self._finding, return_exceptions=True)

    async def _refresh(self) -> bool:
        if self.age is not None and self.age < self._seconds:
            return True
        if self._finding is None or self._finding.done():
            self._finding = asyncio.create_task(self._keep())
        with suppress(TimeoutError):
            async with asyncio.timeout(self._patience):
                # A scraper that goes away must not end the query that others wait for.
                await asyncio.wait({self._finding})
        return self._finding.done() and not self._finding.cancelled() and self._finding.exception() is None

    async def _keep(self) -> T:
        self._value = await self._find()
        self._found = monotonic()
        return self._value


OTHER = "other"
"""The label of what is on no list."""
LATE = 3.0
"""Seconds that Discord waits for the first answer to an interaction."""
TAKEN = ("shard", "delivery", "deadline", "work")

_ANSWERS = (0.05, 0.1, 0.25, 0.5, 1, 2, LATE, 5, 10, 30)
_COMMITS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5)
_DELIVERIES = (0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300)
_LAGS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5)

Loads = Callable[[], Mapping[str, PoolLoad]]
"""Tells how busy each limited resource of the process is, by its name."""


class PrometheusMeasures(Measures):
    """Keeps them for Prometheus. `names` are the commands and actions that may be labels."""

    def __init__(self, names: Mapping[Asking, Collection[str]], loads: Loads | None = None) -> None:
        self._names = names
        self.registry = registry = CollectorRegistry(auto_describe=True)
        ProcessCollector(registry=registry)
        registry.register(_Loads(loads or dict))
        self._answered = Histogram(
            "tilewright_interaction_seconds",
            "Seconds from an interaction's arrival until its answer was shown",
            ("kind", "command"),
            buckets=_ANSWERS,
            registry=registry,
        )
        self._late = Counter(
            "tilewright_late_answers",
            f"Interactions whose first answer came later than {LATE:.0f} seconds, or too late for Discord",
            ("kind",),
            registry=registry,
        )
        for kind in Asking:
            self._late.labels(kind.value)
        self._committed = Histogram(
            "tilewright_commit_seconds", "Seconds to commit a change of a game", buckets=_COMMITS, registry=registry
        )
        self._delivered = Histogram(
            "tilewright_delivery_seconds",
            "Seconds from when a message was due until it was sent",
            buckets=_DELIVERIES,
            registry=registry,
        )
        self._requested = Counter(
            "tilewright_discord_requests",
            "Requests to Discord by the class of their status",
            ("status",),
            registry=registry,
        )
        self._pauses = Counter(
            "tilewright_rate_limit_waits", "Requests for which Discord asked for a pause", registry=registry
        )
        self._paused = Counter(
            "tilewright_rate_limit_wait_seconds", "Seconds for which Discord asked to pause", registry=registry
        )
        self._lag = Histogram(
            "tilewright_event_loop_lag_seconds",
            "Seconds by which the event loop was late for a regular beat",
            buckets=_LAGS,
            registry=registry,
        )
        self._shards = Gauge("tilewright_shards_held", "Shards that this process holds", registry=registry)
        self._taken = Counter(
            "tilewright_takeovers",
            "Shards that this process took from dead ones, and work of dead ones that it freed for all",
            ("what",),
            registry=registry,
        )
        for what in TAKEN:
            self._taken.labels(what)

    def answered(self, asking: Asking, name: str, seconds: float, *, late: bool) -> None:
        """Count an answer."""
        known = name if name in self._names.get(asking, ()) else OTHER
        self._answered.labels(asking.value, known).observe(seconds)
        if late:
            self._late.labels(asking.value).inc()

    def committed(self, seconds: float) -> None:
        """Count a commit."""
        self._committed.observe(seconds)

    def delivered(self, seconds: float) -> None:
        """Count a message."""
        self._delivered.observe(max(0.0, seconds))

    def requested(self, status: int) -> None:
        """Count a request to Discord."""
        self._requested.labels(f"{status // 100}xx" if 100 <= status < 600 else OTHER).inc()

    def paused(self, seconds: float) -> None:
        """Count a pause."""
        self._pauses.inc()
        self._paused.inc(max(0.0, seconds))

    def lagged(self, seconds: float) -> None:
        """Count a beat of the event loop."""
        self._lag.observe(max(0.0, seconds))

    def took_over(self, what: str, count: int) -> None:
        """Count what was taken over."""
        self._taken.labels(what if what in TAKEN else OTHER).inc(count)

    def holds_shards(self, count: int) -> None:
        """Set the number of shards."""
        self._shards.set(count)

    def text(self, counts: DatabaseCounts | None, age: float | None, now: int) -> bytes:
        """All metrics as text, with the latest counts from the database, their age in seconds, and the instant now."""
        counted = CollectorRegistry(auto_describe=False)
        if counts and age is not None:
            counted.register(_Fixed(tuple(_families(counts, age, now))))
        return generate_latest(self.registry) + generate_latest(counted)


class _Loads(Collector):
    """Reads how busy the process is when somebody asks."""

    def __init__(self, loads: Loads) -> None:
        self._loads = loads

    def collect(self) -> Iterator[Metric]:
        found = self._loads()
        for kind, about in (
            ("used", "Threads or connections at work"),
            ("waiting", "Pieces of work that wait for a thread or connection"),
            ("most", "Threads or connections that can be at work at once"),
        ):
            family = GaugeMetricFamily(f"tilewright_pool_{kind}", about, labels=("pool",))
            for name, load in found.items():
                family.add_metric((name,), getattr(load, kind))
            yield family


class _Fixed(Collector):
    """Families made for one answer."""

    def __init__(self, families: tuple[Metric, ...]) -> None:
        self._families = families

    def collect(self) -> Iterable[Metric]:
        return self._families


def _families(counts: DatabaseCounts, age: float, now: int) -> Iterator[Metric]:
    waited = 0.0 if counts.oldest is None else max(0.0, (now - counts.oldest) / 1000)
    yield _labelled("tilewright_games", "Unfinished games by phase", "phase", counts.games)
    yield GaugeMetricFamily("tilewright_deliveries_waiting", "Messages that wait to be sent", value=counts.waiting)
    yield GaugeMetricFamily(
        "tilewright_deliveries_oldest_seconds", "Seconds since the oldest waiting message was due", value=waited
    )
    yield _labelled("tilewright_processes", "Living processes that serve the database", "kind", counts.processes)
    yield GaugeMetricFamily("tilewright_counts_age_seconds", "Seconds since the database was last counted", value=age)


def _labelled(name: str, about: str, label: str, values: Mapping[str, int]) -> Metric:
    family = GaugeMetricFamily(name, about, labels=(label,))
    for value, count in values.items():
        family.add_metric((value,), count)
    return family


PATHS = ("/healthz", "/readyz", "/metrics")
QUESTIONS_AT_ONCE = 16
"""How many questions are answered at the same time."""
COUNT_EVERY = 5.0
"""Seconds for which counts from the database are used again."""
ALIVE_EVERY = 1.0
DATABASE_SECONDS = 3.0
"""Seconds to wait for the database."""
CONNECTION_IDLE_SECONDS = 75.0
"""Seconds for which a connection without a question stays open."""


class Monitoring:
    """Answers at one address. `is_ready` says whether people are served, `alive` asks the database for a sign of life.

    `now` gives the instant in milliseconds. `lack` is the answer if the process is not ready.
    """

    def __init__(
        self,
        address: Address,
        measures: PrometheusMeasures,
        is_ready: Callable[[], bool],
        alive: Callable[[], Awaitable[object]],
        count: Callable[[], Awaitable[DatabaseCounts]],
        now: Callable[[], int],
        lack: str = "not connected to Discord",
    ) -> None:
        self._lack = lack
        self._wanted = address
        self._measures = measures
        self._is_ready = is_ready
        self._alive = Sampled(alive, ALIVE_EVERY, DATABASE_SECONDS)
        self._counts = Sampled(count, COUNT_EVERY, DATABASE_SECONDS)
        self._now = now
        self._answering = 0
        self._runner: web.AppRunner | None = None

    @property
    def address(self) -> Address:
        """Where it listens, once started."""
        assert self._runner
        host, port = self._runner.addresses[0][:2]
        return Address(host, port)

    async def start(self) -> None:
        """Listen. Raises `OSError` if the address cannot be used."""
        app = web.Application(middlewares=[self._bounded], client_max_size=0)
        for path, answer in zip(PATHS, (self._health, self._ready, self._metrics), strict=True):
            app.router.add_get(path, answer)
        runner = web.AppRunner(app, access_log=None, keepalive_timeout=CONNECTION_IDLE_SECONDS)
        await runner.setup()
        try:
            await web.TCPSite(runner, self._wanted.host, self._wanted.port, reuse_address=True).start()
        except BaseException:
            await runner.cleanup()
            raise
        self._runner = runner

    async def close(self) -> None:
        """Stop listening."""
        if self._runner:
            await self._runner.cleanup()
        await self._alive.close()
        await self._counts.close()

    @web.middleware
    async def _bounded(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        if self._answering >= QUESTIONS_AT_ONCE:
            return _told("too many questions at once", well=False)
        self._answering += 1
        try:
            return await handler(request)
        finally:
            self._answering -= 1

    async def _health(self, _: web.Request) -> web.Response:
        # That this answers at all shows that the event loop turns.
        well = await self._alive.is_fresh()
        return _told("ok" if well else "the database does not answer", well=well)

    async def _ready(self, _: web.Request) -> web.Response:
        well = self._is_ready()
        return _told("ok" if well else self._lack, well=well)

    async def _metrics(self, _: web.Request) -> web.Response:
        counts = await self._counts.value()
        text = self._measures.text(counts, self._counts.age, self._now())
        return web.Response(body=text, headers={"Content-Type": CONTENT_TYPE_PLAIN_0_0_4})


def _told(text: str, *, well: bool) -> web.Response:
    return web.Response(text=f"{text}\n", status=200 if well else 503)
