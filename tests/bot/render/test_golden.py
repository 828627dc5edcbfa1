"""Pictures that a person has checked; the environment variable TILEWRIGHT_GOLDEN=write renews them."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bot.front.core.pictures import draw
from bot.front.help.messages import lesson_images
from bot.render import BoardScene, EndScene, Picture, Style, draw_board, draw_end_card, draw_zoom
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


ZOOMS: dict[str, tuple[tuple[int, int], Style]] = {
    "zoom": ((7, 7), Style()),
    "zoom_corner": ((14, 0), Style("dark", "large")),
}
ENDS: dict[str, tuple[EndScene, Style]] = {
    "end": (scenes.end(), Style()),
    "end_dark": (scenes.end(2), Style("dark")),
    "end_paper_large": (scenes.end(3), Style("paper", "large")),
    "end_high_contrast": (scenes.end(9), Style("high_contrast")),
}


@pytest.mark.parametrize("name", BOARDS)
def test_boards_look_as_somebody_saw_them(name: str) -> None:
    """The board still looks like its golden picture."""
    picture = draw_board(*BOARDS[name])
    renew(picture, name)
    assert_like_golden(picture, name)


def test_racks_look_as_somebody_saw_them() -> None:
    """The board with its reader's rack still looks like its golden picture."""
    picture = draw_board(scenes.rack(), Style())
    renew(picture, "rack")
    assert_like_golden(picture, "rack")


@pytest.mark.parametrize("name", ZOOMS)
def test_zooms_look_as_somebody_saw_them(name: str) -> None:
    """A part of the board still looks like its golden picture."""
    cell, style = ZOOMS[name]
    picture = draw_zoom(scenes.late(), cell, style)
    renew(picture, name)
    assert_like_golden(picture, name)


@pytest.mark.parametrize("name", ENDS)
def test_end_cards_look_as_somebody_saw_them(name: str) -> None:
    """The end card still looks like its golden picture."""
    picture = draw_end_card(*ENDS[name])
    renew(picture, name)
    assert_like_golden(picture, name)


def test_lessons_look_as_somebody_saw_them() -> None:
    """A help picture still looks like its golden picture."""
    image = lesson_images("composing", setup_for(load_variant("standard")), texts_for("en"))[0]
    picture = draw(image, Style())
    renew(picture, "lesson")
    assert_like_golden(picture, "lesson")


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
