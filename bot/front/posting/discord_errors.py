"""What Discord's refusals mean, and asking Discord about servers and channels on the shards of other processes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from time import monotonic
from typing import Generic, TypeVar

import aiohttp
import discord

from bot.service.ports import PermanentRefusal, TransientFailure

UNKNOWN_MEMBER = 10007
UNKNOWN_MESSAGE = 10008
UNKNOWN_USER = 10013
INVALID_FORM = 50035
"""A field of the request is refused, such as a reply's reference to a message that is gone."""
CANNOT_REPLY = 160002
"""A reply shows the message it answers, so Discord requires *Read Message History*."""
UNNAMED = 0
"""The code of a refusal that names none: it may come from something between Discord and the bot."""
PASSES = frozenset({40003, 40004, 40006, 130000})
"""Refusals that hold for now only: direct messages opened too fast, sending or a feature disabled, overload."""
FAULTS = frozenset({UNNAMED, 40005, 50006, INVALID_FORM, 50045, 50109})
"""Refusals of what was sent, not of sending it: too large, empty or malformed. They are faults of the program."""

FORBIDDEN = 50013
"""A permission is missing; Discord does not say which."""

LOST: tuple[type[Exception], ...] = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""Errors that keep a message from reaching Discord: its refusals, too long a pause, and network errors."""


def is_passing_refusal(error: discord.HTTPException) -> bool:
    """Whether Discord may accept the same request later; a token that it refuses ends the bot elsewhere."""
    passing = (HTTPStatus.UNAUTHORIZED, HTTPStatus.TOO_MANY_REQUESTS)
    return error.status in passing or error.status >= 500 or error.code in PASSES


def is_final(error: discord.HTTPException) -> bool:
    """Whether Discord refuses a message for good, which retrying does not change, whatever its code.

    Discord adds codes (its API reference, "JSON error codes"), so those that are not known count too.
    """
    return error.code not in FAULTS and not is_passing_refusal(error)


@contextmanager
def refusals() -> Iterator[None]:
    """Turn errors of Discord and the network into `PermanentRefusal` and `TransientFailure`."""
    try:
        yield
    except discord.RateLimited as error:
        raise TransientFailure(round(error.retry_after * 1000)) from error
    except discord.HTTPException as error:
        if is_passing_refusal(error):
            raise TransientFailure from error
        if is_final(error):
            raise PermanentRefusal(error.code) from error
        raise
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        raise TransientFailure from error


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
