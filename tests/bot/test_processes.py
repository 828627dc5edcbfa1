"""Two whole bots on one PostgreSQL database, each with its shard of the servers, with one playground."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

import bot.app
from bot.front.client import TilewrightClient
from bot.store.database import Database
from engine.computer.candidates import Report
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.views import SeatView
from tests.support.connect import running
from tests.support.playground import DM, Person
from tests.support.running import WORDS, PushedClock, Scene, StackedLuck, TinyLibrary, board, started

SHARDS = 2
GENERAL = "general"
ELSEWHERE = "elsewhere"
_shard: ContextVar[int] = ContextVar("_shard")


class ShardedClient(TilewrightClient):
    """A client that gets the events of its share of the servers; direct messages go to shard 0."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.shard_id = _shard.get()
        self.shard_count = self._connection.shard_count = SHARDS


def passes(view: SeatView, should_stop: Callable[[], bool], report: Report) -> cmd.Command:
    """A computer player that always passes."""
    return cmd.Pass(view.table.seats[view.seat].player.id, view.table.turn)


@dataclass
class Cluster:
    """Two bots, by shard, and two people. The channel `elsewhere` is in a server of shard 1."""

    bots: tuple[Scene, Scene]
    ada: Person
    bruno: Person
    url: str

    async def start(self, shard: int) -> None:
        """Start the bot of a shard."""
        _shard.set(shard)
        await self.bots[shard].start()

    def go(self, channel: str) -> str:
        """Both people look at a channel; returns its id."""
        self.ada.place = self.bruno.place = channel
        return self.ada.channel_id()

    async def events(self, shard: int, channel: str) -> tuple[ev.Event, ...]:
        """The events of the game in a channel, as a bot knows them."""
        app = self.bots[shard].app
        assert app and app.core
        game = await app.core.games.in_channel(int(channel))
        assert game
        return await app.core.games.events(game)

    async def all_sent(self) -> list[tuple[str, int]]:
        """The deliveries once none waits: the status of each, and the number of attempts."""
        database = Database(self.url)
        query = text("SELECT status, attempts FROM deliveries")
        try:
            async with asyncio.timeout(60):
                while True:
                    async with database.read() as connection:
                        rows = [tuple(row) for row in await connection.execute(query)]
                    if not any(status == "waiting" for status, _ in rows):
                        return rows
                    await asyncio.sleep(0.05)
        finally:
            await database.close()


@pytest.fixture
async def cluster(shared: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Cluster]:
    monkeypatch.setattr(bot.app, "TilewrightClient", ShardedClient)
    async with running() as playground:
        members = [playground.world.named(name).id for name in ("Ada", "Bruno")]
        # The shard of a server depends on the millisecond in which it was created.
        while not (int(playground.world.add_guild("Far", [ELSEWHERE], members).id) >> 22) % SHARDS:
            playground.clock.shift(0.001)
        clock, library = PushedClock(playground), TinyLibrary("CATSDOGHORNFARMNETTOE", 3)
        one, two = (
            Scene(playground, clock, tmp_path, StackedLuck(), library, WORDS, passes, database=shared)
            for _ in range(SHARDS)
        )
        async with Person.at(playground, "Ada") as ada, Person.at(playground, "Bruno") as bruno:
            made = Cluster((one, two), ada, bruno, shared)
            try:
                await made.start(0)
                await made.start(1)
                yield made
            finally:
                await two.stop()
                await one.stop()


async def test_two_bots_play_the_same_games(cluster: Cluster, caplog: pytest.LogCaptureFixture) -> None:
    """Commands in a server go to one bot, those in direct messages to the other; nothing is lost or duplicated.

    While the bot of a server is away, the other posts there what happens elsewhere, and its computer players go on.
    """
    ada, bruno = cluster.ada, cluster.bruno
    with caplog.at_level(logging.ERROR):
        cluster.go(GENERAL)
        await started(ada, bruno)
        elsewhere = cluster.go(ELSEWHERE)
        shown = await started(ada, bruno, "variant:tiny preset:blitz computer:3")
        await ada.command("/pass")
        shown = await board(ada, f"<@{bruno.id}>, it is your turn", after=shown)
        await bruno.command("/pass", channel=DM)
        shown = await board(ada, f"<@{ada.id}>, it is your turn", after=shown)
        both = (ada.command("/pass"), ada.command("/pass", channel=DM))  # one turn, passed in two places
        await asyncio.gather(*both, return_exceptions=True)
        shown = await board(ada, f"<@{bruno.id}>, it is your turn", after=shown)
        assert await cluster.events(0, elsewhere) == await cluster.events(1, elsewhere)
        await cluster.bots[1].stop()
        await bruno.command("/pass", channel=DM)
        shown = await board(ada, f"<@{ada.id}>, it is your turn", after=shown)
        await cluster.start(1)
        await ada.command("/pass")
        await board(ada, f"<@{bruno.id}>, it is your turn", after=shown)
        passed = [event.seat for event in await cluster.events(0, elsewhere) if isinstance(event, ev.Passed)]
        assert passed == [0, 1, 2, 0, 1, 2, 0, 1]
        assert await cluster.events(0, elsewhere) == await cluster.events(1, elsewhere)
        sent = await cluster.all_sent()
    assert {status for status, _ in sent} <= {"done", "superseded"}
    assert {attempts for status, attempts in sent if status == "done"} == {1}
    posted = cluster.bots[0].playground.recorder.matching("POST", r"^/channels/\d+/messages$")
    assert set(Counter(one.body["nonce"] for one in posted).values()) == {1}
    assert {one.status for one in posted} == {200}
    assert [record.getMessage() for record in caplog.records if record.name.startswith("bot")] == []
