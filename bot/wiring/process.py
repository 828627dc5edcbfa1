"""What every process that computes needs: the games of one database, and those who play, grade and search them."""

from __future__ import annotations

import platform
import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, partial

from bot import features
from bot.engines.pool import EnginePool, LexiconFinder
from bot.engines.reading import Reading
from bot.engines.reading.process import Sandbox
from bot.front.feature import Feature, Hooks
from bot.model.changes import EVERYTHING, DeadlineFilter
from bot.model.joined import joined
from bot.model.measures import Measures
from bot.model.processes import ProcessKind
from bot.service.deadlines import DEADLINES_AT_ONCE, Computers, Deadlines
from bot.service.games import Games
from bot.service.listeners import Applied, Listeners
from bot.service.ports import Clock
from bot.service.processes.peers import Peers, Timekeeper
from bot.service.processes.watchdog import SystemClock
from bot.service.rights import FairUse
from bot.service.sending.liveboards import CandidatesFeed
from bot.service.tasks import Loop
from bot.service.words.dictionaries import Dictionaries
from bot.settings import Settings
from bot.store.processes import Signals, Topic
from bot.store.repositories import Store
from bot.store.words import WordStore
from bot.wiring.starting import READING, make_peers
from engine.model.durations import HOUR


@dataclass(frozen=True, slots=True, kw_only=True)
class ComputingParts:
    """The parts that tests can replace; None means the real part.

    `names` gives the names of computer players in a language, the first choice first. `features` are the names of those
    that are switched on.
    """

    clock: Clock = field(default_factory=SystemClock)
    luck: random.Random = field(default_factory=random.SystemRandom)
    engines: Callable[[LexiconFinder, int], EnginePool] = EnginePool
    dictionaries: Callable[[WordStore, Reading], Dictionaries] = Dictionaries
    sandbox: Callable[[str], Sandbox] = Sandbox
    names: Callable[[str], tuple[str, ...]] = lambda _: ()
    features: tuple[str, ...] = features.NAMES


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
        self.peers: Peers = make_peers(store, parts.clock, kind, measures)
        self.time = Timekeeper(store.meta, parts.clock, platform.node(), follows=kind is ProcessKind.WORKER)
        self.sandboxes = (parts.sandbox(READING), parts.sandbox(READING))
        self._computing_parts = parts
        self._threads = threads
        self.features = features.chosen(parts.features)

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
        return Games(
            self.store.journal,
            self.dictionaries,
            luck=self._computing_parts.luck,
            people=self.store.people,
            patience=self.settings.lobby_hours * HOUR,
            fair_use=self.fair_use,
            names=self._computing_parts.names,
            measures=self.measures,
            listeners=lambda: self.listeners,
        )

    # --- who plays, grades and searches ---------------------------------------------------------------------------

    @cached_property
    def engines(self) -> EnginePool:
        """The processes that think."""
        return self._computing_parts.engines(self.dictionaries.lexicon, self.settings.engines)

    @property
    @abstractmethod
    def audience(self) -> CandidatesFeed:
        """Who sees what a computer player considers."""

    @property
    def minding(self) -> DeadlineFilter:
        """Which deadlines this process minds."""
        return EVERYTHING

    @cached_property
    def computers(self) -> Computers:
        """The moves of computer players."""
        tell = partial(self.signals.tell, Topic.HURRY)
        return Computers(self.games, self.engines, self.clock, self.audience, self.fair_use, tell)

    # --- features -------------------------------------------------------------------------------------------------

    @cached_property
    def hooks(self) -> Hooks:
        """What features have made for this process."""
        return joined(Hooks(), *(made for one in self.features for made in self._made_by(one)))

    def _made_by(self, feature: Feature) -> tuple[Hooks, ...]:
        return (feature.computing(self),)

    @cached_property
    def listeners(self) -> Listeners:
        """Who hears of games: this process before its features."""
        return joined(Listeners(changed=(self.changed,)), self.hooks.listeners)

    @abstractmethod
    def changed(self, applied: Applied) -> None:
        """A game has changed here."""

    @property
    def loops(self) -> tuple[Loop, ...]:
        """The loops of features in this process."""
        return self.hooks.loops

    def tell_loops(self, topic: str) -> None:
        """Wake the loops with a topic, in this process and in all others."""
        for loop in self.loops:
            if loop.topic == topic:
                loop.wake()
        self.signals.tell(topic)

    def has_spare_time(self) -> bool:
        """Whether no loop of a feature does what people wait for."""
        return not any(one.is_busy for one in self.loops)

    # --- loops ----------------------------------------------------------------------------------------------------

    @cached_property
    def deadlines(self) -> Deadlines:
        """Lets what is due happen: computer moves, times run out, lobbies that close."""
        return Deadlines(
            self.games,
            self.computers,
            self.store.alarms,
            clock=self.clock,
            owner=self.peers.owner,
            minding=lambda: self.minding,
            parallel=self._threads or DEADLINES_AT_ONCE,
            poll=self.signals.poll,
        )

    # --- from start to end ----------------------------------------------------------------------------------------

    def listen(self) -> None:
        """Let other processes wake this one."""
        self.signals.on(Topic.DEADLINES, lambda _: self.deadlines.wake())
        self.signals.on(Topic.PROCESSES, lambda _: self.peers.wake())
        self.signals.on(Topic.SPENT, self.fair_use.hear)
        self.signals.on(Topic.PROFILES, self.store.people.profiles.drop)
        self.signals.on(Topic.HURRY, self.computers.hurry_here)
        self.peers.subscribe(self.deadlines.wake)
        for loop in self.loops:
            if loop.topic:
                self.signals.on(loop.topic, loop.hear)
            self.peers.subscribe(loop.wake)

    async def end_processes(self) -> None:
        """Stop the processes that read files and think."""
        await self.engines.close()
        for sandbox in self.sandboxes:
            await sandbox.close()
