"""Who is in a server and sees a channel there, asked of Discord at most once in a while for each person and place.

Discord does not tell the bot who leaves a server, so it has to ask.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from contextlib import suppress

import aiohttp
import discord

from bot.front.posting.mailbox import Mailbox
from bot.service.ports import Clock

FRESH = 180_000
"""Milliseconds for which an answer holds."""
MOST_KNOWN = 20_000
"""How many answers are remembered, and how many people who have been in a server."""
UNTOLD = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError, LookupError)
"""What is raised if Discord cannot answer now."""


class Whereabouts:
    """Who is where now. `mailbox` returns the mailbox of the client that is connected now."""

    def __init__(self, mailbox: Callable[[], Mailbox], clock: Clock) -> None:
        self._mailbox = mailbox
        self._clock = clock
        self._answers: OrderedDict[Hashable, tuple[int, bool]] = OrderedDict()
        self._been: OrderedDict[tuple[int, int], None] = OrderedDict()

    async def is_in(self, server: int, person: int) -> bool:
        """Whether a person is in a server. If Discord cannot tell now, the last answer holds, or yes."""
        return await self._asked((server, person), lambda: self._is_in(server, person), otherwise=True)

    async def sees(self, server: int, channel: int, person: int) -> bool:
        """Whether a person sees a server's channel or thread. If Discord cannot tell now, as before, or no."""
        if not await self.is_in(server, person):
            return False
        ask = lambda: self._mailbox().sees(server, channel, person)  # noqa: E731
        return await self._asked((server, channel, person), ask, otherwise=False)

    def note(self, server: int, person: int) -> None:
        """Remember that a person has been in a server."""
        self._been[server, person] = None
        self._been.move_to_end((server, person))
        while len(self._been) > MOST_KNOWN:
            self._been.popitem(last=False)

    def has_been_in(self, server: int, person: int) -> bool:
        """Whether a person is known to have been in a server."""
        return (server, person) in self._been

    async def _is_in(self, server: int, person: int) -> bool:
        found = await self._mailbox().member(server, person) is not None
        if found:
            self.note(server, person)
        return found

    async def _asked(self, key: Hashable, ask: Callable[[], Awaitable[bool]], *, otherwise: bool) -> bool:
        at, answer = self._answers.pop(key, (-FRESH, otherwise))
        if self._clock.now() - at >= FRESH:
            with suppress(*UNTOLD):
                at, answer = self._clock.now(), await ask()
        self._answers[key] = at, answer
        while len(self._answers) > MOST_KNOWN:
            self._answers.popitem(last=False)
        return answer
