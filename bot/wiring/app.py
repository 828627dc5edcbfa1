"""The bot in one process: opens the database, connects to Discord, and runs until it is told to stop."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from time import monotonic

import aiohttp
import discord

from bot import features, system
from bot.fairness import helping_threads
from bot.front.connection.addresses import use_addresses
from bot.front.connection.client import TilewrightClient
from bot.front.connection.sessions import RequestPace
from bot.model.invitation import invitation
from bot.model.processes import ProcessKind, ShardsRefused
from bot.playground.server import Playground
from bot.service.processes.peers import Peers
from bot.service.saving.seals import find_key, key_file
from bot.settings import KEYS, Settings, sqlite_url
from bot.store.database import sqlite_file
from bot.store.processes import Topic
from bot.store.repositories import Store
from bot.system import reason_of
from bot.wiring.bot import FINISH_SECONDS, ROOMS, Core, Parts, rooms_with
from bot.wiring.starting import (
    MISCONFIGURED,
    TOKEN_REFUSED,
    Running,
    StartFailed,
    end_task,
    open_or_fail,
    read_own_words,
)
from engine.loading.computers import keep_little
from engine.sentences import Sentence

PLAYGROUND_DATABASE = "playground.db"
PLAYGROUND_CHAT = "playground.json"
SWITCH_SECONDS = 0.001
CLAIM_SECONDS = 30.0
"""How long to wait for shards chosen by hand that another process holds: it may have just died."""

LOG = logging.getLogger(__name__)


def build(settings: Settings, parts: Parts | None = None) -> App:
    """Build the application for these settings; nothing is opened before it starts."""
    return App(settings, parts or Parts())


class App(Running[Core]):
    """The bot in one process, with its own playground if no token is set."""

    def __init__(self, settings: Settings, parts: Parts) -> None:
        super().__init__(settings)
        self._parts = parts
        self._rooms = ROOMS if parts.features == features.NAMES else rooms_with(parts.features)
        self._connection: asyncio.Task[None] | None = None
        self._connected = asyncio.Event()
        self._client: TilewrightClient | None = None
        self._is_serving = False
        self._is_connected = False
        self._has_resumed = False
        self.playground: Playground | None = None

    @property
    def client(self) -> TilewrightClient:
        """The client connected now."""
        assert self._client is not None
        return self._client

    async def run(self, announce: Callable[[str], object] = print) -> None:
        """Start, print the way in, and run until the process is told to stop. Raises `StartFailed`."""

        async def serve(told_to_end: asyncio.Event) -> None:
            announce(self.way_in())
            assert self._connection is not None
            assert self.core is not None
            self.core.engines.warm()
            await _either(told_to_end, self._connection)
            if self._connection.done():
                _raise_failure(self._connection)

        await self._run(serve)

    def way_in(self) -> str:
        """Where people find the bot: the playground's address, or the link that brings the bot into a server."""
        if self.playground:
            return f"Playground: {self.playground.address}"
        application = self.client.application_id
        assert application is not None
        return f"Invitation: {invitation(application)}"

    async def _start(self) -> None:
        self._measure(self._rooms.measured_names())
        await asyncio.to_thread(system.tighten, self._settings.folder)
        self._check_shards()
        await asyncio.to_thread(read_own_words)
        store = await self._open_store()
        token = await self._find_discord()
        core = self._assemble(store)
        await core.peers.enter()
        core.listen()
        self._begin(store.signals.run())
        self._begin(core.peers.run())
        ready = lambda: self._is_serving and self._is_connected  # noqa: E731
        await self._serve_monitoring(store, self._parts.clock, ready, "not connected to Discord")
        self._connection = asyncio.create_task(self._stay_connected(core, token, store), name="connection")
        self._ending.push_async_callback(self._disconnect)
        await self._wait_until_connected(self._connection)
        for work in (
            core.deliveries.run(),
            core.deadlines.run(),
            *(loop.run() for loop in core.loops),
            core.heartbeat.run(),
            core.time.run(),
            core.outages.watch(),
            core.stand_by(),
        ):
            self._begin(work)
        self._is_serving = True

    def _check_shards(self) -> None:
        """Raise `StartFailed` for shards that would need more than the one process that SQLite serves."""
        shards = self._settings.shards
        if shards and not shards.is_all and sqlite_file(self._settings.database_url):
            raise StartFailed(
                Sentence(
                    "{setting} leaves shards to other processes, but an SQLite database serves only one: choose all "
                    "with {all}, or use PostgreSQL",
                    setting=KEYS["shards"],
                    all=f"0-{shards.count - 1}/{shards.count}",
                ),
                exit_code=MISCONFIGURED,
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
                    port=str(self._settings.port),
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
        folder, url = self._settings.folder, self._settings.database_url
        if not self._settings.token and url == sqlite_url(folder / "tilewright.db"):
            url = sqlite_url(folder / PLAYGROUND_DATABASE)
        store = await open_or_fail(url, features.store_hooks(self._parts.features), self._parts.checkpoints)
        self._ending.push_async_callback(store.close)
        return store

    def _assemble(self, store: Store) -> Core:
        # Makes threads that draw and think release the interpreter sooner, so that answers do not wait for them.
        sys.setswitchinterval(SWITCH_SECONDS)
        keep_little()
        asyncio.get_running_loop().set_default_executor(helping_threads())
        file = key_file(self._settings.folder, sqlite_file(store.url))
        key = partial(find_key, self._settings.save_key, file)
        core = Core(
            store, self._parts, self._settings, self._measures, self._rooms.hooks, lambda: self.client.mailbox, key
        )
        self._ending.push_async_callback(core.end_processes)
        self._ending.callback(core.close)
        self.core = core
        return core

    async def _stay_connected(self, core: Core, token: str, store: Store) -> None:
        """Stay connected while the process runs; if Discord does not grant message texts, continue without them."""
        for reads_chat in (True, False):
            register = self.playground is not None
            client = TilewrightClient(
                core.services,
                self._rooms,
                store.meta,
                store.locks.hold,
                installation=store.installation,
                pace=RequestPace(self._parts.requests),
                message_content=reads_chat,
                always_register=register,
                pause=self._parts.pause,
            )
            client.on_connected = self._on_connected
            client.on_lost = self._on_lost
            core.time.on_wrong = client.tell_of_clock
            client.on_direct = partial(store.signals.tell, Topic.DIRECT)
            core.signals.on(Topic.DIRECT, client.hear_direct)
            self._client = client
            try:
                await self._connect(core, client, token)
            except discord.PrivilegedIntentsRequired:
                await client.close()
                LOG.warning(
                    "The message-content intent is not granted: moves typed as plain text are not read in servers. "
                    "Commands, buttons, mentions and direct messages work. Grant it on the developer portal."
                )
                continue
            return

    async def _connect(self, core: Core, client: TilewrightClient, token: str) -> None:
        """Log in, claim shards, and stay connected through those that this process holds."""
        await client.login(token)  # from here on, Discord has told the time
        if not self._has_resumed:
            self._has_resumed = True
            await core.heartbeat.resume(alone=not any(map(core.peers.lives, ProcessKind)))
        by_hand = self._settings.shards
        count = by_hand.count if by_hand else await client.recommended_shards()
        client.shard_count = await self._claim(core, client, count)
        core.peers.subscribe(partial(self._share_requests, core.peers, client))
        self._share_requests(core.peers, client)
        sharing = asyncio.create_task(core.sharing.run(client), name="sharing")
        if not core.sharing.expects:
            LOG.info("Other processes hold all %d shards; this one waits for its share.", client.shard_count)
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
    def _share_requests(peers: Peers, client: TilewrightClient) -> None:
        client.pace.share(sum(one.kind is ProcessKind.BOT for one in peers.living))

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
            await self.core.services.answering.in_flight.finish(FINISH_SECONDS)
        if self._client:
            await self._client.close()
        if self._connection:
            await end_task(self._connection)


async def _either(event: asyncio.Event, task: asyncio.Task[None]) -> None:
    """Return once an event has happened or a task is done; if this is cancelled, it waits for nothing more."""
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
            raise StartFailed(Sentence("Discord refuses this number of shards: restart all processes")) from error
        case discord.LoginFailure() | discord.HTTPException(status=HTTPStatus.UNAUTHORIZED):
            raise StartFailed(
                Sentence(
                    "Discord does not accept {setting}: copy the token again from the developer portal",
                    setting=KEYS["token"],
                ),
                exit_code=TOKEN_REFUSED,
            ) from error
        case aiohttp.ClientError() | OSError():
            raise StartFailed(
                Sentence("Discord cannot be reached: check this machine's connection, then start again")
            ) from error
        case discord.DiscordException():
            raise StartFailed(
                Sentence("the connection to Discord has ended ({error})", error=type(error).__name__)
            ) from error
        case _:
            raise error
