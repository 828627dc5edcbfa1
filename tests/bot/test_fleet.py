"""Several real processes with one token on one PostgreSQL database, and what happens when one comes, ends or dies."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import asyncpg
import pytest

from bot.playground.world import World
from engine.game.events import Played
from engine.game.phases import Over
from engine.play.placement import Placement
from tests.load.crowd import Crowd
from tests.load.fleet import Fleet, Member, fleet, seconds_until
from tests.load.run import shares
from tests.support import aftermath
from tests.support.connect import running
from tests.support.databases import Server
from tests.support.proxy import Proxy, between

SHARDS = 4
IDENTIFY_SECONDS = 5.0
PATIENCE = 150.0
"""Seconds in which processes find their shares, however slow the machine."""
TAKEN_OVER = 30.0
"""Seconds in which the work of a dead process is to be taken over; a starved machine gets half as many more."""
EVERY_SECONDS, CUT_SECONDS = 20.0, 15.0
"""How often a process is killed, and how long the database is away."""
AGAIN_SECONDS = 6.0
"""Seconds after which people repeat what had no effect."""
WORST_SECONDS = 120.0
"""Nobody waits this long, however slow the machine; where there is room, nobody waits longer than 40 seconds."""
RESTART_GAMES, RESTART_SECONDS = 12, 30.0
"""The games that go on while the database's server is restarted, and the seconds between two restarts."""
PLAYS = ("CAT", "SOD", "EN", "AG", "OT", "REK")
"""What tiles were played in each game."""


async def is_spread(bots: Fleet, *shares: int) -> bool:
    """Whether the processes hold these numbers of shards, largest first, all connected."""
    return tuple(sorted((await bots.spread()).values(), reverse=True)) == shares


@pytest.mark.soak
@pytest.mark.timeout(900)
async def test_X10_real_processes_share_the_shards(shared: str, tmp_path: Path) -> None:
    """They spread them evenly, make room, hand over at once when told to end, and take what a dead one had."""
    async with running() as playground:
        playground.gateway.limits.shards = SHARDS
        playground.gateway.limits.seconds = IDENTIFY_SECONDS
        crowd = Crowd.settled(playground, 4 * SHARDS, again=8.0)
        async with fleet(tmp_path, playground, shared) as bots:
            await bots.start()
            one = await seconds_until(lambda: is_spread(bots, 4), PATIENCE)
            await bots.start()
            two = await seconds_until(lambda: is_spread(bots, 2, 2), PATIENCE)
            await crowd.open_games()
            assert crowd.lost == []
            third = await bots.start()
            three = await seconds_until(lambda: is_spread(bots, 2, 1, 1), PATIENCE)
            playing = asyncio.create_task(crowd.play(TAKEN_OVER + 30.0, rate=3.0))
            await bots.stop(third)
            left = await seconds_until(lambda: is_spread(bots, 2, 2), PATIENCE)
            await bots.kill(bots.members[0])
            died = await seconds_until(lambda: is_spread(bots, 4), PATIENCE)
            await playing
            worst = max(wait.board for wait in crowd.waits)
            errors = bots.errors()
    print(f"\nall {SHARDS} shards served after {one:.1f} s by one process, {two:.1f} s after the start of a second, "
          f"{three:.1f} s of a third, {left:.1f} s after one was told to end, {died:.1f} s after one was killed; "
          f"{len(crowd.waits)} moves, nobody waited longer than {worst:.1f} s")  # fmt: skip
    assert crowd.lost == []
    assert errors == []
    begun = sorted(at for _, at in playground.gateway.limits.begun)
    assert all(after - before >= IDENTIFY_SECONDS for before, after in pairwise(begun))
    assert died < 1.5 * TAKEN_OVER


@dataclass
class Storm:
    """Kills one process after the other, each of which is started again at once, and cuts off the database once."""

    bots: Fleet
    proxy: Proxy
    luck: random.Random
    killed: int = 0

    async def rage(self, seconds: float) -> None:
        """Do harm for some seconds, the cut in the middle of them."""
        begun, is_cut = time.monotonic(), False
        starting: list[asyncio.Task[Member]] = []
        while time.monotonic() < begun + seconds - EVERY_SECONDS:
            await asyncio.sleep(EVERY_SECONDS)
            if not is_cut and time.monotonic() > begun + seconds / 2 - EVERY_SECONDS:
                is_cut = True
                await self._cut()
                continue
            victim = self.luck.choice([one for one in self.bots.members if one.is_ready])
            await self.bots.kill(victim)
            self.killed += 1
            starting.append(asyncio.create_task(self.bots.start(worker=victim.job.worker)))
        await asyncio.gather(*starting)

    async def _cut(self) -> None:
        self.proxy.cut()
        await asyncio.sleep(CUT_SECONDS)
        self.proxy.mend()


