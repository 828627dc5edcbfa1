"""The composition root: the only place that puts the parts of the bot together."""

from __future__ import annotations

import asyncio
import logging
import os
import random
import secrets
import signal
import sys
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import aiohttp
import discord

from bot import private
from bot.fairness import FairThreads, helping_threads
from bot.front.announcer import Announcer
from bot.front.client import TilewrightClient, use_addresses
from bot.front.core.game_links import GameLinks
from bot.front.core.library import Library
from bot.front.core.pictures import Pictures, drawing_threads
from bot.front.core.posting import Mailbox
from bot.front.core.services import Services
from bot.garbage import short_collections
from bot.limits import LIMITS, Bounds
from bot.model.checkpoints import Checkpoints, NoCheckpoints
from bot.model.errors import DatabaseInUse, DatabaseUnusable, ReadingFailed
from bot.playground.server import Playground
from bot.service.budget import WRITES, Budget
from bot.service.chat import Chat
from bot.service.compiling import Compiler
from bot.service.computers import Computers
from bot.service.deadlines import Deadlines
from bot.service.deliveries import Deliveries
from bot.service.dictionaries import Dictionaries
from bot.service.drafts import Drafts
from bot.service.fairuse import FairUse
from bot.service.games import Applied, Games
from bot.service.hints import Hints
from bot.service.live import Live
from bot.service.meanwhile import PlainPlayer
from bot.service.outages import Heartbeat, Outages
from bot.service.permissions import Permissions
from bot.service.ports import Clock, SystemClock, Thinker
from bot.service.ratings import Ratings
from bot.service.sandbox import Reading
from bot.service.sandbox.process import Sandbox
from bot.service.saves import Saves
from bot.service.sealing import Sealer, find_key, key_file
from bot.service.themes import Themes
from bot.service.thinking import LazyThinker
from bot.service.variants import Variants
from bot.service.watchdog import Watchdog
from bot.settings import Settings, sqlite_url
from bot.store.database import sqlite_file
from bot.store.opening import open_store
from bot.store.repositories import Store
from bot.store.words import WordStore
from bot.text import texts_for
from bot.text.players import computer_names
from engine.game.state import Setup
from engine.model.durations import HOUR
from engine.words.lexicon import Lexicon

PLAYGROUND_DATABASE = "playground.db"
PLAYGROUND_CHAT = "playground.json"
READING = "bot.service.sandbox.jobs"
"""The module with the jobs that read uploads; only the reading processes import it."""
STAND_BY_SECONDS = 15.0
"""Seconds from connecting until the bot starts the process for the first upload, which keeps startup quick."""
SWITCH_SECONDS = 0.001
FINISH_SECONDS = 5.0
"""How long answers under way may take when the bot stops."""

_log = logging.getLogger(__name__)


@dataclass(eq=False)
class StartFailed(Exception):
    """The bot cannot start; `reason` is one clear line for the terminal."""

    reason: str
    exit_code: int = 1

    def __str__(self) -> str:
        return self.reason


