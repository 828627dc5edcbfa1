"""Pictures: scenes, which are plain data, become PNG files. The only place that knows the imaging library."""

from bot.render.animation import SPEEDS, draw_animation
from bot.render.board import draw_board
from bot.render.rack import draw_rack
from bot.render.scene import BoardScene, Picture, PlacedTile, RackScene, Seat, Square, Tile
from bot.render.theme import Style, ThemeError
from bot.render.themes import THEMES

__all__ = [
    "SPEEDS",
    "THEMES",
    "BoardScene",
    "Picture",
    "PlacedTile",
    "RackScene",
    "Seat",
    "Square",
    "Style",
    "ThemeError",
    "Tile",
    "draw_animation",
    "draw_board",
    "draw_rack",
]
