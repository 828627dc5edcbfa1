"""A token that Discord does not accept, or no longer: the process says so, ends, and is not started again for ever."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.playground.errors import unauthorized
from bot.playground.faults import Refuse
from bot.playground.gateway import BAD_TOKEN
from bot.playground.server import Playground
from bot.wiring.starting import TOKEN_REFUSED
from tests.support.connect import running
from tests.support.playground import PATIENCE, Person
from tests.support.running import gathered
from tests.support.sentences import said

REFUSED = said("starting.token_refused", setting="DISCORD_TOKEN")


@asynccontextmanager
async def bot(playground: Playground, folder: Path, token: str) -> AsyncIterator[Process]:
    """The bot in a process of its own, connected to a playground."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("TILEWRIGHT", "DISCORD"))}
    settings = {
        "TILEWRIGHT_DATA": str(folder),
        "DISCORD_TOKEN": token,
        "TILEWRIGHT_DISCORD_API": playground.api,
        "TILEWRIGHT_DISCORD_GATEWAY": playground.gateway_url,
        "TILEWRIGHT_DISCORD_CDN": playground.cdn,
    }
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "bot", env=kept | settings, stderr=PIPE)
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def end_of(process: Process) -> list[str]:
    """The lines of the log, once the process has ended because of its token."""
    async with asyncio.timeout(PATIENCE):
        _, errors = await process.communicate()
    assert process.returncode == TOKEN_REFUSED, errors.decode()
    return errors.decode().splitlines()


@pytest.mark.gate
async def test_a_token_that_discord_does_not_know_ends_the_start(tmp_path: Path) -> None:
    """With one clear line."""
    async with running() as playground, bot(playground, tmp_path, "wrong") as process:
        assert await end_of(process) == [f"tilewright: {REFUSED}"]


@pytest.mark.soak
@pytest.mark.parametrize("closing", [True, False], ids=["session closed", "requests refused"])
async def test_a_token_that_is_revoked_ends_the_bot(tmp_path: Path, closing: bool) -> None:
    """Whether Discord closes the session or only refuses requests; nothing that was to be sent is given up."""
    async with (
        running() as playground,
        bot(playground, tmp_path, playground.token) as process,
        Person.at(playground, "Ada") as ada,
    ):
        await ada.wait(lambda: ada.connected and ada.commands, "the bot")
        playground.revoke()
        if closing:
            playground.gateway.drop(BAD_TOKEN)
        else:
            await ada.command("/game new")
        *log, last = await end_of(process)
        assert last == f"tilewright: {REFUSED}"
        assert not [line for line in log if "Traceback" in line or "ERROR" in line]


async def test_a_bot_goes_on_after_a_refusal_that_discord_takes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One request is refused by mistake: what it was to send is sent again."""
    monkeypatch.setattr("bot.front.connection.client.DOUBT_SECONDS", 0.0)
    async with gathered(tmp_path, people=("Ada",)) as (stage, ada):
        stage.playground.faults.plan(Refuse(unauthorized()), "POST", r"/channels/\d+/messages")
        await ada.command("/game new")
        await ada.wait_message("seats taken")
        asked = [one for one in stage.playground.recorder.requests if one.path == "/users/@me"]
        assert [one.status for one in asked] == [200, 200]
        assert stage.app.client.is_ready()
