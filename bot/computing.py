"""What every process that computes needs: the games of one database, and those who play, grade and search them."""

from __future__ import annotations

import asyncio
import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, partial

from bot.model.changes import EVERYTHING, Minding
from bot.model.errors import ReadingFailed
from bot.model.measures import Measures
from bot.model.processes import ProcessKind
from bot.service.compiling import Compiler
from bot.service.computers import AT_ONCE, Computers
from bot.service.deadlines import PARALLEL, Deadlines
from bot.service.dictionaries import Dictionaries
from bot.service.engineprocess import EngineProcess
from bot.service.fairuse import FairUse
from bot.service.gamepuzzles import LazyFinder, Searching
from bot.service.games import Games
from bot.service.grading import LazyGrader
from bot.service.live import Live
from bot.service.meanwhile import PlainPlayer
from bot.service.ports import Clock, Grader, PuzzleFinder, Thinker
from bot.service.pulse import Pulse
from bot.service.reviewing import Reviewing
from bot.service.sandbox import Reading
from bot.service.sandbox.process import Sandbox
from bot.service.systemclock import SystemClock
from bot.service.thinking import LazyThinker
from bot.settings import Settings
from bot.starting import READING, lexicon_getter, make_pulse
from bot.store.repositories import Store
from bot.store.signals import Signals, Topic
from bot.store.words import WordStore
from engine.model.durations import HOUR


@dataclass(frozen=True, slots=True, kw_only=True)
class ComputingParts:
    """The parts that tests can replace; None means the real part.

    `names` gives the names of computer players in a language, the first choice first.
    """

    clock: Clock = field(default_factory=SystemClock)
    luck: random.Random | None = None
    thinker: Thinker | None = None
    grader: Grader | None = None
    finder: PuzzleFinder | None = None
    dictionaries: Callable[[WordStore, Reading], Dictionaries] = Dictionaries
    names: Callable[[str], tuple[str, ...]] = lambda _: ()


class Computing(ABC):
    """The services and loops of a process of some kind over one database.

    Each part is made when it is first asked for. `threads` is how many computer players think at once; None leaves it
    to the number of cores.
    """

    def __init__(
        self,
        kind: ProcessKind,
        store: Store,
        parts: ComputingParts,
        settings: Settings,
        measures: Measures,
        threads: int | None = None,
    ) -> None:
        self.store = store
        self.settings = settings
        self.measures = measures
        self.clock = parts.clock
        self.pulse: Pulse = make_pulse(store, parts.clock, kind, measures)
        self.sandboxes = (Sandbox(READING), Sandbox(READING))
        self.compiler, self.meanwhile = Compiler(), PlainPlayer()
        self._computing_parts = parts
        self._threads = threads

    # --- what others of this process use --------------------------------------------------------------------------

    @property
    def signals(self) -> Signals:
        """What processes tell each other."""
        return self.store.signals

    @cached_property
    def reading(self) -> Reading:
        """The processes that read uploads."""
        return Reading(*self.sandboxes)

    @cached_property
    def dictionaries(self) -> Dictionaries:
        """The words of each server."""
        return self._computing_parts.dictionaries(self.store.words, self.reading)

    @cached_property
    def fair_use(self) -> FairUse:
        """What each person and server may still ask for."""
        return FairUse(self.store.people, self.clock, self.settings.limits, partial(self.signals.tell, Topic.SPENT))

    @cached_property
    def games(self) -> Games:
        """All games of the database."""
        parts, patience = self._computing_parts, self.settings.lobby_hours * HOUR
        people, words = self.store.people, self.dictionaries
        return Games(self.store.journal, words, parts.luck, people, patience, self.fair_use, parts.names, self.measures)

    # --- who plays, grades and searches ---------------------------------------------------------------------------

    @cached_property
    def thinker(self) -> LazyThinker:
        """The engine's computer players and hints."""
        return LazyThinker(lexicon_getter(self.dictionaries), self.compiler, self.meanwhile, self._threads)

    @cached_property
    def background(self) -> EngineProcess:
        """The process that grades games and finds puzzles, for which nobody waits."""
        return EngineProcess(lexicon_getter(self.dictionaries), self.compiler)

    @property
    @abstractmethod
    def audience(self) -> Live:
        """Who sees what a computer player considers."""

    @property
    def minding(self) -> Minding:
        """Which deadlines this process minds."""
        return EVERYTHING

    @cached_property
    def computers(self) -> Computers:
        """The moves of computer players."""
        thinker = self._computing_parts.thinker or self.thinker
        return Computers(
            self.games,
            thinker,
            self.clock,
            self.audience,
            self.fair_use,
            self._threads or AT_ONCE,
            partial(self.signals.tell, Topic.HURRY),
        )

    # --- loops ----------------------------------------------------------------------------------------------------

    @cached_property
    def deadlines(self) -> Deadlines:
        """Lets what is due happen: computer moves, times run out, lobbies that close."""
        return Deadlines(
            self.games,
            self.computers,
            self.store.alarms,
            self.clock,
            self.pulse.owner,
            lambda: self.minding,
            self._threads or PARALLEL,
            self.signals.poll,
        )

    @cached_property
    def reviewing(self) -> Reviewing:
        """Grades the games that wait for a review."""
        grader = self._computing_parts.grader or LazyGrader(self.background)
        return Reviewing(self.games, self.store.reviews, grader, self.clock, self.pulse.owner, self.signals.poll)

    @cached_property
    def searching(self) -> Searching:
        """Finds puzzles in finished games while nothing waits for a review."""
        finder = self._computing_parts.finder or LazyFinder(self.background, lexicon_getter(self.dictionaries))
        return Searching(
            self.games,
            self.store.game_puzzles,
            self.store.people,
            finder,
            self.clock,
            self.pulse.owner,
            lambda: self.reviewing.idle,
            partial(self.signals.tell, Topic.PUZZLES),
        )

    # --- from start to end ----------------------------------------------------------------------------------------

    def listen(self) -> None:
        """Let other processes wake this one."""
        self.signals.on(Topic.DEADLINES, lambda _: self.deadlines.wake())
        self.signals.on(Topic.PROCESSES, lambda _: self.pulse.wake())
        self.signals.on(Topic.REVIEWS, lambda _: self.reviewing.wake())
        self.signals.on(Topic.PUZZLES, lambda _: self.searching.wake())
        self.signals.on(Topic.SPENT, self.fair_use.hear)
        self.signals.on(Topic.HURRY, self.computers.hurry_here)
        for wake in (self.deadlines.wake, self.reviewing.wake, self.searching.wake):
            self.pulse.subscribe(wake)

    async def prepare(self) -> None:
        """Start compiling the kernels if necessary, and the process that plays until they are ready."""
        await asyncio.to_thread(self.compiler.begin)
        if await asyncio.to_thread(self.compiler.is_at_work):
            with suppress(ReadingFailed):  # already logged
                await self.meanwhile.warm_up()

    def close(self) -> None:
        """Stop the threads."""
        self.reviewing.close()
        self.searching.close()
        self.computers.close()
        self.compiler.end()
        self.thinker.close()

    async def end_processes(self) -> None:
        """Stop the processes that read files, play, review and search."""
        await self.meanwhile.close()
        await self.background.close()
        for sandbox in self.sandboxes:
            await sandbox.close()
