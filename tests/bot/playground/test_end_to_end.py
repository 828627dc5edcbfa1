"""A small discord.py bot and people at the page, over real sockets: what the real bot's tests do not show."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.playground.interactions import ANSWER_SECONDS
from bot.playground.server import Playground
from tests.support import discord_api
from tests.support.playground import Person, Refused, Unanswered, connected
from tests.support.skipping import ON_ITS_WAY, SkippingLoop, skipping

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


class SmallBot(discord.Client):
    """Commands that are never answered, and answers to what people write."""

    def __init__(self) -> None:
        intents = discord.Intents.default()
        intents.message_content = True
        super().__init__(intents=intents, guild_ready_timeout=0.01, allowed_mentions=discord.AllowedMentions.none())
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        @self.tree.command(name="silent", description="Never answers")
        @app_commands.choices(preset=[app_commands.Choice(name="Classic", value="classic")])
        async def silent(
            _: discord.Interaction[Any], preset: str, level: app_commands.Range[int, 1, 8] = 1
        ) -> None: ...

        await self.tree.sync()

    async def on_message(self, message: discord.Message) -> None:
        if not message.author.bot:
            await message.reply(f"heard {message.content}", mention_author=False)


@pytest.fixture
async def bot(playground: Playground) -> AsyncIterator[SmallBot]:
    client = SmallBot()
    async with connected(playground, client):
        yield client
    assert discord_api.errors_of(playground.recorder.requests) == []


@pytest.fixture
async def ada(playground: Playground, bot: SmallBot) -> AsyncIterator[Person]:
    async with Person.at(playground, "Ada") as person:
        yield person


async def test_values_that_the_registration_rules_out_never_reach_the_bot(ada: Person) -> None:
    for line in ("/silent", "/silent preset:modern", "/silent preset:classic level:9"):
        with pytest.raises(Refused):
            await ada.command(line)
    assert ada.visible() == []


async def test_unanswered_interaction_fails_at_the_page(ada: Person, playground: Playground) -> None:
    playground.people.interactions.answer_seconds = ANSWER_SECONDS
    sent = await ada.command("/silent preset:classic", wait=False)
    await ada.wait(lambda: ada._of(sent["nonce"]), "thinking")
    playground.clock.shift(3)
    await ada.wait(lambda: ada._of(sent["nonce"])[-1]["state"] == "failed", "failure")
    waiting = asyncio.create_task(ada.command("/silent preset:classic"))
    await ada.wait(lambda: ada.frames[-1].get("state") == "thinking", "thinking")
    playground.clock.shift(3)
    with pytest.raises(Unanswered):
        await waiting


async def test_client_resumes_after_the_connection_is_dropped(
    ada: Person, bot: SmallBot, playground: Playground
) -> None:
    playground.gateway.drop()
    await ada.wait(lambda: not ada.connected, "the drop")
    await ada.say("while away")
    await ada.wait_message("heard while away")
    assert len(playground.gateway.sessions) == 1


async def test_client_identifies_anew_after_its_session_is_invalid(
    ada: Person, bot: SmallBot, playground: Playground
) -> None:
    [before] = playground.gateway.sessions
    async with skipping():  # the client waits a few seconds
        playground.gateway.invalidate()
        await ada.wait(lambda: ada.connected and before not in playground.gateway.sessions, "a new session")
        await ada.wait(lambda: len(playground.gateway.sessions) == 1, "a new session")
        await ada.say("again")
        await ada.wait_message("heard again")


async def test_no_time_passes_while_something_is_on_its_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even where the machine is so busy that the system is late to pass it on: else a bot would lose minutes."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, SkippingLoop)
    waits = loop.waits

    def late(select: Callable[[float | None], list[Any]], timeout: float | None) -> list[Any]:
        return waits(lambda seconds: [] if seconds == ON_ITS_WAY else select(seconds), timeout)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(await reader.readline())
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    async with skipping():
        begun = loop.time()
        with monkeypatch.context() as patch:
            patch.setattr(loop, "waits", late)
            async with asyncio.timeout(60):
                writer.write(b"hello\n")
                assert await reader.readline() == b"hello\n"
        assert loop.time() == begun
        await asyncio.sleep(60)
        assert loop.time() == begun + 60
    writer.close()
    server.close()
