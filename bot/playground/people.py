"""The page's socket: one connection for each person shown, with what that person may see and do."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from aiohttp import WSMsgType, web

from bot.playground import cast, composer, errors, invocation, scheduled, threads
from bot.playground.cast import LOCALES, PageUser
from bot.playground.errors import ApiError, Form, Json
from bot.playground.gateway import Gateway
from bot.playground.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL, Interactions
from bot.playground.invocation import Rejected
from bot.playground.media import UPLOAD_LIMIT
from bot.playground.received import CONFUSED, place, read_json
from bot.playground.world import DM, EPHEMERAL, GatewayEvent, PostedMessage, World
from bot.text import texts_for
from engine.sentences import N_

LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Stage:
    """The objects that actions work on."""

    world: World
    interactions: Interactions


def act(stage: Stage, person: PageUser, frame: Json) -> None:
    """Perform the action in a frame. Raises Rejected, with a message for the person, if it cannot be done."""
    action = _ACTIONS.get(str(frame.get("op")))
    if action is None:
        raise Rejected(N_("The playground does not know “{action}”."), {"action": str(frame.get("op"))[:40]})
    try:
        action(stage, person, frame)
    except ApiError as error:
        raise Rejected(error.message) from error
    except CONFUSED as error:
        LOG.warning("the page sent what the playground did not understand: %s", place(error))
        raise Rejected(N_("The playground did not understand that.")) from error


def _channel(stage: Stage, person: PageUser, frame: Json) -> Json:
    channel = stage.world.channels.get(str(frame.get("channel_id")))
    if channel is None or person.id not in stage.world.audience(channel):
        raise Rejected(N_("This channel is gone."))
    return channel


def _post(stage: Stage, person: PageUser, channel: Json, message_id: str) -> PostedMessage:
    post = stage.world.posts.get(channel["id"], {}).get(message_id)
    if post is None or post.viewer not in (None, person.id):
        raise Rejected(N_("This message is gone."))
    return post


def _may(stage: Stage, person: PageUser, channel: Json, name: str) -> None:
    if not stage.world.permissions(person.id, channel) & cast.BITS[name]:
        raise Rejected(N_("You may not do that here."))


def _message(stage: Stage, person: PageUser, frame: Json) -> None:
    channel = _channel(stage, person, frame)
    _may(stage, person, channel, "send_messages")
    threads.refuse_locked(stage.world, channel)
    files = [stage.world.pending.pop(str(key)) for key in frame.get("attachments") or []]
    body: Json = {"content": frame["content"], "nonce": None}
    if frame.get("reply_to"):
        body["message_reference"] = {"message_id": str(frame["reply_to"])}
    if not body["content"].strip() and not files:
        raise Rejected(N_("There is nothing to send."))
    composer.create(stage.world, composer.NewMessage(channel["id"], person.user, body, ready=files))


def _command(stage: Stage, person: PageUser, frame: Json) -> None:
    channel = _channel(stage, person, frame)
    _may(stage, person, channel, "use_application_commands")
    data = invocation.complete(stage.world, person, channel, frame["data"])
    stage.interactions.start(COMMAND, person, channel, data, frame.get("nonce"))


def _autocomplete(stage: Stage, person: PageUser, frame: Json) -> None:
    channel = _channel(stage, person, frame)
    data = invocation.complete(stage.world, person, channel, frame["data"], asking=True)
    stage.interactions.start(AUTOCOMPLETE, person, channel, data, frame.get("nonce"))


def _component(stage: Stage, person: PageUser, frame: Json) -> None:
    channel = _channel(stage, person, frame)
    post = _post(stage, person, channel, str(frame["message_id"]))
    data = invocation.component_data(stage.world, person, channel, post.body["components"], frame["data"])
    stage.interactions.start(COMPONENT, person, channel, data, frame.get("nonce"), source=post)


def _modal_submit(stage: Stage, person: PageUser, frame: Json) -> None:
    opener = stage.interactions.modal_of(str(frame["id"]), person)
    if opener is None or opener.modal is None or opener.modal["custom_id"] != frame["data"].get("custom_id"):
        raise Rejected(N_("This window is no longer open."))
    channel = _channel(stage, person, {"channel_id": opener.channel_id})
    data = invocation.modal_data(opener.modal, frame["data"])
    stage.interactions.start(MODAL, person, channel, data, frame.get("nonce"), source=opener.source, opener=opener)


def _open_dm(stage: Stage, person: PageUser, frame: Json) -> None:
    del frame
    stage.world.direct_channel(person)


MOST_SERVERS = 20


def _new_server(stage: Stage, person: PageUser, frame: Json) -> None:
    """Make a server of everyone's, which the person owns, and have the bot come into it."""
    world, form = stage.world, Form()
    name = errors.text(form, frame, "name", 100, 2, needed=True)
    form.check()
    if len(world.guilds) >= MOST_SERVERS:
        raise Rejected(N_("There are enough servers."))
    members = dict.fromkeys((person.id, *world.people))
    guild = world.add_guild(name, ("general", "games"), members, has_bot=False)
    first = next(one for one in world.channels.values() if one.get("guild_id") == guild.id)
    guild.system_channel, guild.locale = first["id"], person.locale
    world.invite_bot(guild, person.id)


