"""Moves ahead: played once when their turn comes, whoever dies; dropped and told where they do not fit; ledger X19."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from sqlalchemy import select

from bot.features.ahead.ahead import Ahead, AheadPlayer
from bot.features.ahead.refusals import AlreadyOnTurn, TooFastForAhead, TooManyAhead
from bot.features.ahead.store import EXCHANGE, MOST_AHEAD, PASS, AheadState, AheadStore
from bot.model.deliveries import DeliveryKind
from bot.model.processes import Checkpoint
from bot.store.tables import DELIVERIES
from engine.errors import MalformedText, NothingToExchange, NotSeated, OffTheBoard, TilesNotOnRack
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.clock import UNDO_TIME
from engine.game.state import GameState
from engine.model.durations import DAY, HOUR
from engine.model.rules import ChallengeRule, Rules
from engine.model.tiles import KnownRack
from tests.support.service import ADA, BRUNO, Halting, Process, StillClock, Words, eventually, process, some_move

SLOW = Rules(undo=False, turn_clock=3 * DAY)
NEVER = 1_000_000


@pytest.fixture
async def run(address: str) -> AsyncIterator[Process]:
    async with process(address, StillClock()) as made:
        yield made


def letters(state: GameState, seat: int) -> list[str]:
    rack = state.seats[seat].rack
    assert isinstance(rack, KnownRack)
    return [tile.letter for tile in rack.tiles if not tile.is_blank]


class Table:
    """A slow game of Ada, who begins, and Bruno, who plans moves."""

    def __init__(self, run: Process) -> None:
        self.run = run
        self.store = AheadStore(run.store.database)
        self.ahead = Ahead(self.store, run.clock)
        self.game = ""

    async def open(self, rules: Rules = SLOW) -> Table:
        self.game = await self.run.new_game(rules)
        return self

    async def state(self) -> GameState:
        return await self.run.games.load(self.game)

    async def hers(self) -> str:
        """The word that Ada plays, across from 8H."""
        return some_move(await self.state()).move.split()[1]  # type: ignore[union-attr]

    async def below(self, count: int = 2) -> str:
        """A move of Bruno's down from the first letter of hers."""
        return f"H8 .{''.join(letters(await self.state(), 1)[:count])}"

    async def say(self, move: str, answers: str = "", person: str = BRUNO.id) -> None:
        await self.ahead.say(self.game, await self.state(), person, move, answers)

    async def play(self) -> None:
        await self.run.do(self.game, some_move(await self.state()))

    async def look(self) -> None:
        """One look of the loop."""
        await AheadPlayer(self.run.games, self.store, self.run.clock)._step()

    async def moves(self, person: str = BRUNO.id) -> list[ev.Played]:
        seat = (await self.state()).seat_of(person)
        return [
            one for one in await self.run.games.events(self.game) if isinstance(one, ev.Played) and one.seat == seat
        ]

    async def told(self) -> list[tuple[int, AheadState]]:
        """Who is told what by private messages about planned moves."""
        query = select(DELIVERIES).where(DELIVERIES.c.kind == DeliveryKind.AHEAD.value)
        async with self.run.store.database.read() as connection:
            rows = (await connection.execute(query)).all()
        found = []
        for row in rows:
            one = next(move for move in await self.ahead.news_of(row.about) if move.id == row.about)
            assert row.target_kind == "person"
            found.append((row.target_id, one.state))
        return found


async def test_X19_a_move_is_played_when_its_turn_comes(run: Process) -> None:
    """Not before, and the next turn is played by hand."""
    table = await Table(run).open()
    await table.say(await table.below())
    await table.look()
    assert not await table.moves() and not await table.told()
    await table.play()
    await table.look()
    await table.look()
    assert len(await table.moves()) == 1
    assert await table.told() == [(int(BRUNO.id), AheadState.PLAYED)]
    assert not await table.ahead.waiting(table.game, BRUNO.id)


async def test_X19_an_answer_comes_before_a_move_for_any_play(run: Process) -> None:
    """To the very move, or to any from its square in its direction; a move taken back is none."""
    for answered, fits in (("8H {}", True), ("8H", True), ("H8", False), ("8G", False), ("8H QQQQQ", False)):
        table = await Table(run).open()
        await table.say(await table.below(1))
        await table.say(await table.below(3), answered.format(await table.hers()))
        await table.play()
        await table.look()
        (played,) = await table.moves()
        assert len(played.placement.tiles) == (3 if fits else 1), answered
        await run.do(table.game, cmd.Resign(ADA.id))


