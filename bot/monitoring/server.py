"""The small web server for those who run the bot: `/healthz`, `/readyz` and `/metrics`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from aiohttp import web
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from bot.model.figures import DatabaseCounts
from bot.monitoring.metrics import PrometheusMeasures
from bot.monitoring.sampled import Sampled
from bot.settings import Address

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
