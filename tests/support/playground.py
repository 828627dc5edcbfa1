"""The playground for tests: start it, connect a discord.py client to it, and drive people by their page's socket."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import io
import itertools
import json
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import aiohttp

from bot.playground.cast import PageUser as Known
from bot.playground.errors import Json
from bot.playground.limits import BUTTON, SELECTS, walk
from bot.playground.server import Playground
from tests.support.connect import PATIENCE, connected, pointed_at, running
from tests.support.pictures import buttons_of, caption_of, displays_of, pictures_of, text_of
from tests.support.typedcommand import leaf_of, parse

__all__ = [
    "DM",
    "PATIENCE",
    "Person",
    "Refused",
    "Unanswered",
    "buttons_of",
    "connected",
    "displays_of",
    "pictures_of",
    "pointed_at",
    "running",
    "text_of",
]

DM = "@me"
"""Stands for the person's direct channel wherever a channel is named."""
COMMANDS = '{"op": "commands"'
"""How the frame with the bot's commands begins, which is long and the same at each page."""


@functools.lru_cache(maxsize=2)
def _commands(text: str) -> Json:
    """The frame with the bot's commands."""
    return json.loads(text)


class Refused(AssertionError):
    """The playground (as Discord's client would) refused what a person asked for."""


class Unanswered(AssertionError):
    """The bot did not answer an interaction in time."""