def _settings(stage: Stage, person: PageUser, frame: Json) -> None:
    locale = frame.get("locale")
    if locale is not None and locale not in LOCALES:
        raise Rejected(N_("There is no such language."))
    person.chosen = locale or person.chosen
    if frame.get("dms_closed") is not None:
        person.dms_closed = bool(frame["dms_closed"])
    stage.interactions.send_to(person, {"op": "settings", "settings": person.settings})


def _edit_message(stage: Stage, person: PageUser, frame: Json) -> None:
    channel = _channel(stage, person, frame)
    post = _post(stage, person, channel, str(frame["message_id"]))
    if post.body["author"]["id"] != person.id:
        raise Rejected(N_("You may not do that here."))
    if not frame["content"].strip():
        raise Rejected(N_("There is nothing to send."))
    composer.change(stage.world, post, {"content": frame["content"]}, [])


def _delete_message(stage: Stage, person: PageUser, frame: Json) -> None:
    channel = _channel(stage, person, frame)
    post = _post(stage, person, channel, str(frame["message_id"]))
    own = post.body["author"]["id"] == person.id
    if not own and not post.flags & EPHEMERAL:
        _may(stage, person, channel, "manage_messages")
    stage.world.remove_post(channel["id"], post.id)


def _delete_channel(stage: Stage, person: PageUser, frame: Json) -> None:
    channel = _channel(stage, person, frame)
    _may(stage, person, channel, "manage_channels" if channel["type"] == 0 else "manage_threads")
    stage.world.remove_channel(channel["id"])


def _create_thread(stage: Stage, person: PageUser, frame: Json) -> None:
    channel = _channel(stage, person, frame)
    _may(stage, person, channel, "create_public_threads")
    threads.create(stage.world, channel, {"name": frame["name"], "type": 11}, person.id)


_ACTIONS: dict[str, Callable[[Stage, PageUser, Json], None]] = {
    "message": _message,
    "command": _command,
    "autocomplete": _autocomplete,
    "component": _component,
    "modal_submit": _modal_submit,
    "open_dm": _open_dm,
    "new_server": _new_server,
    "settings": _settings,
    "edit_message": _edit_message,
    "delete_message": _delete_message,
    "delete_channel": _delete_channel,
    "create_thread": _create_thread,
}


_TOLD = ("MESSAGE_", "CHANNEL_", "THREAD_", "TYPING_")
_HISTORY = 200
"""Messages per channel sent to a page when it connects."""
_written: list[tuple[list[Json], str]] = []
"""The commands told last, and the frame with them: it is long, and hardly ever another one."""


