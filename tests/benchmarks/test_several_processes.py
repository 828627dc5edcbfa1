"""How many moves a second one, two and four bots make on one PostgreSQL database, side by side in one run.

The stand-in for Discord runs on the same processors, so on a small machine little can be gained; what must not happen
is that a lock or table makes several slower than one.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from bot.store.opening import migrate
from tests.load.crowd import Crowd
from tests.load.fleet import fleet, seconds_until
from tests.load.run import shares
from tests.support.connect import running
from tests.support.postgres import find_programs, served

SHARDS = 4
TABLES = 40
SECONDS = 20.0
FLAT_OUT = 1000.0
"""Moves a second that people would make if the bots kept up: more than they can."""


@pytest.mark.benchmark
@pytest.mark.timeout(1200)
async def test_several_processes_against_one(tmp_path: Path) -> None:
    """Prints the moves a second of each, and what a second and a fourth process bring."""
    programs = find_programs() if os.name == "posix" else None
    if programs is None:
        pytest.skip("no PostgreSQL server is installed: there is no initdb")
    found = {}
    with served(programs) as server:
        for processes in (1, 2, 4):
            url = server.fresh()
            await migrate(url)
            folder = tmp_path / str(processes)
            folder.mkdir()
            found[processes], waits = await pace(folder, url, processes)
            print(f"\n{processes} processes: {found[processes]:.1f} moves a second, board {waits}")
    print(f"2 against 1: {found[2] / found[1]:.2f} · 4 against 2: {found[4] / found[2]:.2f}")


async def pace(folder: Path, url: str, processes: int) -> tuple[float, str]:
    """The moves a second that everyone saw, and how long that took."""
    async with running() as playground, fleet(folder, playground, url) as bots:
        playground.gateway.limits.shards = playground.gateway.limits.max_concurrency = SHARDS
        crowd = Crowd.settled(playground, TABLES, again=30.0)
        await asyncio.gather(*(bots.start() for _ in range(processes)))

        async def is_spread() -> bool:
            return sorted((await bots.spread()).values()) == [SHARDS // processes] * processes

        await seconds_until(is_spread, 120.0)
        await crowd.open_games()
        before = len(crowd.waits)
        await crowd.play(SECONDS, FLAT_OUT)
        waits = crowd.waits[before:]
        assert crowd.lost == []
        span = max(one.at + one.board for one in waits) - min(one.at for one in waits)
        return len(waits) / span, shares([one.board for one in waits])
