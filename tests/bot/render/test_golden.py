"""Pictures that a person has checked; the environment variable TILEWRIGHT_GOLDEN=write renews them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from io import BytesIO

import pytest
from PIL import Image

from bot.front.components.pictures import draw
from bot.front.help.messages import lesson_images
from bot.render import BoardScene, Picture, Style, draw_board, draw_end_card, draw_zoom
from bot.text import texts_for
from bot.text.variants import setup_for
from engine.loading import load_variant
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
DRAWN: dict[str, Callable[[], Picture]] = {
    **{name: partial(draw_board, *one) for name, one in BOARDS.items()},
    "rack": lambda: draw_board(scenes.rack(), Style()),
    "zoom": lambda: draw_zoom(scenes.late(), (7, 7), Style()),
    "zoom_corner": lambda: draw_zoom(scenes.late(), (14, 0), Style("dark", "large")),
    "end": lambda: draw_end_card(scenes.end(), Style()),
    "end_dark": lambda: draw_end_card(scenes.end(2), Style("dark")),
    "end_paper_large": lambda: draw_end_card(scenes.end(3), Style("paper", "large")),
    "end_high_contrast": lambda: draw_end_card(scenes.end(9), Style("high_contrast")),
    "lesson": lambda: draw(
        lesson_images("composing", setup_for(load_variant("standard")), texts_for("en"))[0], Style()
    ),
}


@pytest.mark.parametrize("name", DRAWN)
def test_pictures_look_as_somebody_saw_them(name: str) -> None:
    """Each still looks like its golden picture."""
    picture = DRAWN[name]()
    renew(picture, name)
    assert_like_golden(picture, name)


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