@dataclass(repr=False)
class Person:
    """One person at the page, by its socket. ``frames`` holds every frame that their page has received.

    ``touched`` numbers the latest change of each message; ``acted`` is the number when the person last did anything.
    """

    playground: Playground
    known: Known
    socket: aiohttp.ClientWebSocketResponse
    session: aiohttp.ClientSession
    place: str = "general"
    frames: list[Json] = field(default_factory=list)
    channels: dict[str, Json] = field(default_factory=dict)
    messages: dict[str, dict[str, Json]] = field(default_factory=dict)
    commands: list[Json] = field(default_factory=list)
    modals: list[Json] = field(default_factory=list)
    connected: bool = False
    acted: int = 0
    touched: dict[str, int] = field(default_factory=dict)
    _news: asyncio.Condition = field(default_factory=asyncio.Condition)
    _reader: asyncio.Task[None] | None = None
    _nonces: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    @classmethod
    @contextlib.asynccontextmanager
    async def at(cls, playground: Playground, name: str, place: str = "general") -> AsyncIterator[Person]:
        """Open the page as ``name``, looking at the channel ``place``."""
        known = playground.world.named(name)
        url = f"{playground.address}/page/socket?token={playground.people.run_token}&user={known.id}"
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(url, headers={"Origin": playground.address}, max_msg_size=0) as socket,
        ):
            person = cls(playground, known, socket, session, place)
            person._reader = asyncio.create_task(person._read())
            try:
                await person.wait(lambda: any(frame["op"] == "hello" for frame in person.frames), "hello")
                yield person
            finally:
                person._reader.cancel()

    def __repr__(self) -> str:
        return f"<{self.name} at the page>"

    # --- what the page is told ---

    async def _read(self) -> None:
        async for message in self.socket:
            async with self._news:
                self._take(_commands(message.data) if message.data.startswith(COMMANDS) else json.loads(message.data))
                self._news.notify_all()

    def _take(self, frame: Json) -> None:
        self.frames.append(frame)
        match frame["op"]:
            case "hello":
                self.channels = {channel["id"]: channel for channel in frame["channels"]}
                self.messages = {key: {m["id"]: m for m in messages} for key, messages in frame["messages"].items()}
                self.connected = frame["connected"]
            case "commands":
                self.commands = frame["commands"]
            case "bot":
                self.connected = frame["connected"]
            case "modal":
                self.modals.append(frame)
            case "event":
                self._event(frame["t"], frame["d"])

    def _event(self, name: str, data: Json) -> None:
        if name in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            self.messages.setdefault(data["channel_id"], {})[data["id"]] = data
            self.touched[data["id"]] = len(self.frames)
        elif name == "MESSAGE_DELETE":
            self.messages.get(data["channel_id"], {}).pop(data["id"], None)
        elif name in ("CHANNEL_CREATE", "CHANNEL_UPDATE", "THREAD_CREATE", "THREAD_UPDATE"):
            self.channels[data["id"]] = data
        elif name in ("CHANNEL_DELETE", "THREAD_DELETE"):
            self.channels.pop(data["id"], None)

    async def wait(self, done: Callable[[], Any], what: str = "it", patience: float = PATIENCE) -> Any:
        """Wait until ``done()`` is true and return its value; fails after ``patience`` seconds."""
        try:
            async with self._news, asyncio.timeout(patience):
                while not (found := done()):
                    await self._news.wait()
                return found
        except TimeoutError:
            latest = [text_of(m)[:200] for m in self.visible()[-3:]]
            raise AssertionError(f"{self.name} waited for {what} in vain; last seen: {latest}") from None

    def parse(self, line: str) -> Json:
        """The interaction data of a typed command, by the commands that the bot has registered."""
        return parse(line, self.commands, self._known_as)

    def _known_as(self, kind: int, text: str) -> str:
        """The id of the user (option types 6 and 9) or channel (7) that is called ``text``."""
        if kind == 7:
            return self.channel_id(text)
        world, name = self.playground.world, text.removeprefix("@")
        return str(world.bot["id"]) if name == world.bot["global_name"] else world.named(name).id

    # --- looking ---

    @property
    def id(self) -> str:
        """The person's id."""
        return self.known.id

    @property
    def name(self) -> str:
        """The person's display name."""
        return str(self.known.user["global_name"])

    def channel_id(self, channel: str | None = None) -> str:
        """The id of a channel given by name, id or DM; None: where the person is."""
        channel = self.place if channel is None else channel
        if channel == DM:
            return self.known.dm_id
        if channel in self.channels:
            return channel
        found = [c["id"] for c in self.channels.values() if c.get("name") == channel.removeprefix("#")]
        assert found, f"{self.name} sees no channel called {channel}"
        return str(found[-1])

    def visible(self, channel: str | None = None) -> list[Json]:
        """All messages that the person sees in a channel, oldest first, including private ones."""
        found = self.messages.get(self.channel_id(channel), {})
        return sorted(found.values(), key=lambda message: int(message["id"]))

    def dm(self) -> list[Json]:
        """The messages between the person and the bot, oldest first."""
        return self.visible(DM)

    def private(self, channel: str | None = None) -> list[Json]:
        """The messages that only this person sees in a channel, oldest first."""
        return [message for message in self.visible(channel) if message["flags"] & 64]

    def last(self, channel: str | None = None) -> Json:
        """The newest message of a channel."""
        return self.visible(channel)[-1]

    def is_fresh(self, message: Json) -> bool:
        """Whether a message has arrived or changed since the person last did anything."""
        return self.touched.get(message["id"], 0) > self.acted

    def now(self, message: Json) -> Json | None:
        """The message as it is now; None if it is gone."""
        return self.messages.get(message["channel_id"], {}).get(message["id"])

    async def wait_message(
        self,
        predicate: Callable[[Json], Any] | str,
        channel: str | None = None,
        after: Json | None = None,
        patience: float = PATIENCE,
    ) -> Json:
        """The newest message that matches (contains the text, if it is one), now or as soon as there is one.

        ``after``: only messages newer than this one; in direct messages, also this one once it has changed. Messages
        that the bot has yet to fill in do not count.
        """
        fits = (lambda message: predicate in text_of(message)) if isinstance(predicate, str) else predicate
        least = int(after["id"]) if after else 0

        def is_new(message: Json) -> bool:
            changed = channel == DM and after and message["id"] == after["id"] and message != after
            return bool(int(message["id"]) > least or changed) and not message["flags"] & 128

        def newest() -> Json | None:
            if channel and channel.isdigit() and channel not in self.channels:  # their page has yet to hear of a thread
                return None
            found = [message for message in self.visible(channel) if is_new(message) and fits(message)]
            return found[-1] if found else None

        what = repr(predicate) if isinstance(predicate, str) else "a message"
        return await self.wait(newest, f"{what} in {channel or self.place}", patience)

    async def wait_gone(self, message: Json) -> None:
        """Wait until a message is deleted."""
        await self.wait(lambda: self.now(message) is None, "a deletion")

    async def download(self, url: str) -> bytes:
        """The bytes of an attachment or picture."""
        async with self.session.get(url) as answer:
            assert answer.status == 200, (url, answer.status)
            return await answer.read()

    # --- doing ---

    async def send(self, frame: Json) -> str:
        """Send a raw frame and return its nonce."""
        nonce = f"{self.name}-{next(self._nonces)}"
        await self.socket.send_str(json.dumps({**frame, "nonce": nonce}))
        return nonce

    def _of(self, nonce: str) -> list[Json]:
        return [frame for frame in self.frames if frame.get("nonce") == nonce]

    async def interact(self, frame: Json, wait: bool = True) -> Json:
        """Send a frame that begins an interaction and wait until it is answered.

        Returns the last ``interaction`` frame. Raises Refused or Unanswered.
        """
        self.acted = len(self.frames)
        nonce = await self.send(frame)
        if not wait:
            return {"nonce": nonce}

        def done() -> Json | None:
            for told in self._of(nonce):
                if told["op"] == "error":
                    raise Refused(told["message"])
                if told.get("state") == "failed":
                    raise Unanswered(str(frame))
                if told.get("state") == "answered":
                    return told
            return None

        return await self.wait(done, f"an answer to {frame}")

    async def command(
        self,
        line: str,
        channel: str | None = None,
        files: dict[str, tuple[str, bytes]] | None = None,
        wait: bool = True,
    ) -> Json:
        """Use a slash command as typed: ``/game new preset:classic``; ``files`` for its attachment options.

        Users are typed by name, choices by name or value. Returns when the bot has answered (or deferred).
        """
        data = self.parse(line)
        for option, (filename, content) in (files or {}).items():
            attachment = await self.upload(filename, content, channel)
            leaf_of(data)["options"].append({"name": option, "type": 11, "value": attachment["id"]})
        return await self.interact({"op": "command", "channel_id": self.channel_id(channel), "data": data}, wait)

    async def menu(self, name: str, target: Json, channel: str | None = None) -> Json:
        """Use a context-menu command on a message or a user."""
        kind = 3 if "channel_id" in target else 2
        data = {"name": name, "type": kind, "target_id": target["id"]}
        return await self.interact({"op": "command", "channel_id": self.channel_id(channel), "data": data})

    async def autocomplete(self, line: str, option: str | None = None, channel: str | None = None) -> list[Json]:
        """The choices that the bot offers for an option (the last one typed, unless named) of a half-typed command."""
        data = self.parse(line)
        options = leaf_of(data)["options"]
        focused = next((o for o in options if o["name"] == option), options[-1] if options else None)
        assert focused is not None, "no option is typed"
        focused |= {"focused": True, "value": str(focused["value"])}
        frame = {"op": "autocomplete", "channel_id": self.channel_id(channel), "data": data}
        nonce = await self.send(frame)
        answers = await self.wait(lambda: self._of(nonce), f"choices for {line}")
        if answers[0]["op"] == "error":
            raise Refused(answers[0]["message"])
        return list(answers[0]["choices"])

    async def say(self, text: str, channel: str | None = None, reply_to: Json | None = None) -> Json:
        """Write a message; returns it once everyone sees it. ``@Tilewright`` and ``@Ada`` become mentions."""
        for user in [self.playground.world.bot, *(p.user for p in self.playground.world.people.values())]:
            text = text.replace(f"@{user['global_name']}", f"<@{user['id']}>")
        before = {message["id"] for message in self.visible(channel)}
        frame = {"op": "message", "channel_id": self.channel_id(channel), "content": text}
        nonce = await self.send({**frame, "reply_to": reply_to and reply_to["id"]})

        def mine() -> Json | None:
            for told in self._of(nonce):
                raise Refused(told["message"])
            new = [m for m in self.visible(channel) if m["id"] not in before]
            return next((m for m in new if m["author"]["id"] == self.id and m["content"] == text), None)

        return await self.wait(mine, "the own message")

    async def edit(self, message: Json, text: str) -> None:
        """Change the text of an own message, with the arrow key."""
        await self.send({"op": "edit_message", "channel_id": message["channel_id"], "message_id": message["id"],
                         "content": text})  # fmt: skip

    async def click(self, message: Json, button: str, wait: bool = True) -> Json:
        """Press the button with this label (or emoji, or custom_id) of a message as it is now."""
        component = self._component(message, (BUTTON,), button)
        return await self._press(message, component, {}, wait)

    async def select(self, message: Json, *values: str, which: str | None = None) -> Json:
        """Choose values (by value or label) in a message's menu: the only one, or that with this placeholder or id."""
        component = self._component(message, SELECTS, which)
        by_label = {option["label"]: option["value"] for option in component.get("options", [])}
        chosen = [by_label.get(value, value) for value in values]
        return await self._press(message, component, {"values": chosen})

    async def _press(self, message: Json, component: Json, extra: Json, wait: bool = True) -> Json:
        data = {"custom_id": component["custom_id"], "component_type": component["type"], **extra}
        frame = {"op": "component", "channel_id": message["channel_id"], "message_id": message["id"], "data": data}
        return await self.interact(frame, wait)

    def _component(self, message: Json, kinds: tuple[int, ...], named: str | None) -> Json:
        now = self.now(message) or message
        found = [c for c in walk(now["components"]) if c["type"] in kinds]
        fits = [c for c in found if named in (None, c.get("custom_id"), caption_of(c))]
        assert fits, f"there is no {named!r}; there are {[caption_of(c) or c.get('custom_id') for c in found]}"
        return fits[0]

    @property
    def modal(self) -> Json:
        """The modal that was opened last."""
        assert self.modals, f"{self.name} was shown no modal"
        return self.modals[-1]

    async def submit(self, values: dict[str, Any], modal: Json | None = None, wait: bool = True) -> Json:
        """Fill fields, by label or custom_id (texts; lists for menus), and send ``modal`` (None: the last one)."""
        modal = modal or self.modal
        used: set[str] = set()
        components = [self._filled(part, values, used) for part in modal["components"]]
        assert used == set(values), f"the modal has no field {set(values) - used}"
        data = {"custom_id": modal["custom_id"], "components": components}
        return await self.interact({"op": "modal_submit", "id": modal["id"], "data": data}, wait)

    def _filled(self, part: Json, values: dict[str, Any], used: set[str]) -> Json:
        inner = part.get("component") or (part.get("components") or [None])[0]
        if inner is None:
            return {"type": part["type"], "id": part["id"]}
        label = part.get("label") or inner.get("label")
        key = next((name for name in (inner["custom_id"], label) if name in values), None)
        filled: Json = {"type": inner["type"], "id": inner["id"], "custom_id": inner["custom_id"]}
        if key is not None:
            used.add(key)
            filled["values" if isinstance(values[key], list) else "value"] = values[key]
        elif inner["type"] == 4:
            filled["value"] = inner.get("value") or ""
        else:
            filled["values"] = [option["value"] for option in inner.get("options", []) if option.get("default")]
        if "component" in part:
            return {"type": part["type"], "id": part["id"], "component": filled}
        return {"type": part["type"], "id": part["id"], "components": [filled]}

    async def upload(self, filename: str, content: bytes, channel: str | None = None) -> Json:
        """Upload a file, to be named in a command, modal or message; returns its attachment object."""
        query = {"token": self.playground.people.run_token, "user": self.id, "filename": filename}
        query["channel_id"] = self.channel_id(channel)
        url = f"{self.playground.address}/page/upload"
        async with self.session.post(
            url, params=query, data=io.BytesIO(content), headers={"Origin": self.playground.address}
        ) as answer:
            result: Json = await answer.json()
            if answer.status != 200:
                raise Refused(result["message"])
            return result

    async def open_dm(self) -> str:
        """Open the direct channel with the bot; returns its id."""
        await self.send({"op": "open_dm"})
        await self.wait(lambda: self.known.dm_id in self.channels, "the direct channel")
        return self.known.dm_id

    def settings(self, locale: str | None = None, dms_closed: bool | None = None) -> None:
        """Change the person's language or close their direct messages, at once."""
        self.known.chosen = locale or self.known.chosen
        self.known.dms_closed = self.known.dms_closed if dms_closed is None else dms_closed
