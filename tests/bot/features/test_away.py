"""Going away (X18), in the service: which games' clocks stand still, what ends it, and what it may cost in days."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.features.away.absences import Absences
from bot.features.away.store import AwayStore
from bot.features.away.text import AwayAlready, NeverAway, TooManyDays
from bot.limits import LIMITS
from bot.model.errors import TooOften
from bot.model.games import Place
from bot.service.rights import FairUse
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.clock import turn_ends
from engine.model.durations import DAY, HOUR
from engine.model.rules import PRESETS
from tests.support.service import ADA, BRUNO, HOME, NO_UNDO, Process, StillClock, eventually, process

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

SLOW = replace(NO_UNDO, turn_clock=DAY)
ELSEWHERE = Place(HOME.guild_id, 71)
QUICK = Place(HOME.guild_id, 72)


@asynccontextmanager
async def away_in(path: Path | str, clock: StillClock) -> AsyncIterator[tuple[Process, Absences]]:
    """A process with its deadlines, and who is away."""
    async with process(path, clock) as bot:
        fair_use = FairUse(bot.store.people, clock, LIMITS)
        absences = Absences(AwayStore(bot.store.database), bot.games, fair_use, clock)
        bot.heard.append(absences.changed)
        bot.run_deadlines()
        loop = asyncio.create_task(absences.run())
        yield bot, absences
        loop.cancel()
        await asyncio.gather(loop, return_exceptions=True)


async def away_until(bot: Process, game: str, seat: int = 0) -> int | None:
    """Until when the player of a seat is away in a game."""
    return (await bot.games.load(game)).seats[seat].away


async def is_away(bot: Process, game: str, until: int | None, seat: int = 0) -> None:
    """Wait until the player of a seat is away until an instant, or back."""

    async def agrees() -> bool:
        return await away_until(bot, game, seat) == until

    await eventually(agrees)


async def test_x18_clocks_stand_still_where_turns_are_long_and_for_games_that_start_meanwhile(tmp_path: Path) -> None:
    """Once in each game; it is over by itself, and the turn then has the time that it had."""
    clock = StillClock()
    async with away_in(tmp_path, clock) as (bot, absences):
        slow, quick = await bot.new_game(SLOW), await bot.new_game(PRESETS["rapid"], place=QUICK)
        before = turn_ends(await bot.games.load(slow))
        absence = await absences.go(ADA.id, 3, 0, HOME.guild_id)
        await is_away(bot, slow, absence.ends)
        later = await bot.new_game(SLOW, place=ELSEWHERE)
        await is_away(bot, later, absence.ends)
        assert await away_until(bot, quick) is None
        assert before is not None
        assert turn_ends(await bot.games.load(slow)) == before + 3 * DAY
        clock.advance(3 * DAY + 1)
        for game in (slow, later):
            await is_away(bot, game, None)
            events = await bot.games.events(game)
            assert [type(one) for one in events if isinstance(one, ev.WentAway | ev.CameBack)] == [
                ev.WentAway,
                ev.CameBack,
            ]
        assert (await absences.of(ADA.id, HOME.guild_id)).absence is None


async def test_x18_a_move_in_one_game_ends_it_in_all(tmp_path: Path) -> None:
    """The other games go on too, and nobody is sent away again in the game of the move."""
    clock = StillClock()
    async with away_in(tmp_path, clock) as (bot, absences):
        first, second = await bot.new_game(SLOW), await bot.new_game(SLOW, place=ELSEWHERE)
        absence = await absences.go(ADA.id, 5, 0, HOME.guild_id)
        for game in (first, second):
            await is_away(bot, game, absence.ends)
        clock.advance(30 * HOUR)
        await bot.do(first, cmd.Pass(ADA.id))
        for game in (first, second):
            await is_away(bot, game, None)
        found = await absences.of(ADA.id, HOME.guild_id)
        assert (found.absence, found.left) == (None, 26), "two days have begun"
        with pytest.raises(NeverAway):
            await absences.come_back(ADA.id)


async def test_x18_who_comes_back_is_back_in_all_games_also_after_a_kill(address: str) -> None:
    """It is written down first; whatever process runs then tells the games."""
    clock = StillClock()
    async with away_in(address, clock) as (bot, absences):
        game = await bot.new_game(SLOW)
        absence = await absences.go(ADA.id, 5, 0, HOME.guild_id)
        await is_away(bot, game, absence.ends)
    async with process(address, clock) as bot:
        assert await AwayStore(bot.store.database).end(ADA.id, clock.now())
    async with away_in(address, clock) as (bot, absences):
        await is_away(bot, game, None)
        found = await absences.of(ADA.id, HOME.guild_id)
        assert found.absence is None


async def test_x18_days_are_counted_whole_and_within_a_year(address: str) -> None:
    """Coming back and going away again gains nothing; what is called off before it begins costs nothing."""
    clock = StillClock()
    async with away_in(address, clock) as (_, absences):
        for _ in range(3):
            await absences.go(ADA.id, 9, 2, HOME.guild_id)
            with pytest.raises(AwayAlready):
                await absences.go(ADA.id, 1, 0, HOME.guild_id)
            await absences.come_back(ADA.id)
        for left in range(27, -1, -1):
            await absences.go(ADA.id, 1, 0, HOME.guild_id)
            clock.advance(HOUR)
            await absences.come_back(ADA.id)
            assert (await absences.of(ADA.id, HOME.guild_id)).left == left
            if left:
                with pytest.raises(TooManyDays) as refused:
                    await absences.go(ADA.id, left + 1, 0, HOME.guild_id)
                assert refused.value.left == left
        with pytest.raises(TooOften):
            await absences.go(ADA.id, 1, 0, HOME.guild_id)
        await absences.go(BRUNO.id, 28, 0, HOME.guild_id)
        clock.advance(365 * DAY)
        await absences.go(ADA.id, 28, 0, HOME.guild_id)


async def test_x18_each_server_decides_for_its_games(tmp_path: Path) -> None:
    """In a server that allows fewer days, clocks go on after these; in one that allows none, they never stop."""
    clock = StillClock()
    async with away_in(tmp_path, clock) as (bot, absences):
        places = {days: Place(7_000 + days, 7_100 + days) for days in (0, 2)}
        for days, place in places.items():
            assert place.guild_id is not None
            limits = {"away_per_person": days}
            await bot.store.people.change_server(place.guild_id, lambda one, to=limits: replace(one, limits=to))
        games = {days: await bot.new_game(SLOW, place=place) for days, place in places.items()}
        absence = await absences.go(ADA.id, 5, 0, None)
        await is_away(bot, games[2], absence.starts + 2 * DAY)
        assert await away_until(bot, games[0]) is None
        clock.advance(2 * DAY + 1)
        await is_away(bot, games[2], None)
        found = await absences.of(ADA.id, None)
        assert found.absence == absence, "elsewhere, it goes on"
