"""The puzzles that there are: those that come with the program, and those found in finished games, where all agree."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bot.engines.pool import EnginePool, LexiconFinder
from bot.engines.works import FindPuzzle, Job, Order, Waits
from bot.fairness import on_behalf_of, tenant_key
from bot.features.puzzles.gamestore import DailySearches, FinishedGame, GamePuzzle, GamePuzzleStore, SearchJob
from bot.features.puzzles.refusals import UnknownPuzzle
from bot.limits import DAY
from bot.model.errors import SecretPosition, UnknownGame, describe
from bot.service.games import Games
from bot.service.listeners import Applied
from bot.service.ports import Clock
from bot.service.saving.pauses import shows_racks
from bot.service.secrecy import check_review
from bot.service.tasks import POLL, STAND_BY_SECONDS, Loop, pause, repeat
from bot.store.people import PeopleStore
from engine.errors import BadData
from engine.game.events import Event
from engine.game.evolve import evolve
from engine.game.phases import Lobby, Over
from engine.game.state import GameState, Person, Setup, member_seats
from engine.loading import load_variant
from engine.loading.bundled import load_puzzle_lines, puzzle_languages
from engine.puzzles import values
from engine.puzzles.making import to_solve
from engine.puzzles.values import Puzzle


@dataclass(frozen=True, slots=True)
class KeyedPuzzle:
    """A puzzle; `key` identifies it by its content.

    `server` is where the game was played that it comes from; None for one that comes with the program.
    """

    key: str
    puzzle: Puzzle
    server: int | None = None


@dataclass(frozen=True, slots=True)
class PuzzleEntry:
    """A puzzle that is not read yet: its line, and its difficulty in per cent."""

    line: str
    difficulty: int


ReadLines = Callable[[str], Sequence[str]]
"""The lines of a language's puzzles."""


class PuzzleCollection(Loop):
    """The puzzles by their keys. The file of a language is read when the language is first asked for, if not before."""

    def __init__(
        self,
        own: GamePuzzleStore,
        people: PeopleStore,
        lines: ReadLines = load_puzzle_lines,
        languages: Callable[[], tuple[str, ...]] = puzzle_languages,
    ) -> None:
        super().__init__()
        self._own = own
        self._people = people
        self._lines = lines
        self.languages = languages
        self._known: dict[str, Mapping[str, PuzzleEntry]] = {}

    async def run(self) -> None:
        """Read all files a while after the start."""
        await asyncio.sleep(STAND_BY_SECONDS)
        await self.prepare()

    async def prepare(self) -> None:
        """Read all files, one at a time, so that nobody waits for them later."""
        for language in self.languages():
            await self._read(language)

    async def common(self, language: str) -> Mapping[str, int]:
        """The difficulties of the puzzles that come with the program, by key."""
        return {key: one.difficulty for key, one in (await self._read(language)).items()}

    async def from_games(self, server: int | None, language: str, person: str) -> Mapping[str, int]:
        """The difficulties of the puzzles from a server's games that a person has not played in, by key.

        There are none while the server's settings do not allow it.
        """
        if server is None or not (await self._people.server(server)).game_puzzles:
            return {}
        return await self._own.offered(server, language, person)

    async def of(self, key: str, language: str) -> KeyedPuzzle:
        """The puzzle with a key. Raises `UnknownPuzzle`, also for one that was withdrawn."""
        if listed := (await self._read(language)).get(key):
            return KeyedPuzzle(key, await asyncio.to_thread(values.read, listed.line, load_variant))
        found = await self._own.find(key)
        if found is None or found.language != language:
            raise UnknownPuzzle
        return KeyedPuzzle(key, await asyncio.to_thread(values.read, found.line, load_variant), found.server)

    async def _read(self, language: str) -> Mapping[str, PuzzleEntry]:
        if language not in self._known:
            self._known[language] = await asyncio.to_thread(self._listed, language)
        return self._known[language]

    def _listed(self, language: str) -> dict[str, PuzzleEntry]:
        return {key_of(line): PuzzleEntry(line, values.difficulty(line)) for line in self._lines(language)}


