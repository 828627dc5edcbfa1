"""Searches finished games for puzzles, where their server and everyone who played allow it, one position at a time.

| shared              | limit                      | who waits                    | how long at most              |
|---------------------|----------------------------|------------------------------|-------------------------------|
| the searching       | one position at a time in  | games in the database, of    | until the games before are    |
| thread              | a process, `SECONDS` for   | a server `GAMES_A_DAY`       | searched, and all reviews are |
|                     | each                       |                              | made                          |
| the finder's        | `bot.service.              |                              |                               |
| process             | engineprocess`             |                              |                               |

What is decided about a game is decided once: if you allow puzzles later, you allow those from later games. A game is
searched under a lease, so that another process goes on where one has died.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event as Flag
from typing import TypeVar

from bot.fairness import on_behalf_of, tenant_key
from bot.limits import DAY
from bot.model.errors import UnknownGame, describe
from bot.model.gamepuzzles import DailySearches, FinishedGame, GamePuzzle, SearchJob
from bot.service.engineprocess import EngineProcess
from bot.service.games import Games
from bot.service.kindred import shows_racks
from bot.service.ports import Clock, PuzzleFinder
from bot.service.sandbox.works import FindPuzzle
from bot.service.shelf import key_of
from bot.service.tasks import POLL, pause, repeat
from bot.store.gamepuzzles import GamePuzzleStore
from bot.store.people import PeopleStore
from engine.errors import BadData
from engine.game.events import Event
from engine.game.evolve import evolve
from engine.game.phases import Lobby
from engine.game.state import GameState, Person, Setup
from engine.loading import load_variant
from engine.loading.puzzles import puzzle_languages
from engine.puzzles import text
from engine.puzzles.values import Puzzle
from engine.words.lexicon import Lexicon

T = TypeVar("T")

LOG = logging.getLogger(__name__)
LEASE = 120_000
"""Longer than a position takes: its time and the loading of a dictionary."""
SECONDS = 10.0
"""The longest that a position is simulated."""
GAMES_A_DAY = 6
"""Games of one server that are searched in a day."""
AT_ONCE = 20
"""Finished games that are decided about in one step."""
TRIES = 4
"""After this many failures a search ends with what it has found."""


def people_of(events: Sequence[Event]) -> frozenset[str]:
    """The ids of all people who had a seat in a game that began, also for a while, and of the members for guests."""
    state: GameState | None = None
    found: set[str] = set()
    for event in events:
        state = evolve(state, event)
        if not isinstance(state.phase, Lobby):
            found |= {seat.player.member for seat in state.seats if isinstance(seat.player, Person)}
    return frozenset(found)


def suits(setup: Setup) -> bool:
    """Whether a game has the board and tiles of the puzzles that come with the program, in a language that has some."""
    language = setup.variant.language
    return language in puzzle_languages() and setup.variant == load_variant("standard", language)


class LazyFinder:
    """Implements `bot.service.ports.PuzzleFinder`. `lexicon` returns a game's lexicon; it may wait."""

    def __init__(self, process: EngineProcess, lexicon: Callable[[Setup], Lexicon]) -> None:
        self._process = process
        self._lexicon = lexicon

    def __call__(
        self, events: Sequence[Event], setup: Setup, number: int, should_stop: Callable[[], bool]
    ) -> Puzzle | None:
        """The puzzle in a position, if its time was long enough to be sure of one."""
        if self._lexicon(setup).is_changed:
            return None  # words of a server or person would be the answer
        done = self._process.do(setup, FindPuzzle(tuple(events), number), SECONDS, should_stop)
        return text.read(done.value, load_variant) if done and done.value else None


