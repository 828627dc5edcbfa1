"""One game in its own process: `python -m tests.support.one_game FOLDER` prints its memory in MB."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import psutil

from bot.settings import Settings, sqlite_url
from bot.wiring.app import build
from tests.support.playground import DM, Person
from tests.support.running import ask, play_in_channels, started


async def play(folder: Path) -> int:
    """The memory of bot, playground and both people together, with the real word list, during a game."""
    app = build(Settings(folder, sqlite_url(folder / "games.db"), port=0))
    await app.start()
    try:
        assert app.playground
        await play_in_channels(app, app.playground)
        async with Person.at(app.playground, "Ada") as ada, Person.at(app.playground, "Bruno") as bruno:
            await started(ada, bruno, "")
            await ada.wait_message("Your tiles", channel=DM)
            await ask(ada, "/check word:quixotry")
            return int(psutil.Process().memory_info().rss) // 1024**2
    finally:
        await app.stop()


if __name__ == "__main__":
    print(asyncio.run(play(Path(sys.argv[1]))))
