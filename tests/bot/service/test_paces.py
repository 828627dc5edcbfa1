"""Boards, racks and lobbies arrive in time to the end of a game, however quickly anyone plays, here or elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.model.deliveries import Target, TargetKind
from bot.service.sending.budget import SPAN, Budget
from engine.game import commands as cmd
from engine.game.phases import Over
from engine.model.rules import Rules
from tests.support.paced import RatedDiscord, lateness, pass_time
from tests.support.service import ADA, BRUNO, HOME, Process, StillClock, eventually, process

LATEST = 2_000
HOME_TARGET = Target(TargetKind.CHANNEL, HOME.channel_id)
LONG = Rules(undo=False, scoreless_end=1_000)


def by_the_real_limits(bot: Process) -> None:
    """Start the loop that sends, with Discord's real rate limits."""
    bot.budget = Budget(bot.clock)
    bot.run_deliveries()


@pytest.mark.soak
async def test_a_game_at_two_seconds_a_move_is_shown_in_time_to_its_end(tmp_path: Path) -> None:
    """Each board in the channel and each rack of the player who moved is in time."""
    discord = RatedDiscord(clock := StillClock())
    async with process(tmp_path, clock, discord) as bot:
        by_the_real_limits(bot)
        game, late = await bot.new_game(LONG), list[int]()
        await pass_time(bot, SPAN)  # every change of the lobby may have been an edit
        for number in range(40):
            person = (ADA, BRUNO)[number % 2].id
            begun = clock.now()
            upto = (await bot.do(game, cmd.Exchange(person, "all"))).state.sequence
            late.append(await lateness(bot, game, upto, HOME.channel_id, int(person)))
            await pass_time(bot, max(0, begun + 2_000 - clock.now()))
        upto = (await bot.do(game, cmd.Resign(ADA.id))).state.sequence
        late.append(await lateness(bot, game, upto, HOME.channel_id))
        assert max(late) <= LATEST, late
        assert discord.kinds(HOME.channel_id)[-1] == "end"
        await tidied(bot, game)


@pytest.mark.soak
async def test_a_game_with_computers_at_a_second_a_move_is_shown_in_time_to_its_end(tmp_path: Path) -> None:
    """Each board after the computer's move, and each rack of its opponent, is in time."""
    discord = RatedDiscord(clock := StillClock())
    async with process(tmp_path, clock, discord) as bot:
        by_the_real_limits(bot)
        bot.run_deadlines()
        game, late = await bot.new_game(LONG, computer=True), list[int]()
        await pass_time(bot, SPAN)  # opening and starting a game at one instant uses up the channel's limit
        for _ in range(40):
            begun = clock.now()
            moved = (await bot.do(game, cmd.Exchange(ADA.id, "all"))).state

            async def answered(turn: int = moved.turn) -> bool:
                return (await bot.games.load(game)).turn > turn

            await eventually(answered)
            upto = (await bot.games.load(game)).sequence
            late.append(await lateness(bot, game, upto, HOME.channel_id))
            late.append(clock.now() - begun + await lateness(bot, game, moved.sequence, int(ADA.id)))
            await pass_time(bot, max(0, begun + 1_000 - clock.now()))
        over = (await bot.do(game, cmd.Resign(ADA.id))).state
        assert isinstance(over.phase, Over)
        late.append(await lateness(bot, game, over.sequence, HOME.channel_id))
        assert max(late) <= LATEST, late
        await tidied(bot, game)


async def tidied(bot: Process, game: str) -> None:
    """Once nothing is urgent any more, only the newest post in the channel keeps its buttons."""

    async def only_the_newest_is_live() -> bool:
        await pass_time(bot, SPAN)
        return len(await bot.store.outbox.posts(game, HOME_TARGET)) <= 1

    await eventually(only_the_newest_is_live)
