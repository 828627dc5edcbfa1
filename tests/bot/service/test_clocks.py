"""Clocks in the service: expiries from the database, reminders, lost time, pauses; whatever becomes of the channel."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.model.errors import ChannelBusy, NameTaken, NoSuchPause
from bot.model.games import GamePhase, Place
from bot.model.processes import Checkpoint
from bot.model.profiles import Reach
from bot.service.ports import PermanentRefusal
from bot.service.processes import shardshare as outages_of_all
from bot.service.processes.shardshare import SHORTEST, Outages
from bot.service.saving import pauses
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.clock import ASKED_AFTER, LATE
from engine.game.phases import Over, Paused, Turn
from engine.game.state import GameState
from engine.model.durations import HOUR, SECOND
from engine.model.rules import PRESETS, Rules
from tests.support.databases import first_due
from tests.support.service import (
    ADA,
    BRUNO,
    HOME,
    NO_UNDO,
    FakeDiscord,
    Halting,
    Process,
    StillClock,
    eventually,
    process,
)

TEN = NO_UNDO.with_value("turn_clock", "10s")
NEVER = 1_000_000
ELSEWHERE = Place(HOME.guild_id, 71)


async def on_turn(bot: Process, game: str, seat: int) -> None:
    """Wait until a seat is on turn."""

    async def is_on_turn() -> bool:
        return (await bot.games.load(game)).on_turn == seat

    await eventually(is_on_turn)


def since(state: GameState) -> int:
    """The instant at which the current turn began."""
    assert isinstance(state.phase, Turn)
    return state.phase.since


async def test_c3_an_expiry_fires_after_a_restart(address: str) -> None:
    """It waits in the database; two processes on it take the turn only once."""
    clock = StillClock()
    async with process(address, clock) as one:
        game = await one.new_game(TEN)
    clock.advance(10 * SECOND + LATE - 1)
    async with process(address, clock, alone=False) as one, process(address, clock, alone=False) as two:
        one.run_deadlines(owner="one")
        two.run_deadlines(owner="two")
        await asyncio.sleep(0.1)
        assert (await one.games.load(game)).on_turn == 0
        clock.advance(1)
        await on_turn(one, game, 1)
        assert sum(isinstance(event, ev.TurnExpired) for event in await one.games.events(game)) == 1


async def test_c3_a_deleted_channel_does_not_stop_the_clock(tmp_path: Path) -> None:
    """Nobody can be notified any more, but the game still ends."""
    clock = StillClock()
    discord = FakeDiscord(clock)
    async with process(tmp_path, clock, discord) as bot:
        game = await bot.new_game(TEN)
        discord.closed[HOME.channel_id] = PermanentRefusal(10003)
        discord.closed[int(ADA.id)] = PermanentRefusal(50007)
        bot.run_deliveries()
        bot.run_deadlines()
        for turn in range(6):
            await on_turn(bot, game, turn % 2)
            clock.advance(10 * SECOND + LATE)

        async def over() -> bool:
            return isinstance((await bot.games.load(game)).phase, Over)

        await eventually(over)


@pytest.mark.parametrize(
    ("reach", "closed", "target"),
    [
        (Reach.DIRECT, False, int(ADA.id)),
        (Reach.DIRECT, True, HOME.channel_id),
        (Reach.MENTION, False, HOME.channel_id),
        (Reach.OFF, False, None),
    ],
)
async def test_n10_a_reminder_goes_where_its_person_wants_it(
    tmp_path: Path, reach: Reach, closed: bool, target: int | None
) -> None:
    """By direct message, as a mention, or not at all; closed direct messages lead to the channel."""
    clock = StillClock()
    discord = FakeDiscord(clock)
    async with process(tmp_path, clock, discord) as bot:
        await bot.store.people.change_person(ADA.id, lambda profile: replace(profile, reminders=reach.value))
        game = await bot.new_game(PRESETS["correspondence"])
        if closed:
            discord.closed[int(ADA.id)] = PermanentRefusal(50007)
        bot.run_deliveries()
        bot.run_deadlines()
        clock.advance(36 * HOUR)

        async def reminded() -> bool:
            return any(isinstance(event, ev.Reminded) for event in await bot.games.events(game))

        await eventually(reminded)
        if target is not None:
            await eventually(lambda: "reminder" in discord.kinds(target))
        else:
            await asyncio.sleep(0.2)
        told = [one.target.id for one in discord.messages if one.kind.value == "reminder"]
        assert told == ([] if target is None else [target])


async def test_every_reminder_to_somebody_unreachable_is_told_in_the_channel(tmp_path: Path) -> None:
    """Not only a game's first reminder."""
    clock = StillClock()
    discord = FakeDiscord(clock)
    async with process(tmp_path, clock, discord) as bot:
        await bot.new_game(PRESETS["correspondence"])
        discord.closed[int(ADA.id)] = PermanentRefusal(50007)
        bot.run_deliveries()
        bot.run_deadlines()
        for number, step in enumerate((3 * HOUR, 68 * HOUR), 1):
            clock.advance(step)
            await eventually(lambda n=number: discord.kinds(HOME.channel_id).count("reminder") == n)