class People:
    """All open pages, by person."""

    def __init__(self, world: World, gateway: Gateway) -> None:
        self.world = world
        self.gateway = gateway
        self.run_token = secrets.token_urlsafe(24)
        self.origins: frozenset[str] = frozenset()
        self.interactions = Interactions(world, self.tell)
        self._queues: dict[str, set[asyncio.Queue[str]]] = {}
        self._sockets: set[web.WebSocketResponse] = set()
        world.listen(self.hear)
        gateway.watch(lambda connected: self._tell_all({"op": "bot", "connected": connected}))

    def tell(self, user_id: str, frame: Json) -> None:
        """Send a frame to all pages of a person."""
        self._pass_on(user_id, json.dumps(frame))

    def _pass_on(self, user_id: str, *texts: str) -> None:
        for queue in self._queues.get(user_id, ()):
            for text in texts:
                queue.put_nowait(text)

    def _tell_all(self, frame: Json) -> None:
        for user_id in self._queues:
            self.tell(user_id, frame)

    def hear(self, event: GatewayEvent) -> None:
        """Pass an event of the world on to everyone who may see it."""
        if event.name == "COMMANDS":
            for user_id in self._queues:
                self._pass_on(user_id, self._commands(self.world.people[user_id]))
        elif event.name == "GUILD_CREATE":
            for user_id in self._queues:
                self._pass_on(user_id, *self._first(self.world.people[user_id]))
        elif event.name.startswith("GUILD_SCHEDULED_EVENT"):
            for user_id in self.world.guild(event.data["guild_id"]).members:
                self.tell(user_id, {"op": "event", "t": event.name, "d": event.data})
        elif event.name.startswith(_TOLD) and event.channel_id in self.world.channels:
            channel = self.world.channels[event.channel_id]
            data = self._channel_for_page(event.data) if "recipients" in event.data else event.data
            people = {event.viewer} if event.viewer is not None else self.world.audience(channel)
            for user_id in people:
                self.tell(user_id, {"op": "event", "t": event.name, "d": data})

    def _channel_for_page(self, channel: Json) -> Json:
        return {**channel, "recipients": [self.world.bot]} if channel["type"] == DM else channel

    def _first(self, person: PageUser) -> tuple[str, str]:
        """The first frames of a connection: what the person can ask the bot for, and then all that they see."""
        return self._commands(person), json.dumps(self.hello(person))

    def _commands(self, person: PageUser) -> str:
        """The frame with the commands that a person can use."""
        guilds = {None, *(guild.id for guild in self.world.guilds.values() if person.id in guild.members)}
        known = [command for scope, group in self.world.commands.items() if scope in guilds for command in group]
        if not _written or _written[0][0] != known:
            _written[:] = [(known, json.dumps({"op": "commands", "commands": known}))]
        return _written[0][1]

    def hello(self, person: PageUser) -> Json:
        """Everything that the person can see."""
        world = self.world
        seen = [channel for channel in world.channels.values() if person.id in world.audience(channel)]
        guilds = [guild for guild in world.guilds.values() if person.id in guild.members]
        messages = {
            channel["id"]: [
                world.news_of(post)
                for post in list(world.posts.get(channel["id"], {}).values())[-_HISTORY:]
                if post.viewer in (None, person.id)
            ]
            for channel in seen
        }
        return {
            "op": "hello",
            "me": person.user,
            "users": [other.user for other in world.people.values()],
            "bot": world.bot,
            "guilds": [{"id": one.id, "name": one.name, "permissions": str(one.held(person.id))} for one in guilds],
            "roles": [role for guild in guilds for role in guild.roles],
            "channels": [self._channel_for_page(channel) for channel in seen],
            "events": scheduled.of_guild(world, {guild.id for guild in guilds}),
            "messages": messages,
            "connected": self.gateway.connected,
            "settings": person.settings,
        }

    # --- the handlers ---

    def _person(self, request: web.Request) -> PageUser:
        """The person asking; 403 without this run's token or from a foreign page, 404 for an unknown person."""
        if request.headers.get("Origin") not in self.origins:
            raise web.HTTPForbidden(text="This page may not speak for people.")
        if not secrets.compare_digest(request.query.get("token", "").encode(), self.run_token.encode()):
            raise web.HTTPForbidden(text="The token is not that of this run.")
        person = self.world.people.get(request.query.get("user", ""))
        if person is None:
            raise web.HTTPNotFound(text="There is nobody with this id.")
        return person

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """The handler of `/page/socket`."""
        person = self._person(request)
        person.found = cast.accepted(request.headers.get("Accept-Language"))
        socket = web.WebSocketResponse(heartbeat=30.0, max_msg_size=1 << 20)
        await socket.prepare(request)
        queue: asyncio.Queue[str] = asyncio.Queue()
        for text in self._first(person):
            queue.put_nowait(text)
        self._queues.setdefault(person.id, set()).add(queue)
        sender = asyncio.create_task(_send(socket, queue))
        self._sockets.add(socket)
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    self._received(person, message.data, queue)
        finally:
            self._queues[person.id].discard(queue)
            self._sockets.discard(socket)
            sender.cancel()
        return socket

    async def shut(self) -> None:
        """Close all pages' connections because the playground stops."""
        for socket in list(self._sockets):
            await socket.close(code=1001)

    def _received(self, person: PageUser, text: str, queue: asyncio.Queue[str]) -> None:
        nonce: Any = None
        try:
            frame = read_json(text)
            if not isinstance(frame, dict):
                raise Rejected(N_("A frame must be an object."))
            nonce = frame.get("nonce")
            act(Stage(self.world, self.interactions), person, frame)
        except Rejected as error:
            refused = error
        except ValueError as error:
            refused = Rejected(N_("The playground did not understand that: {reason}"), {"reason": str(error)[:100]})
        else:
            return
        queue.put_nowait(json.dumps({"op": "error", "nonce": nonce, "message": refused.told(texts_for(person.locale))}))

    async def upload(self, request: web.Request) -> web.Response:
        """The handler of `/page/upload`: a file for a command's option, a modal or a message."""
        texts = texts_for(self._person(request).locale)
        channel_id, name = request.query.get("channel_id", ""), request.query.get("filename", "file")
        if channel_id not in self.world.channels:
            return web.json_response({"message": texts.gettext("This channel is gone.")}, status=400)
        data = await request.read()
        if len(data) > UPLOAD_LIMIT:
            message = texts.gettext("The file is too large ({most} MiB at most).", most=UPLOAD_LIMIT >> 20)
            return web.json_response({"message": message}, status=413)
        attachment = self.world.files.add(channel_id, self.world.snowflakes.next(), name, data)
        attachment["ephemeral"] = True
        self.world.pending[attachment["id"]] = attachment
        return web.json_response(attachment)


async def _send(socket: web.WebSocketResponse, queue: asyncio.Queue[str]) -> None:
    with contextlib.suppress(ConnectionError):
        while True:
            await socket.send_str(await queue.get())
