"""Deliveries: everything is sent once, in order, whatever fails."""

from __future__ import annotations

import asyncio
import logging
import random
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from bot.model.changes import DeliveryContext
from bot.model.deliveries import Capacity, Delivery, DeliveryKind, SentMessage, Target, TargetKind
from bot.model.games import Place
from bot.model.profiles import DM_AGAIN, is_closed
from bot.service.games import Games
from bot.service.opening import new_game
from bot.service.ports import PermanentRefusal, TransientFailure
from bot.service.sending import budget
from bot.service.sending.budget import SPAN
from bot.service.sending.deliveries import GIVE_UP, UNEXPECTED_TRIES
from bot.service.tasks import pause
from bot.service.watching import show_again, unwatch_game, watch_game
from engine.errors import TilesNotOnRack
from engine.game import commands as cmd
from tests.support.service import (
    ADA,
    BRUNO,
    HOME,
    FakeDiscord,
    Process,
    StillClock,
    Words,
    eventually,
    process,
    setup,
    some_move,
)

HOME_TARGET = Target(TargetKind.CHANNEL, HOME.channel_id)


async def idle(bot: Process) -> None:
    """Wait until nothing due is waiting to be sent, and the result of each send is stored."""

    async def empty() -> bool:
        claimed = await bot.store.outbox.claim("nobody", bot.clock.now(), bot.clock.now(), Capacity(0))
        waits = claimed.next_due is not None and claimed.next_due <= bot.clock.now()
        async with bot.store.outbox._database.read() as connection:
            leases = (await connection.exec_driver_sql("SELECT count(*) FROM leases")).scalar_one()
        return not waits and not leases

    await eventually(empty)


async def edited_lobby(bot: Process, discord: FakeDiscord) -> str:
    """A lobby of Ada and Bruno that was posted before Bruno joined."""
    game = (await new_game(bot.games, HOME, ADA, setup(), bot.cause())).game
    await eventually(lambda: discord.kinds() == ["lobby"])
    await bot.do(game, cmd.Join(BRUNO))
    await bot.do(game, cmd.SetRule(ADA.id, "first_player", "host"))
    await eventually(lambda: bool(discord.edits) and discord.edits[-1].upto == 3)
    return game


async def test_a_game_is_announced_and_racks_are_dealt(tmp_path: Path) -> None:
    """The lobby is one post that is edited; the board follows, and the lobby loses its buttons."""
    discord = FakeDiscord(clock := StillClock())
    async with process(tmp_path, clock, discord) as bot:
        bot.run_deliveries()
        game = await edited_lobby(bot, discord)
        assert discord.kinds() == ["lobby"]
        await bot.do(game, cmd.Start(ADA.id))
        await eventually(lambda: len(discord.messages) == 4)
        await idle(bot)
        clock.advance(SPAN)  # old buttons give way to messages that came quickly
        await eventually(lambda: len(discord.retired) == 1)
        assert discord.kinds(HOME.channel_id) == ["lobby", "board"]
        assert discord.kinds(int(ADA.id)) == discord.kinds(int(BRUNO.id)) == ["rack"]
        lobby, board = 1001, next(1001 + n for n, m in enumerate(discord.messages) if m.kind.value == "board")
        assert discord.retired == [lobby]

        async def only_the_board_is_live() -> bool:
            clock.advance(budget.EDITS_COLLECTED_FOR)
            return [post.message_id for post in await bot.store.outbox.posts(game, HOME_TARGET)] == [board]

        await eventually(only_the_board_is_live)
        assert await bot.store.outbox.game_of(board) == await bot.store.outbox.game_of(lobby) == game
        assert (await bot.store.people.person(ADA.id)).dm_channel == int(ADA.id) + 5000


async def test_boards_coalesce_while_a_send_is_under_way(tmp_path: Path) -> None:
    """Plays made meanwhile share one board; a channel gets one message at a time, and players do not wait for it."""
    discord = FakeDiscord(clock := StillClock())
    async with process(tmp_path, clock, discord) as bot:
        game = await bot.new_game()
        discord.gate = asyncio.Event()
        bot.run_deliveries()
        await eventually(lambda: len(discord.sends) == 3)
        for by in (ADA, BRUNO, ADA):
            last = await bot.do(game, cmd.Pass(by.id))
        await asyncio.sleep(0.1)
        assert sorted(one.target.id for one in discord.sends) == [70, 101, 102]
        discord.gate.set()
        await eventually(lambda: discord.kinds(HOME.channel_id) == ["board", "board"])
        await idle(bot)
        boards = [one.upto for one in discord.messages if one.kind.value == "board"]
        assert boards == [6, last.state.sequence]


