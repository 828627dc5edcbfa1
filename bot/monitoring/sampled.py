"""A value that takes a query to find: asked for at most every few seconds, and never twice at once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import monotonic
from typing import Generic, TypeVar

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
