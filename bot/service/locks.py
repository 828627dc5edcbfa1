"""A lock per game, so that commands to one game wait for each other instead of racing to the database.

The number of a person's requests is bounded (`in_flight` in the front), and so are their places in these queues.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.model.errors import TooBusy

LOCK_SECONDS = 60.0


class KeyedLocks:
    """Locks by key. They prevent lost races within a process; the journal's key decides between processes."""

    def __init__(self) -> None:
        self._locks: dict[str, asyncio.Lock] = {}
        self._users: dict[str, int] = {}

    @asynccontextmanager
    async def hold(self, key: str) -> AsyncIterator[None]:
        """Hold the lock of a key. An unused lock is forgotten. Raises `TooBusy`."""
        lock = self._locks.setdefault(key, asyncio.Lock())
        self._users[key] = self._users.get(key, 0) + 1
        try:
            await _acquire(lock, key)
            try:
                yield
            finally:
                lock.release()
        finally:
            self._users[key] -= 1
            if not self._users[key]:
                del self._users[key], self._locks[key]


async def _acquire(lock: asyncio.Lock, key: str) -> None:
    try:
        async with asyncio.timeout(LOCK_SECONDS):
            await lock.acquire()
    except TimeoutError:
        raise TooBusy(key) from None