async def test_a_failure_is_tried_again_with_growing_pauses(tmp_path: Path) -> None:
    """With the same nonce each time, never before the pause is over, and as late as Discord requests."""
    clock = StillClock()
    discord = FakeDiscord(clock, [TransientFailure(), TransientFailure(9_000), ConnectionResetError()])
    async with process(tmp_path, clock, discord) as bot:
        await bot.new_game(start=False)
        bot.run_deliveries()
        pauses = [pause(1), 9_000, pause(3)]
        for tries, length in enumerate(pauses, 1):
            await eventually(lambda tries=tries: len(discord.sends) == tries)
            await idle(bot)
            clock.advance(length - 1)
            await asyncio.sleep(0.05)
            assert len(discord.sends) == tries
            clock.advance(1)
        await eventually(lambda: discord.kinds() == ["lobby"])
        assert len({one.nonce for one in discord.sends}) == 1
        assert pauses[2] > pauses[0]


async def test_a_superseded_board_that_may_be_there_is_found_and_retired(tmp_path: Path) -> None:
    """Its buttons are removed when the newer board comes; if it is not there, it is no longer sent."""
    discord = FakeDiscord(clock := StillClock())
    async with process(tmp_path, clock, discord) as bot:
        game = await bot.new_game()
        discord.lose_answer = ConnectionResetError()
        bot.run_deliveries()
        await eventually(lambda: len(discord.messages) == 3)
        await idle(bot)
        board = 1001 + discord.kinds().index("board")
        discord.trouble = [TransientFailure()]
        await bot.do(game, cmd.Pass(ADA.id))
        await eventually(lambda: [one.superseded for one in discord.finds] == [True])
        await eventually(lambda: len(discord.sends) == 4)
        await bot.do(game, cmd.Pass(BRUNO.id))
        await eventually(lambda: len(discord.finds) == 2)
        await idle(bot)
        clock.advance(SPAN)
        await eventually(lambda: discord.retired == [board])
        assert [one.upto for one in discord.messages if one.kind.value == "board"] == [6, 8]


async def test_a_search_that_fails_is_repeated_before_anything_newer_is_sent(tmp_path: Path) -> None:
    """At growing pauses. Otherwise nobody would know of a board that is there, and its buttons would stay."""
    discord = FakeDiscord(clock := StillClock())
    async with process(tmp_path, clock, discord) as bot:
        game = await bot.new_game()
        discord.lose_answer = ConnectionResetError()
        bot.run_deliveries()
        await eventually(lambda: len(discord.messages) == 3)
        await idle(bot)
        board = 1001 + discord.kinds().index("board")
        discord.blind = [TransientFailure(), ConnectionResetError()]
        await bot.do(game, cmd.Pass(ADA.id))
        for tries in (1, 2):
            await eventually(lambda tries=tries: len(discord.finds) == tries)
            await asyncio.sleep(0.05)
            clock.advance(pause(1 + tries) - 1)
            await asyncio.sleep(0.05)
            assert len(discord.finds) == tries
            assert discord.kinds(HOME.channel_id) == ["board"]
            clock.advance(1)
        await eventually(lambda: discord.kinds(HOME.channel_id) == ["board", "board"])
        await idle(bot)
        clock.advance(SPAN)
        await eventually(lambda: discord.retired == [board])


async def test_a_view_that_is_there_or_on_its_way_is_not_shown_again(tmp_path: Path) -> None:
    """Whoever asks for a board before it has come does not get it twice; one that is gone comes once more."""
    discord = FakeDiscord(clock := StillClock(), gate=asyncio.Event())
    async with process(tmp_path, clock, discord) as bot:
        game, outbox = await bot.new_game(), bot.store.outbox
        again = partial(show_again, bot.games, outbox, game, HOME_TARGET, clock.now())
        await again()
        bot.run_deliveries()
        await eventually(lambda: len(discord.sends) == 3)
        await again()
        assert discord.gate
        discord.gate.set()
        await idle(bot)
        await again()
        await idle(bot)
        assert discord.kinds(HOME.channel_id) == ["board"]
        await outbox.retire(tuple(post.message_id for post in await outbox.posts(game, HOME_TARGET)))
        await asyncio.gather(again(), again())
        await idle(bot)
        assert discord.kinds(HOME.channel_id) == ["board", "board"]


