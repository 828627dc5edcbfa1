"""One busy channel, person or server holds nobody else up."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from unittest.mock import AsyncMock, Mock

import pytest

from bot.model.changes import DeliveryContext
from bot.model.deliveries import Delivery, SentMessage, Target, TargetKind
from bot.model.games import Place
from bot.service import deadlines
from bot.service.ports import TransientFailure
from bot.service.sending import budget
from bot.service.sending.budget import EDIT_GAP, SPAN, WRITES, Budget, ButtonRemover
from bot.service.sending.deliveries import DOUBT, FEW, LOOK_AGAIN, SENT_AT_ONCE
from bot.service.tasks import pause
from engine.computer.tools import Report, ignore
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.views import SeatView
from tests.support.service import ADA, BRUNO, HOME, FakeDiscord, Process, StillClock, eventually, passes, process

ELSEWHERE = Place(8, 80)
HOME_TARGET = Target(TargetKind.CHANNEL, HOME.channel_id)


async def turns(bot: Process, game: str, count: int, pace: int) -> None:
    """Play `count` turns between two, `pace` milliseconds apart; each board and rack must arrive without delay."""
    channel = (await bot.games.summary(game)).place.channel_id
    for number in range(count):
        person = (ADA, BRUNO)[number % 2].id
        last = (await bot.do(game, cmd.Exchange(person, "all"))).state.sequence
        for target in (channel, int(person)):
            await on_time(bot, game, target, last)
        bot.clock.advance(pace)


async def on_time(bot: Process, game: str, target: int, last: int) -> None:
    """Wait until a target shows a game up to an event. The clock stands still meanwhile."""
    await eventually(lambda: shown(bot, game, target) == last, 20)


def shown(bot: Process, game: str, target: int) -> int:
    """The number of the event up to which a target shows the game."""
    told = bot.discord.messages + bot.discord.edits
    return max((one.upto for one in told if (one.game, one.target.id) == (game, target)), default=0)


async def test_X1_a_busy_channel_does_not_hold_up_another_servers_lobby(tmp_path: Path) -> None:
    """A channel at its limit has no room to remove old buttons: they wait, and nothing waits for them."""
    discord = FakeDiscord(clock := StillClock())
    async with process(tmp_path, clock, discord) as bot:
        bot.budget = Budget(clock)
        bot.run_deliveries()
        for _ in range(4):  # a game ends after six scoreless turns
            game = await bot.new_game(start=False)
            await on_time(bot, game, HOME.channel_id, (await bot.games.load(game)).sequence)
            clock.advance(SPAN)  # every change of the lobby may have been an edit
            await bot.do(game, cmd.Start(ADA.id))
            await on_time(bot, game, HOME.channel_id, (await bot.games.load(game)).sequence)
            clock.advance(SPAN)
            await turns(bot, game, 5, SPAN // (WRITES - 1))
            await bot.do(game, cmd.End("999", moderator=True))
            clock.advance(SPAN)
        await bot.new_game(start=False, place=ELSEWHERE)
        await eventually(lambda: discord.kinds(ELSEWHERE.channel_id) == ["lobby"], 20)


class TickingClock(StillClock):
    """A clock that is later at each reading, as a real one is where there is much to do between two."""

    def now(self) -> int:
        """The next millisecond."""
        self.advance(1)
        return super().now()


async def test_X1_a_channel_with_room_is_written_to_however_many_others_were_written_to_before(tmp_path: Path) -> None:
    """Time passes while all of them are looked at."""
    discord = FakeDiscord(clock := TickingClock())
    async with process(tmp_path, clock, discord) as bot:
        bot.budget = Budget(clock)
        for target in [*(Target(TargetKind.CHANNEL, 700 + number) for number in range(20)), HOME_TARGET]:
            assert bot.budget.try_message(target)
        bot.run_deliveries()
        await bot.new_game(start=False)
        await eventually(lambda: discord.kinds(HOME.channel_id) == ["lobby"])
        assert bot.budget.spare_at(HOME_TARGET, later := clock.now() + SPAN) == later


async def test_X1_tidying_that_hangs_holds_up_nothing(tmp_path: Path) -> None:
    """Discord does not answer the edits that remove buttons, but boards and racks still arrive."""
    discord = FakeDiscord(clock := StillClock())
    async with process(tmp_path, clock, discord) as bot:
        bot.run_deliveries()
        discord.retire_gate = asyncio.Event()
        games = [await bot.new_game(place=Place(7, 700 + number)) for number in range(4)]
        for game in games:
            await turns(bot, game, 5, 100)
        await bot.new_game(start=False, place=ELSEWHERE)
        await eventually(lambda: discord.kinds(ELSEWHERE.channel_id) == ["lobby"], 20)


async def test_old_buttons_that_nobody_can_take_off_now_cost_nothing() -> None:
    """However many channels wait for it, those are looked at for which there is a worker."""
    targets, looked = tuple(Target(TargetKind.CHANNEL, number) for number in range(100)), list[Target]()
    outbox = AsyncMock(untidy=AsyncMock(return_value=targets), outdated=lambda _: asyncio.Event().wait())

    class Watched(Budget):
        def spare_at(self, target: Target, now: int) -> int:
            looked.append(target)
            return super().spare_at(target, now)

    tidier = ButtonRemover(outbox, Mock(), clock := StillClock(), Watched(clock))
    running = asyncio.create_task(tidier.run())
    await eventually(lambda: bool(looked))
    tidier.note(Mock(target=targets[-1]))
    await asyncio.sleep(0.1)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert looked == list(targets[: budget.EDITS_AT_ONCE])


async def test_what_is_done_and_not_recorded_yet_is_not_done_again() -> None:
    """The database still names the post that another one has made old meanwhile."""
    target = Target(TargetKind.PERSON, 1)
    post = Mock(target=target, message_id=5)
    retire = AsyncMock(return_value=True)
    outbox = AsyncMock(untidy=AsyncMock(return_value=(target,)), outdated=AsyncMock(return_value=post))
    tidier = ButtonRemover(outbox, Mock(retire=retire), clock := StillClock(), Budget(clock))
    running = asyncio.create_task(tidier.run())
    await eventually(lambda: retire.await_count == 1)
    tidier._due[target] = clock.now()
    tidier._woken.set()
    await eventually(lambda: outbox.outdated.await_count == 2)
    await asyncio.sleep(0)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert retire.await_count == 1


async def test_old_buttons_are_taken_off_once_each(tmp_path: Path) -> None:
    """One tidier per target finds the old buttons just before each edit, and counts no edit twice."""
    discord = FakeDiscord(clock := StillClock())
    async with process(tmp_path, clock, discord) as bot:
        bot.run_deliveries()
        game = await bot.new_game()
        discord.retire_gate = asyncio.Event()
        await on_time(bot, game, HOME.channel_id, (await bot.games.load(game)).sequence)
        await turns(bot, game, 5, 100)
        discord.retire_gate.set()
        boards = [1001 + place for place, one in enumerate(discord.messages) if one.target == HOME_TARGET]

        async def only_the_newest_is_live() -> bool:
            clock.advance(EDIT_GAP)
            live = await bot.store.outbox.posts(game, HOME_TARGET)
            return [post.message_id for post in live] == boards[-1:]

        await eventually(only_the_newest_is_live)
        assert set(boards[:-1]) <= set(discord.retired)
        assert set(Counter(discord.retiring).values()) == {1}


async def test_tidying_gives_way_to_messages_and_comes_after_them(tmp_path: Path) -> None:
    """Edits come one at a time; a message is still sent at once, and the edits continue later."""
    discord = FakeDiscord(clock := StillClock())
    async with process(tmp_path, clock, discord) as bot:
        game = await bot.new_game()
        discord.retire_gate = asyncio.Event()
        bot.run_deliveries()
        await on_time(bot, game, HOME.channel_id, (await bot.games.load(game)).sequence)
        await turns(bot, game, 5, 10)
        bot.budget = Budget(clock)
    async with process(tmp_path, clock, discord) as bot:
        discord.retire_gate = None
        bot.budget = Budget(clock)
        bot.run_deliveries()
        for number in range(3):
            await eventually(lambda number=number: stripped(discord) == number + 1)
            await asyncio.sleep(0.05)
            assert stripped(discord) == number + 1
            clock.advance(EDIT_GAP)
        await bot.do(game, cmd.Resign(ADA.id))
        await eventually(lambda: discord.kinds(70)[-1] == "end")

        def all_are_stripped() -> bool:
            clock.advance(EDIT_GAP)
            return stripped(discord) == 6

        await eventually(all_are_stripped)


def stripped(discord: FakeDiscord) -> int:
    """The number of messages in the channel that have lost their buttons."""
    return sum(discord.messages[message - 1001].target == HOME_TARGET for message in discord.retired)


@pytest.mark.soak
async def test_a_target_that_may_not_be_written_to_takes_no_worker(tmp_path: Path) -> None:
    """More of them wait than there are workers; a target with room gets its message at once."""
    discord = FakeDiscord(clock := StillClock())
    async with process(tmp_path, clock, discord) as bot:
        bot.budget = Budget(clock, 1)
        bot.run_deliveries()
        places = [Place(1000 + number, 2000 + number) for number in range(SENT_AT_ONCE + 2)]
        games = [await bot.new_game(start=False, place=place) for place in places]
        await eventually(lambda: all(discord.kinds(place.channel_id) for place in places))
        for game in games:
            await bot.do(game, cmd.AddComputer(ADA.id, 1))
        await bot.new_game(start=False, place=ELSEWHERE)
        await eventually(lambda: discord.kinds(ELSEWHERE.channel_id) == ["lobby"], 20)
        edits = len(discord.edits)
        clock.advance(SPAN)
        await eventually(lambda: len(discord.edits) >= edits + len(places))


class Deaf(FakeDiscord):
    """Does not answer for channels from 2000 upwards."""

    async def send(self, delivery: Delivery, context: DeliveryContext) -> SentMessage:
        """Accept a message, or never."""
        if delivery.target.id >= 2000:
            self.sends.append(delivery)
            await asyncio.Event().wait()
        return await super().send(delivery, context)


async def test_a_server_whose_messages_hang_leaves_workers_to_others(tmp_path: Path) -> None:
    """All its channels together get one share of the workers."""
    discord = Deaf(clock := StillClock())
    async with process(tmp_path, clock, discord) as bot:
        for number in range(SENT_AT_ONCE + 2):
            await bot.new_game(start=False, place=Place(7, 2000 + number))
        bot.run_deliveries()
        await bot.new_game(start=False, place=ELSEWHERE)
        await eventually(lambda: discord.kinds(ELSEWHERE.channel_id) == ["lobby"], 20)
        assert len(discord.sends) < SENT_AT_ONCE


class Slow(FakeDiscord):
    """Accepts each message when it is told to go on."""

    def __init__(self, clock: StillClock) -> None:
        super().__init__(clock)
        self.go_on = asyncio.Semaphore(0)
        self.begun = 0

    async def send(self, delivery: Delivery, context: DeliveryContext) -> SentMessage:
        """Accept a message, later."""
        self.begun += 1
        await self.go_on.acquire()
        return await super().send(delivery, context)


async def test_a_long_queue_is_not_read_for_each_message(tmp_path: Path) -> None:
    """While most workers are busy, those that become free are given work together, a moment later."""
    discord = Slow(clock := StillClock())
    async with process(tmp_path, clock, discord) as bot:
        for number in range(SENT_AT_ONCE + FEW):
            await bot.new_game(start=False, place=Place(7000 + number, 2000 + number))
        bot.run_deliveries()
        await eventually(lambda: discord.begun == SENT_AT_ONCE)
        for _ in range(FEW - 1):
            discord.go_on.release()
        await eventually(lambda: len(discord.messages) == FEW - 1)
        await asyncio.sleep(0.05)
        assert discord.begun == SENT_AT_ONCE
        clock.advance(LOOK_AGAIN)
        await eventually(lambda: discord.begun == SENT_AT_ONCE + FEW - 1)


class Talkative(FakeDiscord):
    """Searches for a message in a channel while someone else writes to it."""

    budget: Budget

    async def find(self, delivery: Delivery) -> SentMessage | None:
        """Find nothing."""
        while self.budget.try_message(delivery.target):
            pass
        return None


async def test_a_delivery_that_finds_no_room_is_handed_back_as_it_was(tmp_path: Path) -> None:
    """It does not count as an attempt, because nothing was sent, and goes out when there is room."""
    clock = StillClock()
    discord = Talkative(clock, [TransientFailure()])
    async with process(tmp_path, clock, discord) as bot:
        discord.budget = bot.budget = Budget(clock)
        await bot.new_game(start=False)
        bot.run_deliveries()
        await eventually(lambda: len(discord.sends) == 1)
        clock.advance(DOUBT + pause(1))
        await eventually(lambda: bool(bot.budget.full(clock.now())))

        async def handed_back() -> bool:
            async with bot.store.outbox._database.read() as connection:
                rows = await connection.exec_driver_sql("SELECT attempts FROM deliveries WHERE status = 'waiting'")
                leases = await connection.exec_driver_sql("SELECT count(*) FROM leases")
                return [tuple(row) for row in rows] == [(1,)] and leases.scalar_one() == 0

        await eventually(handed_back)


async def test_deadlines_of_a_server_leave_workers_to_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While computers of one server think, and more of its games wait, a window closes elsewhere."""
    monkeypatch.setattr(deadlines, "DEADLINES_AT_ONCE", 4)
    monkeypatch.setattr(deadlines, "DEADLINE_SHARE", 2)
    clock, end, thinking = StillClock(), threading.Event(), list[str]()

    def think(
        view: SeatView, should_stop: Callable[[], bool], report: Report = ignore, family: bool = True
    ) -> cmd.Command:
        thinking.append(view.table.seats[view.seat].player.id)
        end.wait()
        return passes(view, should_stop, report)

    async with process(tmp_path, clock) as bot:
        busy = [await bot.new_game(place=Place(7, 700 + number), computer=True) for number in range(5)]
        for game in busy:
            await bot.do(game, cmd.Pass(ADA.id))
        quiet = await bot.new_game(place=ELSEWHERE, computer=True)
        await bot.do(quiet, cmd.Pass(ADA.id))
        bot.run_deadlines(think)
        await eventually(lambda: len(thinking) == 3)
        await asyncio.sleep(0.05)
        assert len(thinking) == 3
        end.set()

        async def all_moved() -> bool:
            games = [await bot.games.events(game) for game in (*busy, quiet)]
            return all(sum(isinstance(event, ev.Passed) for event in events) == 2 for events in games)

        await eventually(all_moved)
