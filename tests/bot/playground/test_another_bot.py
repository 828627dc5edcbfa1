"""A bot that knows nothing of this one plays in the playground, as the playground's README says."""

from __future__ import annotations

import asyncio
import contextlib
import re
from pathlib import Path
from typing import Any

import pytest

from bot.playground import server
from tests.support.connect import pointed_at, running
from tests.support.playground import Person, text_of

README = Path(server.__file__).parent / "README.md"


async def test_the_bot_of_the_readme_rolls_a_die(monkeypatch: pytest.MonkeyPatch) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    bot: dict[str, Any] = {"__name__": "roll"}
    exec(compile(code, str(README), "exec"), bot)
    async with running() as playground:
        started = asyncio.Event()

        class Running:
            """The playground that the bot would start."""

            def __init__(self, port: int) -> None:
                del port

            def __getattr__(self, name: str) -> object:
                return getattr(playground, name)

            async def start(self) -> None:
                started.set()

            async def close(self) -> None: ...

        monkeypatch.setitem(bot, "Playground", Running)
        with pointed_at(playground):
            task = asyncio.create_task(bot["main"]())
            await started.wait()
            async with Person.at(playground, "Ada") as ada:
                await ada.wait(lambda: ada.commands, "the commands")
                await ada.command("/roll")
                rolled = await ada.wait_message("Ada rolls")
                assert re.search(r"Ada rolls [1-6]\.", text_of(rolled))
            await bot["client"].close()
            with contextlib.suppress(asyncio.CancelledError):
                await task