@pytest.mark.parametrize("point", [Checkpoint.BEFORE_COMMIT, Checkpoint.AFTER_COMMIT])
async def test_X19_a_move_is_played_once_whenever_the_process_is_killed(address: str, point: Checkpoint) -> None:
    """The next process plays it, or notes that it was played, and tells of it once."""
    clock, points = StillClock(), Halting(point, skip=NEVER)
    async with process(address, clock, checkpoints=points) as run:
        table = await Table(run).open()
        game = table.game
        await table.say(await table.below())
        await table.play()
        points.skip = 0
        looking = asyncio.create_task(table.look())
        await points.reached.wait()
        await run.kill()
        await asyncio.gather(looking, return_exceptions=True)
    async with process(address, clock) as run:
        table = Table(run)
        table.game = game
        for _ in range(2):
            await table.look()
        assert len(await table.moves()) == 1
        assert await table.told() == [(int(BRUNO.id), AheadState.PLAYED)]


@pytest.mark.soak
async def test_X19_several_processes_play_it_once(shared: str) -> None:
    """They look at the same time, and know of each other only by the database."""
    clock = StillClock()
    async with process(shared, clock, alone=False) as run, process(shared, clock, alone=False) as other:
        table, beside = await Table(run).open(), Table(other)
        beside.game = table.game
        await table.say(await table.below())
        await table.play()
        await asyncio.gather(*(one.look() for one in (table, beside) * 3))
        for one in (table, beside):
            assert len(await one.moves()) == 1
        assert await table.told() == [(int(BRUNO.id), AheadState.PLAYED)]


async def test_X19_looking_twice_at_once_plays_it_once(run: Process) -> None:
    """Within a process too."""
    table = await Table(run).open()
    await table.say(await table.below())
    await table.play()
    await asyncio.gather(*(table.look() for _ in range(4)))
    assert len(await table.moves()) == 1
    assert await table.told() == [(int(BRUNO.id), AheadState.PLAYED)]


async def test_X19_what_does_not_fit_is_dropped_and_told_to_its_person_alone(run: Process) -> None:
    """Also where a wrong move costs the turn: it is not tried."""
    strict = replace(SLOW, tournament=False)
    table = await Table(run).open(strict)
    await table.say("1A CAT")
    await table.say("1A DOG", "H8")
    await table.play()
    await table.look()
    await table.look()
    assert (await table.state()).on_turn == 1 and not await table.moves()
    assert await table.told() == [(int(BRUNO.id), AheadState.DROPPED)]
    assert not await table.ahead.waiting(table.game, BRUNO.id)


async def test_X19_a_move_whose_word_costs_the_turn_says_so(run: Process) -> None:
    """Its person risked that, as with any other move; it is looked up only then."""
    table = await Table(run).open(replace(SLOW, challenge=ChallengeRule.STRICT))
    await table.say(await table.below())
    await table.play()
    words = run.games.lexicons
    assert isinstance(words, Words)
    words.words = frozenset()
    await table.look()
    assert (await table.state()).on_turn == 0 and not await table.moves()
    assert await table.told() == [(int(BRUNO.id), AheadState.LOST)]


async def test_X19_a_move_waits_until_the_last_one_can_no_longer_be_undone(address: str) -> None:
    """So that the promise holds, also if the process dies meanwhile; what is undone was never answered."""
    clock = StillClock()
    async with process(address, clock) as run:
        table = await Table(run).open(replace(SLOW, undo=True))
        game = table.game
        await table.say(await table.below())
        await table.play()
        clock.advance(UNDO_TIME - 1)
        await table.look()
        assert not await table.moves()
        await run.do(game, cmd.Undo(ADA.id))
        await table.look()
        await table.play()
        await table.look()
        assert not await table.moves() and not await table.told()
    async with process(address, clock) as run:
        table = Table(run)
        table.game = game
        await table.look()
        assert not await table.moves()
        player = AheadPlayer(run.games, table.store, clock)
        run.heard.append(player.changed)
        run.run_deadlines()
        loop = asyncio.create_task(player.run())
        clock.advance(UNDO_TIME)

        async def has_played() -> bool:
            return bool(await table.moves())

        await eventually(has_played)
        loop.cancel()
        assert len(await table.moves()) == 1


