"""Turns to read a file: one at a time for each person and server, so that nobody's files hold up the others."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.model.errors import FileRefused, ReadingBusy
from engine.errors import BadFile

UPLOADS_AT_ONCE = 2
"""How many files are fetched and read at the same time."""
MOST_WAITING = 8
LONGEST_WAIT = 30.0
"""Seconds a file waits for others."""


class Uploads:
    """The files being fetched and read, and those waiting their turn."""

    def __init__(
        self, at_once: int = UPLOADS_AT_ONCE, most_waiting: int = MOST_WAITING, wait: float = LONGEST_WAIT
    ) -> None:
        self._slots = asyncio.Semaphore(at_once)
        self._most = at_once + most_waiting
        self._wait = wait
        self._owners: set[str] = set()
        self._under_way = 0

    @asynccontextmanager
    async def turn(self, person: str, server: int | None) -> AsyncIterator[None]:
        """Wait for a person's turn to have a file read, sent in a server or elsewhere.

        Raises `ReadingBusy`, and `FileRefused` for the faults that are found in the file.
        """
        owners = {f"person/{person}", *([] if server is None else [f"server/{server}"])}
        if self._owners & owners or self._under_way >= self._most:
            raise ReadingBusy(math.ceil(self._wait))
        self._owners |= owners
        self._under_way += 1
        try:
            await self._slot()
            try:
                yield
            except BadFile as error:
                raise FileRefused(error.where, error.faults) from error
            finally:
                self._slots.release()
        finally:
            self._owners -= owners
            self._under_way -= 1

    async def _slot(self) -> None:
        try:
            async with asyncio.timeout(self._wait):
                await self._slots.acquire()
        except TimeoutError as error:
            raise ReadingBusy(math.ceil(self._wait)) from error
