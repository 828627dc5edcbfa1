"""Bodies of requests are held against Discord's own description of its API, where that is at hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support import discord_api


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
