"""The chances to win in a reviewed game as lines, with its mistakes marked by shape and size."""

from __future__ import annotations

from PIL import Image, ImageDraw

from bot.model.drawn import legible
from bot.model.theme import rgb
from bot.render.chart import (
    OVERSIZE,
    SHEET_WIDTH,
    TEXT,
    Scale,
    draw_grid,
    draw_headed,
    draw_mark,
    draw_sheet,
    scale_for,
    series_colour,
    write_axis,
    write_ends,
    write_numbers,
)
from bot.render.fonts import Face, shorten, text_width
from bot.render.paint import middle_baseline, write
from bot.render.scene import ChanceMark, Picture, ReviewScene
from bot.render.theme import ResolvedStyle, Style
from bot.render.themes import look_of

_PERCENT = range(0, 101, 25)
_LEAST_NAME = 110
_SHAPES = (0, 1, 2)
"""The marks of a small, a medium and a large mistake: a dot, a square and a triangle (`draw_mark`).

All have the colour of text, since the other colours belong to the players.
"""
_SIZES = (7, 9, 11)


def draw_review(scene: ReviewScene, style: Style) -> Picture:
    """The review as a PNG. Raises ThemeError for unknown names in a style."""
    look = look_of(style, scene.colours)
    width = look.zoomed(SHEET_WIDTH)
    chart = _draw_chart(scene, look, width - 2 * look.scaled(16))
    return draw_sheet(scene.title, [draw_headed(scene.heading, chart, look, width) if chart else None], look)


def _draw_chart(scene: ReviewScene, look: ResolvedStyle, width: int) -> Image.Image | None:
    """The lines with the marks on them and the legend below; None if no line has two points."""
    if all(len(line.points) < 2 for line in scene.lines):
        return None
    size = look.scaled(TEXT)
    names = [shorten(Face.BOLD, size, legible(line.name), width // 4) for line in scene.lines]
    room = max(look.scaled(_LEAST_NAME), *(text_width(Face.BOLD, size, name) + look.scaled(30) for name in names))
    scale = scale_for(_PERCENT, max(scene.turns, 1), look, width, room)
    image = _draw_lines(draw_grid(_PERCENT, scale, look, width), scene, scale, look)
    write_numbers(image, _PERCENT, scale, look)
    write_axis(image, "", scale, look, first=1)
    ends = {place: scale.at(*line.points[-1])[1] for place, line in enumerate(scene.lines) if line.points}
    write_ends(image, ends, names, scale, look)
    return _with_legend(image, scene, look)


def _draw_lines(image: Image.Image, scene: ReviewScene, scale: Scale, look: ResolvedStyle) -> Image.Image:
    draw = ImageDraw.Draw(image)
    for place, line in reversed(list(enumerate(scene.lines))):
        points = [(x * OVERSIZE, y * OVERSIZE) for x, y in (scale.at(*point) for point in line.points)]
        colour = rgb(series_colour(place, look.theme.card))
        if len(points) > 1:
            draw.line(points, fill=colour, width=OVERSIZE * look.scaled(3), joint="curve")
    for mark in scene.marks:
        _draw_grade(draw, mark, scale, look)
    return image.reduce(OVERSIZE)


def _draw_grade(draw: ImageDraw.ImageDraw, mark: ChanceMark, scale: Scale, look: ResolvedStyle) -> None:
    x, y = scale.at(mark.turn, mark.percent)
    _draw_shape(draw, mark.grade, (x * OVERSIZE, y * OVERSIZE), OVERSIZE, look)


def _draw_shape(
    draw: ImageDraw.ImageDraw, grade: int, at: tuple[float, float], enlarged: int, look: ResolvedStyle
) -> None:
    """The mark of a grade with a thin edge of the background, so that it stands out from the lines."""
    number, radius = grade - 1, enlarged * look.scaled(_SIZES[grade - 1])
    draw_mark(draw, _SHAPES[number], at, radius + enlarged * look.scaled(3), look.theme.card)
    draw_mark(draw, _SHAPES[number], at, radius, look.theme.card_ink)


def _with_legend(chart: Image.Image, scene: ReviewScene, look: ResolvedStyle) -> Image.Image:
    """The chart with the meaning of its marks below, in as many lines as needed."""
    size, side = look.scaled(TEXT), look.scaled(26)
    lines = _legend_lines(scene, look, chart.width)
    image = Image.new("RGB", (chart.width, chart.height + round(len(lines) * size * 1.7)), look.theme.card)
    image.paste(chart, (0, 0))
    for number, line in enumerate(lines):
        left, middle = side / 2, chart.height + (number + 0.5) * size * 1.7
        for grade, text in line:
            stamped = Image.new("RGB", (side * OVERSIZE, side * OVERSIZE), look.theme.card)
            _draw_shape(ImageDraw.Draw(stamped), grade, (side * OVERSIZE / 2,) * 2, OVERSIZE, look)
            image.paste(stamped.reduce(OVERSIZE), (round(left), round(middle - side / 2)))
            left += side + look.scaled(6)
            at = (left, middle_baseline(Face.MEDIUM, size, middle))
            write(image, text, Face.MEDIUM, size, look.theme.card_ink, at)
            left += text_width(Face.MEDIUM, size, text) + look.scaled(24)
    return image


def _legend_lines(scene: ReviewScene, look: ResolvedStyle, width: int) -> list[list[tuple[int, str]]]:
    """The grades that occur with their names, as they fit beside each other."""
    size, shown = look.scaled(TEXT), sorted({mark.grade for mark in scene.marks})
    lines: list[list[tuple[int, str]]] = []
    left = float(width)
    for grade in shown:
        text = shorten(Face.MEDIUM, size, legible(scene.legend[grade - 1]), width - look.scaled(60))
        wide = text_width(Face.MEDIUM, size, text) + look.scaled(56)
        if left + wide > width:
            lines.append([])
            left = look.scaled(13)
        lines[-1].append((grade, text))
        left += wide
    return lines
