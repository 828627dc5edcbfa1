"""A process that reviews games with the engine's analyser, killed at random instants."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
from asyncio.subprocess import PIPE
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.model.reviews import DailyShare, ReviewRow, ReviewState
from engine.computer.player import choose
from engine.game import commands as cmd
from engine.game.phases import Over
from engine.game.views import seat_view
from engine.review import jsonform
from engine.review.reviewing import review_turn
from engine.review.turns import reviewable
from engine.review.values import ANALYSER_VERSION
from tests.support.computers import after, tools
from tests.support.databases import games_in
from tests.support.reviewing_process import QUICK
from tests.support.service import ADA, Process, StillClock, process

GAMES, WHOLE, TURNS = 10, 2, 6
"""How many games there are, how many of them are played to their end, and the turns of the others."""
KILLS, LONGEST = 20, 4.0
"""How many lives are killed, and the longest that one is left alone before, in seconds."""
ROOM = DailyShare(None, 1000, 1000, 1000, 0)


@dataclass
class Nursery:
    """The source of lives (`tests.support.reviewing_process`)."""

    process: asyncio.subprocess.Process

    async def live(self, seconds: float | None) -> int:
        """A life, killed after some seconds or left to its end; returns how it ended."""
        assert self.process.stdin
        self.process.stdin.write(b"\n")
        pid = await self._told("pid")
        ending = asyncio.create_task(self._told("ended"))
        if seconds is not None and not (await asyncio.wait({ending}, timeout=seconds))[0]:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        return await ending

    async def _told(self, word: str) -> int:
        assert self.process.stdout
        found, number = (await self.process.stdout.readline()).decode().split()
        assert found == word
        return int(number)


@asynccontextmanager
async def nursery(url: str, notes: Path) -> AsyncIterator[Nursery]:
    """A nursery that ends with the test."""
    command = (sys.executable, "-m", "tests.support.reviewing_process", url, str(notes))
    made = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, cwd=Path(__file__).parents[2])
    try:
        yield Nursery(made)
    finally:
        assert made.stdin
        made.stdin.close()
        await made.wait()


async def a_game(run: Process, level: int, turns: int) -> str:
    """A finished game in which both move as computer players of a level do; the host ends it after some turns."""
    game = await run.new_game()
    while (seat := (state := await run.games.load(game)).on_turn) is not None:
        if state.turn > turns:
            await run.do(game, cmd.End("999", moderator=True))
            continue
        await run.do(game, choose(seat_view(state, seat), tools(), after(2), strength=level))
    assert isinstance(state.phase, Over)
    run.clock.advance(1)  # the instant of its first event names the game
    return game


async def request(run: Process, game: str) -> None:
    """Put a review in the queue."""
    now, turns = run.clock.now(), len(reviewable(await run.games.events(game)))
    row = ReviewRow(game, ANALYSER_VERSION, ReviewState.WAITING, turns, ADA.id, now)
    assert await run.store.reviews.request(row, ROOM) is None


@pytest.mark.soak
@pytest.mark.timeout(900)
async def test_X6_killed_while_a_queue_of_games_is_analysed(tmp_path: Path) -> None:
    """Every turn is there once with the grade that it has without kills; a kill costs at most the turn under way."""
    luck, url, notes = random.Random(3), games_in(tmp_path), tmp_path / "notes"
    wanted: dict[str, tuple[str, ...]] = {}
    async with process(url, StillClock()) as run:
        for number in range(GAMES):
            game = await a_game(run, 4 + number % 2, TURNS if number >= WHOLE else 1000)
            await request(run, game)
            events = await run.games.events(game)
            graded = (review_turn(events, one.number, tools(), QUICK) for one in reviewable(events))
            wanted[game] = tuple(map(jsonform.to_json, graded))
    kills = 0
    async with nursery(url, notes) as made:
        for _ in range(KILLS):
            kills += await made.live(luck.uniform(0.05, LONGEST)) == -signal.SIGKILL
        assert await made.live(None) == 0
    async with process(url, StillClock()) as run:
        for game, turns in wanted.items():
            row = await run.store.reviews.of_game(game)
            assert row is not None
            assert (row.state, row.graded) == (ReviewState.DONE, len(turns))
            assert await run.store.reviews.turns(game) == turns
    begun = Counter(notes.read_text().split("\n")[:-1])
    turns = sum(map(len, wanted.values()))
    assert len(begun) == turns
    assert kills >= 5, "the queue outlives some kills"
    assert begun.total() <= turns + kills
    print(f"\n{turns} turns, {kills} kills, {begun.total() - turns} turns begun again")
