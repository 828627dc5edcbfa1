"""What deliveries tell: every kind has a composer."""

from __future__ import annotations

from pathlib import Path

from bot.model.deliveries import DeliveryKind
from tests.support.running import scene


async def test_every_kind_of_delivery_has_a_composer(tmp_path: Path) -> None:
    """Nothing is announced that nobody can word."""
    async with scene(tmp_path) as stage:
        assert stage.app and stage.app.core
        assert stage.app.core.composers.keys() == set(DeliveryKind)