async def test_c3_lost_time_reaches_every_game_with_a_clock_and_no_other(tmp_path: Path) -> None:
    """Commands wait while it is written; deadlines in between are postponed."""
    clock = StillClock()
    async with process(tmp_path, clock) as bot:
        timed = await bot.new_game(TEN)
        plain = await bot.new_game(NO_UNDO, place=ELSEWHERE)
        for one in (ADA, BRUNO):
            await bot.do(plain, cmd.Pass(one.id))
        before = {game: await bot.games.load(game) for game in (timed, plain)}
        outages = Outages(bot.games, clock)
        clock.advance(4 * SECOND)
        outages.begin()
        clock.advance(HOUR)
        bot.run_deadlines()
        waiting = asyncio.create_task(bot.do(timed, cmd.Pass(ADA.id)))
        await asyncio.sleep(0.1)
        assert not waiting.done()
        outages.end()
        await outages.settled()
        applied = await waiting
        assert since(before[timed]) == clock.now() - HOUR - 4 * SECOND
        assert not any(isinstance(event, ev.TurnExpired) for event in await bot.games.events(timed))
        assert applied.state.seats[0].used == 4 * SECOND
        assert await bot.games.load(plain) == before[plain]


def lost(events: tuple[ev.Event, ...]) -> list[tuple[int, int]]:
    """The spans of time that a game has lost."""
    return [(event.start, event.end) for event in events if isinstance(event, ev.TimeLost)]


async def test_c3_whoever_acts_first_does_not_wait_for_the_other_games(tmp_path: Path) -> None:
    """The last game can be played while the lost time is written into the first one, and gets its own just once."""
    clock = StillClock()
    async with process(tmp_path, clock) as bot:
        first, last = sorted([await bot.new_game(TEN), await bot.new_game(TEN, place=ELSEWHERE)])
        outages, gate, give_back = Outages(bot.games, clock), asyncio.Event(), bot.games.reach.give_back
        assert give_back

        async def slowly(game: str, shard: int) -> None:
            if game == first:
                await gate.wait()
            await give_back(game, shard)

        outages._give_back = slowly  # type: ignore[method-assign]  # the first game takes as long as a thousand
        down = clock.now()
        outages.begin()
        clock.advance(HOUR)
        up = clock.now()
        outages.end()
        applied = await bot.do(last, cmd.Pass(ADA.id))
        assert applied.state.seats[0].used == 0
        assert outages.owing == {0}
        gate.set()
        await outages.settled()
        assert outages.owing == frozenset()
        assert [lost(await bot.games.events(game)) for game in (first, last)] == [[(down, up)]] * 2


async def test_c3_a_kill_while_lost_time_is_written_charges_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next process begins where the shard was last served; games that have the time get only the rest."""
    clock = StillClock()
    monkeypatch.setattr(outages_of_all, "AGAIN_SECONDS", 0.01)
    halting = Halting(Checkpoint.BEFORE_COMMIT, skip=NEVER)
    async with process(tmp_path, clock, checkpoints=halting) as bot:
        games = sorted([await bot.new_game(TEN), await bot.new_game(TEN, place=ELSEWHERE)])
        served = clock.now()
        outages = Outages(bot.games, clock)
        outages.begin(served)
        clock.advance(HOUR)
        halting.skip = 1
        outages.end()
        await halting.reached.wait()
        assert outages.owing == {0}
        halting.killed.set()
        outages.leave(0)
        await outages.settled()
    clock.advance(HOUR)
    async with process(tmp_path, clock) as bot:
        outages = Outages(bot.games, clock)
        outages.begin(served)
        outages.end()
        await outages.settled()
        spans = [lost(await bot.games.events(game)) for game in games]
        assert spans == [[(served, served + HOUR), (served + HOUR, clock.now())], [(served, clock.now())]]
        assert [since(await bot.games.load(game)) for game in games] == [clock.now()] * 2


async def test_c3_a_journal_that_cannot_be_written_gets_its_lost_time_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A database that does not answer for a moment costs nobody any time."""
    clock = StillClock()
    monkeypatch.setattr(outages_of_all, "AGAIN_SECONDS", 0.01)
    async with process(tmp_path, clock) as bot:
        game = await bot.new_game(TEN)
        timed, failures = bot.games.journal.timed, [OSError("the server is away")]

        async def sometimes() -> tuple[tuple[str, int | None], ...]:
            if failures:
                raise failures.pop()
            return await timed()

        monkeypatch.setattr(bot.games.journal, "timed", sometimes)
        outages = Outages(bot.games, clock)
        down = clock.now()
        outages.begin()
        clock.advance(HOUR)
        outages.end()
        await outages.settled()
        assert lost(await bot.games.events(game)) == [(down, clock.now())]


