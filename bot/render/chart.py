"""The chart of a game's scores: a line for each seat, told apart by colour, by the shape of its marks, and by name."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PIL import Image, ImageDraw

from bot.render.fonts import Face, legible, shorten, text_width
from bot.render.paint import middle_baseline, write
from bot.render.scene import Standing
from bot.render.theme import Look, blend, contrast, rgb

# After Okabe and Ito's colours for all kinds of colour vision, in a lighter and a darker set.
_ON_DARK = ("#ffc94d", "#6cc5ff", "#ff9d7a", "#7fe0b5", "#d9b3ff", "#ffffff", "#f7f06d", "#9fb0ff", "#ff9ecb")
_ON_LIGHT = ("#a34700", "#0b5fa5", "#a8261c", "#00694c", "#6b3fa0", "#333333", "#6e6200", "#3340a8", "#a0246b")

_OVERSIZE = 3
_HEIGHT, _LEAST_NAME = 300, 110
_MOST_MARKS = 40
_STEPS = 5
_FAINT = 0.4
"""Share of ink in a grid line; the palette of pictures holds every fifth."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Scale:
    """How points and turns become places on the image: the plot's box in pixels, and what its edges stand for."""

    left: int
    top: int
    right: int
    bottom: int
    turns: int
    low: int
    high: int

    def at(self, turn: int, points: int) -> Point:
        """The place of a score after a turn."""
        x = self.left + (self.right - self.left) * turn / self.turns
        y = self.bottom - (self.bottom - self.top) * (points - self.low) / (self.high - self.low)
        return x, y


def series_colour(number: int, ground: str) -> str:
    """The colour of a seat's line on a ground, by its number."""
    colours = max((_ON_DARK, _ON_LIGHT), key=lambda some: contrast(some[0], ground))
    return colours[number % len(colours)]


