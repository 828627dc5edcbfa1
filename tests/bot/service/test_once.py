"""One cause in two processes at once, and a process that dies at a critical point."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, patch

import pytest

from bot.model.changes import Change, Outcome
from bot.model.errors import ChannelBusy, NotAllowed, TooBusy
from bot.model.games import Cause, Place
from bot.model.processes import Checkpoint
from bot.model.profiles import Permission
from bot.service.listeners import Applied
from bot.service.opening import new_game, rematch, restore_game
from engine.errors import NotYourTurn
from engine.game import commands as cmd
from tests.support.later import at_gate
from tests.support.service import (
    ADA,
    BRUNO,
    HOME,
    FakeDiscord,
    Halting,
    Killed,
    Process,
    StillClock,
    eventually,
    process,
    setup,
    some_move,
)

OTHER = Place(7, 77)


@dataclass
class Two:
    """Two processes. `one` is held up while `two` goes on.

    If `one` remembers the game, it is held up right before its first commit, otherwise right after it has read that a
    cause has not been applied yet.
    """

    one: Process
    two: Process
    monkeypatch: pytest.MonkeyPatch
    remembers: bool

    def meanwhile(self, happens: Callable[[], Awaitable[Any]]) -> None:
        """Run something once while the first process is held up."""
        journal = self.one.games.journal
        read, write, waiting = journal.outcome, journal.commit, [happens]
        if not self.remembers:
            self.one.games._cache.clear()

        async def commit(change: Change) -> None:
            if waiting:
                await waiting.pop()()
            await write(change)

        async def outcome(cause: str) -> Outcome | None:
            found = await read(cause)
            if found is None and waiting:
                await waiting.pop()()
            return found

        self.monkeypatch.setattr(journal, "outcome", outcome)
        self.monkeypatch.setattr(journal, "commit", commit)

    async def race(self, ask: Callable[[Process], Awaitable[Applied]]) -> tuple[Applied, Applied]:
        """The answers of the slower and the quicker process to the same request."""
        answers: list[Applied] = []

        async def first() -> None:
            answers.append(await ask(self.two))

        self.meanwhile(first)
        return await ask(self.one), answers[0]


@pytest.fixture(params=[True, False], ids=["remembered", "forgotten"])
async def both(request: pytest.FixtureRequest, address: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Two]:
    """Two processes on one database, with and without the game in memory."""
    clock = StillClock()
    async with process(address, clock, alone=False) as one, process(address, clock, alone=False) as two:
        yield Two(one, two, monkeypatch, request.param)


def same(slow: Applied, quick: Applied) -> bool:
    """Whether both answers are the same and the slower one is marked as repeated."""
    return slow == Applied(quick.game, quick.state, quick.events, repeated=True) and not quick.repeated


async def test_a_game_that_the_other_has_just_opened(both: Two) -> None:
    """The channel is busy with the very game that was requested."""
    cause = both.one.cause("open")
    assert same(*await both.race(lambda bot: new_game(bot.games, HOME, ADA, setup(), cause)))


@pytest.mark.parametrize(
    ("before", "command", "place"),
    [
        (None, cmd.SetRule(ADA.id, "players", "3"), None),
        (cmd.Start(ADA.id), cmd.Pass(ADA.id), None),
        (cmd.Pause(ADA.id, "later"), cmd.Resume(ADA.id), OTHER),
    ],
)
async def test_what_the_other_has_just_done(
    both: Two, before: cmd.Command | None, command: cmd.Command, place: Place | None
) -> None:
    """Nothing is left to change, it is another player's turn, or the game continues in another channel."""
    game = await both.one.new_game(start=isinstance(before, cmd.Pause))
    if before:
        await both.one.do(game, before)
    cause = both.one.cause("command")
    assert same(*await both.race(lambda bot: bot.games.submit(game, command, cause, place)))


async def test_a_game_that_the_other_has_just_taken_from_its_file(both: Two) -> None:
    """The game exists because this cause created it; another cause is refused."""
    game = await both.one.new_game()
    await both.one.do(game, cmd.Pause(ADA.id, "later"))
    events = await both.one.games.events(game)
    load, cause = cmd.Load(ADA.id, "file", "later 2"), both.one.cause("load")
    assert same(*await both.race(lambda bot: restore_game(bot.games, "copy2345", OTHER, events, load, cause)))
    with pytest.raises(TooBusy):
        await restore_game(both.one.games, "copy2345", OTHER, events, load, both.one.cause())


