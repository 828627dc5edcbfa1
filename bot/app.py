"""The composition root: the only place that puts the parts of the bot together."""

from __future__ import annotations

import asyncio
import logging
import random
import sys
from collections.abc import Callable, Coroutine, Mapping
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from functools import partial
from time import monotonic
from typing import Any

import aiohttp
import discord

from bot import private
from bot.fairness import FairThreads, helping_threads
from bot.front.announcer import Announcer
from bot.front.client import TilewrightClient, use_addresses
from bot.front.core.followers import Followers
from bot.front.core.game_links import GameLinks
from bot.front.core.identifying import PAUSE_SECONDS
from bot.front.core.in_flight import InFlight
from bot.front.core.library import Library
from bot.front.core.pacing import REQUESTS_A_SECOND, RequestPace
from bot.front.core.pictures import Pictures, drawing_threads
from bot.front.core.posting import Mailbox
from bot.front.core.services import Services
from bot.front.puzzles.posting import Poster
from bot.front.rooms import measured_names
from bot.garbage import short_collections
from bot.limits import LIMITS, Bounds
from bot.model.changes import EVERYTHING, Minding
from bot.model.checkpoints import Checkpoints, NoCheckpoints
from bot.model.errors import ReadingFailed
from bot.model.figures import Load
from bot.model.measures import Measures, NoMeasures
from bot.model.processes import ProcessKind
from bot.model.shards import ShardsRefused
from bot.monitoring.metrics import PrometheusMeasures
from bot.monitoring.server import Monitoring
from bot.oserrors import reason_of
from bot.playground.server import Playground
from bot.service.analysing import Analyser
from bot.service.analysis import AnalysisBoards
from bot.service.budget import WRITES, Budget
from bot.service.chat import Chat
from bot.service.compiling import Compiler
from bot.service.computers import Computers
from bot.service.dailies import Dailies
from bot.service.deadlines import Deadlines
from bot.service.deliveries import Deliveries
from bot.service.dictionaries import Dictionaries
from bot.service.drafts import Drafts
from bot.service.engineprocess import AT_HAND, EngineProcess
from bot.service.fairuse import FairUse
from bot.service.gamepuzzles import LazyFinder, Searching
from bot.service.games import Applied, Games
from bot.service.grading import LazyGrader
from bot.service.hints import Hints
from bot.service.live import Boards, Live
from bot.service.meanwhile import PlainPlayer
from bot.service.outages import Heartbeat, Outages
from bot.service.permissions import Permissions
from bot.service.ports import Clock, Grader, PuzzleFinder, SystemClock, Thinker
from bot.service.pulse import Pulse
from bot.service.puzzles import Puzzles
from bot.service.ratings import Ratings
from bot.service.reviewing import Reviewing
from bot.service.reviews import Reviews
from bot.service.sandbox import Reading
from bot.service.sandbox.process import Sandbox
from bot.service.saves import Saves
from bot.service.sealing import Sealer, find_key, key_file
from bot.service.sharing import Sharing
from bot.service.shelf import PuzzleShelf
from bot.service.study.missed import ReviewedWords
from bot.service.study.sessions import Study
from bot.service.themes import Themes
from bot.service.thinking import LazyThinker
from bot.service.variants import Variants
from bot.service.watchdog import Watchdog
from bot.settings import KEYS, Settings, ShardRange, sqlite_url
from bot.starting import (
    READING,
    StartFailed,
    end_task,
    lexicon_getter,
    make_pulse,
    on_signals,
    open_or_fail,
    serve_monitoring,
)
from bot.store.database import sqlite_file
from bot.store.repositories import Store
from bot.store.signals import Signals, Topic
from bot.store.words import WordStore
from bot.text import texts_for
from bot.text.players import computer_names
from engine.errors import Sentence
from engine.game.phases import Over
from engine.model.durations import HOUR

PLAYGROUND_DATABASE = "playground.db"
PLAYGROUND_CHAT = "playground.json"
STAND_BY_SECONDS = 15.0
"""Seconds from connecting until the bot prepares for the first upload and puzzle, which keeps startup quick."""
SWITCH_SECONDS = 0.001
CLAIM_SECONDS = 30.0
"""How long to wait for shards chosen by hand that another process holds: it may have just died."""
PATIENCE = 15_000
"""Milliseconds for which the moves of computer players are left to workers, if there are any."""
FINISH_SECONDS = 5.0
"""How long answers under way may take when the bot stops."""

