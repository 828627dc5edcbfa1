"""Components that Discord refuses, in messages and in modals."""

from __future__ import annotations

from typing import Any

import pytest

from bot.playground import component_limits
from bot.playground.errors import ApiError, Form
from tests.support.rawbot import RawBot

V2 = 1 << 15


def button(**fields: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "x", "custom_id": "b", **fields}


def row(*components: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(components)}


def select(count: int = 1, **fields: Any) -> dict[str, Any]:
    options = [{"label": f"{n}", "value": f"{n}"} for n in range(count)]
    return {"type": 3, "custom_id": "s", "options": options, **fields}


def text(content: str = "x") -> dict[str, Any]:
    return {"type": 10, "content": content}


def gallery(url: str = "https://example.org/a.png", **fields: Any) -> dict[str, Any]:
    return {"type": 12, "items": [{"media": {"url": url}, **fields}]}


LONG = "x" * 101
V1_CASES: list[tuple[list[dict[str, Any]], list[str | int], str]] = [
    ([text()], [0, "type"], "UNION_TYPE_CHOICES"),
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
    ([text()] * 41, [], "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"),
    ([{"type": 17, "components": [text()] * 39}, text()], [], "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"),
    ([text("x" * 3000), text("x" * 1001)], [], "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"),
    ([text("")], [0, "content"], "BASE_TYPE_BAD_LENGTH"),
    ([button()], [0, "type"], "UNION_TYPE_CHOICES"),
    ([{"type": 17, "components": []}], [0, "components"], "BASE_TYPE_BAD_LENGTH"),
    (
        [{"type": 17, "components": [{"type": 17, "components": [text()]}]}],
        [0, "components", 0, "type"],
        "UNION_TYPE_CHOICES",
    ),
    ([{"type": 17, "accent_color": 1 << 24, "components": [text()]}], [0, "accent_color"], "NUMBER_TYPE_MAX"),
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
    whole = [{"type": 17, "components": [text("x" * 100)] * 38}, {"type": 14}]
    assert (await raw.send(general, flags=V2, components=whole)).status == 200
    assert (await raw.send(general, flags=V2, components=[text("x" * 4000)])).status == 200
    assert (await raw.send(general, content="x", components=[row(select(25, max_values=25))])).status == 200


async def test_every_component_gets_a_number(raw: RawBot, general: str) -> None:
    sent = (
        await raw.send(general, flags=V2, components=[{"type": 17, "components": [text(), {**text(), "id": 2}]}])
    ).body
    assert [c["id"] for c in component_limits.walk(sent["components"])] == [1, 3, 2]


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
    component_limits.check_modal(form, data)
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
    component_limits.check_modal(form, modal(components=[text(), label()]))
    form.check()
