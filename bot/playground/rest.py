"""The REST API: reads and records requests, fails them if a test wants it, and answers or refuses them."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import unquote

from aiohttp import BodyPartReader, content_disposition_filename, parse_content_disposition, web

from bot.playground.cast import Guild
from bot.playground.errors import ApiError, Form, Json, not_found, refused, unauthorized
from bot.playground.faults import Cut, DiscordFault, PlannedFailures, Recorded, Recorder, Refuse, ServerError, Slow
from bot.playground.interactions import Interactions
from bot.playground.media import Upload
from bot.playground.ratelimit import RateLimits, StartLimits
from bot.playground.received import CONFUSED, place, read_json
from bot.playground.world import World

PREFIX = "/api/v10"
LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Service:
    """The objects that endpoints work on."""

    world: World
    interactions: Interactions
    rates: RateLimits
    faults: PlannedFailures
    recorder: Recorder
    token: Callable[[], str]
    gateway_url: Callable[[], str]
    start_limits: StartLimits


@dataclass(frozen=True, slots=True)
class Call:
    """One request: its path variables, its query, its JSON `body` and its files."""

    path: dict[str, str]
    query: dict[str, str]
    body: Any
    uploads: list[Upload]

    @property
    def fields(self) -> Json:
        """The body as an object; refused with 50035 if it is not one."""
        if not isinstance(self.body, dict):
            raise Form().fail("DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
        return self.body


def channel_of(service: Service, call: Call, *needed: str) -> Json:
    """The channel of the path; the bot must see it and have the `needed` permissions."""
    channel = service.world.channel(call.path["channel_id"])
    service.world.need(channel, *needed)
    return channel


def guild_of(service: Service, call: Call) -> Guild:
    """The server of the path; the bot must be there."""
    guild = service.world.guild(call.path["guild_id"])
    if not guild.has_bot:
        raise refused(50001)
    return guild


RestAnswer = Json | list[Any] | None
Handler = Callable[[Service, Call], RestAnswer]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A method and path (below `/api/v10`), its handler, its rate-limit bucket ("" for none), and whether
    it needs the bot's token."""

    method: str
    path: str
    handler: Handler
    bucket: str = "other"
    private: bool = True


class Endpoints:
    """All endpoints, found by method and path: aiohttp would make a route of each anew for every playground."""

    def __init__(self, *endpoints: Endpoint) -> None:
        self._by_length: dict[tuple[str, int], list[tuple[re.Pattern[str], Endpoint]]] = {}
        for one in endpoints:
            pattern = re.compile(_VARIABLE.sub(r"(?P<\1>[^/]+)", one.path))
            self._by_length.setdefault((one.method, one.path.count("/")), []).append((pattern, one))

    def find(self, method: str, path: str) -> tuple[Endpoint, dict[str, str]]:
        """The first endpoint for a path as it was sent, and the variables in it; else one that knows nothing."""
        for pattern, endpoint in self._by_length.get((method, path.count("/")), ()):
            if match := pattern.fullmatch(path):
                return endpoint, {name: unquote(value) for name, value in match.groupdict().items()}
        return _NOWHERE, {}


_VARIABLE = re.compile(r"\{(\w+)\}")


def route(service: Service, endpoints: Endpoints) -> web.RouteDef:
    """The aiohttp route for all of the API; a path without an endpoint gets a 404 as on Discord."""

    async def handle(request: web.Request) -> web.StreamResponse:
        path = request.rel_url.raw_path.removeprefix(PREFIX)
        return await _serve(service, *endpoints.find(request.method, path), request)

    return web.route("*", PREFIX + "/{path:.*}", handle)


def _no_endpoint(_: Service, __: Call) -> RestAnswer:
    raise not_found()


_NOWHERE = Endpoint("*", "", _no_endpoint, private=False)


