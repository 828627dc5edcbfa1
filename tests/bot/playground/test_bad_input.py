"""Bad input to the playground over the wire is refused in Discord's way, never with a fault of the program."""

from __future__ import annotations

import asyncio
import gc
import json
from typing import Any

import aiohttp
import pytest

from bot.playground import received, rest, routes, server
from bot.playground.clock import PlaygroundClock
from bot.playground.gateway import BAD_PAYLOAD, BAD_TOKEN, NOT_AUTHENTICATED
from bot.playground.people import _ACTIONS
from bot.playground.ratelimit import RateLimits
from bot.playground.server import Playground
from bot.playground.world import World
from tests.support.logged import failures
from tests.support.playground import Person
from tests.support.rawbot import RawBot

ENDPOINTS = [
    *routes.APPLICATION,
    *routes.MESSAGES,
    *routes.CHANNELS,
    *routes.ANSWERS,
]
NOT_JSON = [
    b"{",
    b"\xff\xfe",
    b"NaN",
    b'{"content": Infinity}',
    b'{"content": 1e999}',
    b'{"content": ' + b"9" * 5000 + b"}",
    b'{"flags": 18446744073709551616}',
    b"[" * 100_000,
    b'{"content": ' + b"[" * 200 + b"]" * 200 + b"}",
    b'{"content": "\\ud800"}',
]
STRANGE: list[Any] = [
    *(7, "text", [], [[]], [7], None, True),
    *({}, {"content": 7}, {"content": []}, {"flags": "many"}, {"flags": 2**63}, {"flags": -1}, {"flags": [1]}),
    *({"components": 7}, {"components": [7]}, {"components": [{"type": 10**9}]}, {"components": [{"type": "x"}]}),
    *({"components": [{"type": 1, "components": {"a": 1}}], "flags": 32768}, {"components": [{"type": 17}]}),
    *({"embeds": "x"}, {"embeds": [7]}, {"attachments": 7}, {"attachments": [7]}, {"attachments": [{}]}),
    *({"allowed_mentions": 7}, {"allowed_mentions": {"parse": 7, "users": 7}}, {"message_reference": 7}),
    *({"message_reference": {"message_id": {}}}, {"messages": 7}, {"messages": [{}]}, {"name": 7}, {"name": {}}),
    *({"recipient_id": {}}, {"type": "x"}, {"type": 4, "data": 7}, {"type": 9, "data": {"components": 7}}),
    *({"type": 8, "data": {"choices": 7}}, {"auto_archive_duration": []}, {"archived": "x", "locked": {}}),
    *({"options": 7}, [{"name": "x", "options": {}}], [{"name": {}, "type": []}], {"name": "a", "description": {}}),
]
QUERIES = ["", "?limit=x", "?limit=" + "9" * 5000, "?after=x&before=y&around=z", "?with_response=" + "x" * 500]


def _paths(playground: Playground, template: str) -> list[str]:
    """The path for things that exist, and for things that do not."""
    world = playground.world
    guild = next(iter(world.guilds))
    real = {"channel_id": "1190000000000000300", "guild_id": guild, "application_id": world.bot["id"]}
    real |= {"user_id": world.bot["id"], "message_id": next(iter(world.posts.get("1190000000000000300", {"1": 0})))}
    names = ("interaction_id", "token", "emoji", "command_id")
    strange = dict.fromkeys([*real, *names], "²")
    return [rest.PREFIX + template.format_map(given) for given in (dict.fromkeys(names, "1") | real, strange)]


