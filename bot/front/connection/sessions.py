"""The limits of Discord that processes share: requests a second, and when a shard may begin a session."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from time import monotonic
from types import SimpleNamespace
from typing import Protocol

import aiohttp
from discord import SessionStartLimits
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


LOG = logging.getLogger(__name__)
PAUSE_SECONDS = 5.5
"""Seconds between two sessions that begin in a bucket; Discord asks for five."""

Hold = Callable[[str], AbstractAsyncContextManager[None]]
"""Holds a named lock, across all processes of the bot."""


class Timestamps(Protocol):
    """Remembers when something happened last, for all processes of the bot, by one clock. `Meta` is one."""

    async def stamp(self, key: str) -> None:
        """Note that it happens now."""

    async def since(self, key: str) -> float | None:
        """Seconds since it happened last; None if it never has."""


class SessionGate:
    """Lets one shard of each bucket (`shard % max_concurrency`) begin its session at a time, over all processes.

    Sessions of a bucket begin `pause` seconds apart, also if the process of the first has died since.
    """

    def __init__(
        self,
        hold: Hold,
        stamps: Timestamps,
        limits: Callable[[], Awaitable[SessionStartLimits]],
        pause: float = PAUSE_SECONDS,
    ) -> None:
        self._hold = hold
        self._stamps = stamps
        self._limits = limits
        self._pause = pause
        self._within: dict[int, AsyncExitStack] = {}
        self.concurrency = 1

    async def enter(self, shard: int) -> None:
        """Wait for a shard's turn, and for the next day if no session may begin today."""
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(self._hold(self._bucket(shard)))
            await self._wait_for_starts()
            await self._wait_for_pause(shard)
            self._within[shard] = stack.pop_all()

    async def begin(self, shard: int) -> None:
        """Note that the session of a shard that was let in begins now."""
        await self._stamps.stamp(self._bucket(shard))

    def is_in(self, shard: int) -> bool:
        """Whether a shard was let in and may begin its session."""
        return shard in self._within

    async def let_next(self, shard: int) -> None:
        """Let the next shard of the bucket in."""
        if stack := self._within.pop(shard, None):
            await stack.aclose()

    def _bucket(self, shard: int) -> str:
        return f"identify {shard % self.concurrency}"

    async def _wait_for_pause(self, shard: int) -> None:
        since = await self._stamps.since(self._bucket(shard))
        if since is not None and 0 <= since < self._pause:
            await asyncio.sleep(self._pause - since)

    async def _wait_for_starts(self) -> None:
        while (limits := await self._limits()).remaining <= 0:
            seconds = max(1.0, limits.reset_after / 1000)
            LOG.warning("Discord lets no session begin today after %d: waiting for %d s", limits.total, seconds)
            await asyncio.sleep(seconds)
        self.concurrency = max(1, limits.max_concurrency)
