"""Starts the playground for a test and connects a discord.py client to it."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Iterator

import discord
import yarl

from bot.playground.clock import PlaygroundClock
from bot.playground.server import Playground

PATIENCE = 240.0
"""Seconds that anyone waits for anything before the test fails, well below its own limit in `pyproject.toml`."""
PATIENT_SECONDS = 60.0
"""The bot's time to answer in tests that are about something else: a pause of the machine is no fault of the bot."""


@contextlib.asynccontextmanager
async def running(playground: Playground | None = None) -> AsyncIterator[Playground]:
    """A started playground on a free port, without rate limits, and with time to answer while the machine is busy."""
    loop = asyncio.get_running_loop()
    wall = time.time() - loop.time()
    playground = playground or Playground(clock=PlaygroundClock(lambda: wall + loop.time()))
    playground.people.interactions.answer_seconds = PATIENT_SECONDS
    playground.rates.enabled = False
    playground.gateway.limits.seconds = 0.0
    await playground.start()
    try:
        yield playground
    finally:
        await playground.close()


@contextlib.contextmanager
def pointed_at(playground: Playground) -> Iterator[None]:
    """Point discord.py at the playground instead of Discord."""
    from discord.asset import Asset
    from discord.gateway import DiscordWebSocket
    from discord.http import Route

    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = playground.api, yarl.URL(playground.gateway_url)
    Asset.BASE = playground.cdn
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE = before


@contextlib.asynccontextmanager
async def connected(playground: Playground, client: discord.Client) -> AsyncIterator[discord.Client]:
    """Log ``client`` in and wait until it is ready (pass it ``guild_ready_timeout=0.01`` for that to be quick)."""
    with pointed_at(playground):
        await client.login(playground.token)
        running_client = asyncio.create_task(client.connect())
        ready = asyncio.create_task(client.wait_until_ready())
        try:
            done, _ = await asyncio.wait({running_client, ready}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
            if running_client in done:
                running_client.result()
            assert ready.done(), "the client did not become ready"
            yield client
        finally:
            ready.cancel()
            await client.close()
            with contextlib.suppress(asyncio.CancelledError, discord.DiscordException):
                await running_client