@pytest.fixture(autouse=True, scope="module")
def left() -> None:
    """Collect what tests of other files left, and set the rest aside, so that `tidy` need not look at it each time."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def tidy(left: None) -> None:
    """Collect what earlier tests left: inside deeply nested JSON, no finalizer has room to run."""
    gc.collect()


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda one: f"{one.method} {one.path}")
async def test_no_body_makes_the_playground_fail(
    playground: Playground,
    raw: RawBot,
    endpoint: rest.Endpoint,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each endpoint, with bodies that are not JSON or have wrong shapes, and with strange queries."""
    monkeypatch.setattr(RateLimits, "spend", lambda *_: {})  # this test needs a hundred requests at once
    await raw.ask("POST", "/channels/1190000000000000300/messages", {"content": "hello"})
    bodies = [(400, body) for body in NOT_JSON] + [(0, json.dumps(one).encode()) for one in STRANGE]
    headers = {"Authorization": f"Bot {playground.token}", "Content-Type": "application/json"}
    async with aiohttp.ClientSession(headers=headers) as session:
        for path, sent in zip(_paths(playground, endpoint.path), (bodies, bodies[::5]), strict=True):
            for wanted, body in sent:
                async with session.request(endpoint.method, playground.address + path, data=body) as answer:
                    assert answer.status < 500, body[:80]
                    assert answer.status == wanted or not wanted or endpoint.method == "GET", body[:80]
            for query in QUERIES:
                async with session.request(endpoint.method, playground.address + path + query) as answer:
                    assert answer.status < 500, query[:80]
    assert not failures(caplog)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("multipart/form-data", b"x"),
        ("multipart/form-data; boundary=b", b"x"),
        (
            "multipart/form-data; boundary=b",
            b'--b\r\nContent-Disposition: form-data; name="payload_json"\r\n\r\n{\r\n--b--',
        ),
        ("multipart/form-data; boundary=b", b"--b\r\nContent-Transfer-Encoding: none\r\n\r\nx\r\n--b--"),
        ("multipart/form-data; boundary=b", b"--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c--\r\n--b--"),
        ("application/json; charset=none", b"{"),
    ],
)
async def test_no_form_makes_the_playground_fail(
    playground: Playground, kind: str, body: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """Forms without an end, nested forms, and forms with unknown encodings."""
    headers = {"Authorization": f"Bot {playground.token}", "Content-Type": kind}
    url = f"{playground.api}/channels/1190000000000000300/messages"
    async with aiohttp.ClientSession() as session, session.post(url, data=body, headers=headers) as answer:
        assert answer.status == 400
        assert (await answer.json())["code"] in (50006, 50035, 50109)
    assert not failures(caplog)


async def test_no_frame_makes_the_socket_of_the_page_fail(
    playground: Playground, raw: RawBot, caplog: pytest.LogCaptureFixture
) -> None:
    """Each action with data of wrong shapes; the page gets a refusal each time, or the action is done."""
    texts = [body.decode("latin-1") for body in NOT_JSON]
    given: list[Any] = [7, {}, [], [7], {"name": {}}, {"options": 7, "name": "x", "type": []}, "x", None]
    for op in [*_ACTIONS, {}, "x" * 5000]:
        for value in given:
            frame = {"op": op, "channel_id": "1190000000000000300", "message_id": value, "data": value, "name": value}
            frame |= {"content": value, "attachments": value, "reply_to": value, "locale": value, "id": value}
            if op != "delete_channel":
                texts.append(json.dumps(frame))
    async with Person.at(playground, "Ada") as ada:
        for text in texts:
            await ada.socket.send_str(text)
        await ada.say("still here", "1190000000000000300")
        refused = [frame for frame in ada.frames if frame["op"] == "error"]
        assert len(refused) > len(NOT_JSON)
        assert all(frame["message"] and len(frame["message"]) < 300 for frame in refused)
    assert not failures(caplog)


@pytest.mark.parametrize("text", [body.decode("latin-1") for body in NOT_JSON] + [
    *("7", "[]", "{}", '{"op": 2, "d": 7}', '{"op": 2, "d": {}}', '{"op": 2, "d": {"intents": "x"}}'),
    *('{"op": 2, "d": {"intents": 1, "shard": 7}}', '{"op": 2, "d": {"intents": 1, "shard": ["a", "b"]}}'),
    '{"op": 6, "d": []}',
])  # fmt: skip
async def test_no_frame_makes_the_gateway_fail(
    playground: Playground, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The connection is closed with Discord's code for the error."""
    async with aiohttp.ClientSession() as session, session.ws_connect(playground.gateway_url) as socket:
        await socket.receive()
        await socket.send_str(text)
        async with asyncio.timeout(60):
            while (await socket.receive()).type != aiohttp.WSMsgType.CLOSED and not socket.closed:
                pass
        assert socket.close_code in (BAD_PAYLOAD, BAD_TOKEN, NOT_AUTHENTICATED)
    assert not failures(caplog)


async def test_pictures_have_small_numbers(playground: Playground) -> None:
    """Other numbers do not exist."""
    async with aiohttp.ClientSession() as session:
        for index, status in (("0", 200), ("9" * 5000, 404), ("²", 404), ("-1", 404)):
            async with session.get(f"{playground.address}/cdn/embed/avatars/{index}.png") as answer:
                assert answer.status == status


@pytest.mark.parametrize("text", ["[" * 100_000, "7", '{"version": 1}', '{"version": 1, "address": 7}', "{"])
def test_a_damaged_chat_is_named(tmp_path: Any, text: str) -> None:
    """One clear error with the name of the file."""
    file = tmp_path / "playground.json"
    file.write_text(text)
    with pytest.raises(ValueError, match=r"playground\.json"):
        server.load(World(PlaygroundClock()), file)


def test_what_is_usual_is_read_as_it_is() -> None:
    """Ordinary numbers, texts and nesting."""
    value: Any = {"a": [1, -2, 3.5, True, None, "ä", {"b": 1 << 63}]}
    for _ in range(received.DEEPEST_JSON - 8):
        value = [value]
    assert received.read_json(json.dumps(value)) == value
