"""What messages become: mentions, files, edits, history, threads; and scheduled events."""

from __future__ import annotations

import struct
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.playground import cast, media
from bot.playground.clock import PlaygroundClock, Snowflakes, instant
from bot.playground.media import content_type, picture_size, plain_png, safe_name
from bot.playground.server import Playground
from tests.support import discord_api
from tests.support.playground import Person, running
from tests.support.rawbot import RawBot

PNG = plain_png(8, (0, 0, 0))
V2 = 1 << 15


@pytest.mark.parametrize(
    ("allowed", "mentioned", "everyone"),
    [
        (None, ["Ada", "Bruno"], True),
        ({"parse": []}, [], False),
        ({"parse": ["users"]}, ["Ada", "Bruno"], False),
        ({"parse": [], "users": ["1190000000000000201"]}, ["Bruno"], False),
        ({"parse": ["everyone"]}, [], True),
    ],
)
async def test_allowed_mentions(
    raw: RawBot, general: str, allowed: object, mentioned: list[str], everyone: bool
) -> None:
    text = "<@1190000000000000200> <@!1190000000000000201> @everyone"
    for body in ({"content": text}, {"flags": V2, "components": [{"type": 10, "content": text}]}):
        sent = (await raw.send(general, **body, **({"allowed_mentions": allowed} if allowed else {}))).body
        assert [user["global_name"] for user in sent["mentions"]] == mentioned
        assert sent["mention_everyone"] is everyone


async def test_reply_mentions_its_author_when_allowed(playground: Playground, raw: RawBot, general: str) -> None:
    async with Person.at(playground, "Ada") as ada:
        said = await ada.say("8H HELLO")
        for allowed, count in ((None, 1), ({"parse": []}, 0), ({"parse": [], "replied_user": True}, 1)):
            body = {"content": "x", "message_reference": {"message_id": said["id"]}}
            sent = (await raw.send(general, **body, **({"allowed_mentions": allowed} if allowed else {}))).body
            assert (sent["type"], sent["referenced_message"]["id"], len(sent["mentions"])) == (19, said["id"], count)


async def test_files_of_a_v2_message_belong_to_its_components(raw: RawBot, general: str) -> None:
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://a.png"}, "description": "alt"}]}
    sent = (await raw.send(general, files=[("a.png", PNG)], flags=V2, components=[gallery])).body
    item = sent["components"][0]["items"][0]
    assert sent["attachments"] == []
    assert (item["media"]["width"], item["media"]["content_type"]) == (8, "image/png")
    path = f"/channels/{general}/messages/{sent['id']}"
    kept = (await raw.ask("PATCH", path, {"components": [gallery, {"type": 10, "content": "over"}]})).body
    assert kept["components"][0]["items"][0]["media"]["attachment_id"] == item["media"]["attachment_id"]
    by_url = {"type": 12, "items": [{"media": {"url": item["media"]["url"]}}]}
    assert (await raw.ask("PATCH", path, {"components": [by_url]})).body["attachments"] == []
    only_id = {"components": [gallery], "attachments": [{"id": item["media"]["attachment_id"]}]}
    place = ("components", 0, "items", 0, "media", "url")
    assert (await raw.ask("PATCH", path, only_id)).mistake(*place).endswith("ATTACHMENT_NOT_FOUND")
    only_id["attachments"][0]["filename"] = "a.png"
    assert (await raw.ask("PATCH", path, only_id)).status == 200
    async with raw.session.get(item["media"]["url"]) as answer:
        assert await answer.read() == PNG
    dropped = {"components": [{"type": 10, "content": "over"}], "attachments": []}
    assert (await raw.ask("PATCH", path, dropped)).status == 200
    async with raw.session.get(item["media"]["url"]) as answer:
        assert answer.status == 404


async def test_new_files_replace_old_ones_unless_those_are_listed(raw: RawBot, general: str) -> None:
    sent = (await raw.send(general, files=[("a.png", PNG)], content="x")).body
    path = f"/channels/{general}/messages/{sent['id']}"
    listed = {"attachments": [{"id": sent["attachments"][0]["id"], "description": "first"}, {"id": 0}]}
    both = (await raw.ask("PATCH", path, listed, [("b.png", PNG)])).body
    assert [(a["filename"], a.get("description")) for a in both["attachments"]] == [("a.png", "first"), ("b.png", None)]
    one = (await raw.ask("PATCH", path, {}, [("c.png", PNG)])).body
    assert [a["filename"] for a in one["attachments"]] == ["c.png"]
    assert [a["filename"] for a in (await raw.ask("PATCH", path, {"content": "y"})).body["attachments"]] == ["c.png"]
    assert (await raw.ask("PATCH", path, {"attachments": []})).body["attachments"] == []


