"""Avatars from a CDN that may do anything: what is too large, too slow or elsewhere is not taken."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import discord
import pytest
from aiohttp import web

from bot.front.connection import addresses
from bot.front.connection.addresses import MOST_BYTES, AvatarFiles
from bot.service.ports import AvatarUnavailable

Serve = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Cdn:
    """A server that answers as a test wants, and keeps what it was asked for."""

    def __init__(self) -> None:
        self.answer: Serve = self.sized(10)
        self.asked: list[str] = []

    async def handle(self, request: web.Request) -> web.StreamResponse:
        self.asked.append(request.path_qs)
        return await self.answer(request)

    @staticmethod
    def sized(count: int) -> Serve:
        async def answer(_: web.Request) -> web.Response:
            return web.Response(body=b"x" * count)

        return answer


@pytest.fixture
async def cdn(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Cdn]:
    made, app = Cdn(), web.Application()
    app.router.add_get("/{path:.+}", made.handle)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    monkeypatch.setattr(discord.Asset, "BASE", f"http://127.0.0.1:{runner.addresses[0][1]}")
    yield made
    await runner.cleanup()


@pytest.fixture
async def files() -> AsyncIterator[AvatarFiles]:
    made = AvatarFiles()
    yield made
    await made.close()


async def test_the_smallest_size_is_asked_for(cdn: Cdn, files: AvatarFiles) -> None:
    """Of the address that the installation has for Discord's CDN."""
    assert await files.fetch("12", "abc") == b"x" * 10
    assert cdn.asked == ["/avatars/12/abc.png?size=64"]


async def test_what_is_too_large_is_left(cdn: Cdn, files: AvatarFiles) -> None:
    """By a byte."""
    cdn.answer = cdn.sized(MOST_BYTES)
    assert len(await files.fetch("12", "abc")) == MOST_BYTES
    cdn.answer = cdn.sized(MOST_BYTES + 1)
    with pytest.raises(AvatarUnavailable):
        await files.fetch("12", "abc")


async def test_what_is_too_slow_is_left(cdn: Cdn, files: AvatarFiles, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many bytes still come."""
    monkeypatch.setattr(addresses, "SECONDS", 0.2)
    left = asyncio.Event()

    async def slow(request: web.Request) -> web.StreamResponse:
        answer = web.StreamResponse()
        await answer.prepare(request)
        try:
            while True:
                await answer.write(b"x")
                await asyncio.sleep(0.01)
        finally:
            left.set()

    cdn.answer = slow
    with pytest.raises(AvatarUnavailable):
        await files.fetch("12", "abc")
    await left.wait()


@pytest.mark.parametrize("refusal", [web.HTTPNotFound, web.HTTPForbidden, web.HTTPInternalServerError])
async def test_a_refusal_is_none(cdn: Cdn, files: AvatarFiles, refusal: type[web.HTTPException]) -> None:
    """Whatever it says."""

    async def refuse(_: web.Request) -> web.Response:
        raise refusal

    cdn.answer = refuse
    with pytest.raises(AvatarUnavailable):
        await files.fetch("12", "abc")


async def test_nobody_is_sent_elsewhere(cdn: Cdn, files: AvatarFiles) -> None:
    """Else a CDN could let the bot ask machines beside it."""

    async def move(_: web.Request) -> web.Response:
        raise web.HTTPFound("/elsewhere")

    cdn.answer = move
    with pytest.raises(AvatarUnavailable):
        await files.fetch("12", "abc")
    assert len(cdn.asked) == 1


async def test_a_machine_that_is_not_there_is_no_error_of_the_bot(
    files: AvatarFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when the network is down."""
    monkeypatch.setattr(discord.Asset, "BASE", "http://127.0.0.1:9")
    with pytest.raises(AvatarUnavailable):
        await files.fetch("12", "abc")