async def test_somebody_who_takes_no_direct_messages_is_told_in_the_channel_once(tmp_path: Path) -> None:
    """The bot stores it, does not try again for a day, and tells each game's channel once."""
    discord = FakeDiscord(clock := StillClock())
    async with process(tmp_path, clock, discord) as bot:
        game = await bot.new_game(start=False)
        bot.run_deliveries()
        await eventually(lambda: discord.kinds() == ["lobby"])
        await idle(bot)
        people = bot.store.people
        await people.dm_refused(BRUNO.id, clock.now())
        await bot.do(game, cmd.Start(ADA.id))
        await eventually(lambda: "unreachable" in discord.kinds(70))
        told = next(one for one in discord.messages if one.kind.value == "unreachable")
        assert told.about == BRUNO.id
        await bot.do(game, cmd.Pass(ADA.id))
        await bot.do(game, cmd.Exchange(BRUNO.id, "all"))
        await eventually(lambda: discord.kinds(70).count("board") >= 2)
        await idle(bot)
        assert discord.kinds(70).count("unreachable") == 1
        assert all(one.target.id != int(BRUNO.id) for one in discord.sends)
        clock.advance(DM_AGAIN)
        await bot.do(game, cmd.Pass(ADA.id))
        await bot.do(game, cmd.Exchange(BRUNO.id, "all"))
        await eventually(lambda: discord.kinds(int(BRUNO.id)) == ["rack"])
        assert not is_closed(await people.person(BRUNO.id), clock.now())


@pytest.mark.parametrize("code", [50007, 50278, 10013, 50009, 20026])
async def test_the_first_refusal_of_a_direct_message_is_remembered(tmp_path: Path, code: int) -> None:
    """After any final refusal, the second rack is not attempted."""
    clock = StillClock()
    discord = FakeDiscord(clock)
    async with process(tmp_path, clock, discord) as bot:
        await bot.new_game()
        discord.closed = {int(person.id): PermanentRefusal(code) for person in (ADA, BRUNO)}
        bot.run_deliveries()
        await eventually(lambda: len(discord.sends) == 5)
        await idle(bot)
        assert sorted(one.about for one in discord.messages if one.kind.value == "unreachable") == [ADA.id, BRUNO.id]
        assert is_closed(await bot.store.people.person(ADA.id), clock.now())


@pytest.mark.parametrize("code", [50001, 50013, 10003, 50083])
async def test_a_channel_that_refuses_is_told_to_the_host_once(tmp_path: Path, code: int) -> None:
    """The game continues; the host is told the code, and later boards are attempted once each."""
    discord = FakeDiscord(clock := StillClock())
    async with process(tmp_path, clock, discord) as bot:
        discord.trouble = [PermanentRefusal(code)]
        bot.run_deliveries()
        game = await bot.new_game(start=False)
        await eventually(lambda: "unreachable" in discord.kinds(int(ADA.id)))
        told = next(one for one in discord.messages if one.kind.value == "unreachable")
        assert told.about == str(code)
        await idle(bot)
        discord.trouble = [PermanentRefusal(code)]
        await bot.do(game, cmd.AddComputer(ADA.id, 1))
        await eventually(lambda: not discord.trouble)
        await idle(bot)
        assert discord.kinds(int(ADA.id)) == ["unreachable"]


async def test_a_post_that_is_gone_is_posted_anew(tmp_path: Path) -> None:
    """An edit that is refused for good (10008, 30046) becomes a new message."""
    discord = FakeDiscord(clock := StillClock())
    async with process(tmp_path, clock, discord) as bot:
        bot.run_deliveries()
        game = await edited_lobby(bot, discord)
        await idle(bot)
        discord.trouble = [PermanentRefusal(10008)]
        await bot.do(game, cmd.AddComputer(ADA.id, 1))
        await eventually(lambda: discord.kinds() == ["lobby", "lobby"])
        await idle(bot)
        assert [post.message_id for post in await bot.store.outbox.posts(game, HOME_TARGET)] == [1002]


class Forgetful(FakeDiscord):
    """A Discord on which every message has been deleted; a rack may edit any message of its game."""

    async def send(self, delivery: Delivery, context: DeliveryContext) -> SentMessage:
        """Refuses to edit."""
        kinds = {post.kind for post in context.game.posts_in(delivery.target)}
        if delivery.kind is DeliveryKind.RACK and kinds & {DeliveryKind.RACK, DeliveryKind.TURN}:
            self.sends.append(delivery)
            raise PermanentRefusal(10008)
        return await super().send(delivery, context)


