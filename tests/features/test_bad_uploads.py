"""Files that are far too costly to read: the sender gets a clear answer, and nobody else notices."""

from __future__ import annotations

import asyncio
import io
import logging
import lzma
import zipfile
from functools import partial
from pathlib import Path

import psutil
import pytest

import bot.wiring.bot
from bot.engines.reading import JobLimits, Sandbox
from bot.playground.media import Files
from tests.support.later import at_gate
from tests.support.readable import text_of
from tests.support.running import Scene, ask, gathered
from tests.support.sentences import said
from tests.support.service import eventually
from tests.support.slow_jobs import SLOW

MEGABYTE = 1024 * 1024
SMALL = JobLimits(memory=96 * MEGABYTE, cpu=1, wall=120.0, result=MEGABYTE)
IMPORT = "/dictionary import list:mine"
TOO_MUCH = ("too large", "takes too long", "I cannot use", said("files.own_list_full", most=4_000_000))


def slow(_: str) -> Sandbox:
    """A process whose jobs can take for ever."""
    return Sandbox("tests.support.slow_jobs", JobLimits(cpu=1, wall=120.0))


@pytest.mark.soak
async def test_X3_a_file_that_is_never_read_to_its_end_holds_up_nobody(tmp_path: Path) -> None:
    """Neither players nor people looking words up wait; a second file from the same server is asked to come later."""
    async with gathered(tmp_path, sandbox=slow) as (world, ada, bruno):
        for line, name in ((IMPORT, "words.txt"), ("/variant load", "mine.toml")):
            reading = asyncio.create_task(ask(ada, line, file=(name, SLOW)))
            await eventually(lambda: bool(_uploads(world)))
            assert "Yes" in text_of(await ask(bruno, "/check word:CAT"))
            assert not reading.done()
            await ask(bruno, IMPORT, said("files.am_reading_another", 30), file=("words.txt", "TAC"))
            assert said("files.file_too_slow") in text_of(await reading)
        await ask(ada, IMPORT, "has 1 word", file=("words.txt", "TAC"))
        await ask(ada, "/variant list", "standard")


def _uploads(world: Scene) -> set[str]:
    """The servers or people whose files are being read."""
    assert world.app and world.app.core
    return world.app.core.services.files.uploads._owners


LETTERS, WORDS, BRACKETS = b"A" * 8, b"AA\nAB\nAC", b"[" * 8
"""What is repeated millions of times: one letter, short words, and brackets that nothing closes."""


@pytest.mark.parametrize("inside", [LETTERS, *at_gate([WORDS, BRACKETS])])
async def test_X3_a_small_file_that_is_large_inside_is_refused(tmp_path: Path, inside: bytes) -> None:
    """It costs the bot neither memory nor time; a good list is accepted afterwards, and nothing else was stored."""
    async with gathered(tmp_path, sandbox=partial(Sandbox, limits=SMALL)) as (_, ada, _bruno):
        data = lzma.compress(inside * 4 * MEGABYTE, preset=0)
        told = text_of(await ask(ada, "/dictionary import", file=("words.txt", data)))
        assert any(refusal in told for refusal in TOO_MUCH), told
        await ask(ada, "/dictionary list", said("wordlists.nothing_added_removed"))
        await ask(ada, "/dictionary import", "has 2 words", file=("words.txt", "TAC\nGOD\n"))


async def test_X3_a_file_that_is_refused_rightly_is_no_error_of_the_bot(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Operators look at errors; what is wrong with the file is told to whoever sent it."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as target:
        target.writestr("one.txt", "CAT\n")
        target.writestr("other.txt", "DOG\n")
    async with gathered(tmp_path) as (_, ada, _bruno):
        for data in (packed.getvalue(), packed.getvalue()[:-40], lzma.compress(b"CAT\n")[:-9]):
            told = text_of(await ask(ada, "/dictionary import", file=("words.zip", data)))
            assert "words.zip" in told and "I cannot use" in told
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]


async def test_X3_a_file_of_another_size_than_announced_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The size is checked while the file downloads, whatever size was announced."""
    async with gathered(tmp_path) as (_, ada, _bruno):
        add = Files.add
        monkeypatch.setattr(Files, "add", lambda *given: {**add(*given), "size": 5})
        await ask(
            ada, "/variant load", said("core.file_too_large", limit=256 * 1024), file=("mine.toml", b"#" * 300_000)
        )


async def test_X3_the_first_file_does_not_wait_for_a_process_to_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process is ready soon after the bot has connected, reads the file, and ends with the bot."""
    monkeypatch.setattr(bot.wiring.bot, "STAND_BY_SECONDS", 0.0)
    async with gathered(tmp_path, sandbox=Sandbox) as (world, ada, _bruno):
        assert world.app and world.app.core
        sent, kept = world.app.core.sandboxes
        await eventually(lambda: sent.pid is not None)
        ready = sent.pid
        await ask(ada, IMPORT, "has 1 word", file=("words.txt", "TAC"))
        assert (sent.pid, kept.pid) == (ready, None)
    assert ready and not psutil.pid_exists(ready)
