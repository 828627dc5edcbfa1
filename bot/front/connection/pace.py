"""The requests a second that Discord allows a bot, shared by its processes.

Discord counts all requests of a token together, except answers to interactions (its documentation, "Rate Limits").
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic
from types import SimpleNamespace

import aiohttp
from discord.http import Route

REQUESTS_A_SECOND = 50
"""How many requests Discord allows a bot each second."""
UNCOUNTED = ("/interactions/", "/webhooks/")


def is_by_token(url: str) -> bool:
    """Whether a request is made by the bot's token, and so counted; answers to interactions have their own."""
    return url.startswith(Route.BASE) and not url.removeprefix(Route.BASE).startswith(UNCOUNTED)


class RequestPace:
    """A bucket of requests, filled at this process's share of the rate; a second's worth may be spent at once."""

    def __init__(self, rate: float = REQUESTS_A_SECOND, now: Callable[[], float] = monotonic) -> None:
        self._total = self._rate = rate
        self._now = now
        self._left = rate
        self._filled = now()

    def share(self, processes: int) -> None:
        """Share the rate with other processes, this one included."""
        self._fill()
        self._rate = self._total / max(1, processes)
        self._left = min(self._left, self._rate)

    async def take(self) -> None:
        """Wait until a request may be made. Requests are let through in the order in which they came."""
        self._fill()
        self._left -= 1
        if self._left < 0:
            await asyncio.sleep(-self._left / self._rate)

    def tracing(self, tracing: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        """Let what traces a client's requests also make each counted one wait for its turn."""
        tracing.on_request_start.append(self._before)
        return tracing

    async def _before(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestStartParams
    ) -> None:
        if is_by_token(str(request.url)):
            await self.take()

    def _fill(self) -> None:
        now = self._now()
        self._left = min(max(self._rate, 1.0), self._left + (now - self._filled) * self._rate)
        self._filled = now
