"""The helpers for tests themselves: typed commands, and Discord's own description of its API."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support import discord_api
from tests.support.typedcommand import leaf_of, parse

OPTIONS = [
    {"type": 3, "name": "move", "description": "m"},
    {"type": 4, "name": "level", "description": "l"},
    {"type": 6, "name": "player", "description": "p"},
    {"type": 3, "name": "preset", "description": "p", "choices": [{"name": "Club game", "value": "club"}]},
]
COMMANDS: list[dict[str, Any]] = [
    {"id": "1", "name": "play", "type": 1, "options": OPTIONS},
    {"id": "2", "name": "game", "type": 1, "options": [{"type": 1, "name": "new", "options": OPTIONS}]},
]


def test_typed_command_is_read_by_its_registration() -> None:
    data = parse(
        "/play move:8H HELLO level:3 player:@Ada preset:Club game", COMMANDS, lambda kind, text: f"{kind}{text}"
    )
    assert data["options"] == [
        {"name": "move", "type": 3, "value": "8H HELLO"},
        {"name": "level", "type": 4, "value": 3},
        {"name": "player", "type": 6, "value": "6@Ada"},
        {"name": "preset", "type": 3, "value": "club"},
    ]
    nested = parse("/game new level:2", COMMANDS, lambda kind, text: text)
    assert (nested["options"][0]["name"], leaf_of(nested)["options"][0]["value"]) == ("new", 2)


@pytest.mark.parametrize("line", ["/none", "/game", "/game old", "/play 8H HELLO"])
def test_wrongly_typed_command_fails_the_test(line: str) -> None:
    with pytest.raises(AssertionError):
        parse(line, COMMANDS, lambda kind, text: text)


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({"content": "x", "nonce": "n", "message_reference": {"message_id": 5}}, False),
        ({"flags": 1 << 15, "components": [{"type": 17, "components": [{"type": 10, "content": "x"}]}]}, False),
        ({"flags": 1 << 15, "components": [{"type": 17, "components": [{"type": 10, "content": ""}]}]}, True),
        ({"content": 7}, True),
        (
            {"components": [{"type": 1, "components": [{"type": 2, "style": 1, "label": "x" * 81, "custom_id": "c"}]}]},
            True,
        ),
    ],
)
def test_bodies_are_held_against_discords_description(body: dict[str, Any], wrong: bool) -> None:
    """If the description is not available, no body counts as wrong."""
    found = discord_api.errors_in("POST", "/channels/1/messages", body)
    assert bool(found) is (wrong and discord_api.AVAILABLE)