async def test_history(raw: RawBot, general: str) -> None:
    for number in range(6):
        await raw.send(general, content=f"{number}")

    async def texts(query: str) -> str:
        return "".join(m["content"] for m in (await raw.ask("GET", f"/channels/{general}/messages?{query}")).body)

    assert await texts("limit=2") == "54"
    assert (await raw.ask("GET", f"/channels/{general}/messages?limit=101")).mistake("limit") == "NUMBER_TYPE_MAX"


async def test_thread(raw: RawBot, general: str) -> None:
    async with raw.listen():
        thread = (await raw.ask("POST", f"/channels/{general}/threads", {"name": "t", "type": 11})).body
        assert (await raw.event("THREAD_CREATE"))["newly_created"] is True
        await raw.send(thread["id"], content="x")
        assert (await raw.ask("GET", f"/channels/{thread['id']}")).body["message_count"] == 1
        await raw.ask("DELETE", f"/channels/{thread['id']}")
        assert (await raw.event("THREAD_DELETE"))["parent_id"] == general


async def test_reactions(playground: Playground, raw: RawBot, general: str) -> None:
    sent = (await raw.send(general, content="x")).body
    path = f"/channels/{general}/messages/{sent['id']}"
    async with Person.at(playground, "Ada") as ada:
        assert (await raw.ask("PUT", f"{path}/reactions/%F0%9F%91%8D/@me")).status == 204
        await ada.wait(lambda: {f.get("t") for f in ada.frames} >= {"MESSAGE_REACTION_ADD"}, "events")
    assert (await raw.ask("GET", path)).body["reactions"][0]["emoji"]["name"] == "👍"


async def test_members_and_servers(playground: Playground, raw: RawBot, general: str) -> None:
    guild_id = playground.world.channel(general)["guild_id"]
    ada = playground.world.named("Ada")
    assert (await raw.ask("GET", f"/guilds/{guild_id}/members/{ada.id}")).body["user"]["global_name"] == "Ada"
    assert (await raw.ask("GET", f"/guilds/{guild_id}/members/5")).code == 10007
    assert (await raw.ask("GET", f"/guilds/{guild_id}")).body["owner_id"] == ada.id
    assert (await raw.ask("GET", "/guilds/5")).code == 10004
    assert (await raw.ask("GET", "/gateway/bot")).body["url"] == playground.gateway_url


def test_snowflakes_carry_the_clocks_time_and_always_grow() -> None:
    now = 1_800_000_000.123
    clock = PlaygroundClock(lambda: now)
    flakes = Snowflakes(clock)
    first, second = flakes.next(), flakes.next()
    assert instant(first) == pytest.approx(now, abs=0.001)
    assert int(second) == int(first) + 1
    clock.shift(-3600)
    assert int(flakes.next()) > int(second)
    clock.shift(7200)
    assert instant(flakes.next()) == pytest.approx(now + 3600, abs=0.001)


def _webp(kind: bytes, body: bytes) -> bytes:
    return b"RIFF\0\0\0\0WEBP" + kind + len(body).to_bytes(4, "little") + body + bytes(16)


@pytest.mark.parametrize(
    ("data", "size"),
    [
        (PNG, (8, 8)),
        (b"GIF89a" + struct.pack("<HH", 300, 20) + bytes(3), (300, 20)),
        (_webp(b"VP8X", bytes(4) + (299).to_bytes(3, "little") + (19).to_bytes(3, "little")), (300, 20)),
        (_webp(b"VP8L", b"\x2f" + (299 | 19 << 14).to_bytes(4, "little")), (300, 20)),
        (_webp(b"VP8 ", bytes(6) + struct.pack("<HH", 300, 20)), (300, 20)),
        (b"plain text", None),
        (b"\x89PNG\r\n\x1a\n", None),
    ],
)
def test_picture_sizes_are_read_from_the_header(data: bytes, size: tuple[int, int] | None) -> None:
    assert picture_size(data) == size


@pytest.mark.parametrize(
    ("given", "kept"), [("a b.png", "a_b.png"), ("../../etc/passwd", "passwd"), ("", "unknown"), (".hidden", "hidden")]
)
def test_file_names_are_made_safe(given: str, kept: str) -> None:
    assert safe_name(given) == kept


def test_media_type_goes_by_the_bytes_before_the_name() -> None:
    assert content_type("a.png", b"<html>") == "image/png", "by name where the bytes are no known picture"
    assert content_type("a.txt", PNG) == "image/png"
    assert content_type("a.gcg", b"x") == "application/octet-stream"
    assert media.content_type("a.txt", b"x") == "text/plain; charset=utf-8"


EVENTS = f"/guilds/{cast.GUILD_ID}/scheduled-events"


