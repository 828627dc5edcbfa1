"""Messages and components that Discord refuses, each sent as a raw request."""

from __future__ import annotations

from typing import Any

import pytest

from bot.playground import limits
from bot.playground.errors import ApiError, Form
from bot.playground.media import plain_png
from bot.playground.server import Playground
from tests.support.playground import Person
from tests.support.rawbot import RawBot

V2 = 1 << 15
PNG = plain_png(8, (0, 0, 0))


def text(content: str = "x") -> dict[str, object]:
    return {"type": 10, "content": content}


async def test_a_token_is_needed(raw: RawBot, general: str) -> None:
    reply = await raw.ask("GET", f"/channels/{general}", auth=False)
    assert (reply.status, reply.body) == (401, {"message": "401: Unauthorized", "code": 0})


async def test_a_path_that_is_no_endpoint(raw: RawBot) -> None:
    assert (await raw.ask("GET", "/nothing")).body == {"message": "404: Not Found", "code": 0}


@pytest.mark.parametrize(
    "body", [{}, {"content": ""}, {"content": None, "embeds": []}, {"flags": V2, "components": []}]
)
async def test_empty_message(raw: RawBot, general: str, body: dict[str, object]) -> None:
    reply = await raw.send(general, **body)
    assert (reply.status, reply.code) == (400, 50006)