async def test_c3_a_short_interruption_is_no_event(tmp_path: Path) -> None:
    """An outage that begins while another is being written is written too."""
    clock = StillClock()
    async with process(tmp_path, clock) as bot:
        game = await bot.new_game(TEN)
        outages = Outages(bot.games, clock)
        start = since(await bot.games.load(game))
        outages.begin()
        clock.advance(SHORTEST - 1)
        outages.end()
        await outages.settled()
        assert since(await bot.games.load(game)) == start
        outages.begin(start + 1)
        clock.advance(HOUR)
        outages.end()
        await asyncio.sleep(0)
        outages.begin()
        clock.advance(HOUR)
        outages.end()
        await outages.settled()
        state = await bot.games.load(game)
        assert since(state) == clock.now() - 1
        await bot.do(game, cmd.Pass(ADA.id))


async def test_c5_names_are_unique_in_a_server_and_channels_free(tmp_path: Path) -> None:
    """A given name that is taken is refused, a game's own name is numbered; resuming needs a free channel."""
    clock = StillClock()
    async with process(tmp_path, clock) as bot:
        games, cause = bot.games, bot.cause
        with pytest.raises(NoSuchPause):
            await pauses.resume(games, HOME, ADA.id, cause())
        first = await bot.new_game()
        await pauses.pause(games, first, ADA.id, cause(), "Ada v Bruno", "  Friday   night ")
        second = await bot.new_game()
        with pytest.raises(NameTaken):
            await pauses.pause(games, second, ADA.id, cause(), "Ada v Bruno", "friday NIGHT")
        await pauses.pause(games, second, ADA.id, cause(), "Friday")
        third = await bot.new_game()
        await pauses.pause(games, third, ADA.id, cause(), "Friday")
        paused = {one.game: one.name for one in await games.journal.paused(HOME)}
        assert paused == {first: "Friday night", second: "Friday", third: "Friday 2"}
        assert await games.journal.paused(Place(8, 80)) == ()
        with pytest.raises(NoSuchPause):
            await pauses.resume(games, HOME, ADA.id, cause(), name="Monday")
        await pauses.resume(games, HOME, ADA.id, cause(), name="FRIDAY night")
        with pytest.raises(ChannelBusy):
            await pauses.resume(games, HOME, ADA.id, cause(), name="Friday")
        await pauses.resume(games, ELSEWHERE, ADA.id, cause(), name="Friday")
        assert (await games.summary(second)).place == ELSEWHERE
        assert await games.in_channel(ELSEWHERE.channel_id) == second
        assert await games.in_channel(HOME.channel_id) == first
        assert [target.id for target in await games.journal.targets(second)] == [ELSEWHERE.channel_id]


async def test_c5_who_only_agrees_moves_nothing(tmp_path: Path) -> None:
    """The game continues where the last player agreed."""
    clock = StillClock()
    async with process(tmp_path, clock) as bot:
        game = await bot.new_game()
        for person in (BRUNO.id, ADA.id):
            await pauses.pause(bot.games, game, person, bot.cause(), "Ada v Bruno")
        await pauses.resume(bot.games, ELSEWHERE, BRUNO.id, bot.cause())
        summary = await bot.games.summary(game)
        assert (summary.phase, summary.place) == (GamePhase.PAUSED, HOME)
        assert isinstance((await bot.games.load(game)).phase, Paused)
        await pauses.resume(bot.games, HOME, ADA.id, bot.cause())
        assert (await bot.games.summary(game)).place == HOME


async def test_c5_another_process_sees_where_a_game_went(address: str) -> None:
    """A cached game does not return to its old channel."""
    clock = StillClock()
    async with process(address, clock, alone=False) as one, process(address, clock, alone=False) as two:
        game = await one.new_game()
        await two.games.load(game)
        await pauses.pause(one.games, game, ADA.id, one.cause(), "Ada v Bruno")
        await pauses.resume(one.games, ELSEWHERE, ADA.id, one.cause())
        await two.do(game, cmd.Pass(ADA.id))
        assert (await one.games.summary(game)).place == ELSEWHERE


async def test_x18_a_quiet_game_is_asked_about_and_then_put_aside(tmp_path: Path) -> None:
    """Its channel is free, and it waits under its name for whoever resumes it."""
    clock = StillClock()
    discord = FakeDiscord(clock)
    async with process(tmp_path, clock, discord) as bot:
        game = await bot.new_game(Rules(undo=False))
        bot.run_deadlines()
        bot.run_deliveries()
        clock.advance(ASKED_AFTER)
        await eventually(lambda: discord.kinds(HOME.channel_id).count("reminder") == 1)
        clock.advance(Rules().claim_after)

        async def is_put_aside() -> bool:
            return isinstance((await bot.games.load(game)).phase, Paused)

        await eventually(is_put_aside)
        assert await first_due(bot.store) is None
        assert (await bot.games.summary(game)).name == "Friday"
        await bot.new_game()
        await pauses.resume(bot.games, ELSEWHERE, BRUNO.id, bot.cause(), name="Friday")
        assert (await bot.games.load(game)).on_turn == 0
