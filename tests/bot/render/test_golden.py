"""Pictures that somebody has looked at; the environment variable TILEWRIGHT_GOLDEN=write renews them."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bot.render import BoardScene, Picture, Style, draw_board, draw_rack
from tests.support import scenes
from tests.support.pictures import GOLDEN, assert_like_golden, renew

BOARDS: dict[str, tuple[BoardScene, Style]] = {
    "board_opening": (scenes.opening(), Style()),
    "board_late": (scenes.late(), Style()),
    "board_large": (scenes.late(2), Style(size="large")),
    "board_dark": (scenes.late(8), Style("dark")),
    "board_paper": (scenes.late(3), Style("paper")),
    "board_high_contrast": (scenes.late(2), Style("high_contrast")),
    "board_beside": (scenes.late(5), Style(panel="beside")),
    "board_big": (scenes.big(), Style()),
    "board_small": (scenes.small(), Style()),
    "board_wide": (scenes.wide(), Style()),
}


@pytest.mark.parametrize("name", BOARDS)
def test_boards_look_as_somebody_saw_them(name: str) -> None:
    """The board still looks like its golden picture."""
    picture = draw_board(*BOARDS[name])
    renew(picture, name)
    assert_like_golden(picture, name)


def test_racks_look_as_somebody_saw_them() -> None:
    """The rack still looks like its golden picture."""
    picture = draw_rack(scenes.rack(), Style())
    renew(picture, "rack")
    assert_like_golden(picture, "rack")


def test_the_tolerance_notices_a_missing_tile() -> None:
    """A golden comparison that lets anything pass would be worthless: one tile less must fail."""
    scene = scenes.late()
    worse = draw_board(replace(scene, tiles=scene.tiles[:-1]), Style())
    with pytest.raises(AssertionError):
        assert_like_golden(worse, "board_late")


def test_the_tolerance_allows_another_font_engine() -> None:
    """Moving every edge by a part of a pixel, as other versions of the font engine do, must pass."""
    golden = Image.open(GOLDEN / "board_late.png").convert("RGB")
    moved = golden.transform(golden.size, Image.Transform.AFFINE, (1, 0, 0.3, 0, 1, 0.3), Image.Resampling.BILINEAR)
    stream = BytesIO()
    moved.save(stream, "PNG")
    assert_like_golden(Picture(stream.getvalue(), "image/png", *golden.size), "board_late")
