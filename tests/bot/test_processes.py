"""Two whole bots on one PostgreSQL database, and a shard that changes hands between them."""

from __future__ import annotations

import asyncio
import logging
import re
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from discord.gateway import KeepAliveHandler
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from bot.playground.server import Playground
from bot.settings import ShardRange
from bot.store.database import Database
from bot.wiring.starting import StartFailed
from engine.computer.tools import Report
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.views import SeatView
from tests.features.test_composing import composed, tap
from tests.support.connect import running
from tests.support.logged import told_by_bot
from tests.support.pictures import text_of
from tests.support.playground import DM, Person
from tests.support.running import (
    DRAWS,
    WORDS,
    PushedClock,
    Scene,
    StackedLuck,
    TinyLibrary,
    ask,
    board,
    scene,
    shows,
    started,
)
from tests.support.sentences import said
from tests.support.service import eventually

SHARDS = 2
GENERAL = "general"
ELSEWHERE = "elsewhere"
ABOUT = r"^/(guilds|channels)/\d+$"
"""Requests for what a server or channel is."""


def passes(view: SeatView, should_stop: Callable[[], bool], report: Report, family: bool = True) -> cmd.Command:
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
async def cluster(pair: Cluster) -> Cluster:
    await pair.start(0)
    await pair.start(1)
    return pair


@pytest.fixture
async def pair(shared: str, tmp_path: Path) -> AsyncIterator[Cluster]:
    """The cluster before either bot has started."""
    async with running() as playground:
        members = [playground.world.named(name).id for name in ("Ada", "Bruno")]
        # The shard of a server depends on the millisecond in which it was created.
        while not (int(playground.world.add_guild("Far", [ELSEWHERE], members).id) >> 22) % SHARDS:
            playground.clock.shift(0.001)
        clock, library = PushedClock(playground), TinyLibrary("CATSDOGHORNFARMNETTOE", 3)
        one, two = (
            Scene(
                playground,
                clock,
                tmp_path,
                StackedLuck(),
                library,
                WORDS,
                passes,
                database=shared,
                shards=ShardRange(shard, shard, SHARDS),
            )
            for shard in range(SHARDS)
        )
        async with Person.at(playground, "Ada") as ada, Person.at(playground, "Bruno") as bruno:
            made = Cluster((one, two), ada, bruno, shared)
            try:
                yield made
            finally:
                await two.stop()
                await one.stop()


@pytest.mark.soak
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
        await ada.command("/move pass")
        shown = await board(ada, said("status.your_turn", name=f"<@{bruno.id}>"), after=shown)
        await bruno.command("/move pass", channel=DM)
        shown = await board(ada, said("status.your_turn", name=f"<@{ada.id}>"), after=shown)
        both = (ada.command("/move pass"), ada.command("/move pass", channel=DM))  # one turn, passed in two places
        await asyncio.gather(*both, return_exceptions=True)
        shown = await board(ada, said("status.your_turn", name=f"<@{bruno.id}>"), after=shown)
        assert await cluster.events(0, elsewhere) == await cluster.events(1, elsewhere)
        await cluster.bots[1].stop()
        await bruno.command("/move pass", channel=DM)
        shown = await board(ada, said("status.your_turn", name=f"<@{ada.id}>"), after=shown)
        await cluster.start(1)
        await ada.command("/move pass")
        await board(ada, said("status.your_turn", name=f"<@{bruno.id}>"), after=shown)
        passed = [event.seat for event in await cluster.events(0, elsewhere) if isinstance(event, ev.Passed)]
        assert passed == [0, 1, 2, 0, 1, 2, 0, 1]
        assert await cluster.events(0, elsewhere) == await cluster.events(1, elsewhere)
        sent = await cluster.all_sent()
    assert {status for status, _ in sent} <= {"done", "superseded"}
    assert {attempts for status, attempts in sent if status == "done"} == {1}
    posted = cluster.bots[0].playground.recorder.matching("POST", r"^/channels/\d+/messages$")
    assert set(Counter(one.body["nonce"] for one in posted).values()) == {1}
    assert {one.status for one in posted} == {200}
    assert told_by_bot(caplog) == []


