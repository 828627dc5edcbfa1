from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import ImageChops

from bot.render import THEMES, RackScene, Style, Tile, draw_rack
from tests.support import scenes
from tests.support.pictures import decode


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("count", [0, 1, 7, 8, 10, 11, 31])
def test_any_rack_can_be_drawn(count: int, theme: str) -> None:
    """Racks of any size, including empty ones, in every theme, small enough to send after every turn."""
    picture = draw_rack(RackScene((Tile("CH", "-10"),) * count, "Game", "note"), Style(theme))
    assert len(picture.data) < 40_000
    assert picture.width <= 1200


def test_order_titles_and_blanks_show() -> None:
    """The rack is drawn as arranged; each change is visible."""
    scene = scenes.rack()
    before = decode(draw_rack(scene, Style()))
    blank = scene.tiles[2]
    for changed in (
        replace(scene, tiles=scene.tiles[::-1]),
        replace(scene, title="Another game"),
        replace(scene, note=""),
        replace(scene, tiles=(*scene.tiles[:2], replace(blank, is_blank=False), *scene.tiles[3:])),
    ):
        after = decode(draw_rack(changed, Style()))
        assert after.size != before.size or ImageChops.difference(before, after).getbbox()


def test_large_tiles_are_larger() -> None:
    assert draw_rack(scenes.rack(), Style(size="large")).width > draw_rack(scenes.rack(), Style()).width