_log = logging.getLogger(__name__)


def _shuffled_names(language: str) -> tuple[str, ...]:
    names = computer_names(texts_for(language))
    return tuple(random.sample(names, len(names)))


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts that tests can replace; None means the real part.

    `writes` is how many messages a channel accepts in five seconds, `requests` how many requests Discord allows all
    processes together in a second. `names` gives the names of computer players in a
    language, the first choice first. `pause` is how many seconds apart sessions with Discord begin.
    """

    clock: Clock = field(default_factory=SystemClock)
    checkpoints: Checkpoints = field(default_factory=NoCheckpoints)
    luck: random.Random | None = None
    thinker: Thinker | None = None
    dictionaries: Callable[[WordStore, Reading], Dictionaries] = Dictionaries
    library: Library = field(default_factory=Library)
    writes: int = WRITES
    names: Callable[[str], tuple[str, ...]] = _shuffled_names
    requests: float = REQUESTS_A_SECOND
    grader: Grader | None = None
    finder: PuzzleFinder | None = None
    pause: float = PAUSE_SECONDS


@dataclass(frozen=True, slots=True)
class Core:
    """The use cases and loops over one database, put together."""

    games: Games
    computers: Computers
    boards: Boards
    deliveries: Deliveries
    deadlines: Deadlines
    reviewing: Reviewing
    searching: Searching
    dailies: Dailies
    heartbeat: Heartbeat
    pulse: Pulse
    signals: Signals
    outages: Outages
    sharing: Sharing
    compiler: Compiler
    meanwhile: PlainPlayer
    thinker: LazyThinker
    services: Services
    drawing: tuple[FairThreads, ...]
    sandboxes: tuple[Sandbox, ...]
    engines: tuple[EngineProcess, ...]
    connections: Callable[[], Mapping[str, Load]]

    @staticmethod
    def of(
        store: Store,
        parts: Parts,
        mailbox: Callable[[], Mailbox],
        key: Callable[[], bytes],
        patience: int,
        limits: Bounds = LIMITS,
        measures: Measures | None = None,
        shards: ShardRange | None = None,
        *,
        thinks: bool = False,
    ) -> Core:
        """The core over a database; `mailbox` returns the connected client's mailbox, `key` the key that signs files.

        `patience` is how long an untouched lobby waits, in milliseconds; `limits` are the fair-use limits.
        `thinks` says that this process moves computer players even while workers live.
        `measures` takes measurements, if someone reads them. `shards` are those chosen by hand.
        """
        measured = measures or NoMeasures()
        clock, people = parts.clock, store.people
        sandboxes = (Sandbox(READING), Sandbox(READING))
        reading = Reading(*sandboxes)
        dictionaries = parts.dictionaries(store.words, reading)
        fair_use = FairUse(people, clock, limits, partial(store.signals.tell, Topic.SPENT))
        games = Games(store.journal, dictionaries, parts.luck, people, patience, fair_use, parts.names, measured)
        drafts = Drafts(store.drafts)
        compiler, meanwhile = Compiler(), PlainPlayer()
        lexicon = lexicon_getter(dictionaries)
        thinker = LazyThinker(lexicon, compiler, meanwhile)
        behind, at_hand = EngineProcess(lexicon, compiler), EngineProcess(lexicon, compiler, AT_HAND)
        asked, posted = drawing_threads("drawing"), drawing_threads("posting")
        chat, links = Chat(store.chat, games, clock), GameLinks(mailbox, store.contexts)
        themes = Themes(store.themes, reading)
        reviews = Reviews(games, store.reviews, fair_use, clock)
        announcer = Announcer(mailbox, games, people, links, Pictures(posted), chat, dictionaries, themes, reviews)
        budget = Budget(clock, parts.writes)
        pulse = make_pulse(store, clock, ProcessKind.BOT, measured)
        outages = Outages(games, clock)
        in_flight = InFlight()
        sharing = Sharing(
            store.shards,
            pulse.owner,
            clock,
            games.reach,
            outages,
            partial(in_flight.finish, FINISH_SECONDS),
            shared=store.is_shared,
            by_hand=shards.shards if shards else frozenset(),
            measures=measured,
        )
        pulse.subscribe(sharing.wake)
        boards = Boards(games, store.outbox, announcer, budget, clock, pulse.owner)
        signals = store.signals
        computers = Computers(
            games,
            parts.thinker or thinker,
            clock,
            Live(boards.show),
            fair_use,
            elsewhere=partial(signals.tell, Topic.HURRY),
        )

        def minding() -> Minding:
            return Minding(patience=PATIENCE) if pulse.lives(ProcessKind.WORKER) and not thinks else EVERYTHING

        puzzles = Puzzles(store.puzzles, PuzzleShelf(store.game_puzzles, people), clock, parts.luck, fair_use)
        reviewing = Reviewing(
            games, store.reviews, parts.grader or LazyGrader(behind), clock, pulse.owner, signals.poll
        )
        searching = Searching(
            games,
            store.game_puzzles,
            people,
            parts.finder or LazyFinder(behind, lexicon),
            clock,
            pulse.owner,
            lambda: reviewing.idle,
            partial(signals.tell, Topic.PUZZLES),
        )
        deliveries = Deliveries(store, announcer, clock, budget, parts.checkpoints, pulse.owner, measured, signals.poll)

        def requested() -> None:
            reviewing.wake()
            signals.tell(Topic.REVIEWS)

        reviews.wake, reviews.told = requested, deliveries.wake
        poster = Poster(mailbox, people, Pictures(posted), themes, store.installation)
        dailies = Dailies(puzzles, store.puzzles, poster, clock, pulse.owner)
        return Core(
            games,
            computers,
            boards,
            deliveries,
            Deadlines(games, computers, store.alarms, clock, pulse.owner, minding, poll=signals.poll),
            reviewing,
            searching,
            dailies,
            Heartbeat(store.meta, clock),
            pulse,
            store.signals,
            outages,
            sharing,
            compiler,
            meanwhile,
            thinker,
            Services(
                games,
                drafts,
                people,
                Permissions(people, games, drafts, store.reviews),
                links,
                dictionaries,
                computers,
                Hints(games, computers, thinker.hint, fair_use),
                store.outbox,
                Pictures(asked),
                clock,
                store.contexts,
                store.results,
                Ratings(store.results),
                chat,
                budget,
                Variants(store.variants, reading),
                themes,
                Saves(games, dictionaries, Sealer(key), store.installation, reading),
                fair_use,
                reviews,
                Followers(clock),
                Study(store.study, parts.luck or random.SystemRandom(), ReviewedWords(games, store.reviews)),
                puzzles,
                AnalysisBoards(store.analysis, clock, parts.luck),
                Analyser(at_hand, compiler.finish, fair_use),
                library=parts.library,
                in_flight=in_flight,
                measures=measured,
                wake_puzzles=dailies.wake,
            ),
            (asked, posted),
            sandboxes,
            (behind, at_hand),
            store.loads,
        )

    @property
    def loads(self) -> Mapping[str, Load]:
        """How busy the pools of threads and connections are, by name."""
        asked, posted = self.drawing
        pools = {"thinking": self.computers.load, "drawing": asked.load, "posting": posted.load}
        return {**pools, **self.connections()}

    def woken(self, applied: Applied) -> None:
        """A game has changed: look for messages to send and for the next deadline, and for puzzles if it is over."""
        self.look()
        if isinstance(applied.state.phase, Over):
            self.searching.wake()
        if self.pulse.lives(ProcessKind.WORKER):
            self.signals.tell(Topic.DEADLINES)

    def look(self) -> None:
        """Look for messages to send and for the next deadline."""
        self.deliveries.wake()
        self.deadlines.wake()

    def listen(self) -> None:
        """Let other processes wake this one."""
        self.pulse.subscribe(self.look)
        self.pulse.subscribe(self.reviewing.wake)
        self.pulse.subscribe(self.searching.wake)
        self.signals.on(Topic.DELIVERIES, lambda _: self.deliveries.wake())
        self.signals.on(Topic.DEADLINES, lambda _: self.deadlines.wake())
        self.signals.on(Topic.PROCESSES, lambda _: self.pulse.wake())
        self.signals.on(Topic.SHARDS, lambda _: self.sharing.wake())
        self.signals.on(Topic.REVIEWS, lambda _: self.reviewing.wake())
        self.signals.on(Topic.PUZZLES, lambda _: self.searching.wake())
        self.signals.on(Topic.SPENT, self.services.fair_use.hear)
        self.signals.on(Topic.HURRY, self.computers.hurry_here)
        self.signals.on(Topic.THOUGHTS, self._show)
        self.boards.on_freed = self.deliveries.wake

    def _show(self, thoughts: str) -> None:
        """Show what a worker's computer player considers, if that falls to this bot."""
        self.boards.show_for_another(thoughts, [one.id for one in self.pulse.living if one.kind is ProcessKind.BOT])

    def close(self) -> None:
        """Stop the threads."""
        self.reviewing.close()
        self.searching.close()
        self.services.analyser.close()
        self.computers.close()
        self.compiler.end()
        self.thinker.close()
        for pool in self.drawing:
            pool.shutdown(wait=False, cancel_futures=True)

    async def stand_by(self) -> None:
        """After a while, start the process that reads uploads and read the puzzles, so that nobody waits for them."""
        await asyncio.sleep(STAND_BY_SECONDS)
        await self.sandboxes[0].stand_by()
        await self.services.puzzles.shelf.prepare()

    async def prepare(self) -> None:
        """Start compiling the kernels if necessary, and the process that plays until they are ready.

        With prepared kernels, nobody waits; they are replaced when those for this processor are ready.
        """
        await asyncio.to_thread(self.compiler.begin)
        if not await asyncio.to_thread(self.compiler.is_at_work):
            return
        if await asyncio.to_thread(self.compiler.is_done):
            await asyncio.to_thread(self.compiler.tune)
        else:
            with suppress(ReadingFailed):  # already logged
                await self.meanwhile.warm_up()

    async def end_processes(self) -> None:
        """Stop the processes that read files, play, review and analyse."""
        await self.boards.close()
        await self.meanwhile.close()
        for engine in self.engines:
            await engine.close()
        for sandbox in self.sandboxes:
            await sandbox.close()


