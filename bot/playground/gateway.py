"""The gateway: a WebSocket on which the bot identifies, resumes and receives events.

Based on Discord's API reference, "Gateway": opcodes, close codes, resuming, intents.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMessage, WSMsgType, web

from bot.playground import world
from bot.playground.errors import Json
from bot.playground.faults import PlannedFailures
from bot.playground.ratelimit import StartLimits
from bot.playground.received import CONFUSED, Packer, packer, read_json
from bot.playground.world import GatewayEvent, World

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, RESUME = 0, 1, 2, 3, 6
RECONNECT, MEMBERS, INVALID, HELLO, ACK = 7, 8, 9, 10, 11
BAD_TOKEN, BAD_SHARD, TOO_FEW_SHARDS, BAD_INTENTS, NOT_AUTHENTICATED, BAD_PAYLOAD = 4004, 4010, 4011, 4014, 4003, 4002
RESUME_SECONDS = 120.0
MESSAGE_CONTENT = 1 << 15
HEARTBEAT_MS = 41_250
ACK_SECONDS = 0.05
"""A network's latency: an instant answer would reach discord.py before it records when it asked."""

# by the first word of an event's name: the intent for servers, and for direct messages
_INTENTS = {
    "GUILD": (1 << 0, 0),
    "GUILD_SCHEDULED_EVENT": (1 << 16, 0),
    "CHANNEL": (1 << 0, 0),
    "THREAD": (1 << 0, 0),
    "MESSAGE": (1 << 9, 1 << 12),
    "MESSAGE_REACTION": (1 << 10, 1 << 13),
    "TYPING": (1 << 11, 1 << 14),
}


@dataclass(slots=True)
class GatewaySession:
    """One identified bot process (or shard): what it receives, and what it may ask to receive again."""

    id: str
    intents: int
    shard: tuple[int, int]
    sequence: int = 0
    history: deque[Json] = field(default_factory=lambda: deque(maxlen=2000))
    wire: Wire | None = None
    lost: float | None = None

    def dispatch(self, name: str, data: Json) -> None:
        """Send an event, or keep it until the session resumes."""
        self.sequence += 1
        frame = {"op": DISPATCH, "t": name, "s": self.sequence, "d": data}
        # later changes to the same object must not alter events already sent
        text = json.dumps(frame)
        self.history.append({"s": self.sequence, "text": text})
        if self.wire is not None:
            self.wire.put(text)


