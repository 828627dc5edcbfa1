"""A bot without a library: raw requests and a raw gateway connection, to check the playground's own answers."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import aiohttp

from bot.playground.errors import Json
from bot.playground.server import Playground
from tests.support.connect import PATIENCE

INTENTS = 1 << 0 | 1 << 9 | 1 << 10 | 1 << 11 | 1 << 12 | 1 << 13 | 1 << 14 | 1 << 15


@dataclass(frozen=True)
class Reply:
    """A REST response."""

    status: int
    body: Any
    headers: Any

    @property
    def code(self) -> int:
        """Discord's numeric error code."""
        return int(self.body["code"])

    def mistake(self, *path: str | int) -> str:
        """The error code that a 50035 response gives for a location in the body."""
        assert (self.status, self.code) == (400, 50035), (self.status, self.body)
        place = self.body["errors"]
        for key in path:
            assert str(key) in place, place
            place = place[str(key)]
        return str(place["_errors"][0]["code"])


@dataclass
class RawBot:
    """Acts as the bot over plain HTTP; ``listen`` adds a gateway connection."""

    playground: Playground
    session: aiohttp.ClientSession
    events: list[tuple[str, Json]] = field(default_factory=list)
    sequence: int = 0
    session_id: str = ""
    _news: asyncio.Condition = field(default_factory=asyncio.Condition)

    @classmethod
    @contextlib.asynccontextmanager
    async def of(cls, playground: Playground) -> AsyncIterator[RawBot]:
        """A bot that may use REST."""
        async with aiohttp.ClientSession() as session:
            yield cls(playground, session)

    async def ask(
        self, method: str, path: str, body: Any = None, files: list[tuple[str, bytes]] | None = None, auth: bool = True
    ) -> Reply:
        """Send one request, as multipart if there are ``files``."""
        headers = {"Authorization": f"Bot {self.playground.token}"} if auth else {}
        data: Any = None
        if files is not None:
            data = aiohttp.FormData(quote_fields=False)
            data.add_field("payload_json", json.dumps(body or {}))
            for index, (name, content) in enumerate(files):
                data.add_field(
                    f"files[{index}]", io.BytesIO(content), filename=name, content_type="application/octet-stream"
                )
        elif body is not None:
            data = json.dumps(body)
            headers["Content-Type"] = "application/json"
        async with self.session.request(method, self.playground.api + path, data=data, headers=headers) as answer:
            text = await answer.text()
            return Reply(answer.status, json.loads(text) if text else None, answer.headers)

    async def send(self, channel_id: str, files: list[tuple[str, bytes]] | None = None, **body: Any) -> Reply:
        """Post a message."""
        return await self.ask("POST", f"/channels/{channel_id}/messages", body, files)

    @contextlib.asynccontextmanager
    async def listen(self, intents: int = INTENTS) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
        """Identify at the gateway and collect its events in ``events``."""
        async with self.session.ws_connect(self.playground.gateway_url + "?v=10&encoding=json") as socket:
            assert (await socket.receive_json())["op"] == 10
            await socket.send_json({"op": 2, "d": {"token": self.playground.token, "intents": intents}})
            reader = asyncio.create_task(self.collect(socket))
            await self.event("READY")
            try:
                yield socket
            finally:
                reader.cancel()

    async def collect(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        """Collect the events of a connection."""
        async for message in socket:
            frame = json.loads(message.data)
            if frame["op"] == 0:
                self.sequence = frame["s"]
                if frame["t"] == "READY":
                    self.session_id = frame["d"]["session_id"]
                async with self._news:
                    self.events.append((frame["t"], frame["d"]))
                    self._news.notify_all()

    async def event(self, name: str, count: int = 1) -> Json:
        """The latest event of this name, once there have been ``count`` of them."""
        async with asyncio.timeout(PATIENCE), self._news:
            while len(found := [data for kind, data in self.events if kind == name]) < count:
                await self._news.wait()
        return found[-1]

    async def gone(self) -> None:
        """Wait until the playground has noticed that no bot is connected."""
        lost = asyncio.Event()
        self.playground.gateway.watch(lambda connected: None if connected else lost.set())
        if self.playground.gateway.connected:
            async with asyncio.timeout(PATIENCE):
                await lost.wait()

    def count(self, name: str) -> int:
        """How many events of this name have arrived."""
        return sum(1 for kind, _ in self.events if kind == name)

    async def answer(self, interaction: Json, kind: int, data: Json | None = None, query: str = "") -> Reply:
        """Send the first answer to an interaction."""
        path = f"/interactions/{interaction['id']}/{interaction['token']}/callback{query}"
        return await self.ask("POST", path, {"type": kind, **({"data": data} if data is not None else {})}, auth=False)

    async def webhook(self, method: str, interaction: Json, message_id: str = "", body: Json | None = None) -> Reply:
        """Use the webhook of an interaction's token."""
        path = f"/webhooks/{interaction['application_id']}/{interaction['token']}"
        return await self.ask(method, path + (f"/messages/{message_id}" if message_id else ""), body, auth=False)
