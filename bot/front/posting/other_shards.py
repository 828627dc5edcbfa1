"""Servers and channels on the shards of other processes, of which Discord tells this one nothing unasked.

Each is asked for once and then remembered for a while, since requests are few (`bot.front.connection.pace`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Generic, TypeVar

import aiohttp
import discord

T = TypeVar("T")

MOST_ELSEWHERE = 10_000
"""How many servers, and how many channels, are remembered."""
FRESH_SECONDS = 3600.0
"""Seconds after which they are asked for again: a server may have another name by then."""
UNANSWERED = (discord.HTTPException, discord.RateLimited, discord.InvalidData, aiohttp.ClientError, OSError)
"""What is raised if Discord does not tell now."""


class OtherShards:
    """What Discord tells about servers and channels that `client` does not hear of.

    `is_everything_here` says that this process holds all shards: whatever it does not know of, nobody does.
    """

    def __init__(self, client: discord.Client, is_everything_here: Callable[[], bool]) -> None:
        self._client = client
        self._is_everything_here = is_everything_here
        self._servers = _Remembered[discord.Guild]()
        self._channels = _Remembered[int]()

    async def server(self, server: int) -> discord.Guild | None:
        """A server; None if Discord does not tell of it."""
        if self._is_everything_here():
            return None
        return await self._servers.get(server, lambda: self._client.fetch_guild(server, with_counts=False))

    async def server_of(self, channel: int) -> int | None:
        """The server of a channel or thread; None for direct messages. Raises `LookupError` if that is unknown."""
        found = None if self._is_everything_here() else await self._channels.get(channel, lambda: self._ask(channel))
        if found is None:
            raise LookupError(channel)
        return found or None

    async def _ask(self, channel: int) -> int:
        """The id of a channel's server, 0 for direct messages."""
        found = await self._client.fetch_channel(channel)
        return 0 if isinstance(found, discord.abc.PrivateChannel) else found.guild.id


class _Remembered(Generic[T]):
    """Answers by id, the oldest first; None is one that Discord refused."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[float, T | None]] = {}

    async def get(self, key: int, ask: Callable[[], Awaitable[T]]) -> T | None:
        """The answer for an id, asked for unless it is fresh."""
        at, answer = self._known.pop(key, (-FRESH_SECONDS, None))
        if monotonic() - at >= FRESH_SECONDS:
            try:
                at, answer = monotonic(), await ask()
            except (discord.NotFound, discord.Forbidden):
                answer = None
            except UNANSWERED:
                return answer
        self._known[key] = at, answer
        while len(self._known) > MOST_ELSEWHERE:
            del self._known[next(iter(self._known))]
        return answer
