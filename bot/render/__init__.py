"""Pictures: turns scenes, which are plain data, into PNG files. The only package that uses the imaging library."""

from bot.model.theme import is_colour
from bot.render.board import SPEEDS, draw_animation, draw_board, draw_zoom, legible_part
from bot.render.endcard import draw_end_card
from bot.render.lesson import draw_lesson
from bot.render.reviewcard import draw_review
from bot.render.scene import (
    BoardScene,
    ChanceLine,
    ChanceMark,
    Chart,
    ChartLine,
    DrawnTile,
    EndScene,
    LessonScene,
    Picture,
    ReviewScene,
    ScoreRow,
    Span,
    SquareFace,
    StandingLine,
    StatsScene,
    TileFace,
)
from bot.render.statscard import draw_stats
from bot.render.theme import ZOOMS, Style, ThemeError
from bot.render.themes import THEMES

__all__ = [
    "SPEEDS",
    "THEMES",
    "ZOOMS",
    "BoardScene",
    "ChanceLine",
    "ChanceMark",
    "Chart",
    "ChartLine",
    "DrawnTile",
    "EndScene",
    "LessonScene",
    "Picture",
    "ReviewScene",
    "ScoreRow",
    "Span",
    "SquareFace",
    "StandingLine",
    "StatsScene",
    "Style",
    "ThemeError",
    "TileFace",
    "draw_animation",
    "draw_board",
    "draw_end_card",
    "draw_lesson",
    "draw_review",
    "draw_stats",
    "draw_zoom",
    "is_colour",
    "legible_part",
]
