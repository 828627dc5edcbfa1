"""Failures on demand, rate limits, the record of requests, and bodies held against Discord's own description."""

from __future__ import annotations

import time
from typing import Any

import aiohttp
import discord
import pytest

from bot.playground.errors import ApiError
from bot.playground.faults import Cut, Refuse, ServerError, Slow
from bot.playground.server import Playground
from tests.support import discord_api
from tests.support.playground import connected
from tests.support.rawbot import RawBot


async def contents(raw: RawBot, channel_id: str) -> list[str]:
    """The texts of a channel, oldest first."""
    return [message["content"] for message in reversed((await raw.ask("GET", f"/channels/{channel_id}/messages")).body)]


async def test_500_after_the_work_or_before_it(playground: Playground, raw: RawBot, general: str) -> None:
    playground.faults.plan(ServerError(), "POST", "/messages")
    playground.faults.plan(ServerError(after=False), "POST", "/messages")
    assert [(await raw.send(general, content=f"{n}")).status for n in range(3)] == [500, 500, 200]
    assert await contents(raw, general) == ["0", "2"]


async def test_cut_connection_after_the_work_or_before_it(playground: Playground, raw: RawBot, general: str) -> None:
    for after in (True, False):
        playground.faults.plan(Cut(after), "POST", "/messages")
        with pytest.raises((aiohttp.ServerDisconnectedError, aiohttp.ClientOSError)):
            await raw.send(general, content=f"cut {after}")
    assert await contents(raw, general) == ["cut True"]
    assert [request.status for request in playground.recorder.matching("POST", "/messages$")] == [0, 0]


async def test_slow_answer(playground: Playground, raw: RawBot, general: str) -> None:
    playground.faults.plan(Slow(0.2), path=general)
    before = time.monotonic()
    assert (await raw.ask("GET", f"/channels/{general}")).status == 200
    assert time.monotonic() - before >= 0.2


async def test_refusal_on_demand_strikes_the_wanted_requests_only(
    playground: Playground, raw: RawBot, general: str
) -> None:
    error = ApiError(429, 40003, "You are opening direct messages too fast")
    playground.faults.plan(Refuse(error), "POST", "^/users/@me/channels$", count=2)
    ada = playground.world.named("Ada")
    assert (await raw.send(general, content="x")).status == 200
    replies = [await raw.ask("POST", "/users/@me/channels", {"recipient_id": ada.id}) for _ in range(3)]
    assert [(reply.status, reply.body.get("code")) for reply in replies] == [(429, 40003), (429, 40003), (200, None)]
    playground.faults.plan(Refuse(error), count=9)
    playground.faults.clear()
    assert (await raw.send(general, content="x")).status == 200


async def test_library_retries_a_500_and_the_nonce_keeps_it_single(
    playground: Playground, raw: RawBot, general: str
) -> None:
    client = discord.Client(intents=discord.Intents.default(), guild_ready_timeout=0.01)
    async with connected(playground, client):
        channel = client.get_channel(int(general))
        assert isinstance(channel, discord.TextChannel)
        playground.faults.plan(ServerError(), "POST", "/messages")
        sent = await channel.send("once", nonce="n")
        playground.faults.plan(Cut(), "POST", "/messages")
        with pytest.raises(aiohttp.ClientError):
            await channel.send("cut", nonce="m")
        again = await channel.send("cut", nonce="m")
        assert await contents(raw, general) == ["once", "cut"]
        assert again.id > sent.id


async def test_record_of_requests(playground: Playground, raw: RawBot, general: str) -> None:
    await raw.send(general, files=[("a.txt", b"abc")], content="x")
    await raw.send(general, content="")
    first, second = playground.recorder.matching("POST", "/messages$")
    assert (first.path, first.body, first.files) == (f"/channels/{general}/messages", {"content": "x"}, [("a.txt", 3)])
    assert (first.status, second.status, second.answer["code"]) == (200, 400, 50006)
    assert playground.recorder.bodies("POST") == [{"content": "x"}, {"content": ""}]
    playground.recorder.clear()
    assert not playground.recorder.requests


async def test_five_messages_in_five_seconds_per_channel(playground: Playground, raw: RawBot, general: str) -> None:
    playground.rates.enabled = True
    replies = [await raw.send(general, content="x") for _ in range(6)]
    assert [reply.status for reply in replies] == [200] * 5 + [429]
    assert [reply.headers["X-RateLimit-Remaining"] for reply in replies] == ["4", "3", "2", "1", "0", "0"]
    last = replies[-1]
    assert 0 < last.body["retry_after"] <= 5
    assert last.body["global"] is False
    assert last.headers["Via"]
    assert int(last.headers["Retry-After"]) >= last.body["retry_after"]
    assert len({reply.headers["X-RateLimit-Bucket"] for reply in replies}) == 1
    games = playground.world.channel_named("games")["id"]
    assert (await raw.send(games, content="x")).status == 200, "another channel has its own bucket"
    playground.clock.shift(5)
    assert (await raw.send(general, content="x")).status == 200


async def test_global_limit(playground: Playground, raw: RawBot, general: str) -> None:
    playground.rates.enabled = True
    playground.rates.sizes["global"] = (2, 60.0)
    replies = [await raw.ask("GET", f"/channels/{general}") for _ in range(3)]
    assert [reply.status for reply in replies] == [200, 200, 429]
    assert replies[-1].body["global"] is True
    assert replies[-1].headers["X-RateLimit-Global"] == "true"


async def test_library_obeys_the_bucket_without_a_429(playground: Playground, general: str) -> None:
    playground.rates.enabled = True
    playground.rates.sizes["POST message"] = (5, 0.5)
    client = discord.Client(intents=discord.Intents.default(), guild_ready_timeout=0.01)
    async with connected(playground, client):
        channel = client.get_channel(int(general))
        assert isinstance(channel, discord.TextChannel)
        for number in range(7):
            await channel.send(f"{number}")
    assert [r.status for r in playground.recorder.matching("POST", "/messages$")] == [200] * 7


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({"content": "x", "nonce": "n", "message_reference": {"message_id": 5}}, False),
        ({"flags": 1 << 15, "components": [{"type": 17, "components": [{"type": 10, "content": "x"}]}]}, False),
        ({"flags": 1 << 15, "components": [{"type": 17, "components": [{"type": 10, "content": ""}]}]}, True),
        ({"content": 7}, True),
        (
            {"components": [{"type": 1, "components": [{"type": 2, "style": 1, "label": "x" * 81, "custom_id": "c"}]}]},
            True,
        ),
    ],
)
def test_bodies_are_held_against_discords_description(body: dict[str, Any], wrong: bool) -> None:
    """If the description is not available, no body counts as wrong."""
    found = discord_api.errors_in("POST", "/channels/1/messages", body)
    assert bool(found) is (wrong and discord_api.AVAILABLE)
