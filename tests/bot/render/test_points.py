"""Points on tiles: legible on a phone, or left out."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from bot.render import THEMES, BoardScene, DrawnTile, SquareFace, Style, TileFace, draw_board, legible_part
from bot.render.fonts import Face, cap_height, size_for_capitals
from bot.render.squares import grid_of
from bot.render.themes import look_of
from bot.render.tiles import LEAST_DIGIT, PHONE, draw_tile, least_points

LEGIBLE = LEAST_DIGIT / 2
"""Height of a digit on a phone, in its points of two pixels or more."""


def filled(side: int, points: str = "8") -> BoardScene:
    """A board with a tile on every square of a row, and labels as in a game."""
    tiles = tuple(DrawnTile(column, side // 2, TileFace("E", points)) for column in range(side))
    labels = tuple(str(number) for number in range(1, side + 1))
    columns = tuple(chr(ord("A") + number % 26) for number in range(side))
    return BoardScene(side, side, (SquareFace(),) * side * side, tiles, columns, labels)


def shows_points(scene: BoardScene, style: Style) -> bool:
    """Whether the picture differs from that without points."""
    bare = tuple(placed._replace(tile=placed.tile._replace(points="")) for placed in scene.tiles)
    one, other = (
        Image.open(io.BytesIO(draw_board(shown, style).data)).convert("RGB")
        for shown in (scene, replace(scene, tiles=bare))
    )
    return ImageChops.difference(one, other).getbbox() is not None


@pytest.mark.parametrize("size", ["normal", "large"])
@pytest.mark.parametrize("side", [9, 15, 16, 17, 19, 21, 22, 25, 31])
def test_X5_points_are_legible_on_a_phone_or_left_out(side: int, size: str) -> None:
    """Up to 21 x 21 squares the digits are at least 3.5 points tall in a picture 340 wide; above there are none."""
    style = Style(size="large" if size == "large" else "normal")
    look, scene = look_of(style), filled(side)
    width = draw_board(scene, style).width
    least = least_points(grid_of(scene, look).cell - 2, width)
    assert (least > 0) == (side <= 21) == shows_points(scene, style)
    if least:
        drawn = cap_height(Face.BOLD, size_for_capitals(Face.BOLD, least))
        assert drawn * min(1, PHONE / width) >= LEGIBLE - 0.2, "rounded to whole pixels"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("zoom", [75, 100, 150])
def test_X5_every_theme_and_size_on_offer_shows_points_on_a_standard_board(theme: str, zoom: int) -> None:
    """The smallest size still has room for them."""
    assert shows_points(filled(15), Style(theme, zoom=zoom))
    assert shows_points(filled(15, "10"), Style(theme, zoom=zoom))


@pytest.mark.parametrize("newest", [3, 10, 16])
def test_K8_part_of_a_large_board_shows_all_tiles_where_they_fit(newest: int) -> None:
    """Wherever the latest play is, no word is cut that need not be; the latest play is always shown."""
    tiles = tuple(DrawnTile(column, 61, TileFace("E"), is_new=column == newest) for column in range(17))
    labels = tuple(map(str, range(64)))
    part = legible_part(BoardScene(64, 64, (SquareFace(),) * 64 * 64, tiles, labels, labels))
    assert len(part.tiles) == 17
    far = DrawnTile(40, 61, TileFace("E"), is_new=True)
    part = legible_part(BoardScene(64, 64, (SquareFace(),) * 64 * 64, (*tiles[:3], far), labels, labels))
    assert any(placed.is_new for placed in part.tiles)


def foot(letter: str, points: str) -> int:
    """The lowest row with ink of a letter's left part, where no points are, on a tile of 100 pixels."""
    image = Image.new("RGB", (100, 100), "white")
    draw_tile(image, TileFace(letter, points), 100, (0, 0), look_of(Style()), "#ffffff")
    ink = image.convert("L").crop((10, 10, 50, 88)).point(lambda value: 255 if value < 80 else 0)
    found = ink.getbbox()
    assert found
    return 10 + found[3]


@pytest.mark.parametrize("letter", ["Щ", "Ф"])
def test_wide_letters_give_way_to_points_of_two_digits(letter: str) -> None:
    """A letter that reaches into their corner is smaller and higher; one digit and narrow letters need no room."""
    assert foot(letter, "10") <= foot(letter, "8") - 4
    assert abs(foot("Z", "10") - foot("Z", "8")) <= 1