async def test_X19_who_moves_by_hand_while_a_move_waits_needs_it_no_more(run: Process) -> None:
    """It was for that turn, and is not played in the next one."""
    table = await Table(run).open(replace(SLOW, undo=True))
    run.clock.advance(1)
    await table.say("1A CAT")
    await table.play()
    run.clock.advance(1)
    await run.do(table.game, cmd.Pass(BRUNO.id))
    await run.do(table.game, cmd.Pass(ADA.id))
    run.clock.advance(UNDO_TIME)
    await run.do(table.game, cmd.CloseWindows((await table.state()).turn - 1))
    await table.look()
    assert not await table.ahead.waiting(table.game, BRUNO.id)
    assert not await table.told()


async def test_X19_a_pass_and_an_exchange_are_said_ahead(run: Process) -> None:
    """Tiles that are not on the rack are refused at once."""
    table = await Table(run).open()
    await table.say(PASS)
    await table.play()
    await table.look()
    assert isinstance((await run.games.events(table.game))[-1], ev.Passed)
    assert await table.told() == [(int(BRUNO.id), AheadState.PLAYED)]
    for _ in range(2):
        named = letters(await table.state(), 1)[:2]
        await table.say(f"{EXCHANGE} {' '.join(named)}")
        for wrong in (EXCHANGE, f"{EXCHANGE} {' '.join('Q' * 7)}"):
            with pytest.raises((TilesNotOnRack, NothingToExchange)):
                await table.say(wrong, "8H")
        await run.do(table.game, cmd.Pass(ADA.id))
        await table.look()
        last = (await run.games.events(table.game))[-1]
        assert isinstance(last, ev.Exchanged) and last.count == 2


async def test_X18_a_move_said_ahead_is_no_return(run: Process) -> None:
    """The clock goes on standing still, for a play, a pass and an exchange."""
    table = await Table(run).open()
    until = run.clock.now() + 9 * DAY
    await run.do(table.game, cmd.GoAway(BRUNO.id, until))
    for said in (await table.below(), PASS, f"{EXCHANGE} all"):
        await table.say(said)
        await (table.play() if (await table.state()).board.is_empty else run.do(table.game, cmd.Pass(ADA.id)))
        await table.look()
        state = await table.state()
        assert (state.on_turn, state.seats[1].away) == (0, until)
    assert not any(isinstance(one, ev.CameBack) for one in await run.games.events(table.game))


async def test_X19_nobody_moves_for_who_has_left_or_after_the_end(run: Process) -> None:
    """What was said is forgotten, and nothing is told."""
    for going in (cmd.Leave(BRUNO.id), cmd.Resign(ADA.id)):
        table = await Table(run).open()
        await table.say(await table.below())
        await run.do(table.game, going)
        await table.look()
        assert not await table.moves() and not await table.told()
        assert not await table.ahead.waiting(table.game, BRUNO.id)


async def test_X19_only_players_of_slow_games_say_moves_ahead(run: Process) -> None:
    """While others are on turn, a few each, in the form of moves; what answers the same takes its place."""
    table = await Table(run).open()
    with pytest.raises(AlreadyOnTurn):
        await table.say("8H CAT", person=ADA.id)
    with pytest.raises(NotSeated):
        await table.say("8H CAT", person="103")
    for move, answers in (("CAT", ""), ("8H CAT", "99Z"), ("8H CAT", "hello there you"), ("", "")):
        with pytest.raises((MalformedText, OffTheBoard)):
            await table.say(move, answers)
    for number in range(MOST_AHEAD):
        await table.say("8H CAT", f"{number + 1}A")
        await table.say("8H DOG", f"{number + 1}A")
    with pytest.raises(TooManyAhead):
        await table.say("8H CAT")
    assert {one.move for one in await table.ahead.waiting(table.game, BRUNO.id)} == {"8H DOG"}
    assert not await table.ahead.waiting(table.game, ADA.id)
    await table.ahead.remove(table.game, ADA.id)
    await table.ahead.remove(table.game, BRUNO.id, (await table.ahead.waiting(table.game, BRUNO.id))[0].id)
    assert len(await table.ahead.waiting(table.game, BRUNO.id)) == MOST_AHEAD - 1
    await table.ahead.remove(table.game, BRUNO.id)
    await run.do(table.game, cmd.Resign(ADA.id))
    for rules in (replace(SLOW, turn_clock=HOUR // 2), replace(SLOW, turn_clock=None)):
        fast = await Table(run).open(rules)
        with pytest.raises(TooFastForAhead):
            await fast.say("8H CAT")
        await run.do(fast.game, cmd.Resign(ADA.id))
