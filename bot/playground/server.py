"""The complete playground: one aiohttp server on loopback for the bot, the page and tests."""

from __future__ import annotations

import asyncio
import base64
import json
import logging
import secrets
from collections.abc import Awaitable, Callable
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template

from aiohttp import web

from bot.playground import cast, rest, routes, threads
from bot.playground.cast import Guild
from bot.playground.clock import PlaygroundClock
from bot.playground.faces import face
from bot.playground.faults import PlannedFailures, Recorder
from bot.playground.gateway import Gateway
from bot.playground.media import INLINE, UPLOAD_LIMIT, plain_png
from bot.playground.people import People
from bot.playground.ratelimit import RateLimits
from bot.playground.received import CONFUSED
from bot.playground.world import LOADING, PostedMessage, World
from bot.system import make_file, make_folder, reason_of
from bot.text import texts_for

VERSION = 1
MESSAGES_KEPT = 500
"""The number of newest messages kept in each channel."""


def save(world: World, path: Path) -> None:
    """Write the world to `path` completely or not at all (if writing fails, the old file stays)."""
    kept = [
        post
        for posts in world.posts.values()
        for post in list(posts.values())[-MESSAGES_KEPT:]
        if not post.flags & LOADING
    ]
    shown = {upload["url"].partition("/attachments/")[2] for post in kept for upload in post.uploads}
    state = {
        "version": VERSION,
        "address": world.files.address,
        "floor": world.snowflakes.floor,
        "people": {p.id: {"chosen": p.chosen, "dms_closed": p.dms_closed} for p in world.people.values()},
        "guilds": [{key: getattr(guild, key) for key in Guild.__slots__} for guild in world.guilds.values()],
        "channels": list(world.channels.values()),
        "posts": [{"body": post.body, "uploads": post.uploads, "viewer": post.viewer} for post in kept],
        "scheduled": list(world.scheduled.values()),
        "commands": [[scope, group] for scope, group in world.commands.items()],
        "files": {name: base64.b64encode(data).decode() for name, data in world.files.stored.items() if name in shown},
    }
    make_folder(path.parent)
    fresh = path.with_name(path.name + ".new")
    fresh.unlink(missing_ok=True)  # left by a killed run, perhaps with other permissions
    make_file(fresh)
    fresh.write_text(json.dumps(state), encoding="utf-8")
    fresh.replace(path)


def load(world: World, path: Path) -> None:
    """Read the world from `path`; does nothing if there is no file.

    Raises ValueError, naming the file, if it is damaged or from another version.
    """
    if not path.exists():
        return
    try:
        text = path.read_text(encoding="utf-8")
        state = json.loads(text)
        if state["version"] != VERSION:
            raise ValueError(f"version {state['version']}")
        # the port may have changed since the last run; update the addresses of files
        state = json.loads(text.replace(json.dumps(state["address"])[1:-1], world.files.address))
        guilds = {guild["id"]: Guild(**guild) for guild in state["guilds"]}
        posts = [PostedMessage(**post) for post in state["posts"]]
        stored = {name: base64.b64decode(data) for name, data in state["files"].items()}
    except CONFUSED as error:
        raise ValueError(f"{path}: not a saved playground ({error})") from error
    world.snowflakes.floor = max(world.snowflakes.floor, int(state["floor"]))
    for user_id, settings in state["people"].items():
        if user_id in world.people:
            world.people[user_id].chosen = settings["chosen"]
            world.people[user_id].dms_closed = settings["dms_closed"]
    world.guilds = guilds
    world.channels = {channel["id"]: channel for channel in state["channels"]}
    world.commands = dict(state["commands"])
    world.scheduled = {event["id"]: event for event in state.get("scheduled", ())}
    world.files.stored = stored
    for post in posts:
        world.posts.setdefault(post.body["channel_id"], {})[post.id] = post


