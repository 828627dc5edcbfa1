"""A process dies at each critical point; the next one continues: nothing is lost or duplicated."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable
from pathlib import Path

import pytest

from bot.model.checkpoints import Checkpoint
from engine.game import commands as cmd
from tests.support.service import (
    ADA,
    HOME,
    FakeDiscord,
    Halting,
    Killed,
    StillClock,
    eventually,
    process,
    some_move,
)

DIES_SENDING = [Checkpoint.AFTER_DISCORD_ACCEPTED, Checkpoint.BEFORE_MARKED_DONE]
DIES_COMMITTING = [Checkpoint.BEFORE_COMMIT, Checkpoint.AFTER_COMMIT]


async def submit_and_die(points: Halting, work: Awaitable[object]) -> None:
    """Begin something in a process that stops at its checkpoint, and kill it there."""
    task = asyncio.ensure_future(work)
    await asyncio.wait_for(points.reached.wait(), 60)
    points.killed.set()
    with pytest.raises(Killed):
        await task


@pytest.mark.parametrize("point", DIES_COMMITTING)
async def test_a_move_is_accepted_whole_or_not_at_all(tmp_path: Path, point: Checkpoint) -> None:
    """Submitted again with the same cause, it is played once, and its board and rack are sent once."""
    discord = FakeDiscord(clock := StillClock())
    async with process(tmp_path, clock, discord) as one:
        game = await one.new_game()
        before = await one.games.load(game)
        move = some_move(before)
    points = Halting(point)
    async with process(tmp_path, clock, discord, points) as two:
        await submit_and_die(points, two.games.submit(game, move, two.cause("the move")))
    async with process(tmp_path, clock, discord) as three:
        committed = point is Checkpoint.AFTER_COMMIT
        assert ((await three.games.load(game)) != before) is committed
        again = await three.games.submit(game, move, three.cause("the move"))
        assert again.repeated is committed
        assert again.state.sequence == before.sequence + 2
        three.run_deliveries()
        await eventually(lambda: len(discord.messages) == 3)
        await asyncio.sleep(0.1)
        assert discord.kinds(HOME.channel_id) == ["board"]
        assert {one.upto for one in discord.messages if one.target.id in (HOME.channel_id, int(ADA.id))} == {8}


@pytest.mark.parametrize("point", DIES_COMMITTING)
async def test_an_opening_is_accepted_whole_or_not_at_all(tmp_path: Path, point: Checkpoint) -> None:
    """The channel is free after a death before the commit, and has that game after a death following it."""
    from tests.support.service import setup

    clock = StillClock()
    points = Halting(point)
    async with process(tmp_path, clock, checkpoints=points) as one:
        await submit_and_die(points, one.games.open(HOME, ADA, setup(), one.cause("open")))
    async with process(tmp_path, clock) as two:
        known = await two.games.in_channel(HOME.channel_id)
        assert (known is None) is (point is Checkpoint.BEFORE_COMMIT)
        again = await two.games.open(HOME, ADA, setup(), two.cause("open"))
        assert again.game == known or known is None


async def test_who_is_cancelled_while_waiting_for_the_database_blocks_nobody(tmp_path: Path) -> None:
    """Whatever statement was under way, the next command goes through, and each was applied whole or not at all."""
    clock, moments = StillClock(), random.Random(4)
    async with process(tmp_path, clock) as bot:
        game = await bot.new_game(start=False)
        for _ in range(15):
            commands = [cmd.SetRule(ADA.id, "players", str(value)) for value in (2, 3, 4)]
            tasks = [asyncio.create_task(bot.do(game, command)) for command in commands]
            await asyncio.sleep(moments.random() * 0.02)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            async with asyncio.timeout(60):
                await bot.do(game, cmd.SetRule(ADA.id, "players", "5"))
        state, summary = await bot.games.load(game), await bot.games.summary(game)
        assert state.sequence == summary.sequence == len(await bot.store.journal.read(game))
    async with process(tmp_path, clock) as after:
        assert await after.games.load(game) == state


@pytest.mark.parametrize("later", [1_000, 600_000], ids=["at once", "after long doubt"])
@pytest.mark.parametrize("point", DIES_SENDING)
@pytest.mark.parametrize("skip", [0, 1, 2])
async def test_a_message_that_discord_had_is_not_sent_again(
    tmp_path: Path, point: Checkpoint, later: int, skip: int
) -> None:
    """Soon afterwards the nonce shows it, later a search; the next process knows the post."""
    discord = FakeDiscord(clock := StillClock())
    points = Halting(point, skip)
    async with process(tmp_path, clock, discord, points) as one:
        game = await one.new_game()
        one.run_deliveries()
        await asyncio.wait_for(points.reached.wait(), 60)
        await eventually(lambda: len(discord.messages) == 3)
    clock.advance(later)
    async with process(tmp_path, clock, discord) as two:
        two.run_deliveries()

        async def known() -> bool:
            return all([await two.store.outbox.game_of(1001 + n) == game for n in range(3)])

        await eventually(known)
        await asyncio.sleep(0.05)
        assert sorted(discord.kinds()) == ["board", "rack", "rack"]
        assert bool(discord.finds) is (later > 120_000)


async def test_a_board_that_waits_for_a_computer_is_not_lost(tmp_path: Path) -> None:
    """The process dies in the pause; the next one sends the board."""
    discord = FakeDiscord(clock := StillClock())
    async with process(tmp_path, clock, discord) as one:
        game = await one.new_game(computer=True)
        one.run_deliveries()
        await eventually(lambda: discord.kinds(70) == ["board"])
        await one.do(game, cmd.Pass(ADA.id))
    clock.advance(60_000)
    async with process(tmp_path, clock, discord) as two:
        two.run_deliveries()
        await eventually(lambda: discord.kinds(70) == ["board", "board"])