async def _serve(
    service: Service, endpoint: Endpoint, variables: dict[str, str], request: web.Request
) -> web.StreamResponse:
    path = request.path.removeprefix(PREFIX)
    record = Recorded(request.method, path, dict(request.query), None, [], service.world.clock.now())
    service.recorder.requests.append(record)
    fault = service.faults.take(request.method, path)
    try:
        body, uploads = await _read(request)
    except ApiError as error:
        return _respond(record, error.status, error.body(), {})
    record.body = body
    record.files = [(upload.filename, len(upload.data)) for upload in uploads]
    early = await _strike(fault, request, record, after=False)
    if early is not None:
        return early
    call = Call(variables, dict(request.query), body, uploads)
    status, answer, headers = _answer(service, endpoint, request, call, fault)
    late = await _strike(fault, request, record, after=True)
    return late if late is not None else _respond(record, status, answer, headers)


async def _strike(
    fault: DiscordFault | None, request: web.Request, record: Recorded, after: bool
) -> web.Response | None:
    """Apply a fault due now (before or `after` the work); the response if it makes one."""
    match fault:
        case Slow(seconds=seconds) if fault.after is after:
            await asyncio.sleep(seconds)
        case ServerError() if fault.after is after:
            return _respond(record, 500, {"message": "500: Internal Server Error", "code": 0}, {})
        case Cut() if fault.after is after:
            if request.transport is not None:
                request.transport.abort()
            return web.Response(status=500)
    return None


def _answer(
    service: Service, endpoint: Endpoint, request: web.Request, call: Call, fault: DiscordFault | None
) -> tuple[int, RestAnswer, dict[str, str]]:
    headers: dict[str, str] = {}
    try:
        if endpoint.private and request.headers.get("Authorization") != f"Bot {service.token()}":
            raise unauthorized()
        if endpoint.bucket:
            major = call.path.get("channel_id") or call.path.get("token") or call.path.get("guild_id") or ""
            headers = service.rates.spend(endpoint.bucket, major, f"{endpoint.method} {endpoint.path}")
        if isinstance(fault, Refuse):
            raise fault.error
        answer = endpoint.handler(service, call)
    except ApiError as error:
        return error.status, error.body(), {**headers, **error.headers}
    except CONFUSED as error:
        LOG.warning("the playground did not understand %s %s: %s", request.method, endpoint.path, place(error))
        return 400, refused(50035).body(), headers
    except Exception:
        LOG.exception("the playground failed at %s %s", request.method, endpoint.path)
        return 500, {"message": "500: Internal Server Error", "code": 0}, headers
    return (204 if answer is None else 200), answer, headers


def _respond(record: Recorded, status: int, answer: RestAnswer, headers: dict[str, str]) -> web.Response:
    record.status, record.answer = status, answer
    if answer is None:
        return web.Response(status=status, headers=headers)
    # the client reads JSON only if the type is exactly this, without a charset
    return web.Response(
        status=status, headers=headers, body=json.dumps(answer).encode(), content_type="application/json"
    )


async def _read(request: web.Request) -> tuple[Any, list[Upload]]:
    try:
        if request.headers.get("Content-Type", "").lower().startswith("multipart/"):
            return await _read_multipart(request)
        data = await request.read()
        return (read_json(data) if data else {}), []
    except (*CONFUSED, RuntimeError) as error:  # aiohttp raises this for an unknown encoding
        raise refused(50109) from error


async def _read_multipart(request: web.Request) -> tuple[Any, list[Upload]]:
    body: Any = {}
    uploads: list[Upload] = []
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise ValueError("a form within a form")
        data = bytes(await part.read(decode=True))
        _, named = _disposition(part.headers.get("Content-Disposition"))
        name = content_disposition_filename(named, "name")
        if name == "payload_json":
            body = read_json(data)
        else:
            uploads.append(Upload(name or "", content_disposition_filename(named) or "", data))
    return body, uploads


_disposition = lru_cache(maxsize=100)(parse_content_disposition)
"""What a header calls its part. Most are alike, and `BodyPartReader` reads its own anew whenever it is asked."""