def build(settings: Settings, parts: Parts | None = None) -> App:
    """Build the application for these settings; nothing is opened before it starts."""
    return App(settings, parts or Parts())


class App:
    """The bot in one process, with its own playground if no token is set."""

    def __init__(self, settings: Settings, parts: Parts) -> None:
        self._settings = settings
        self._parts = parts
        self._ending = AsyncExitStack()
        self._connection: asyncio.Task[None] | None = None
        self._connected = asyncio.Event()
        self._client: TilewrightClient | None = None
        self._measures: Measures = NoMeasures()
        self._is_serving = False
        self._is_connected = False
        self.monitoring: Monitoring | None = None
        self.playground: Playground | None = None
        self.core: Core | None = None

    @property
    def client(self) -> TilewrightClient:
        """The client connected now."""
        assert self._client is not None
        return self._client

    async def run(self, announce: Callable[[str], object] = print) -> None:
        """Start, print the playground's address, and run until the process is told to stop. Raises `StartFailed`."""
        told_to_end = asyncio.Event()
        on_signals(told_to_end.set)
        await self.start()
        try:
            self._ending.enter_context(short_collections())
            if self.playground:
                announce(f"Playground: {self.playground.address}")
            assert self._connection is not None
            assert self.core is not None
            self._begin(self.core.prepare())
            await _either(told_to_end, self._connection)
            if self._connection.done():
                _raise_failure(self._connection)
        finally:
            await self.stop()

    async def start(self) -> None:
        """Open everything and connect; then people can play. Raises `StartFailed`, leaving nothing open."""
        try:
            await self._start()
        except BaseException:
            await self.stop()
            raise

    async def stop(self) -> None:
        """Close everything in reverse order."""
        await self._ending.aclose()

    async def _start(self) -> None:
        if self._settings.metrics:
            self._measures = PrometheusMeasures(measured_names(), self._loads)
        watchdog = Watchdog(lagged=self._measures.lagged)
        watchdog.start()
        self._ending.callback(watchdog.stop)
        await asyncio.to_thread(private.tighten, self._settings.folder)
        self._check_shards()
        token = await self._find_discord()
        store = await self._open_store()
        core = self._assemble(store)
        await core.pulse.enter()
        core.listen()
        self._begin(store.signals.run())
        self._begin(core.pulse.run())
        await self._serve_monitoring(store)
        self._connection = asyncio.create_task(self._stay_connected(core, token, store), name="connection")
        self._ending.push_async_callback(self._disconnect)
        await self._wait_until_connected(self._connection)
        core.games.subscribe(core.woken)
        for work in (
            core.deliveries.run(),
            core.deadlines.run(),
            core.reviewing.run(),
            core.searching.run(),
            core.dailies.run(),
            core.heartbeat.run(),
            core.stand_by(),
        ):
            self._begin(work)
        self._is_serving = True

    def _loads(self) -> Mapping[str, Load]:
        """How busy the pools of this process are."""
        return self.core.loads if self.core else {}

    async def _serve_monitoring(self, store: Store) -> None:
        address, clock = self._settings.metrics, self._parts.clock
        if address is None:
            return
        assert isinstance(self._measures, PrometheusMeasures)
        self.monitoring = await serve_monitoring(
            address,
            self._measures,
            store,
            clock,
            lambda: self._is_serving and self._is_connected,
            "not connected to Discord",
        )
        self._ending.push_async_callback(self.monitoring.close)

    def _check_shards(self) -> None:
        """Raises `StartFailed` for shards that would need more than the one process that SQLite serves."""
        shards = self._settings.shards
        if shards and not shards.is_all and sqlite_file(self._settings.database_url):
            raise StartFailed(
                Sentence(
                    "{setting} leaves shards to other processes, but an SQLite database serves only one: choose all "
                    "with {all}, or use PostgreSQL",
                    setting=KEYS["shards"],
                    all=f"0-{shards.count - 1}/{shards.count}",
                ),
                exit_code=2,
            )

    async def _find_discord(self) -> str:
        """The token to log in with; starts the playground if none is set."""
        if self._settings.token:
            use_addresses(self._settings.api, self._settings.gateway, self._settings.cdn)
            return self._settings.token
        playground = Playground(self._settings.port, state_file=self._settings.folder / PLAYGROUND_CHAT)
        try:
            await playground.start()
        except OSError as error:
            raise StartFailed(
                Sentence(
                    "the port {port} is taken: set {setting} to another one ({reason})",
                    port=self._settings.port,
                    setting=KEYS["port"],
                    reason=reason_of(error),
                )
            ) from error
        except ValueError as error:
            wrong = Sentence(
                "{file} is not a saved playground: move this file away to begin with an empty chat",
                file=self._settings.folder / PLAYGROUND_CHAT,
            )
            raise StartFailed(wrong) from error
        self._ending.push_async_callback(playground.close)
        self.playground = playground
        use_addresses(playground.api, playground.gateway_url, playground.cdn)
        return playground.token

    async def _open_store(self) -> Store:
        own = self.playground and self._settings.database_url == sqlite_url(self._settings.folder / "tilewright.db")
        url = sqlite_url(self._settings.folder / PLAYGROUND_DATABASE) if own else self._settings.database_url
        store = await open_or_fail(url, self._parts.checkpoints)
        self._ending.push_async_callback(store.close)
        return store

    def _assemble(self, store: Store) -> Core:
        # Makes threads that draw and think release the interpreter sooner, so that answers do not wait for them.
        sys.setswitchinterval(SWITCH_SECONDS)
        asyncio.get_running_loop().set_default_executor(helping_threads())
        file = key_file(self._settings.folder, sqlite_file(store.url))
        key = partial(find_key, self._settings.save_key, file)
        settings = self._settings
        patience = settings.lobby_hours * HOUR
        core = Core.of(
            store,
            self._parts,
            lambda: self.client.mailbox,
            key,
            patience,
            settings.limits,
            self._measures,
            settings.shards,
            thinks=settings.think == "always",
        )
        self._ending.push_async_callback(core.end_processes)
        self._ending.callback(core.close)
        self.core = core
        return core

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._ending.push_async_callback(end_task, task)

    async def _stay_connected(self, core: Core, token: str, store: Store) -> None:
        """Stay connected while the process runs; if Discord does not grant message texts, continue without them."""
        for reads_chat in (True, False):
            core.services.reads_chat = reads_chat
            register = self.playground is not None
            client = TilewrightClient(
                core.services,
                store.meta,
                store.locks.hold,
                pace=RequestPace(self._parts.requests),
                message_content=reads_chat,
                always_register=register,
                pause=self._parts.pause,
            )
            client.on_connected = self._on_connected
            client.on_lost = self._on_lost
            self._client = client
            try:
                await self._connect(core, client, token)
            except discord.PrivilegedIntentsRequired:
                await client.close()
                _log.warning(
                    "The message-content intent is not granted: moves typed as plain text are not read in servers. "
                    "Commands, buttons, mentions and direct messages work. Grant it on the developer portal."
                )
                continue
            return

    async def _connect(self, core: Core, client: TilewrightClient, token: str) -> None:
        """Log in, claim shards, and stay connected through those that this process holds."""
        await client.login(token)
        by_hand = self._settings.shards
        count = by_hand.count if by_hand else await client.recommended_shards()
        client.shard_count = await self._claim(core, client, count)
        core.pulse.subscribe(partial(self._share_requests, core.pulse, client))
        self._share_requests(core.pulse, client)
        sharing = asyncio.create_task(core.sharing.run(client), name="sharing")
        if not core.sharing.expects:
            _log.info("Other processes hold all %d shards; this one waits for its share.", client.shard_count)
            self._is_connected = True
            self._connected.set()
        try:
            await client.connect()
        finally:
            await end_task(sharing)

    async def _claim(self, core: Core, client: TilewrightClient, count: int) -> int:
        """Claim the first shards; waits for those of a process that has died, which others still count as living."""
        until = monotonic() + CLAIM_SECONDS
        while True:
            try:
                return await core.sharing.begin(client, count, await core.heartbeat.last())
            except ShardsRefused as refused:
                if monotonic() > until:
                    raise StartFailed(refused.reason) from refused
                await asyncio.sleep(1.0)

    @staticmethod
    def _share_requests(pulse: Pulse, client: TilewrightClient) -> None:
        client.pace.share(sum(one.kind is ProcessKind.BOT for one in pulse.living))

    def _on_lost(self, shard: int) -> None:
        assert self.core is not None
        self.core.outages.begin(shard=shard)
        self._note_shards()

    def _on_connected(self, shard: int) -> None:
        assert self.core is not None
        self.core.outages.end(shard)
        self.core.sharing.wake()
        self._note_shards()
        self._connected.set()

    def _note_shards(self) -> None:
        connected = len(self.client.connected)
        self._is_connected = bool(connected)
        self._measures.holds_shards(connected)

    async def _wait_until_connected(self, connection: asyncio.Task[None]) -> None:
        await _either(self._connected, connection)
        if connection.done():
            _raise_failure(connection)

    async def _disconnect(self) -> None:
        self._is_serving = False
        if self.core:
            await self.core.services.followers.stop()
            await self.core.services.in_flight.finish(FINISH_SECONDS)
        if self._client:
            await self._client.close()
        if self._connection:
            await end_task(self._connection)


async def _either(event: asyncio.Event, task: asyncio.Task[None]) -> None:
    """Return once an event has happened or a task is done; if this is cancelled, no waiting is left behind."""
    happened = asyncio.create_task(event.wait())
    try:
        await asyncio.wait({happened, task}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        happened.cancel()


def _raise_failure(connection: asyncio.Task[None]) -> None:
    """Raise `StartFailed` for a connection that has ended."""
    error = None if connection.cancelled() else connection.exception()
    match error:
        case None:
            raise StartFailed(Sentence("the connection to Discord has ended"))
        case StartFailed():
            raise error
        case discord.ConnectionClosed(code=4010 | 4011):
            raise StartFailed(Sentence("Discord refuses this number of shards: start all processes again")) from error
        case discord.LoginFailure():
            raise StartFailed(
                Sentence("Discord does not accept {setting}", setting=KEYS["token"]), exit_code=2
            ) from error
        case aiohttp.ClientError() | OSError():
            raise StartFailed(Sentence("Discord cannot be reached")) from error
        case discord.DiscordException():
            raise StartFailed(
                Sentence("the connection to Discord has ended ({error})", error=type(error).__name__)
            ) from error
        case _:
            raise error