def body(clock: PlaygroundClock, begins: float = 3600, lasts: float = 3600, **other: Any) -> dict[str, Any]:
    """An event that begins in so many seconds."""
    start = datetime.fromtimestamp(clock.now(), UTC) + timedelta(seconds=begins)
    return {
        "name": "Autumn Open",
        "privacy_level": 2,
        "entity_type": 3,
        "entity_metadata": {"location": "https://discord.com/channels/1/2"},
        "scheduled_start_time": start.isoformat(),
        "scheduled_end_time": (start + timedelta(seconds=lasts)).isoformat(),
        **other,
    }


async def test_an_event_is_planned_changed_and_dropped_and_members_are_told(
    playground: Playground, raw: RawBot
) -> None:
    async with Person.at(playground, "Ada") as ada:
        made = (await raw.ask("POST", EVENTS, body(playground.clock))).body
        assert (made["creator_id"], made["status"], made["channel_id"]) == (cast.BOT_ID, 1, None)
        await ada.wait(lambda: [f for f in ada.frames if f.get("t") == "GUILD_SCHEDULED_EVENT_CREATE"])
        one = f"{EVENTS}/{made['id']}"
        later = body(playground.clock, begins=7200, description="Bring a friend.")
        assert (await raw.ask("PATCH", one, {"description": "?" * 1001})).mistake("description")
        assert (await raw.ask("PATCH", one, later)).body["description"] == "Bring a friend."
        assert (await raw.ask("GET", one)).body["scheduled_start_time"] == later["scheduled_start_time"]
        assert [each["id"] for each in (await raw.ask("GET", EVENTS)).body] == [made["id"]]
        assert (await raw.ask("DELETE", one)).status == 204
        assert (await raw.ask("DELETE", one)).body["code"] == 10070
        await ada.wait(lambda: [f for f in ada.frames if f.get("t") == "GUILD_SCHEDULED_EVENT_DELETE"])
    assert discord_api.errors_of(playground.recorder.requests) == []


async def test_an_event_begins_and_ends_by_itself(playground: Playground, raw: RawBot) -> None:
    made = (await raw.ask("POST", EVENTS, body(playground.clock))).body
    playground.clock.shift(3601)
    assert [one["status"] for one in (await raw.ask("GET", EVENTS)).body] == [2]
    past = {"scheduled_start_time": made["scheduled_start_time"]}
    assert (await raw.ask("PATCH", f"{EVENTS}/{made['id']}", past)).mistake("scheduled_start_time")
    assert (await raw.ask("PATCH", f"{EVENTS}/{made['id']}", {"name": "Open"})).status == 200
    playground.clock.shift(3600)
    assert (await raw.ask("GET", EVENTS)).body == []


@pytest.mark.parametrize(
    ("wrong", "place"),
    [
        ({"name": ""}, ("name",)),
        ({"privacy_level": 1}, ("privacy_level",)),
        ({"entity_type": 2}, ("entity_type",)),
        ({"entity_metadata": {"location": "x" * 101}}, ("entity_metadata", "location")),
        ({"entity_metadata": None}, ("entity_metadata", "location")),
        ({"scheduled_end_time": None}, ("scheduled_end_time",)),
        ({"begins": -60}, ("scheduled_start_time",)),
        ({"lasts": 0}, ("scheduled_end_time",)),
    ],
)
async def test_a_bad_event_is_refused(
    playground: Playground, raw: RawBot, wrong: dict[str, Any], place: tuple[str, ...]
) -> None:
    assert (await raw.ask("POST", EVENTS, body(playground.clock, **wrong))).mistake(*place)
    assert (await raw.ask("GET", EVENTS)).body == []


async def test_planning_needs_a_permission_and_has_an_end(playground: Playground, raw: RawBot) -> None:
    [own] = [role for role in playground.world.guilds[cast.GUILD_ID].roles if role["id"] == cast.BOT_ROLE]
    held, own["permissions"] = own["permissions"], str(cast.EVERYONE)
    assert (await raw.ask("POST", EVENTS, body(playground.clock))).body["code"] == 50013
    own["permissions"] = held
    for _ in range(100):
        assert (await raw.ask("POST", EVENTS, body(playground.clock))).status == 200
    assert (await raw.ask("POST", EVENTS, body(playground.clock))).body["code"] == 30038


async def test_events_are_there_after_a_restart(tmp_path: Path) -> None:
    state = tmp_path / "chat.json"
    async with running(Playground(state_file=state)) as first, RawBot.of(first) as raw:
        made = (await raw.ask("POST", EVENTS, body(first.clock))).body
    async with running(Playground(state_file=state)) as second, Person.at(second, "Ada") as ada:
        [hello] = [frame for frame in ada.frames if frame["op"] == "hello"]
        assert [one["id"] for one in hello["events"]] == [made["id"]]
