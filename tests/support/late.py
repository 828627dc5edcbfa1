"""Delays by chance in databases and in Discord, to find whatever does not wait for them. Skipped, they take no time."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import web

from bot.front import speech
from bot.front.interaction import answering, request
from bot.playground import rest
from bot.playground.server import Playground
from bot.store.database import Database
from tests.support.skipping import SkippingLoop

SELDOM, MOST = 0.08, 4.0
"""How often, and by how many seconds at most: so rarely that one thing is late while others go on."""

PATIENT = ((answering, "FORM_TEXT_SECONDS"), (request, "LONGEST_WAIT"), (speech, "FORM_SECONDS"))
"""Seconds after which the bot makes do with less, which is no fault."""


def delay_everything(patch: pytest.MonkeyPatch, seed: int) -> None:
    """Let some transactions, and some of the bot's requests, begin or end late while time is skipped."""
    luck = random.Random(seed)
    use, guard = Database._use, Playground._guard

    async def lag() -> None:
        loop = asyncio.get_running_loop()
        if isinstance(loop, SkippingLoop) and loop.is_skipping and luck.random() < SELDOM:
            await asyncio.sleep(luck.random() * MOST)

    @asynccontextmanager
    async def used(*args: Any) -> AsyncIterator[Any]:
        await lag()
        async with use(*args) as connection:
            yield connection
        await lag()

    @web.middleware
    async def guarded(self: Playground, request: web.Request, handler: Callable[..., Any]) -> web.StreamResponse:
        is_bot = request.path.startswith(rest.PREFIX)
        if is_bot:
            await lag()
        response = await guard(self, request, handler)
        if is_bot:
            await lag()
        return response

    for module, name in PATIENT:
        patch.setattr(module, name, 60.0)
    patch.setattr(answering, "BOARD_PAUSES", (0.5,) * 120)
    patch.setattr(Database, "_use", used)
    patch.setattr(Playground, "_guard", guarded)