LOG = logging.getLogger(__name__)
HOST = "127.0.0.1"
_AVATAR_SIZES = ("16", "32", "64", "128")
_AVATARS = ((88, 101, 242), (117, 126, 138), (59, 165, 92), (250, 166, 26), (237, 66, 69), (235, 69, 158))
_REQUEST_LIMIT = 12 * UPLOAD_LIMIT
ENDPOINTS = rest.Endpoints(*routes.APPLICATION, *routes.MESSAGES, *routes.CHANNELS, *routes.EVENTS, *routes.ANSWERS)


def _new_token() -> str:
    return f"playground.{secrets.token_urlsafe(24)}"


class Playground:
    """The stand-in. `port` 0 picks a free one; `state_file` keeps the chat between runs.

    After `start` the addresses are known: `address` of the page, and `api`, `gateway_url` and `cdn` for the
    bot, which logs in with `token`. State lives here and not in the bot, so a restarted bot finds its messages.
    """

    def __init__(
        self,
        port: int = 0,
        clock: PlaygroundClock | None = None,
        faults: PlannedFailures | None = None,
        state_file: Path | None = None,
        token: str | None = None,
    ) -> None:
        self.port = port
        self.clock = clock or PlaygroundClock()
        self.faults = faults or PlannedFailures()
        self.recorder = Recorder()
        self.rates = RateLimits(self.clock)
        self.world = World(self.clock)
        self.gateway = Gateway(self.world, token or _new_token(), self.faults)
        self.people = People(self.world, self.gateway)
        self._state_file = state_file
        self._runner: web.AppRunner | None = None
        self.clock.on_shift(lambda: threads.settle(self.world))

    @property
    def token(self) -> str:
        """The bot's token now."""
        return self.gateway.token

    def revoke(self) -> None:
        """Give the bot another token: from now on, requests and new sessions with the old one are refused."""
        self.gateway.token = _new_token()

    @property
    def address(self) -> str:
        """The page's address."""
        return f"http://{HOST}:{self.port}"

    @property
    def api(self) -> str:
        """The REST base address, for `Route.BASE`."""
        return self.address + rest.PREFIX

    @property
    def gateway_url(self) -> str:
        """The gateway's address, for `DEFAULT_GATEWAY`."""
        return f"ws://{HOST}:{self.port}/gateway"

    @property
    def cdn(self) -> str:
        """The base address of avatars and icons, for `Asset.BASE`."""
        return self.address + "/cdn"

    async def start(self) -> None:
        """Start listening, and load the state file if there is one.

        Raises OSError if the port is taken, ValueError if the state file is damaged.
        """
        app = web.Application(client_max_size=_REQUEST_LIMIT, middlewares=[self._guard])
        app.add_routes(self._routes())
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        try:
            await self._listen(self._runner)
        except (OSError, ValueError):
            await self._runner.cleanup()
            self._runner = None
            raise

    async def _listen(self, runner: web.AppRunner) -> None:
        await web.TCPSite(runner, HOST, self.port).start()
        self.port = runner.addresses[0][1]
        self.world.files.address = self.address
        self.gateway.resume_url = self.gateway_url
        self.people.origins = frozenset({self.address, f"http://localhost:{self.port}"})
        if self._state_file is not None:
            load(self.world, self._state_file)

    async def close(self) -> None:
        """Close all connections, save to the state file and stop listening."""
        if self._runner is not None:
            await self.gateway.shut()
            await self.people.shut()
            self._save()
            await self._runner.cleanup()
            self._runner = None

    def _save(self) -> None:
        if self._state_file is not None:
            try:
                save(self.world, self._state_file)
            except OSError as error:
                LOG.warning("the chat of the playground is not saved: %s", reason_of(error))

    def _routes(self) -> list[web.AbstractRouteDef]:
        service = rest.Service(
            self.world,
            self.people.interactions,
            self.rates,
            self.faults,
            self.recorder,
            lambda: self.token,
            lambda: self.gateway_url,
            self.gateway.limits,
        )
        return [
            rest.route(service, ENDPOINTS),
            web.get("/gateway", self.gateway.serve),
            web.get("/gateway/", self.gateway.serve),
            web.get("/page/socket", self.people.serve),
            web.post("/page/upload", self.people.upload),
            web.get("/attachments/{path:.+}", self._attachment),
            web.get("/cdn/embed/avatars/{index}.png", self._avatar),
            web.get("/cdn/avatars/{person}/{avatar}.png", self._face),
            web.get("/page/texts/{name}", self._texts),
            web.get("/", self._page),
            web.static("/static", Path(str(files("bot.playground") / "page"))),
        ]

    @web.middleware
    async def _guard(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """Refuse requests with another host name: a foreign site could make its name resolve to this machine."""
        if request.host not in (f"{HOST}:{self.port}", f"localhost:{self.port}"):
            raise web.HTTPForbidden(text="The playground answers to its own address only.")
        return await handler(request)

    async def _page(self, request: web.Request) -> web.Response:
        locale = cast.accepted(request.headers.get("Accept-Language"))
        text = await asyncio.to_thread(self._index, locale)
        return web.Response(text=text, content_type="text/html", headers={"Cache-Control": "no-store"})

    def _index(self, locale: str) -> str:
        """The page's source for a browser's language."""
        texts = texts_for(locale)
        known = {
            "browser": locale,
            "locales": cast.LOCALES,
            "files": cast.files(),
            "people": {person.id: person.chosen or locale for person in self.world.people.values()},
        }
        facts = {
            "run_token": self.people.run_token,
            "languages": json.dumps(known),
            "lang": str(texts.locale).replace("_", "-"),
            "title": texts.gettext("Tilewright playground"),
            "playground": texts.pgettext("after the bot's name, in small letters", "playground"),
            "noscript": texts.gettext("The playground's page needs JavaScript."),
        }
        index = (files("bot.playground") / "page" / "index.html").read_text(encoding="utf-8")
        return Template(index).substitute({name: escape(text) for name, text in facts.items()})

    async def _texts(self, request: web.Request) -> web.Response:
        """The page's texts in a language. Their address changes with them, so a browser asks for them once."""
        data = await asyncio.to_thread(cast.page_texts, request.match_info["name"])
        if data is None:
            raise web.HTTPNotFound(text="There are no such texts.")
        headers = {"Cache-Control": "public, max-age=31536000, immutable"}
        return web.Response(body=data, content_type="application/json", charset="utf-8", headers=headers)

    async def _attachment(self, request: web.Request) -> web.Response:
        data = self.world.files.stored.get(request.match_info["path"])
        if data is None:
            raise web.HTTPNotFound(text="There is no such file.")
        kind = self.world.files.kind(request.match_info["path"])
        headers = {"X-Content-Type-Options": "nosniff"}
        if kind not in INLINE:
            headers["Content-Disposition"] = "attachment"
            headers["Content-Security-Policy"] = "sandbox"
        headers["Content-Type"] = kind
        return web.Response(body=data, headers=headers)

    async def _face(self, request: web.Request) -> web.Response:
        person = self.world.people.get(request.match_info["person"])
        avatar, size = request.match_info["avatar"], request.query.get("size", "128")
        if person is None or person.user["avatar"] != avatar or size not in _AVATAR_SIZES:
            raise web.HTTPNotFound(text="There is no such picture.")
        data = await asyncio.to_thread(face, avatar, int(size))
        return web.Response(body=data, content_type="image/png")

    async def _avatar(self, request: web.Request) -> web.Response:
        pictures = {str(number): colour for number, colour in enumerate(_AVATARS)}
        colour = pictures.get(request.match_info["index"])
        if colour is None:
            raise web.HTTPNotFound(text="There is no such picture.")
        return web.Response(body=plain_png(64, colour), content_type="image/png")