def _shuffled_names(language: str) -> tuple[str, ...]:
    names = computer_names(texts_for(language))
    return tuple(random.sample(names, len(names)))


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts that tests can replace; None means the real part.

    `writes` is how many messages a channel accepts in five seconds. `names` gives the names of computer players in a
    language, the first choice first.
    """

    clock: Clock = field(default_factory=SystemClock)
    checkpoints: Checkpoints = field(default_factory=NoCheckpoints)
    luck: random.Random | None = None
    thinker: Thinker | None = None
    dictionaries: Callable[[WordStore, Reading], Dictionaries] = Dictionaries
    library: Library = field(default_factory=Library)
    writes: int = WRITES
    names: Callable[[str], tuple[str, ...]] = _shuffled_names


@dataclass(frozen=True, slots=True)
class Core:
    """The use cases and loops over one database, put together."""

    games: Games
    computers: Computers
    deliveries: Deliveries
    deadlines: Deadlines
    heartbeat: Heartbeat
    outages: Outages
    compiler: Compiler
    meanwhile: PlainPlayer
    thinker: LazyThinker
    services: Services
    drawing: tuple[FairThreads, ...]
    sandboxes: tuple[Sandbox, ...]

    @staticmethod
    def of(
        store: Store,
        parts: Parts,
        mailbox: Callable[[], Mailbox],
        key: Callable[[], bytes],
        patience: int,
        limits: Bounds = LIMITS,
    ) -> Core:
        """The core over a database; `mailbox` returns the connected client's mailbox, `key` the key that signs files.

        `patience` is how long an untouched lobby waits, in milliseconds; `limits` are the fair-use limits.
        """
        clock, people = parts.clock, store.people
        sandboxes = (Sandbox(READING), Sandbox(READING))
        reading = Reading(*sandboxes)
        dictionaries = parts.dictionaries(store.words, reading)
        fair_use = FairUse(people, clock, limits)
        games = Games(store.journal, dictionaries, parts.luck, people, patience, fair_use, parts.names)
        drafts = Drafts(store.drafts)
        compiler, meanwhile = Compiler(), PlainPlayer()
        thinker = LazyThinker(_lexicon_getter(dictionaries), compiler, meanwhile)
        asked, posted = drawing_threads("drawing"), drawing_threads("posting")
        chat, links = Chat(store.chat, games, clock), GameLinks(mailbox, store.contexts)
        themes = Themes(store.themes, reading)
        announcer = Announcer(mailbox, games, people, links, Pictures(posted), chat, dictionaries, themes)
        budget = Budget(clock, parts.writes)
        live = Live(games, store.outbox, announcer, budget)
        computers = Computers(games, parts.thinker or thinker, clock, live, fair_use)
        owner = f"{store.installation}-{os.getpid()}-{secrets.token_hex(4)}"
        return Core(
            games,
            computers,
            Deliveries(store, announcer, clock, budget, parts.checkpoints, owner),
            Deadlines(games, computers, store.alarms, clock, owner),
            Heartbeat(store.meta, clock),
            Outages(games, clock),
            compiler,
            meanwhile,
            thinker,
            Services(
                games,
                drafts,
                people,
                Permissions(people, games, drafts),
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
                library=parts.library,
            ),
            (asked, posted),
            sandboxes,
        )

    def woken(self, _: Applied) -> None:
        """A game has changed: look for messages to send and for the next deadline."""
        self.deliveries.wake()
        self.deadlines.wake()

    def close(self) -> None:
        """Stop the threads."""
        self.computers.close()
        self.compiler.end()
        self.thinker.close()
        for pool in self.drawing:
            pool.shutdown(wait=False, cancel_futures=True)

    async def stand_by(self) -> None:
        """Start the process that reads uploads after a while, so that the first upload does not wait for it."""
        await asyncio.sleep(STAND_BY_SECONDS)
        await self.sandboxes[0].stand_by()

    async def prepare(self) -> None:
        """Start compiling the kernels if necessary, and the process that plays until they are ready."""
        await asyncio.to_thread(self.compiler.begin)
        if await asyncio.to_thread(self.compiler.is_at_work):
            with suppress(ReadingFailed):  # already logged
                await self.meanwhile.warm_up()

    async def end_processes(self) -> None:
        """Stop the processes that read files and play."""
        await self.meanwhile.close()
        for sandbox in self.sandboxes:
            await sandbox.close()


def _lexicon_getter(dictionaries: Dictionaries) -> Callable[[Setup], Lexicon]:
    """How a thinking thread gets a lexicon that the event loop manages."""
    loop = asyncio.get_running_loop()
    return lambda setup: asyncio.run_coroutine_threadsafe(dictionaries.lexicon(setup), loop).result()


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
        _on_signals(told_to_end.set)
        await self.start()
        try:
            self._ending.enter_context(short_collections())
            if self.playground:
                announce(f"Playground: {self.playground.address}")
            assert self._connection is not None
            assert self.core is not None
            self._begin(self.core.prepare())
            end = asyncio.create_task(told_to_end.wait())
            await asyncio.wait({end, self._connection}, return_when=asyncio.FIRST_COMPLETED)
            end.cancel()
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
        watchdog = Watchdog()
        watchdog.start()
        self._ending.callback(watchdog.stop)
        await asyncio.to_thread(private.tighten, self._settings.folder)
        token = await self._find_discord()
        store = await self._open_store()
        core = self._assemble(store)
        core.outages.begin(await core.heartbeat.last())
        self._connection = asyncio.create_task(self._stay_connected(core, token, store), name="connection")
        self._ending.push_async_callback(self._disconnect)
        await self._wait_until_connected(self._connection)
        core.games.subscribe(core.woken)
        await core.outages.settled()
        for work in (core.deliveries.run(), core.deadlines.run(), core.heartbeat.run(), core.stand_by()):
            self._begin(work)

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
                f"the port {self._settings.port} is taken: set TILEWRIGHT_PORT to another one ({error.strerror})"
            ) from error
        except ValueError as error:
            raise StartFailed(f"{error}; move this file away to begin with an empty chat") from error
        self._ending.push_async_callback(playground.close)
        self.playground = playground
        use_addresses(playground.api, playground.gateway_url, playground.cdn)
        return playground.token

    async def _open_store(self) -> Store:
        own = self.playground and self._settings.database_url == sqlite_url(self._settings.folder / "tilewright.db")
        url = sqlite_url(self._settings.folder / PLAYGROUND_DATABASE) if own else self._settings.database_url
        try:
            store = await open_store(url, self._parts.checkpoints)
        except DatabaseInUse as error:
            raise StartFailed(f"another process has the database {error.path} open") from error
        except DatabaseUnusable as error:
            raise StartFailed(f"the database {error.path} cannot be used: {error.reason}") from error
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
        core = Core.of(store, self._parts, lambda: self.client.mailbox, key, patience, settings.limits)
        self._ending.push_async_callback(core.end_processes)
        self._ending.callback(core.close)
        self.core = core
        return core

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._ending.push_async_callback(_end, task)

    async def _stay_connected(self, core: Core, token: str, store: Store) -> None:
        """Stay connected while the process runs; if Discord does not grant message texts, continue without them."""
        for reads_chat in (True, False):
            core.services.reads_chat = reads_chat
            register = self.playground is not None
            client = TilewrightClient(core.services, store.meta, message_content=reads_chat, always_register=register)
            client.on_connected = self._is_connected
            client.on_lost = core.outages.begin
            self._client = client
            try:
                await client.login(token)
                await client.connect()
            except discord.PrivilegedIntentsRequired:
                await client.close()
                _log.warning(
                    "The message-content intent is not granted: moves typed as plain text are not read in servers. "
                    "Commands, buttons, mentions and direct messages work. Grant it on the developer portal."
                )
                continue
            return

    def _is_connected(self) -> None:
        assert self.core is not None
        self.core.outages.end()
        self._connected.set()

    async def _wait_until_connected(self, connection: asyncio.Task[None]) -> None:
        waiting = asyncio.create_task(self._connected.wait())
        await asyncio.wait({waiting, connection}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if connection.done():
            _raise_failure(connection)

    async def _disconnect(self) -> None:
        if self.core:
            await self.core.services.in_flight.finish(FINISH_SECONDS)
        if self._client:
            await self._client.close()
        if self._connection:
            await _end(self._connection)


async def _end(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def _raise_failure(connection: asyncio.Task[None]) -> None:
    """Raise `StartFailed` for a connection that has ended."""
    error = None if connection.cancelled() else connection.exception()
    match error:
        case None:
            raise StartFailed("the connection to Discord has ended")
        case discord.LoginFailure():
            raise StartFailed("Discord does not accept DISCORD_TOKEN", exit_code=2) from error
        case aiohttp.ClientError() | OSError():
            raise StartFailed("Discord cannot be reached") from error
        case discord.DiscordException():
            raise StartFailed(f"the connection to Discord has ended ({type(error).__name__})") from error
        case _:
            raise error


def _on_signals(stop: Callable[[], object]) -> None:
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows has no handlers on the loop; an interrupt stops the bot anyway
            loop.add_signal_handler(name, stop)