async def test_X10_commands_are_registered_once(pair: Cluster) -> None:
    """However many bots start at the same moment."""
    await asyncio.gather(pair.start(0), pair.start(1))
    put = pair.bots[0].playground.recorder.matching("PUT", r"^/applications/\d+/commands$")
    assert [one.status for one in put] == [200]


@pytest.mark.soak
async def test_X10_a_process_knows_the_servers_of_others(cluster: Cluster) -> None:
    """It asks Discord for their names and for what a channel is, and remembers it."""
    ada, bruno, playground = cluster.ada, cluster.bruno, cluster.bots[0].playground
    cluster.go(GENERAL)
    await ask(ada, "/game new variant:tiny")
    code = text_of(await ada.wait_message("join code:")).split("join code:")[1][:8]
    bruno.place = ELSEWHERE
    await ask(bruno, f"/join code:{code}")
    await ask(ada, "/game start")
    await board(bruno)
    await cluster.bots[1].stop()
    await ask(ada, "/game chat switch:on")
    question = await bruno.wait_message(said("chat.asked_from_server", server="Playground"))
    assert said("chat.awaits_moderator") in text_of(question)
    await cluster.start(1)
    ada.place = ELSEWHERE
    await ask(ada, "/game chat switch:on", said("chat.places_joined", 1))
    ada.place = GENERAL
    assert "Far" in [one["name"] for one in await ada.autocomplete("/game chat mute:")]
    await cluster.all_sent()
    assert playground.recorder.matching("GET", ABOUT)
    playground.recorder.clear()
    assert "Far" in [one["name"] for one in await ada.autocomplete("/game chat mute:")]
    assert not playground.recorder.matching("GET", ABOUT)


async def test_X10_sqlite_serves_one_process(tmp_path: Path) -> None:
    """Asked for some of the shards, or for a second process, the bot says why not and what to use."""
    async with scene(tmp_path) as alone:
        second = replace(alone, app=None)
        with pytest.raises(StartFailed, match=re.escape(said("starting.another_process"))):
            await second.start()
        second.shards = ShardRange(0, 0, SHARDS)
        with pytest.raises(StartFailed, match=r"serves only one.*use PostgreSQL"):
            await second.start()


LETTERS = "CATSODENAGOT"
OVERLAP_WORDS = ("AT", "CAT", "CATS", "SOD", "DEN", "NAG", "GOT")


@dataclass
class Overlap:
    """Two bots with a session each for the same only shard. `leave` lets the first one close its own."""

    one: Scene
    two: Scene
    leaving: asyncio.Event
    playground: Playground

    @property
    def sessions(self) -> int:
        """How many sessions are connected."""
        return sum(session.wire is not None for session in self.playground.gateway.sessions.values())

    async def leave(self) -> None:
        """Let the former process close its session."""
        self.leaving.set()
        await eventually(lambda: self.sessions == 1)


@pytest.fixture
async def overlap(shared: str, tmp_path: Path) -> AsyncIterator[Overlap]:
    """The second process has taken the shard, and the first one is slow to let go of it."""
    async with running() as playground:
        clock, luck, library = PushedClock(playground), StackedLuck(*DRAWS), TinyLibrary(LETTERS, 3)
        one, two = (Scene(playground, clock, tmp_path, luck, library, OVERLAP_WORDS, database=shared) for _ in range(2))
        made = Overlap(one, two, asyncio.Event(), playground)
        try:
            await one.start()
            await two.start()
            await _take_over(made, shared)
            yield made
        finally:
            made.leaving.set()
            await two.stop()
            await one.stop()


