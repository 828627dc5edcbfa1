"""Limits of games, counted in the database: at the limit, in races, after restarts, and without reading old games."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import select
from sqlalchemy.dialects import sqlite

from bot.limits import Limit, Per, read_limits
from bot.model.changes import Quota
from bot.model.errors import TooManyGames, TooOften
from bot.model.games import Cause, Place
from bot.service.games import Games
from bot.service.listeners import Applied
from bot.service.opening import check_quotas, new_game
from bot.service.rights import FairUse
from bot.service.saving import pauses
from bot.store.journal import _counted
from bot.store.opening import open_store
from bot.store.repositories import Store
from bot.store.tables import GAMES
from engine.game import commands as cmd
from engine.game.state import Person
from tests.support.databases import games_in
from tests.support.races import Pair
from tests.support.service import ADA, BRUNO, StillClock, Words, setup

LIMITS = (
    "lobbies_per_person=2..3, lobbies_per_channel=3, lobbies_per_server=4, games_per_person=1..2, games_per_channel=2,"
    "games_per_server=3, demonstrations_per_person=1..2, demonstrations_per_channel=2, demonstrations_per_server=2,"
    "paused_per_person=1..2, paused_per_server=2, openings_per_person=40, openings_per_server=40"
)
CHLOE, DENIZ = Person("103", "Chloe"), Person("104", "Deniz")


class Desk:
    """Games with limits over a store, and their causes."""

    def __init__(self, store: Store, limits: str = LIMITS, clock: StillClock | None = None) -> None:
        self.clock = clock or StillClock()
        fair = FairUse(store.people, self.clock, read_limits(limits))
        self.games = Games(store.journal, Words(), random.Random(1), fair_use=fair)
        self._number = 0

    def cause(self) -> Cause:
        """A new cause."""
        self._number += 1
        return Cause(f"{id(self)}/{self._number}", self.clock.now(), self.clock.now())

    async def open(
        self, host: Person, channel: int, server: int | None = 7, parent: int | None = None, *, demo: bool = False
    ) -> str:
        """A lobby, or a demonstration."""
        place, levels = Place(server, channel, parent), (1, 1) if demo else ()
        opened = await new_game(self.games, place, host, setup(), self.cause(), levels, demonstration=demo)
        return opened.game

    async def do(self, game: str, command: cmd.Command, place: Place | None = None) -> Applied:
        """Submit a command."""
        return await self.games.submit(game, command, self.cause(), place)

    async def start(self, host: Person, channel: int, server: int | None = 7, parent: int | None = None) -> str:
        """A started game of a person with a computer player."""
        game = await self.open(host, channel, server, parent)
        await self.do(game, cmd.AddComputer(host.id, 1))
        await self.do(game, cmd.Start(host.id))
        return game


@asynccontextmanager
async def desk(url: str, limits: str = LIMITS) -> AsyncIterator[Desk]:
    store = await open_store(url)
    try:
        yield Desk(store, limits)
    finally:
        await store.close()


async def test_lobbies_of_a_person_a_channel_a_server_and_everywhere(address: str) -> None:
    """Just below each limit there is room; reaching it affects nobody else."""
    async with desk(address) as one:
        first, second = await one.open(ADA, 1), await one.open(ADA, 11, parent=1)
        with pytest.raises(TooManyGames) as refused:
            await one.open(ADA, 2)
        error = refused.value
        assert (error.limit, error.per, error.most, error.own) == (Limit.LOBBIES, Per.PERSON, 2, True)
        assert set(error.games) == {first, second}
        await one.open(BRUNO, 12, parent=1)
        with pytest.raises(TooManyGames) as refused:
            await one.open(BRUNO, 13, parent=1)
        assert (refused.value.per, refused.value.most) == (Per.CHANNEL, 3)
        await one.open(BRUNO, 2)
        with pytest.raises(TooManyGames) as refused:
            await one.open(CHLOE, 3)
        assert (refused.value.per, refused.value.most) == (Per.SERVER, 4)
        await one.open(CHLOE, 30, server=8)
        await one.open(ADA, 40, server=None)
        with pytest.raises(TooManyGames) as refused:
            await one.open(ADA, 31, server=8)
        assert (refused.value.everywhere, refused.value.most) == (True, 3)
        await one.do(first, cmd.End("999", moderator=True))
        await one.open(ADA, 1)


async def test_direct_messages_have_the_limits_of_a_person(address: str) -> None:
    """They come one by one in one channel, without limits of a server or channel."""
    async with desk(address) as one:
        for channel in (1, 2):
            await one.open(ADA, channel, server=None)
        with pytest.raises(TooManyGames) as refused:
            await one.open(ADA, 3, server=None)
        assert (refused.value.per, refused.value.everywhere) == (Per.PERSON, False)
        await one.open(BRUNO, 4, server=None)


async def test_games_begin_within_the_limits_whoever_starts_them(address: str) -> None:
    """The host is counted; the lobby stays as it is, and any other player who presses is told whose limit it is."""
    async with desk(address) as one:
        first = await one.start(ADA, 1)
        second = await one.open(ADA, 2)
        await one.do(second, cmd.Join(BRUNO))
        for person, own in ((ADA, True), (BRUNO, False)):
            with pytest.raises(TooManyGames) as refused:
                await one.do(second, cmd.Start(person.id))
            assert (refused.value.limit, refused.value.own) == (Limit.GAMES, own)
        await one.start(BRUNO, 3)
        await one.start(CHLOE, 4)
        with pytest.raises(TooManyGames) as refused:
            await one.start(DENIZ, 5)
        assert refused.value.per is Per.SERVER
        await one.do(first, cmd.End("999", moderator=True))
        await one.do(second, cmd.Start(BRUNO.id))


async def test_demonstrations_are_counted_apart_from_games(address: str) -> None:
    """By person, channel and server."""
    async with desk(address) as one:
        await one.start(ADA, 1)
        await one.open(ADA, 11, parent=1, demo=True)
        with pytest.raises(TooManyGames) as refused:
            await one.open(ADA, 2, demo=True)
        assert (refused.value.limit, refused.value.per) == (Limit.DEMONSTRATIONS, Per.PERSON)
        await one.open(BRUNO, 12, parent=1, demo=True)
        with pytest.raises(TooManyGames) as refused:
            await one.open(CHLOE, 9, demo=True)
        assert refused.value.per in (Per.CHANNEL, Per.SERVER)


async def test_pausing_and_resuming_keep_to_the_limits(address: str) -> None:
    """A pause cannot make room for ever, and resuming needs room; leaving always works."""
    async with desk(address) as one:
        first = await one.start(ADA, 1)
        await pauses.pause(one.games, first, ADA.id, one.cause(), "Ada v Bruno")
        second = await one.start(ADA, 2)
        with pytest.raises(TooManyGames) as refused:
            await pauses.resume(one.games, Place(7, 3), ADA.id, one.cause(), first)
        assert (refused.value.limit, refused.value.games) == (Limit.GAMES, (second,))
        with pytest.raises(TooManyGames) as refused:
            await pauses.pause(one.games, second, ADA.id, one.cause(), "Ada v Bruno")
        assert refused.value.limit is Limit.PAUSED
        await one.do(second, cmd.Resign(ADA.id))
        await pauses.resume(one.games, Place(7, 3), ADA.id, one.cause(), first)


async def test_games_that_are_opened_and_ended_again_and_again_are_counted_too(address: str) -> None:
    """Refused openings do not count; after a while the person may open again."""
    async with desk(address, "openings_per_person=3, lobbies_per_person=1") as one:
        for opened in range(3):
            game = await one.open(ADA, 1)
            if opened < 2:
                with pytest.raises(TooManyGames):
                    await one.open(ADA, 2)
            await one.do(game, cmd.End("999", moderator=True))
        with pytest.raises(TooOften) as refused:
            await one.open(ADA, 1)
        assert refused.value.limit is Limit.OPENINGS
        await one.open(BRUNO, 1)
        one.clock.advance(refused.value.wait)
        await one.open(ADA, 2)


async def test_a_restart_forgets_no_game(address: str) -> None:
    """Games are counted in the database."""
    async with desk(address) as one:
        for channel in (1, 2):
            await one.open(ADA, channel)
    async with desk(address) as one:
        with pytest.raises(TooManyGames):
            await one.open(ADA, 3)
        with pytest.raises(TooManyGames):
            await check_quotas(one.games, Place(7, 3), ADA.id)
        await check_quotas(one.games, Place(7, 3), BRUNO.id)


@pytest.mark.parametrize("limit", ["lobbies_per_person=1", "lobbies_per_server=1", "lobbies_per_channel=1"])
async def test_two_processes_at_one_instant_do_not_get_past(both: Pair, limit: str) -> None:
    """The second waits until the first has written, and counts it."""
    one, two = Desk(both.one, limit), Desk(both.two, limit)
    other = ADA if "person" in limit else BRUNO
    won, lost = await both.race("INSERT INTO causes", one.open(ADA, 1), two.open(other, 2, parent=1))
    assert isinstance(won, str)
    assert isinstance(lost, TooManyGames)
    assert await both.ask("SELECT count(*) FROM games") == 1


async def test_counting_looks_at_no_game_that_is_over(tmp_path: Path) -> None:
    """Each count is a search in an index that starts with the owner and the phase."""
    store = await open_store(games_in(tmp_path))
    try:
        for limit in (Limit.LOBBIES, Limit.GAMES, Limit.DEMONSTRATIONS, Limit.PAUSED):
            for per in Per:
                for everywhere in (True, False):
                    quota = Quota(limit, per, "7", 7, 3, everywhere)
                    query = select(GAMES.c.game).where(*_counted(quota)).limit(3)
                    text = str(query.compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True}))
                    async with store.database.read() as connection:
                        plan = (await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {text}")).all()
                    steps = [str(row[3]) for row in plan]
                    assert len(steps) == 1 and "phase=?" in steps[0] and steps[0].startswith("SEARCH"), steps
    finally:
        await store.close()