def key_of(line: str) -> str:
    """The key of a puzzle, from its line."""
    return hashlib.sha256(line.encode()).hexdigest()[:16]


LOG = logging.getLogger(__name__)
SEARCH_LEASE = 120_000
"""Longer than a position takes: its time and the loading of a dictionary."""
SIMULATION_SECONDS = 10.0
"""The longest that a position is simulated."""
GAMES_A_DAY = 6
"""Games of one server that are searched in a day."""
GAMES_A_STEP = 20
"""Finished games that are decided about in one step."""
SEARCH_TRIES = 4
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


class PuzzleSearch(Loop):
    """Searches games until cancelled. `owner` names this process among several; `is_free` says when there is time.

    `queued` is called when games wait that another process may search.
    """

    topic = "puzzles"

    def __init__(
        self,
        games: Games,
        store: GamePuzzleStore,
        people: PeopleStore,
        engines: EnginePool,
        lexicon: LexiconFinder,
        clock: Clock,
        owner: str,
        is_free: Callable[[], bool] = lambda: True,
        queued: Callable[[], object] = lambda: None,
    ) -> None:
        super().__init__()
        self._games = games
        self._store = store
        self._people = people
        self._engines = engines
        self._lexicon = lexicon
        self._clock = clock
        self._owner = owner
        self._is_free = is_free
        self._queued = queued

    def changed(self, applied: Applied) -> None:
        """A game is over, perhaps one to search."""
        if isinstance(applied.state.phase, Over):
            self.wake()

    async def run(self) -> None:
        """Search games until cancelled."""
        await repeat("the puzzles from games", self._step, self._clock, self._woken)

    async def _step(self) -> int | None:
        now = self._clock.now()
        chosen = [await self._decide(one) for one in await self._store.candidates(GAMES_A_STEP)]
        if any(chosen):
            self._queued()
        if not self._is_free():
            return now + POLL
        job = await self._store.claim(self._owner, now, now + SEARCH_LEASE)
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
        except SecretPosition:
            LOG.info("game %s has a position that is open elsewhere, so it gives no puzzle", job.game)
            await self._store.done(job, self._owner)
        except Exception as error:
            LOG.error("the search of game %s for puzzles failed: %s", job.game, describe(error))
            attempts = job.attempts + 1
            if attempts >= SEARCH_TRIES:
                await self._store.done(job, self._owner)
            else:
                await self._store.put_off(job, self._owner, self._clock.now() + pause(attempts), attempts)

    async def _search(self, job: SearchJob) -> None:
        """Look at the positions that are left, until the lease is lost or people wait for other work."""
        state, events = await self._games.load(job.game), await self._games.events(job.game)
        await check_review(self._games, job.game, state, member_seats(state))
        setup = state.setup
        count = len(await asyncio.to_thread(to_solve, events))
        for number in range(job.reached + 1, count + 1):
            if not self._is_free():
                await self._store.put_off(job, self._owner, self._clock.now() + POLL, job.attempts)
                return
            found, now = await self._find(events, setup, number, job.server), self._clock.now()
            if not await self._store.reach(job, self._owner, number, found, now, now + SEARCH_LEASE):
                return
        await self._store.done(job, self._owner)

    async def _find(self, events: Sequence[Event], setup: Setup, number: int, server: int) -> GamePuzzle | None:
        """The puzzle in a position; none if words of a server or person could be the answer."""
        if (await self._lexicon(setup)).is_changed:
            return None
        done = await self._engines.do(
            Order(Job(FindPuzzle(tuple(events), number), setup, SIMULATION_SECONDS, Waits.NOBODY))
        )
        return _kept(done.value, server) if done.value else None


def _kept(line: str, server: int) -> GamePuzzle:
    puzzle = values.read(line, load_variant)
    return GamePuzzle(key_of(line), server, puzzle.variant.language, puzzle.difficulty, line)
