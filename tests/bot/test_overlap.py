"""A shard that changes hands while the session of its former process is still open: each hears of everything."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path

import pytest
from discord.gateway import KeepAliveHandler
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from bot.playground.server import Playground
from bot.store.database import Database
from engine.game import events as ev
from tests.features.test_composing import composed, tap
from tests.support.connect import running
from tests.support.logged import told_by_bot
from tests.support.playground import DM, Person
from tests.support.readable import text_of
from tests.support.running import (
    DRAWS,
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
from tests.support.service import eventually

LETTERS = "CATSODENAGOT"
WORDS = ("AT", "CAT", "CATS", "SOD", "DEN", "NAG", "GOT")


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
        one, two = (Scene(playground, clock, tmp_path, luck, library, WORDS, database=shared) for _ in range(2))
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
            await ask(bruno, "/pass")
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
        await ask(ada, "/board", "no game")
        assert len(heartbeats()) == 1


def heartbeats() -> list[KeepAliveHandler]:
    """What keeps the connections of this test alive."""
    loop = asyncio.get_running_loop()
    alive = [one for one in threading.enumerate() if isinstance(one, KeepAliveHandler)]
    return [one for one in alive if one.ws.loop is loop and not one._stop_ev.is_set()]
