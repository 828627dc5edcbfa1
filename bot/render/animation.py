"""The latest play as an animation: its tiles are placed one by one, at a chosen speed."""

from __future__ import annotations

from dataclasses import replace

from bot.render.board import compose_board
from bot.render.paint import finish_animation
from bot.render.scene import BoardScene, Picture
from bot.render.theme import Style
from bot.render.themes import look_of

SPEEDS = range(10)
"""Placement speeds: 0, the fastest, places a tile every tenth of a second, 9 one every second."""

_BEFORE, _AFTER = 700, 10_000


def draw_animation(scene: BoardScene, style: Style, speed: int) -> Picture:
    """A GIF that starts without the new tiles, places them in the scene's order, and ends like `draw_board`.

    Raises ValueError for a speed outside `SPEEDS`, ThemeError for unknown names in a style.
    """
    if speed not in SPEEDS:
        raise ValueError(f"speed {speed}")
    lying = tuple(placed for placed in scene.tiles if not placed.is_new)
    coming = tuple(placed for placed in scene.tiles if placed.is_new)
    scenes = [replace(scene, tiles=lying + coming[:count]) for count in range(len(coming) + 1)]
    times = [_BEFORE, *(100 * (speed + 1) for _ in coming)]
    times[-1] = _AFTER
    theme = look_of(style, scene.colours).theme
    return finish_animation([compose_board(shown, style) for shown in scenes], theme, times)
