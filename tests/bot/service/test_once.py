"""One cause in two processes at once: the slower one answers with the result of the other, never with a refusal."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import pytest

from bot.model.changes import Change, Outcome
from bot.model.errors import ChannelBusy, NotAllowed, TooBusy
from bot.model.games import Cause, Place
from bot.model.profiles import Permission
from bot.service.games import Applied
from bot.service.rematches import rematch
from engine.errors import NotYourTurn
from engine.game import commands as cmd
from tests.support.service import ADA, BRUNO, HOME, Process, StillClock, process, setup

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
    assert same(*await both.race(lambda bot: bot.games.open(HOME, ADA, setup(), cause)))


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
    assert same(*await both.race(lambda bot: bot.games.restore("copy2345", OTHER, events, load, cause)))
    with pytest.raises(TooBusy):
        await both.one.games.restore("copy2345", OTHER, events, load, both.one.cause())


async def test_a_refusal_that_the_other_has_not_caused_stays(both: Two) -> None:
    """Another player's game in the channel and another player's move are still refused."""

    async def opens() -> None:
        await both.two.games.open(OTHER, BRUNO, setup(), both.two.cause())

    both.meanwhile(opens)
    with pytest.raises(ChannelBusy):
        await both.one.games.open(OTHER, ADA, setup(), both.one.cause())
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
