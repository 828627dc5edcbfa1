"""Starting and ending the program: its command, addresses and refusals, and a token that Discord does not accept."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import psutil
import pytest

from bot import cli
from bot.playground import cast
from bot.playground.errors import unauthorized
from bot.playground.faults import Refuse
from bot.playground.gateway import BAD_TOKEN
from bot.playground.server import Playground
from bot.settings import Settings, sqlite_url
from bot.text import texts_for
from bot.wiring.app import _either, build
from bot.wiring.bot import Parts
from bot.wiring.starting import TOKEN_REFUSED, StartFailed
from tests.support.connect import running
from tests.support.engines import StandIns, passes, told_at_once
from tests.support.playground import PATIENCE, Person
from tests.support.running import gathered, scene
from tests.support.sentences import said
from tests.support.service import eventually


def _environment(folder: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("TILEWRIGHT", "DISCORD"))}
    return {**kept, "TILEWRIGHT_DATA": str(folder), "TILEWRIGHT_PORT": "0"}


async def test_a_signal_ends_the_playground_cleanly(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Whoever started it has read where it is; afterwards nothing answers there."""
    unheard = signal.signal(signal.SIGTERM, lambda *_: None)  # the tests go on if the bot does not hear it
    request.addfinalizer(lambda: signal.signal(signal.SIGTERM, unheard))
    told: list[str] = []
    settings = Settings(tmp_path, sqlite_url(tmp_path / "games.db"), port=0)
    app = build(settings, Parts(engines=StandIns(passes, hinter=told_at_once)))
    running_app = asyncio.create_task(app.run(announce=told.append))
    await eventually(lambda: bool(told))
    [line] = told
    address = line.removeprefix("Playground: ")
    async with aiohttp.ClientSession() as session:
        async with session.get(address) as answer:
            assert answer.status == 200
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.wait_for(running_app, PATIENCE)
        with pytest.raises(aiohttp.ClientConnectionError):
            await session.get(address)


@pytest.mark.parametrize(
    "end", [pytest.param(signal.SIGTERM, marks=pytest.mark.gate), pytest.param(signal.SIGINT, marks=pytest.mark.soak)]
)
def test_command_starts_the_playground_and_ends_cleanly_on_a_signal(tmp_path: Path, end: signal.Signals) -> None:
    """Without a token the address is printed; a signal ends it with code 0 and nothing is left open."""
    command = [sys.executable, "-m", "bot"]
    with subprocess.Popen(
        command, env=_environment(tmp_path), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        began = time.monotonic()
        assert process.stdout and process.stderr
        line = process.stdout.readline()
        took = time.monotonic() - began
        assert line.startswith("Playground: http://127.0.0.1:"), process.stderr.read()
        memory = psutil.Process(process.pid).memory_info().rss // 1024**2
        print(f"ready after {took:.1f} s with {memory} MB")
        process.send_signal(end)
        assert process.wait(60) == 0, process.stderr.read()
        errors = process.stderr.read()
        assert "Traceback" not in errors
        assert memory < 200
    assert (tmp_path / "playground.db").exists()


def test_bad_settings_end_with_code_2_and_one_clear_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The line names the setting; there is no traceback."""
    monkeypatch.setenv("TILEWRIGHT_DATA", str(tmp_path))
    monkeypatch.setenv("TILEWRIGHT_PORT", "many")
    monkeypatch.setattr(sys, "argv", ["tilewright"])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 2
    told = capsys.readouterr().err
    assert "TILEWRIGHT_PORT" in told
    assert len(told.strip().splitlines()) == 1


async def test_taken_port_is_told(tmp_path: Path) -> None:
    """Another program is listening there already."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        settings = Settings(tmp_path, sqlite_url(tmp_path / "tilewright.db"), port=taken.getsockname()[1])
        with pytest.raises(StartFailed, match="TILEWRIGHT_PORT") as failed:
            await build(settings).start()
        # Not 45,000: a port is no quantity.
        assert f" {settings.port} " in texts_for("en").told(failed.value.reason)


async def test_bad_token_is_told(tmp_path: Path) -> None:
    """Discord does not know the token: the error is one line, and nothing stays open."""
    async with running() as playground:
        settings = Settings(
            tmp_path,
            sqlite_url(tmp_path / "games.db"),
            "wrong",
            playground.api,
            playground.gateway_url,
            playground.cdn,
        )
        with pytest.raises(StartFailed, match="DISCORD_TOKEN") as failed:
            await build(settings).start()
        assert failed.value.exit_code == TOKEN_REFUSED


async def test_whoever_starts_the_bot_reads_how_to_invite_it_and_what_it_lacks(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The link has the application's id; servers that give too little are named in the log."""
    async with scene(tmp_path, start=False) as stage:
        _, harbour = stage.playground.world.guilds.values()
        for role in harbour.roles:
            role["permissions"] = str(cast.BOT & ~cast.bits(["attach_files"]))
        app = await stage.start()
        assert app.way_in().startswith("Invitation: https://discord.com/oauth2/authorize?client_id=" + cast.BOT_ID)
        await eventually(lambda: "Attach Files" in caplog.text)
        assert harbour.id in caplog.text and cast.GUILD_ID not in caplog.text


async def test_unreachable_discord_is_told(tmp_path: Path) -> None:
    """No server answers at the address."""
    settings = Settings(tmp_path, sqlite_url(tmp_path / "games.db"), "token", "http://127.0.0.1:9/api")
    with pytest.raises(StartFailed, match="cannot be reached"):
        await build(settings).start()


@pytest.mark.gate
async def test_real_computer_player_plays_a_word(tmp_path: Path) -> None:
    """The engine's own computer player, with its kernels and tables, makes the first move on the standard board."""
    async with (
        scene(
            tmp_path, "B", "A", "QVVWXYZ", "RETAINS", words=("RETAINS", "STAINER", "AT", "TEN", "RAN", "SEA", "TEA")
        ) as stage,
        Person.at(stage.playground, "Ada") as ada,
    ):
        await ada.command("/game new computer:8")
        await ada.click(await ada.wait_message("(computer, level"), "Play now")
        # Where the kernels are not compiled yet, that takes a while.
        await ada.wait_message("**Robot1** played", patience=540)
        state = await stage.state(ada.channel_id())
        assert state.seats[1].score > 50


@pytest.mark.soak
def test_memory_stays_under_200_mb_with_one_game(tmp_path: Path) -> None:
    """Bot, playground, word list and two people run in one separate process."""
    command = [sys.executable, "-m", "tests.support.one_game", str(tmp_path)]
    done = subprocess.run(command, env=_environment(tmp_path), capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    print(f"{done.stdout.strip()} MB with one game")
    assert int(done.stdout) < 200


async def test_a_start_that_is_cancelled_leaves_no_task_behind() -> None:
    """Whatever ends it, nothing waits for a connection any more."""
    connection = asyncio.create_task(asyncio.sleep(60))
    before = asyncio.all_tasks()
    waiting = asyncio.create_task(_either(asyncio.Event(), connection))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == before
    connection.cancel()


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


@pytest.mark.soak
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