def draw_chart(standings: tuple[Standing, ...], axis: str, look: Look, width: int) -> Image.Image | None:
    """The chart on the ground of a card, `axis` worded below; None when nobody has had a turn."""
    turns = max((len(one.totals) for one in standings), default=0) - 1
    if turns < 1:
        return None
    height, size = look.scaled(_HEIGHT), look.scaled(17)
    names = [shorten(Face.BOLD, size, legible(one.name), width // 4) for one in standings]
    low, high, step = _nice([total for one in standings for total in one.totals])
    numbers = range(low, high + 1, step)
    left = max(text_width(Face.MEDIUM, size, _number(n)) for n in numbers) + look.scaled(12)
    room = max(look.scaled(_LEAST_NAME), *(text_width(Face.BOLD, size, name) + look.scaled(30) for name in names))
    scale = Scale(left, look.scaled(10), width - room, height - round(2.0 * size), turns, low, high)
    image = _draw_lines(standings, numbers, scale, look, (width, height))
    _write_numbers(image, numbers, scale, look, size)
    _write_turns(image, axis, scale, look, size)
    _write_names(image, standings, names, scale, look, size)
    return image


def draw_mark(draw: ImageDraw.ImageDraw, number: int, at: Point, radius: float, colour: str) -> None:
    """The mark of a seat: a shape of its own, so that lines differ without their colour."""
    x, y = at
    match number % 5:
        case 0:
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=rgb(colour))
        case 1:
            side = radius * 0.88
            draw.rectangle((x - side, y - side, x + side, y + side), fill=rgb(colour))
        case 2:
            draw.polygon(_corners(at, radius * 1.25, 3, -90), fill=rgb(colour))
        case 3:
            draw.polygon(_corners(at, radius * 1.25, 4, -90), fill=rgb(colour))
        case _:
            draw.polygon(_corners(at, radius * 1.25, 3, 90), fill=rgb(colour))


def _corners(at: Point, radius: float, count: int, first: float) -> list[Point]:
    angles = [math.radians(first + 360 * corner / count) for corner in range(count)]
    return [(at[0] + radius * math.cos(angle), at[1] + radius * math.sin(angle)) for angle in angles]


def _nice(totals: list[int]) -> tuple[int, int, int]:
    """The lowest and highest line of the chart and the distance between two, in round numbers."""
    low, high = min(0, *totals), max(1, *totals)
    raw = (high - low) / _STEPS
    power = 10 ** math.floor(math.log10(max(raw, 1)))
    step = next((n * power for n in (1, 2, 5) if n * power >= raw), 10 * power)
    return math.floor(low / step) * step, math.ceil(high / step) * step, step


def _draw_lines(
    standings: tuple[Standing, ...], numbers: range, scale: Scale, look: Look, size: tuple[int, int]
) -> Image.Image:
    """Grid, lines and marks, drawn too large and shrunk once."""
    theme, big = look.theme, _OVERSIZE
    image = Image.new("RGB", (size[0] * big, size[1] * big), theme.card)
    draw = ImageDraw.Draw(image)
    for number in numbers:
        ends = [_enlarged(scale.at(turn, number)) for turn in (0, scale.turns)]
        faint = blend(theme.card, theme.card_muted, 1 if number == 0 else _FAINT)
        draw.line(ends, fill=rgb(faint), width=big * (2 if number == 0 else 1))
    for place, one in reversed(list(enumerate(standings))):
        colour = series_colour(place, theme.card)
        points = [_enlarged(scale.at(turn, total)) for turn, total in enumerate(one.totals)]
        if len(points) > 1:
            draw.line(points, fill=rgb(colour), width=big * look.scaled(3), joint="curve")
        shown = points if len(points) <= _MOST_MARKS else points[-1:]
        for point in shown:
            draw_mark(draw, place, point, big * look.scaled(5), colour)
    return image.reduce(big)


def _enlarged(point: Point) -> Point:
    return point[0] * _OVERSIZE, point[1] * _OVERSIZE


def _write_numbers(image: Image.Image, numbers: range, scale: Scale, look: Look, size: int) -> None:
    for number in numbers:
        baseline = middle_baseline(Face.MEDIUM, size, scale.at(0, number)[1])
        at = (scale.left - look.scaled(8), baseline)
        write(image, _number(number), Face.MEDIUM, size, look.theme.card_muted, at, align=1.0)


def _number(number: int) -> str:
    return str(number).replace("-", "−")


def _write_turns(image: Image.Image, axis: str, scale: Scale, look: Look, size: int) -> None:
    """Numbers of turns below the plot, as many as fit, and what they count."""
    step = next(n for n in (1, 2, 5, 10, 20, 50, 100, scale.turns) if scale.turns / n <= 12)
    baseline = scale.bottom + 1.35 * size
    for turn in range(0, scale.turns + 1, step):
        at = (scale.at(turn, scale.low)[0], baseline)
        write(image, str(turn), Face.MEDIUM, size, look.theme.card_muted, at, align=0.5)
    label = legible(axis)
    at = (scale.right + look.scaled(18), baseline)
    write(image, shorten(Face.MEDIUM, size, label, image.width - int(at[0])), Face.MEDIUM, size,
          look.theme.card_muted, at)  # fmt: skip


def _write_names(
    image: Image.Image, standings: tuple[Standing, ...], names: list[str], scale: Scale, look: Look, size: int
) -> None:
    """Each name beside the end of its line, moved apart where lines end close together."""
    ends = {
        place: scale.at(len(one.totals) - 1, one.totals[-1])[1] for place, one in enumerate(standings) if one.totals
    }
    order = sorted(ends, key=lambda place: (ends[place], place))
    pitch = size * 1.25
    heights = _spread([ends[place] for place in order], pitch, scale.top, scale.bottom)
    for place, height in zip(order, heights, strict=True):
        at = (scale.right + look.scaled(18), middle_baseline(Face.BOLD, size, height))
        write(image, names[place], Face.BOLD, size, series_colour(place, look.theme.card), at)


def _spread(heights: list[float], pitch: float, top: float, bottom: float) -> list[float]:
    """Rising heights, moved as little as needed so that they are a pitch apart, from below upwards where they end."""
    placed: list[float] = []
    for height in heights:
        placed.append(max([height, *(one + pitch for one in placed[-1:])]))
    over = placed[-1] - bottom if placed else 0
    limit = bottom
    for index in range(len(placed) - 1, -1, -1):
        if over <= 0:
            break
        placed[index] = max(min(placed[index], limit), top + index * pitch)
        limit = placed[index] - pitch
    return placed
