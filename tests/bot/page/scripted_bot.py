"""A bot for tests of the page: it logs in over the real gateway and answers by raw REST calls."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp

from bot.playground.server import Playground

Json = dict[str, Any]
Handler = Callable[[Json], Awaitable[None]]

INVALID, AGAIN = 9, 1.0
EPHEMERAL = 1 << 6
COMPONENTS_V2 = 1 << 15
MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9


class ScriptedBot:
    """Receives interactions and keeps them in ``heard``; ``handlers`` answer them by command name or custom_id."""

    def __init__(self, playground: Playground) -> None:
        self.playground = playground
        self.heard: list[Json] = []
        self.handlers: dict[str, Handler] = {}
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self, commands: list[Json]) -> None:
        """Register commands, log in and wait for READY."""
        self._session = aiohttp.ClientSession(headers={"Authorization": f"Bot {self.playground.token}"})
        self._ready = asyncio.Event()
        await self.rest("PUT", f"/applications/{self.id}/commands", json=commands)
        self._task = asyncio.create_task(self._listen())
        await asyncio.wait_for(self._ready.wait(), 60)

    async def close(self) -> None:
        """Log out."""
        assert self._task is not None
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        await self._session.close()

    @property
    def id(self) -> str:
        """The bot's id, which is the application's too."""
        return str(self.playground.world.bot["id"])

    async def rest(self, method: str, path: str, **kwargs: Any) -> Any:
        """Make a REST call; fails unless the response is a success."""
        async with self._session.request(method, self.playground.api + path, **kwargs) as answer:
            text = await answer.text()
            assert answer.status < 300, f"{method} {path}: {answer.status} {text}"
            return json.loads(text) if text else None

    async def _listen(self) -> None:
        async with self._session.ws_connect(f"{self.playground.gateway_url}?v=10&encoding=json") as socket:
            await socket.receive_json()
            properties = {"os": "linux", "browser": "test", "device": "test"}
            identity = {"token": self.playground.token, "intents": (1 << 16) - 1, "properties": properties}
            await socket.send_json({"op": 2, "d": identity})
            async for message in socket:
                frame = json.loads(message.data)
                if frame["op"] == INVALID:  # another session began less than five seconds ago
                    await asyncio.sleep(AGAIN)
                    await socket.send_json({"op": 2, "d": identity})
                elif frame["t"] == "READY":
                    self._ready.set()
                elif frame["t"] == "INTERACTION_CREATE":
                    await self._heard(frame["d"])

    async def _heard(self, interaction: Json) -> None:
        self.heard.append(interaction)
        self._news.set()
        data = interaction["data"]
        handler = self.handlers.get(data.get("custom_id") or data["name"])
        if handler is not None:
            await handler(interaction)

    async def answer(self, interaction: Json, kind: int, data: Json | None = None) -> None:
        """The first answer to an interaction."""
        path = f"/interactions/{interaction['id']}/{interaction['token']}/callback"
        await self.rest("POST", path, json={"type": kind, "data": data or {}})

    def answering(self, kind: int, data: Json | None = None) -> Handler:
        """A handler that always gives the same answer."""

        async def handler(interaction: Json) -> None:
            await self.answer(interaction, kind, data)

        return handler

    async def follow(self, interaction: Json, data: Json) -> None:
        """Change the first answer, as after a deferral."""
        path = f"/webhooks/{self.id}/{interaction['token']}/messages/@original"
        await self.rest("PATCH", path, json=data)

    async def send(self, channel_id: str, body: Json, picture: bytes | None = None) -> Json:
        """Post a message, with ``board.png`` as attachment 0 if there is a picture."""
        path = f"/channels/{channel_id}/messages"
        if picture is None:
            return await self.rest("POST", path, json=body)  # type: ignore[no-any-return]
        form = aiohttp.FormData()
        form.add_field("payload_json", json.dumps(body), content_type="application/json")
        form.add_field("files[0]", picture, filename="board.png", content_type="image/png")
        return await self.rest("POST", path, data=form)  # type: ignore[no-any-return]

    async def wait_for(self, kind: int, count: int = 1) -> list[Json]:
        """The interactions of a type, once there are ``count``. Raises TimeoutError after ten seconds."""
        async with asyncio.timeout(60):
            while len(found := [item for item in self.heard if item["type"] == kind]) < count:
                self._news.clear()
                await self._news.wait()
        return found

    def last(self, kind: int) -> Json:
        """The newest interaction of a type (2 command, 3 component, 4 autocomplete, 5 modal)."""
        return next(item for item in reversed(self.heard) if item["type"] == kind)


def option(name: str, kind: int, required: bool = False, **more: Any) -> Json:
    """An option of a command, with a description made from its name."""
    return {"name": name, "description": f"The {name} of it", "type": kind, "required": required, **more}


COMMANDS: list[Json] = [
    {
        "name": "game",
        "description": "Games",
        "name_localizations": {"de": "spiel"},
        "options": [
            {
                "name": "new",
                "name_localizations": {"de": "neu"},
                "description": "Open a lobby",
                "type": 1,
                "options": [
                    option(
                        "preset",
                        3,
                        choices=[
                            {"name": "Standard", "value": "std"},
                            {"name": "Super duper", "value": "super2"},
                            {"name": "Super board", "value": "super"},
                        ],
                    ),
                    option("computer", 4, min_value=1, max_value=8, name_localizations={"de": "rechner"}),
                    option("thread", 3, choices=[{"name": "yes", "value": "yes"}]),
                ],
            },
            {
                "name": "remove",
                "description": "Remove somebody",
                "type": 1,
                "options": [option("player", 6, required=True)],
            },
        ],
    },
    {"name": "play", "description": "Play a word", "options": [option("move", 3, required=True, autocomplete=True)]},
    {"name": "rack", "description": "Your rack"},
    {
        "name": "try",
        "description": "Try a move",
        "options": [
            option("blind", 4),
            option("move", 3),
            option("rack", 3),
        ],
    },
    {"name": "load", "description": "Load a file", "options": [option("file", 11, required=True)]},
    {"name": "Look up", "type": 3},
]