class Wire:
    """One connection, which sends frames in order from its own task."""

    def __init__(self, socket: web.WebSocketResponse, pack: Packer | None) -> None:
        self.socket = socket
        self._pack = pack
        self._queue: asyncio.Queue[str | int] = asyncio.Queue()

    def put(self, text: str) -> None:
        """Queue a frame."""
        self._queue.put_nowait(text)

    def send(self, op: int, data: Any = None) -> None:
        """Queue a frame that is not an event."""
        self.put(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    def close(self, code: int) -> None:
        """Close the connection with `code` once the queue is sent."""
        self._queue.put_nowait(code)

    async def run(self) -> None:
        """Send queued frames until the connection is closed or lost."""
        with contextlib.suppress(ConnectionError):
            while not isinstance(item := await self._queue.get(), int):
                if self._pack is None:
                    await self.socket.send_str(item)
                else:
                    await self.socket.send_bytes(self._pack.pack(item.encode()))
            await self.socket.close(code=item)


class Gateway:
    """All sessions of the bot."""

    def __init__(self, world: World, token: str, faults: PlannedFailures) -> None:
        self.world = world
        self.sessions: dict[str, GatewaySession] = {}
        self.resume_url = ""
        self.limits = StartLimits()
        self.token = token
        self._faults = faults
        self._watchers: list[Callable[[bool], None]] = []
        world.listen(self.hear)

    @property
    def connected(self) -> bool:
        """Whether a bot is connected now."""
        return any(session.wire is not None for session in self.sessions.values())

    def watch(self, watcher: Callable[[bool], None]) -> None:
        """Call `watcher` whenever the bot connects or disconnects."""
        self._watchers.append(watcher)

    # --- events ---

    def hear(self, event: GatewayEvent) -> None:
        """Pass an event of the world on to every session that may see it."""
        if not event.to_bot:
            return
        copies = self._faults.copies(event.name)
        for session in list(self.sessions.values()):
            if self._sees(session, event):
                for _ in range(copies):
                    session.dispatch(event.name, self._data(session, event))

    def _data(self, session: GatewaySession, event: GatewayEvent) -> Json:
        if event.name == "GUILD_CREATE":
            joined = world.guild_create(self.world, self.world.guild(event.data["id"]))
            del joined["unavailable"]  # Discord has it only for the servers of a session's first event
            return joined
        if event.name in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            return world.for_bot(self.world, event.data, bool(session.intents & MESSAGE_CONTENT))
        return event.data

    def _sees(self, session: GatewaySession, event: GatewayEvent) -> bool:
        guild_id = self._guild_of(event)
        shard, count = session.shard
        if (int(guild_id or 0) >> 22) % count != shard:
            return False
        if guild_id is not None and not self.world.guilds[guild_id].has_bot and event.name != "INTERACTION_CREATE":
            return False
        if not self._allowed(event):
            return False
        if event.name == "INTERACTION_CREATE":
            return True
        direct = guild_id is None or event.viewer is not None
        for prefix in sorted(_INTENTS, key=len, reverse=True):
            if event.name.startswith(prefix):
                return bool(session.intents & _INTENTS[prefix][direct])
        return True

    def _guild_of(self, event: GatewayEvent) -> str | None:
        if event.name in ("GUILD_CREATE", "GUILD_DELETE"):
            return str(event.data["id"])
        if event.name.startswith("GUILD_SCHEDULED_EVENT"):
            return str(event.data["guild_id"])
        channel = self.world.channels.get(event.channel_id or "")
        return None if channel is None else channel.get("guild_id")

    def _allowed(self, event: GatewayEvent) -> bool:
        """Whether the bot sees the channel; it always receives interactions and the answers to them."""
        channel = self.world.channels.get(event.channel_id or "")
        if channel is None or event.name == "INTERACTION_CREATE" or event.viewer is not None:
            return True
        if event.name == "CHANNEL_UPDATE":
            return True
        view = 1 << 10
        return bool(self.world.permissions(self.world.bot["id"], channel) & view)

    # --- what tests do to the connection ---

    def drop(self, code: int = 4000) -> None:
        """Close all connections; the sessions can resume, as after a network failure."""
        for session in self.sessions.values():
            if session.wire is not None:
                session.wire.close(code)

    def reconnect(self) -> None:
        """Ask all connected clients to reconnect and resume (opcode 7)."""
        for session in self.sessions.values():
            if session.wire is not None:
                session.wire.send(RECONNECT)

    def invalidate(self, resumable: bool = False) -> None:
        """Declare all sessions invalid (opcode 9); forgets them unless `resumable`."""
        for session in list(self.sessions.values()):
            if session.wire is not None:
                session.wire.send(INVALID, resumable)
            if not resumable:
                del self.sessions[session.id]

    async def shut(self) -> None:
        """Close all connections because the playground stops."""
        for session in list(self.sessions.values()):
            if session.wire is not None:
                await session.wire.socket.close(code=1001)

    # --- the connection ---

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """The handler of `/gateway`."""
        socket = web.WebSocketResponse(max_msg_size=1 << 20)
        await socket.prepare(request)
        wire = Wire(socket, packer(request.query.get("compress")))
        sender = asyncio.create_task(wire.run())
        wire.send(HELLO, {"heartbeat_interval": HEARTBEAT_MS})
        session: GatewaySession | None = None
        try:
            async for message in socket:
                session = self._received(message, wire, session)
        finally:
            sender.cancel()
            if session is not None and session.wire is wire:
                session.wire = None
                session.lost = self.world.clock.now()
                self._changed()
        return socket

    def _received(self, message: WSMessage, wire: Wire, session: GatewaySession | None) -> GatewaySession | None:
        try:
            frame: Any = read_json(message.data) if message.type is WSMsgType.TEXT else None
            return self._obey(frame["op"], frame["d"], wire, session)
        except CONFUSED:
            wire.close(BAD_PAYLOAD)
            return session

    def _obey(self, op: Any, data: Any, wire: Wire, session: GatewaySession | None) -> GatewaySession | None:
        if op == HEARTBEAT:
            asyncio.get_running_loop().call_later(ACK_SECONDS, wire.send, ACK)
        elif op == IDENTIFY:
            return self._identify(data, wire)
        elif op == RESUME:
            return self._resume(data, wire)
        elif session is None:
            wire.close(NOT_AUTHENTICATED)
        elif op == MEMBERS:
            self._members(session, data)
        return session

    def _identify(self, data: Json, wire: Wire) -> GatewaySession | None:
        shard, count = data.get("shard") or (0, 1)
        intents = int(data["intents"])
        if data.get("token") != self.token:
            wire.close(BAD_TOKEN)
        elif not 0 <= shard < count:
            wire.close(BAD_SHARD)
        elif count < self.limits.least:
            wire.close(TOO_FEW_SHARDS)
        elif intents & MESSAGE_CONTENT and not self.world.message_content:
            wire.close(BAD_INTENTS)
        elif not self.limits.take(shard, time.monotonic()):
            wire.send(INVALID, False)
        else:
            session = GatewaySession(secrets.token_hex(16), intents, (shard, count), wire=wire)
            self._forget()
            self.sessions[session.id] = session
            self._welcome(session)
            return session
        return None

    def _welcome(self, session: GatewaySession) -> None:
        shard, count = session.shard
        guilds = [g for g in self.world.guilds.values() if g.has_bot and (int(g.id) >> 22) % count == shard]
        session.dispatch("READY", world.ready(self.world, session.id, self.resume_url, session.shard, guilds))
        for guild in guilds if session.intents & 1 else []:
            data = world.guild_create(self.world, guild, everybody=bool(session.intents & 2))
            session.dispatch("GUILD_CREATE", data)
        self._changed()

    def _resume(self, data: Json, wire: Wire) -> GatewaySession | None:
        self._forget()
        session = self.sessions.get(str(data.get("session_id")))
        if data.get("token") != self.token:
            wire.close(BAD_TOKEN)
            return None
        if session is None:
            wire.send(INVALID, False)
            return None
        if session.wire is not None:
            session.wire.close(4000)
        session.wire = wire
        session.lost = None
        for frame in [f for f in session.history if f["s"] > int(data.get("seq") or 0)]:
            wire.put(frame["text"])
        session.dispatch("RESUMED", {})
        self._changed()
        return session

    def _forget(self) -> None:
        """Drop the sessions that were lost too long ago to resume."""
        now = self.world.clock.now()
        for session in list(self.sessions.values()):
            if session.lost is not None and now - session.lost > RESUME_SECONDS:
                del self.sessions[session.id]

    def _members(self, session: GatewaySession, data: Json) -> None:
        guild_id = data["guild_id"][0] if isinstance(data["guild_id"], list) else str(data["guild_id"])
        guild = self.world.guilds.get(guild_id)
        if guild is None:
            return
        wanted = {str(user) for user in data.get("user_ids") or guild.members}
        query = (data.get("query") or "").lower()
        members = [self.world.member(guild, user) for user in guild.members if user in wanted]
        found = [member for member in members if member["user"]["username"].startswith(query)]
        chunk: Json = {"guild_id": guild_id, "members": found, "chunk_index": 0, "chunk_count": 1}
        if data.get("nonce"):
            chunk["nonce"] = data["nonce"]
        session.dispatch("GUILD_MEMBERS_CHUNK", chunk)

    def _changed(self) -> None:
        for watcher in self._watchers:
            watcher(self.connected)