class Searching:
    """Searches games until cancelled. `owner` names this process among several; `is_free` says when there is time.

    `queued` is called when games wait that another process may search.
    """

    def __init__(
        self,
        games: Games,
        store: GamePuzzleStore,
        people: PeopleStore,
        find: PuzzleFinder,
        clock: Clock,
        owner: str,
        is_free: Callable[[], bool] = lambda: True,
        queued: Callable[[], object] = lambda: None,
    ) -> None:
        self._games = games
        self._store = store
        self._people = people
        self._find = find
        self._clock = clock
        self._owner = owner
        self._is_free = is_free
        self._queued = queued
        self._woken = asyncio.Event()
        self._ending = Flag()
        self._thread = ThreadPoolExecutor(1, "searching")

    def wake(self) -> None:
        """Look again: a game may have ended."""
        self._woken.set()

    async def run(self) -> None:
        """Search games until cancelled."""
        await repeat("the puzzles from games", self._step, self._clock, self._woken)

    def close(self) -> None:
        """End the search under way; another process, or the next start, goes on with the same position."""
        self._ending.set()
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _step(self) -> int | None:
        now = self._clock.now()
        chosen = [await self._decide(one) for one in await self._store.candidates(AT_ONCE)]
        if any(chosen):
            self._queued()
        if not self._is_free():
            return now + POLL
        job = await self._store.claim(self._owner, now, now + LEASE)
        if job is None:
            return await self._store.next_due()
        with on_behalf_of(tenant_key(job.server)):
            await self._see_to(job)
        return now

    # --- which games --------------------------------------------------------------------------------------------------

    async def _decide(self, one: FinishedGame) -> bool:
        """Put a finished game in the queue, or note that it is not searched and return False."""
        now = self._clock.now()
        people = await self._people_to_ask(one)
        if people and (await self._people.server(one.server)).game_puzzles:
            return await self._store.choose(one, people, now, DailySearches(GAMES_A_DAY, now - DAY))
        await self._store.skip(one, now)
        return False

    async def _people_to_ask(self, one: FinishedGame) -> frozenset[str]:
        """Everyone who played in a game that could give puzzles; nobody if it could not."""
        try:
            setup = (await self._games.load(one.game)).setup
            if not await shows_racks(self._games, one.game):
                return frozenset()
            return people_of(await self._games.events(one.game)) if suits(setup) else frozenset()
        except (UnknownGame, BadData) as error:
            LOG.error("game %s cannot be searched for puzzles: %s", one.game, describe(error))
            return frozenset()

    # --- a search -----------------------------------------------------------------------------------------------------

    async def _see_to(self, job: SearchJob) -> None:
        try:
            await self._search(job)
        except Exception as error:
            LOG.error("the search of game %s for puzzles failed: %s", job.game, describe(error))
            attempts = job.attempts + 1
            if attempts >= TRIES:
                await self._store.done(job, self._owner)
            else:
                await self._store.put_off(job, self._owner, self._clock.now() + pause(attempts), attempts)

    async def _search(self, job: SearchJob) -> None:
        """Look at the positions that are left, until the lease is lost or reviews are to be made."""
        events, setup = await self._games.events(job.game), (await self._games.load(job.game)).setup
        count = await self._in_thread(partial(_count, events))
        for number in range(job.reached + 1, count + 1):
            if not self._is_free():
                await self._store.put_off(job, self._owner, self._clock.now() + POLL, job.attempts)
                return
            puzzle = await self._in_thread(partial(self._find, events, setup, number, self._ending.is_set))
            found, now = _kept(puzzle, job.server), self._clock.now()
            if self._ending.is_set():
                return
            if not await self._store.reach(job, self._owner, number, found, now, now + LEASE):
                return
        await self._store.done(job, self._owner)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)


def _count(events: Sequence[Event]) -> int:
    from engine.puzzles.making import to_solve

    return len(to_solve(events))


def _kept(puzzle: Puzzle | None, server: int) -> GamePuzzle | None:
    if puzzle is None:
        return None
    line = text.write(puzzle)
    return GamePuzzle(key_of(line), server, puzzle.variant.language, puzzle.difficulty, line)