async def _take_over(overlap: Overlap, url: str) -> None:
    first, second = overlap.one.app, overlap.two.app
    assert first and first.core and second and second.core
    close = first.client.close_shard

    async def slowly(shard: int) -> None:
        await overlap.leaving.wait()
        await close(shard)

    first.client.close_shard = slowly  # type: ignore[method-assign]
    database = Database(url)
    try:
        async with database.write() as connection:
            await connection.execute(text("UPDATE shards SET owner = :new"), {"new": second.core.peers.owner})
    finally:
        await database.close()
    first.core.sharing.wake()
    second.core.sharing.wake()
    await eventually(lambda: overlap.sessions == 2 and second.client.connected == {0})


@pytest.mark.soak
async def test_X10_two_sessions_of_a_shard_answer_once(overlap: Overlap, caplog: pytest.LogCaptureFixture) -> None:
    """Commands, buttons, forms, typed moves and offers while both hear them; the game goes on with one of them."""
    playground = overlap.playground
    async with Person.at(playground, "Ada") as ada, Person.at(playground, "Bruno") as bruno:
        with caplog.at_level(logging.ERROR):
            first = await started(ada, bruno)
            message = await composed(ada, first)
            await tap(ada, message, "C 3", "A 1", "T 1")  # tapped twice, a tile would be missing
            await ada.click(await shows(ada, message, "8H CAT"), "Play")
            shown = await board(bruno, "**Ada** played 8H CAT", after=first)
            await ask(bruno, "/settings mine")
            assert await ada.autocomplete("/game new language:")
            await bruno.click(shown, "Play")
            await bruno.submit({"move": "8H CATS"})
            shown = await board(ada, "**Bruno** played 8H CATS", after=shown)
            await ada.say("pass", channel=DM)
            await board(bruno, "**Ada** passed", after=shown)
            assert overlap.sessions == 2
            await overlap.leave()
            await ask(bruno, "/move pass")
            await board(ada, "**Bruno** passed", after=shown)
        _check_answers(playground)
        replied = [one for one in ada.visible(DM) if "You passed" in text_of(one)]
        assert len(replied) == 1
    app = overlap.two.app
    assert app and app.core
    game = await app.core.games.in_channel(int(ada.channel_id()))
    assert game
    told = Counter(type(event) for event in await app.core.games.events(game))
    assert (told[ev.Played], told[ev.Passed]) == (2, 2)
    assert told_by_bot(caplog) == []


def _check_answers(playground: Playground) -> None:
    """Both wanted to answer, but only one did, and it alone showed what came of it."""
    first = playground.recorder.matching("POST", r"^/interactions/\d+/[^/]+/callback$")
    done = Counter(one.path for one in first if one.status < 300)
    assert set(done.values()) == {1}
    assert any(one.status == 400 for one in first)
    later = playground.recorder.matching("PATCH", r"^/webhooks/\d+/[^/]+/messages/@original$")
    assert set(Counter(one.path for one in later).values()) == {1}


async def test_X10_a_session_that_ends_while_the_database_is_away_begins_again(tmp_path: Path) -> None:
    """The process stays alive, and people can play once the database is back."""
    async with scene(tmp_path) as stage, Person.at(stage.playground, "Ada") as ada:
        assert stage.app
        entrance = stage.app.client._entrance
        hold, refused = entrance._hold, list[str]()

        def away(name: str) -> AbstractAsyncContextManager[None]:
            if refused:
                return hold(name)
            refused.append(name)
            raise DBAPIError("SELECT", None, Exception("the database system is starting up"))

        entrance._hold = away
        stage.playground.gateway.invalidate()
        await eventually(lambda: bool(refused))
        await eventually(lambda: stage.playground.gateway.connected)
        await ask(ada, "/game board", "no game")
        assert len(heartbeats()) == 1


def heartbeats() -> list[KeepAliveHandler]:
    """What keeps the connections of this test alive."""
    loop = asyncio.get_running_loop()
    alive = [one for one in threading.enumerate() if isinstance(one, KeepAliveHandler)]
    return [one for one in alive if one.ws.loop is loop and not one._stop_ev.is_set()]