@pytest.mark.parametrize(
    ("body", "place", "code"),
    [
        ({"content": "x" * 2001}, ["content"], "BASE_TYPE_MAX_LENGTH"),
        ({"content": "x", "nonce": "n" * 26}, ["nonce"], "NONCE_TYPE_TOO_LONG"),
        (
            {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
            ["allowed_mentions", "parse"],
            "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
        ),
        ({"content": "x", "message_reference": {"message_id": "1"}}, ["message_reference"], "REPLIES_UNKNOWN_MESSAGE"),
        (
            {"flags": V2, "content": "x", "components": [text()]},
            ["content"],
            "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
        ),
        (
            {"flags": V2, "embeds": [{"title": "x"}], "components": [text()]},
            ["embeds"],
            "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
        ),
    ],
)
async def test_bad_field(raw: RawBot, general: str, body: dict[str, object], place: list[str | int], code: str) -> None:
    assert (await raw.send(general, **body)).mistake(*place) == code
    assert (await raw.ask("GET", f"/channels/{general}/messages")).body == [], "nothing was sent"


async def test_limits_themselves_are_accepted(raw: RawBot, general: str) -> None:
    assert (await raw.send(general, content="x" * 2000, nonce="n" * 25)).status == 200


async def test_unknown_channel_and_message(raw: RawBot, general: str) -> None:
    assert (await raw.send("123", content="x")).code == 10003
    reply = await raw.ask("GET", f"/channels/{general}/messages/123")
    assert (reply.status, reply.code) == (404, 10008)


async def test_deleted_channel_and_message(playground: Playground, raw: RawBot, general: str) -> None:
    sent = (await raw.send(general, content="x")).body
    path = f"/channels/{general}/messages/{sent['id']}"
    assert (await raw.ask("DELETE", path)).status == 204
    assert (await raw.ask("PATCH", path, {"content": "y"})).code == 10008
    thread = (await raw.ask("POST", f"/channels/{general}/threads", {"name": "t", "type": 11})).body
    playground.world.remove_channel(general)
    assert (await raw.ask("PATCH", path, {"content": "y"})).code == 10003
    assert (await raw.ask("GET", f"/channels/{thread['id']}")).code == 10003, "threads go with their channel"
    assert (await raw.send(general, content="x")).code == 10003


@pytest.mark.parametrize(
    ("denied", "code"), [("view_channel", 50001), ("send_messages", 50013), ("attach_files", 50013)]
)
async def test_missing_permissions(playground: Playground, raw: RawBot, general: str, denied: str, code: int) -> None:
    channel = playground.world.channel(general)
    playground.world.deny_bot(channel, denied)
    reply = await raw.send(general, files=[("a.png", PNG)], content="x")
    assert (reply.status, reply.code) == (403, code)
    playground.world.deny_bot(channel)
    assert (await raw.send(general, files=[("a.png", PNG)])).status == 200


async def test_threads_have_a_permission_of_their_own(playground: Playground, raw: RawBot, general: str) -> None:
    thread = (await raw.ask("POST", f"/channels/{general}/threads", {"name": "t", "type": 11})).body
    playground.world.deny_bot(playground.world.channel(general), "send_messages")
    assert (await raw.send(thread["id"], content="x")).status == 200
    playground.world.deny_bot(playground.world.channel(general), "send_messages_in_threads")
    assert (await raw.send(thread["id"], content="x")).code == 50013
    playground.world.deny_bot(playground.world.channel(general), "create_public_threads")
    assert (await raw.ask("POST", f"/channels/{general}/threads", {"name": "t", "type": 11})).code == 50013


async def test_history_needs_its_permission(playground: Playground, raw: RawBot, general: str) -> None:
    sent = (await raw.send(general, content="x")).body
    playground.world.deny_bot(playground.world.channel(general), "read_message_history")
    assert (await raw.ask("GET", f"/channels/{general}/messages")).body == []
    assert (await raw.send(general, content="y", message_reference={"message_id": sent["id"]})).code == 160002


async def test_closed_direct_messages(playground: Playground, raw: RawBot) -> None:
    ada = playground.world.named("Ada")
    channel = (await raw.ask("POST", "/users/@me/channels", {"recipient_id": ada.id})).body
    assert channel["recipients"][0]["id"] == ada.id
    assert (await raw.send(channel["id"], content="x")).status == 200
    ada.dms_closed = True
    reply = await raw.send(channel["id"], content="x")
    assert (reply.status, reply.code) == (403, 50007)
    assert (await raw.ask("POST", "/users/@me/channels", {"recipient_id": "5"})).code == 50033


async def test_archived_threads(playground: Playground, raw: RawBot, general: str) -> None:
    body = {"name": "t", "type": 11, "auto_archive_duration": 60}
    thread = (await raw.ask("POST", f"/channels/{general}/threads", body)).body
    path = f"/channels/{thread['id']}"
    playground.clock.shift(3601)
    assert (await raw.ask("GET", path)).body["thread_metadata"]["archived"] is True
    assert (await raw.send(thread["id"], content="opens it again")).status == 200
    assert (await raw.ask("GET", path)).body["thread_metadata"]["archived"] is False
    assert (await raw.ask("PATCH", path, {"archived": True, "locked": True})).status == 200
    reply = await raw.send(thread["id"], content="x")
    assert (reply.status, reply.code) == (400, 50083)


async def test_thread_refusals(raw: RawBot, general: str) -> None:
    made = (await raw.ask("POST", f"/channels/{general}/threads", {"name": "t"})).body
    reply = await raw.ask("POST", f"/channels/{general}/threads", {"name": "n" * 101})
    assert reply.mistake("name") == "BASE_TYPE_BAD_LENGTH"
    assert (await raw.ask("POST", f"/channels/{made['id']}/threads", {"name": "t"})).code == 50024


async def test_uploads(raw: RawBot, general: str) -> None:
    assert (await raw.send(general, files=[("big.bin", bytes(10 * 1024 * 1024 + 1))])).status == 413
    many = [(f"{n}.txt", b"x") for n in range(11)]
    assert (await raw.send(general, files=many)).mistake("attachments") == "BASE_TYPE_MAX_LENGTH"
    described = [{"id": 0, "description": "d" * 1025}]
    reply = await raw.send(general, files=[("a.png", PNG)], attachments=described)
    assert reply.mistake("attachments", 0, "description") == "BASE_TYPE_MAX_LENGTH"


async def test_only_own_messages_are_edited(playground: Playground, raw: RawBot, general: str) -> None:
    async with Person.at(playground, "Ada") as ada:
        said = await ada.say("mine")
        path = f"/channels/{general}/messages/{said['id']}"
        assert (await raw.ask("PATCH", path, {"content": "y"})).code == 50005
        playground.world.deny_bot(playground.world.channel(general), "manage_messages")
        assert (await raw.ask("DELETE", path)).code == 50013
        direct = await ada.open_dm()
        there = await ada.say("mine", direct)
        assert (await raw.ask("DELETE", f"/channels/{direct}/messages/{there['id']}")).code == 50003


async def test_v2_flag_stays(raw: RawBot, general: str) -> None:
    sent = (await raw.send(general, flags=V2, components=[text()])).body
    path = f"/channels/{general}/messages/{sent['id']}"
    taken = await raw.ask("PATCH", path, {"flags": 0, "content": "x", "components": []})
    assert taken.mistake("flags") == "MESSAGE_FLAGS_COMPONENTS_V2_CANNOT_BE_REMOVED"
    mixed = await raw.ask("PATCH", path, {"content": "x"})
    assert mixed.mistake("content") == "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
    assert (await raw.ask("PATCH", path, {"components": []})).code == 50006
    plain = (await raw.send(general, content="old")).body
    path = f"/channels/{general}/messages/{plain['id']}"
    body = {"flags": V2, "components": [text()]}
    assert (await raw.ask("PATCH", path, body)).mistake("content").startswith("MESSAGE_CANNOT_USE_LEGACY")
    assert (await raw.ask("PATCH", path, {**body, "content": None})).body["flags"] == V2


async def test_enforced_nonce_gives_the_first_message_again(playground: Playground, raw: RawBot, general: str) -> None:
    first = (await raw.send(general, content="one", nonce="n1", enforce_nonce=True)).body
    again = (await raw.send(general, content="two", nonce="n1", enforce_nonce=True)).body
    assert (again["id"], again["content"]) == (first["id"], "one")
    assert (await raw.send(general, content="two", nonce="n1")).body["id"] != first["id"], "not enforced"
    playground.clock.shift(3 * 60 + 1)
    later = (await raw.send(general, content="two", nonce="n1", enforce_nonce=True)).body
    assert later["content"] == "two"
    await raw.ask("DELETE", f"/channels/{general}/messages/{later['id']}")
    assert (await raw.send(general, content="x", nonce="n1", enforce_nonce=True)).code == 10008


async def test_edits_of_old_messages_are_rationed(playground: Playground, raw: RawBot, general: str) -> None:
    sent = (await raw.send(general, content="x")).body
    path = f"/channels/{general}/messages/{sent['id']}"
    playground.rates.enabled = True
    playground.clock.shift(3601)
    assert [(await raw.ask("PATCH", path, {"content": f"{n}"})).status for n in range(3)] == [200] * 3
    reply = await raw.ask("PATCH", path, {"content": "y"})
    assert (reply.status, reply.code) == (429, 30046)
    assert 0 < reply.body["retry_after"] <= 20
    playground.clock.shift(20)
    assert (await raw.ask("PATCH", path, {"content": "y"})).status == 200


def button(**fields: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "x", "custom_id": "b", **fields}


def row(*components: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(components)}


def select(count: int = 1, **fields: Any) -> dict[str, Any]:
    options = [{"label": f"{n}", "value": f"{n}"} for n in range(count)]
    return {"type": 3, "custom_id": "s", "options": options, **fields}


def text_block(content: str = "x") -> dict[str, Any]:
    return {"type": 10, "content": content}


def gallery(url: str = "https://example.org/a.png", **fields: Any) -> dict[str, Any]:
    return {"type": 12, "items": [{"media": {"url": url}, **fields}]}


LONG = "x" * 101
V1_CASES: list[tuple[list[dict[str, Any]], list[str | int], str]] = [
    ([text_block()], [0, "type"], "UNION_TYPE_CHOICES"),
    ([row(button(custom_id=f"{n}")) for n in range(6)], [], "BASE_TYPE_MAX_LENGTH"),
    ([row(*(button(custom_id=f"{n}") for n in range(6)))], [0, "components"], "BASE_TYPE_BAD_LENGTH"),
    ([row()], [0, "components"], "BASE_TYPE_BAD_LENGTH"),
    ([row(button(custom_id=LONG))], [0, "components", 0, "custom_id"], "BASE_TYPE_BAD_LENGTH"),
    ([row(button(custom_id=None))], [0, "components", 0, "custom_id"], "BASE_TYPE_REQUIRED"),
    ([row(button(label="x" * 81))], [0, "components", 0, "label"], "BASE_TYPE_MAX_LENGTH"),
    ([row(button(label=None))], [0, "components", 0], "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED"),
    ([row(button(style=9))], [0, "components", 0, "style"], "BASE_TYPE_CHOICES"),
    ([row(button(style=5))], [0, "components", 0, "url"], "BASE_TYPE_REQUIRED"),
    ([row(button(), button())], [0, "components", 1, "custom_id"], "COMPONENT_CUSTOM_ID_DUPLICATED"),
    ([row(button(id=4), button(id=4, custom_id="c"))], [], "COMPONENT_ID_DUPLICATED"),
    ([row(select(26))], [0, "components", 0, "options"], "BASE_TYPE_BAD_LENGTH"),
    ([row(select(0))], [0, "components", 0, "options"], "BASE_TYPE_BAD_LENGTH"),
    ([row(select(2, max_values=26))], [0, "components", 0, "max_values"], "NUMBER_TYPE_MAX"),
    ([row(select(2, max_values=3))], [0, "components", 0, "max_values"], "SELECT_COMPONENT_MAX_VALUES_INVALID"),
    ([row(select(placeholder="x" * 151))], [0, "components", 0, "placeholder"], "BASE_TYPE_MAX_LENGTH"),
    ([row(select(), button())], [0, "components"], "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    (
        [row(select(options=[{"label": LONG, "value": "1"}]))],
        [0, "components", 0, "options", 0, "label"],
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        [row(select(options=[{"label": "1", "value": LONG}]))],
        [0, "components", 0, "options", 0, "value"],
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        [row(select(options=[{"label": "1", "value": "1"}, {"label": "2", "value": "1"}]))],
        [0, "components", 0, "options", 1, "value"],
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
]
V2_CASES: list[tuple[list[dict[str, Any]], list[str | int], str]] = [
    ([text_block()] * 41, [], "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"),
    ([{"type": 17, "components": [text_block()] * 39}, text_block()], [], "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"),
    ([text_block("x" * 3000), text_block("x" * 1001)], [], "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"),
    ([text_block("")], [0, "content"], "BASE_TYPE_BAD_LENGTH"),
    ([button()], [0, "type"], "UNION_TYPE_CHOICES"),
    ([{"type": 17, "components": []}], [0, "components"], "BASE_TYPE_BAD_LENGTH"),
    (
        [{"type": 17, "components": [{"type": 17, "components": [text_block()]}]}],
        [0, "components", 0, "type"],
        "UNION_TYPE_CHOICES",
    ),
    ([{"type": 17, "accent_color": 1 << 24, "components": [text_block()]}], [0, "accent_color"], "NUMBER_TYPE_MAX"),
    (
        [gallery("attachment://a.png")],
        [0, "items", 0, "media", "url"],
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    ([gallery("file:///a.png")], [0, "items", 0, "media", "url"], "URL_TYPE_INVALID_SCHEME"),
    ([gallery(description="d" * 1025)], [0, "items", 0, "description"], "BASE_TYPE_BAD_LENGTH"),
    ([{"type": 12, "items": []}], [0, "items"], "BASE_TYPE_BAD_LENGTH"),
    ([{"type": 14, "spacing": 3}], [0, "spacing"], "BASE_TYPE_CHOICES"),
]


@pytest.mark.parametrize(("components", "place", "code"), V1_CASES)
async def test_v1(raw: RawBot, general: str, components: Any, place: Any, code: str) -> None:
    assert (await raw.send(general, content="x", components=components)).mistake("components", *place) == code


@pytest.mark.parametrize(("components", "place", "code"), V2_CASES)
async def test_v2(raw: RawBot, general: str, components: Any, place: Any, code: str) -> None:
    assert (await raw.send(general, flags=V2, components=components)).mistake("components", *place) == code


async def test_what_is_just_allowed(raw: RawBot, general: str) -> None:
    five = [row(*(button(custom_id=f"{r}-{n}") for n in range(5))) for r in range(5)]
    assert (await raw.send(general, content="x", components=five)).status == 200
    whole = [{"type": 17, "components": [text_block("x" * 100)] * 38}, {"type": 14}]
    assert (await raw.send(general, flags=V2, components=whole)).status == 200
    assert (await raw.send(general, flags=V2, components=[text_block("x" * 4000)])).status == 200
    assert (await raw.send(general, content="x", components=[row(select(25, max_values=25))])).status == 200


async def test_every_component_gets_a_number(raw: RawBot, general: str) -> None:
    sent = (
        await raw.send(
            general, flags=V2, components=[{"type": 17, "components": [text_block(), {**text_block(), "id": 2}]}]
        )
    ).body
    assert [c["id"] for c in limits.walk(sent["components"])] == [1, 3, 2]


def label(**fields: Any) -> dict[str, Any]:
    return {"type": 18, "label": "Move", "component": {"type": 4, "custom_id": "m", "style": 1, **fields}}


def modal(**fields: Any) -> dict[str, Any]:
    return {"custom_id": "modal", "title": "Title", "components": [label()], **fields}


@pytest.mark.parametrize(
    ("data", "place", "code"),
    [
        (modal(title="x" * 46), ["title"], "BASE_TYPE_BAD_LENGTH"),
        (modal(title=None), ["title"], "BASE_TYPE_REQUIRED"),
        (modal(custom_id=LONG), ["custom_id"], "BASE_TYPE_BAD_LENGTH"),
        (modal(components=[]), ["components"], "BASE_TYPE_BAD_LENGTH"),
        (modal(components=[label(custom_id=f"{n}") for n in range(6)]), ["components"], "BASE_TYPE_BAD_LENGTH"),
        (
            modal(components=[label(), label()]),
            ["components", 1, "component", "custom_id"],
            "COMPONENT_CUSTOM_ID_DUPLICATED",
        ),
        (modal(components=[{**label(), "label": "x" * 46}]), ["components", 0, "label"], "BASE_TYPE_BAD_LENGTH"),
        (
            modal(components=[{**label(), "description": LONG}]),
            ["components", 0, "description"],
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            modal(components=[label(placeholder=LONG)]),
            ["components", 0, "component", "placeholder"],
            "BASE_TYPE_MAX_LENGTH",
        ),
        (modal(components=[label(max_length=4001)]), ["components", 0, "component", "max_length"], "NUMBER_TYPE_MAX"),
        (
            modal(components=[label(max_length=3, value="long")]),
            ["components", 0, "component", "value"],
            "BASE_TYPE_MAX_LENGTH",
        ),
        (modal(components=[row(button())]), ["components", 0, "type"], "UNION_TYPE_CHOICES"),
        (modal(components=[{"type": 18, "label": "x"}]), ["components", 0, "component"], "BASE_TYPE_REQUIRED"),
    ],
)
def test_modal(data: dict[str, Any], place: list[str | int], code: str) -> None:
    form = Form()
    limits.check_modal(form, data)
    with pytest.raises(ApiError) as error:
        form.check()
    mistake = error.value.errors
    for key in place:
        assert mistake is not None
        mistake = mistake[str(key)]
    assert mistake is not None
    assert mistake["_errors"][0]["code"] == code


def test_good_modal_has_no_mistakes() -> None:
    form = Form()
    limits.check_modal(form, modal(components=[text_block(), label()]))
    form.check()