@pytest.mark.soak
@pytest.mark.timeout(1800)
async def test_X10_games_outlive_processes_and_the_database(
    shared: str, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    """Four bots and a worker; any of them is killed again and again, and the database is away for a while.

    The stand-in for Discord and the people are on the same processors: two of them cannot carry 200 games.
    """
    games, seconds = (float(pytestconfig.getoption(f"--fleet-{what}")) for what in ("games", "seconds"))
    async with (
        running() as playground,
        between(shared) as (proxy, url),
        fleet(tmp_path, playground, url, shared) as bots,
    ):
        playground.gateway.limits.shards = SHARDS
        playground.gateway.limits.seconds = IDENTIFY_SECONDS
        crowd = Crowd.settled(playground, round(games), again=AGAIN_SECONDS)
        await asyncio.gather(*(bots.start() for _ in range(SHARDS)), bots.start(worker=True))
        await seconds_until(lambda: is_spread(bots, 1, 1, 1, 1, 0), PATIENCE)
        opening = time.monotonic()
        await crowd.open_games()
        begun = time.monotonic()
        storm = Storm(bots, proxy, random.Random("storm"))
        raging = asyncio.create_task(storm.rage(seconds))
        await crowd.play(seconds, games / 15)
        await raging
        played = time.monotonic() - begun
        record = await all_sent(shared)
        errors = bots.errors()
    ended = sum(table.games for table in crowd.tables)
    print(f"\n{games:.0f} games opened in {begun - opening:.0f} s; {storm.killed} kills in {played:.0f} s, "
          f"the database away for {CUT_SECONDS:.0f} s; {len(crowd.waits)} moves, {ended} games ended, "
          f"board {shares([wait.board for wait in crowd.waits])} (50/95/99 %, longest)")  # fmt: skip
    print("\n".join(sorted({json.loads(line)["message"][:200] for line in errors})))
    check(playground.world, crowd, record)
    assert crowd.lost == []
    assert max(wait.board for wait in crowd.waits) < WORST_SECONDS


@pytest.mark.soak
@pytest.mark.timeout(900)
async def test_X10_games_outlive_restarts_of_the_database(postgres: Server, shared: str, tmp_path: Path) -> None:
    """It is restarted, orderly and as after a crash, while two bots play: both come back and hear each other."""
    async with running() as playground, fleet(tmp_path, playground, shared) as bots:
        playground.gateway.limits.shards = 2
        crowd = Crowd.settled(playground, RESTART_GAMES, again=AGAIN_SECONDS)
        await asyncio.gather(bots.start(), bots.start())
        await seconds_until(lambda: is_spread(bots, 1, 1), PATIENCE)
        await crowd.open_games()
        begun = len(playground.gateway.limits.begun)
        playing = asyncio.create_task(crowd.play(2 * RESTART_SECONDS, RESTART_GAMES / 4))
        back = []
        for mode in ("fast", "immediate"):
            await asyncio.sleep(RESTART_SECONDS / 2)
            before = await listeners(bots)
            await asyncio.to_thread(postgres.restart, mode)
            back.append(await seconds_until(lambda before=before: listen_again(bots, before), PATIENCE))
        await playing
        record = await all_sent(shared)
        assert await is_spread(bots, 1, 1)
        sessions = len(playground.gateway.limits.begun) - begun
    print(f"\nboth listen again {back[0]:.1f} s after an orderly restart, {back[1]:.1f} s after a crash; "
          f"{len(crowd.waits)} moves, board {shares([wait.board for wait in crowd.waits])} (50/95/99 %, longest), "
          f"{sessions} new sessions with Discord")  # fmt: skip
    check(playground.world, crowd, record)
    assert crowd.lost == []
    assert max(wait.board for wait in crowd.waits) < WORST_SECONDS


async def listeners(bots: Fleet) -> set[int]:
    """The server's numbers of the connections that have asked for notifications."""
    query = "SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%' OR query LIKE 'SELECT pg_notify%'"
    return {int(row["pid"]) for row in await bots.rows(query)}


async def listen_again(bots: Fleet, before: set[int]) -> bool:
    """Whether every bot has a new connection for notifications."""
    try:
        return len(await listeners(bots) - before) >= len(bots.members)
    except (OSError, asyncpg.PostgresError):
        return False


async def all_sent(url: str) -> aftermath.Record:
    """The record once nothing waits to be sent."""
    async with asyncio.timeout(WORST_SECONDS):
        while True:
            record = await asyncio.to_thread(aftermath.read, url)
            if not any(one["status"] == "waiting" for one in record.deliveries):
                return record
            await asyncio.sleep(1.0)


def check(world: World, crowd: Crowd, record: aftermath.Record) -> None:
    """Each game has the events of its course, each once, and everyone was told each once."""
    lobbies = {one["game"]: str(one["target_id"]) for one in record.deliveries if one["kind"] == "lobby"}
    assert lobbies.keys() == record.games.keys()
    over = Counter[str]()
    for game, channel in lobbies.items():
        one = record.of(game, channel)
        aftermath.check_messages(world, channel, one)
        played = [_tiles(event.placement) for event in one.events if isinstance(event, Played)]
        assert played == list(PLAYS[: len(played)])
        if isinstance(one.state.phase, Over):
            over[channel] += 1
            assert len(played) == len(PLAYS)
    assert over == Counter({table.channel: table.games for table in crowd.tables if table.games})


def _tiles(placement: Placement) -> str:
    return "".join(placed.tile.letter or "?" for _, placed in placement.tiles)
