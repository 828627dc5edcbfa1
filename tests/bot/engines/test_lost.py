"""Engine processes that are killed or stopped at random while games are played: nobody sees more than a delay."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
from pathlib import Path
from time import perf_counter

import pytest

from bot.engines.compiler import compile_all
from bot.limits import LARGEST_BOUND, LIMITS, read_limits
from bot.settings import Settings, sqlite_url
from bot.wiring.app import build
from engine.game.events import Passed
from engine.game.phases import Over
from tests.benchmarks.test_games import moves_made, open_games, threads, timed
from tests.support.playground import Person
from tests.support.running import ask, play_in_channels

SECONDS = 60.0
DELAY = 25_000
"""Milliseconds that a hint may take: two processes in a row are lost, on a busy machine."""


@pytest.mark.soak
@pytest.mark.timeout(600)
@pytest.mark.skipif(sys.platform == "win32", reason="no signals to send")
async def test_C4_twenty_games_go_on_when_engine_processes_are_lost(tmp_path: Path) -> None:
    """Computers move in each, hints and analysis boards are answered; nothing is lost or passed over."""
    boundless = read_limits(",".join(f"{name}={LARGEST_BOUND}" for name in LIMITS))
    app = build(Settings(tmp_path, sqlite_url(tmp_path / "games.db"), port=0, limits=boundless))
    await asyncio.to_thread(compile_all)
    await app.start()
    assert app.core and app.playground
    await play_in_channels(app, app.playground)
    engines, luck, lost = app.core.engines, random.Random(1), set[int]()
    times: list[float] = []

    async def lose() -> None:
        while True:
            await asyncio.sleep(luck.uniform(4, 12))
            for pid in engines.pids:
                lost.add(pid)
                os.kill(pid, luck.choice((signal.SIGKILL, signal.SIGSTOP)))

    try:
        async with Person.at(app.playground, "Ada") as watcher, Person.at(app.playground, "Bruno") as asker:
            games = await open_games(watcher, app)
            await ask(asker, "/game new computer:7")
            await ask(asker, "/game rules rule:hints value:unlimited")
            await ask(asker, "/game start")
            losing = asyncio.create_task(lose())
            end = perf_counter() + SECONDS
            while perf_counter() < end:
                before = await moves_made(app, games)
                times.append((await timed(asker, "/hint kind:best", asker.channel_id()))[1])
                await asyncio.sleep(1)
            losing.cancel()
            await asyncio.sleep(10)
            after = await moves_made(app, games)
            for game in games:
                state = await app.core.games.load(game)
                assert after[game] > before[game] or isinstance(state.phase, Over)
                events = await app.core.games.events(game)
                assert not any(isinstance(event, Passed) for event in events[:20])
            assert threads(watcher)
    finally:
        await app.stop()
    print(
        f"{len(lost)} processes lost, {sum(after.values())} moves; hints took", [round(one / 1000, 1) for one in times]
    )
    assert len(lost) > 3
    assert max(times) < DELAY