async def test_a_refusal_that_the_other_has_not_caused_stays(both: Two) -> None:
    """Another player's game in the channel and another player's move are still refused."""

    async def opens() -> None:
        await new_game(both.two.games, OTHER, BRUNO, setup(), both.two.cause())

    both.meanwhile(opens)
    with pytest.raises(ChannelBusy):
        await new_game(both.one.games, OTHER, ADA, setup(), both.one.cause())
    game = await both.one.new_game()

    async def passes() -> None:
        await both.two.do(game, cmd.Pass(ADA.id))

    both.meanwhile(passes)
    with pytest.raises(NotYourTurn):
        await both.one.do(game, cmd.Pass(ADA.id))


async def test_what_memory_refuses_is_decided_on_what_the_other_has_written(both: Two) -> None:
    """It is Bruno's turn, although the first process last saw Ada's."""
    game = await both.one.new_game()
    await both.two.do(game, cmd.Pass(ADA.id))
    applied = await both.one.do(game, cmd.Pass(BRUNO.id))
    assert [type(event).__name__ for event in applied.events] == ["Passed"]
    assert applied.state == await both.two.games.load(game)


async def test_M10_a_rematch_that_the_other_has_just_opened_is_joined(both: Two) -> None:
    """A person who may not open games in the server can join it too."""
    game = await both.one.new_game()
    await both.one.do(game, cmd.End("999", moderator=True))
    opened: list[Applied] = []

    async def may() -> None:
        """Ada may open games."""

    async def may_not() -> None:
        opened.append(await rematch(both.two.games, game, ADA, both.two.cause(), may))
        raise NotAllowed(Permission.OPEN, "moderators", here=True)

    cause = Cause("press", both.one.clock.now(), both.one.clock.now())
    joined = await rematch(both.one.games, game, BRUNO, cause, may_not)
    assert joined.game == opened[0].game
    assert {seat.player.id for seat in joined.state.seats} == {ADA.id, BRUNO.id}


async def test_a_commit_that_is_not_confirmed_is_found_again(both: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection breaks when everything is written: the move stands, and is answered as one that stands."""
    one, write = both.one, both.one.games.journal.commit
    game = await one.new_game()
    if not both.remembers:
        one.games._cache.clear()

    async def commit(change: Change) -> None:
        await write(change)
        raise OSError("the connection is lost")

    monkeypatch.setattr(one.games.journal, "commit", commit)
    before = await one.games.load(game)
    applied = await one.do(game, cmd.Pass(ADA.id, before.turn))
    assert applied.events
    assert (await both.two.games.load(game)).sequence == applied.state.sequence > before.sequence


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
        await submit_and_die(points, new_game(one.games, HOME, ADA, setup(), one.cause("open")))
    async with process(tmp_path, clock) as two:
        known = await two.games.in_channel(HOME.channel_id)
        assert (known is None) is (point is Checkpoint.BEFORE_COMMIT)
        again = await new_game(two.games, HOME, ADA, setup(), two.cause("open"))
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
@pytest.mark.parametrize("skip", [1, *at_gate([0, 2])])
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


async def test_M10_a_rematch_of_a_game_of_a_competition_is_called_after_its_players(both: Two) -> None:
    """Any other keeps its name."""

    async def may() -> None:
        """Ada may open games."""

    games = both.one.games
    for is_contest, name in ((False, "Cup · Final"), (True, "")):
        named = replace(setup(), name="Cup · Final")
        game = (await new_game(games, HOME, ADA, named, both.one.cause())).game
        await both.one.do(game, cmd.Join(BRUNO))
        await both.one.do(game, cmd.Start(ADA.id))
        await both.one.do(game, cmd.End("999", moderator=True))
        with patch.object(games, "is_contest", AsyncMock(return_value=is_contest)):
            again = await rematch(games, game, ADA, both.one.cause(), may)
        assert again.state.setup.name == name
        await both.one.do(again.game, cmd.End("999", moderator=True))