async def test_a_call_that_is_gone_is_given_up_with_the_rack_that_would_have_changed_it(tmp_path: Path) -> None:
    """The second attempt posts the rack anew, and nobody is reported as unreachable."""
    discord = Forgetful(clock := StillClock())
    async with process(tmp_path, clock, discord) as bot:
        await bot.store.people.change_person(ADA.id, lambda one: replace(one, text_board=True))
        bot.games = Games(bot.store.journal, Words(), random.Random(1), bot.store.people, listeners=bot.listeners)
        bot.run_deliveries()
        game = await bot.new_game()
        target = Target(TargetKind.PERSON, int(ADA.id))
        await eventually(lambda: discord.kinds(target.id) == ["rack", "turn"])
        await idle(bot)
        await bot.do(game, some_move(await bot.games.load(game)))
        await eventually(lambda: discord.kinds(target.id) == ["rack", "turn", "rack"])
        await idle(bot)
        assert [one.kind for one in discord.sends if one.target == target].count(DeliveryKind.RACK) == 3
        assert "unreachable" not in discord.kinds()


async def test_a_watching_channel_that_refuses_is_forgotten(tmp_path: Path) -> None:
    """Nobody is told, and nothing more is sent there."""
    discord = FakeDiscord(clock := StillClock())
    async with process(tmp_path, clock, discord) as bot:
        game = await bot.new_game()
        await watch_game(bot.games, game, Target(TargetKind.CHANNEL, 99))
        await unwatch_game(bot.games, game, HOME_TARGET)
        bot.run_deliveries()
        await eventually(lambda: len(discord.messages) == 3)
        await idle(bot)
        discord.trouble = [PermanentRefusal(10003)]
        await bot.do(game, cmd.Pass(ADA.id))
        await eventually(lambda: not discord.trouble)
        await idle(bot)
        await bot.do(game, cmd.Pass(BRUNO.id))
        await asyncio.sleep(0.1)
        assert discord.sends[-1].upto == 7
        assert "unreachable" not in discord.kinds()


async def test_what_always_fails_is_given_up_and_does_not_hold_up_the_channel(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """After a fault in drawing there are a few retries; the log names it without any tile."""
    discord = FakeDiscord(clock := StillClock())
    async with process(tmp_path, clock, discord) as bot:
        faults: list[Exception | None] = [KeyError("QZXJKVW"), TilesNotOnRack(("Q(10)",))]
        discord.trouble = faults + [ValueError("rack QZXJKVW")] * (UNEXPECTED_TRIES - 2)
        with caplog.at_level(logging.INFO):
            await bot.new_game(start=False)
            bot.run_deliveries()
            for tries in range(1, UNEXPECTED_TRIES + 1):
                await eventually(lambda tries=tries: len(discord.sends) == tries)
                await idle(bot)
                clock.advance(pause(tries))
            await asyncio.sleep(0.1)
        assert len(discord.sends) == UNEXPECTED_TRIES
        assert "KeyError" in caplog.text
        assert "TilesNotOnRack()" in caplog.text
        assert "QZXJKVW" not in caplog.text
        assert "Q(10)" not in caplog.text
        await bot.new_game(start=False, place=Place(7, 71))
        await eventually(lambda: discord.kinds(71) == ["lobby"])


async def test_an_outage_of_a_day_ends_a_delivery(tmp_path: Path) -> None:
    """After that the message is out of date."""
    discord = FakeDiscord(clock := StillClock())
    async with process(tmp_path, clock, discord) as bot:
        discord.trouble = [TransientFailure(), TransientFailure()]
        await bot.new_game(start=False)
        bot.run_deliveries()
        await eventually(lambda: len(discord.sends) == 1)
        await idle(bot)
        clock.advance(GIVE_UP + 1)
        await eventually(lambda: len(discord.sends) == 2)
        await idle(bot)
        clock.advance(GIVE_UP)
        await asyncio.sleep(0.1)
        assert len(discord.sends) == 2


async def test_a_board_waits_for_the_computers_move(tmp_path: Path) -> None:
    """Both moves share one message; without the computer's move, the board still comes a little later."""
    discord = FakeDiscord(clock := StillClock())
    async with process(tmp_path, clock, discord) as bot:
        game = await bot.new_game(computer=True)
        bot.run_deliveries()
        await eventually(lambda: discord.kinds(70) == ["board"])
        await bot.do(game, some_move(await bot.games.load(game)))
        await asyncio.sleep(0.1)
        assert discord.kinds(70) == ["board"]
        clock.advance(2_500)
        await eventually(lambda: discord.kinds(70) == ["board", "board"])
        await bot.do(game, cmd.Pass("computer-1"))
        await eventually(lambda: discord.kinds(70) == ["board"] * 3)
        await bot.do(game, cmd.Pass(ADA.id))
        bot.run_deadlines()
        await eventually(lambda: discord.kinds(70) == ["board"] * 4)
        assert discord.messages[-1].upto == (await bot.games.load(game)).sequence
