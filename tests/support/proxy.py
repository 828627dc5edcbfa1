"""A wire between the bot's processes and PostgreSQL that a test can cut, as a network that loses everything does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlsplit

PIECE = 1 << 16


@dataclass
class Proxy:
    """Carries connections to a server's socket. While it is cut, nothing arrives and nothing is closed."""

    target: str
    port: int = 0
    _whole: asyncio.Event = field(default_factory=asyncio.Event)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def cut(self) -> None:
        """Let nothing through; connections stay open, and new ones get no answer."""
        self._whole.clear()

    def mend(self) -> None:
        """Let everything through, also what has waited."""
        self._whole.set()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry one connection until either side closes it."""
        task = asyncio.current_task()
        assert task
        self._tasks.add(task)
        try:
            await self._whole.wait()
            there = await asyncio.open_unix_connection(self.target)
            try:
                await asyncio.gather(self._pump(reader, there[1]), self._pump(there[0], writer))
            finally:
                there[1].close()
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            writer.close()
            self._tasks.discard(task)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while piece := await reader.read(PIECE):
            await self._whole.wait()
            writer.write(piece)
            await writer.drain()
        await self._whole.wait()
        with suppress(OSError):
            writer.close()

    async def close(self) -> None:
        """End all connections."""
        for task in (tasks := tuple(self._tasks)):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@asynccontextmanager
async def between(url: str) -> AsyncIterator[tuple[Proxy, str]]:
    """A proxy to the server of a database, and the database's address through it."""
    parts = urlsplit(url)
    proxy = Proxy(f"{parse_qs(parts.query)['host'][0]}/.s.PGSQL.5432")
    proxy.mend()
    server = await asyncio.start_server(proxy.carry, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy, f"{parts.scheme}://postgres@127.0.0.1:{proxy.port}{parts.path}"
    finally:
        server.close()
        await proxy.close()
