"""Line charts whose lines differ in colour, marker shape and name."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from bot.model.drawn import legible
from bot.model.theme import blend, rgb
from bot.render.paint import Face, finish, middle_baseline, series_colour, series_inks, shorten, text_width, write
from bot.render.panel import Box, draw_card, stack
from bot.render.scene import ChartLine, Picture, ResolvedStyle

OVERSIZE = 3
"""Lines are drawn this many times too large and then scaled down."""
HEIGHT, _LEAST_NAME = 300, 110
_MOST_MARKS = 40
_MOST_NUMBERS = 12
_LEAST_SPAN = 20
_STEPS, _FEW_STEPS = 5, 3
_FAINT = 0.4
"""Share of ink in a grid line; the palette of pictures contains every fifth."""

SHEET_WIDTH, _SHEET_MARGIN, _SHEET_GAP = 810, 20, 12
_MOST_LINES = 9

TEXT = 28
"""Font size of numbers and names: 11 pixels on a phone, which shows a picture at two fifths of its size."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Scale:
    """Maps points and turns to positions on the image: the plot's box in pixels, and the values at its edges."""

    left: int
    top: int
    right: int
    bottom: int
    turns: int
    low: int
    high: int

    def at(self, turn: float, points: float) -> Point:
        """The position of a value on the image; `turn` is its index, counted from 0."""
        x = self.left + (self.right - self.left) * turn / self.turns
        y = self.bottom - (self.bottom - self.top) * (points - self.low) / (self.high - self.low)
        return x, y


def draw_chart(
    lines: tuple[ChartLine, ...],
    axis: str,
    look: ResolvedStyle,
    width: int,
    *,
    from_zero: bool = True,
    height: int = HEIGHT,
    ring: tuple[int, int] | None = None,
) -> Image.Image | None:
    """The chart on a card's background, with `axis` as the label below; None if no line has two values.

    `ring` marks a value: the place of its line, and its index.
    """
    turns = max((len(one.values) for one in lines), default=0) - 1
    if turns < 1:
        return None
    size = look.scaled(TEXT)
    names = [shorten(Face.BOLD, size, legible(one.name), width // 4) for one in lines]
    steps = _STEPS if height >= HEIGHT else _FEW_STEPS
    low, high, step = nice([value for one in lines for value in one.values], from_zero=from_zero, steps=steps)
    numbers = range(low, high + 1, step)
    label = text_width(Face.MEDIUM, size, legible(axis)) + look.scaled(36)
    names_room = (text_width(Face.BOLD, size, name) + look.scaled(30) for name in names)
    room = max(look.scaled(_LEAST_NAME), min(label, width // 4), *names_room)
    scale = scale_for(numbers, turns, look, width, room, height)
    image = draw_grid(numbers, scale, look, width)
    image = _draw_lines(image, lines, scale, look, ring)
    write_numbers(image, numbers, scale, look)
    write_axis(image, axis, scale, look)
    _write_names(image, lines, names, scale, look)
    return image


def scale_for(numbers: range, turns: int, look: ResolvedStyle, width: int, room: int, height: int = HEIGHT) -> Scale:
    """The scale of a chart with the given lowest, next and highest grid line, and `room` on its right."""
    size = look.scaled(TEXT)
    left = max(text_width(Face.MEDIUM, size, _number(n)) for n in numbers) + look.scaled(18)
    bottom = look.scaled(height) - _below(look)
    return Scale(left, look.scaled(14), width - room, bottom, turns, numbers[0], numbers[-1])


def _below(look: ResolvedStyle) -> int:
    """Pixels below the plot, for the numbers there."""
    return round(1.9 * look.scaled(TEXT))


def draw_sheet(title: str, parts: Sequence[Image.Image | None], look: ResolvedStyle) -> Picture:
    """Charts below their title, as a picture of their own; parts that are None are left out."""
    margin, width = look.scaled(_SHEET_MARGIN), look.zoomed(SHEET_WIDTH)
    shown = [part for part in (_draw_title(title, look, width), *parts) if part]
    image = stack(shown, look, look.scaled(_SHEET_GAP), margin)
    assert image is not None, "a sheet without content"
    return finish(image, look.theme, series_inks(_MOST_LINES, look.theme.card))


def _draw_title(text: str, look: ResolvedStyle, width: int) -> Image.Image | None:
    text, size = legible(text), look.scaled(32)
    if not text:
        return None
    image = Image.new("RGB", (width, round(size * 1.4)), look.theme.frame)
    at = (2, middle_baseline(Face.BOLD, size, image.height / 2))
    write(image, shorten(Face.BOLD, size, text, width - 4), Face.BOLD, size, look.theme.frame_ink, at)
    return image


def draw_headed(heading: str, chart: Image.Image, look: ResolvedStyle, width: int) -> Image.Image:
    """A chart on its own card, with its heading."""
    pad, size = look.scaled(16), look.scaled(TEXT)
    head = round(size * 1.6) if heading else 0
    box = Box(0, 0, width, chart.height + head + 2 * pad)
    image = Image.new("RGB", (width, box.height), look.theme.frame)
    draw_card(image, box, look, look.scaled(12))
    at = (pad, middle_baseline(Face.MEDIUM, size, pad + head / 2 - look.scaled(4)))
    shown = shorten(Face.MEDIUM, size, legible(heading), width - 2 * pad)
    write(image, shown, Face.MEDIUM, size, look.theme.card_muted, at)
    image.paste(chart, (pad, pad + head))
    return image


def draw_mark(draw: ImageDraw.ImageDraw, number: int, at: Point, radius: float, colour: str) -> None:
    """The marker of a seat: each has its own shape, so that lines differ even without colour."""
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


def nice(totals: list[int], *, from_zero: bool = True, steps: int = _STEPS) -> tuple[int, int, int]:
    """The lowest and highest grid line and the distance between two, in round numbers."""
    low, high = (
        (min(0, *totals), max(1, *totals)) if from_zero else (min(totals), max(*totals, min(totals) + _LEAST_SPAN))
    )
    raw = (high - low) / steps
    power = 10 ** math.floor(math.log10(max(raw, 1)))
    step = next((n * power for n in (1, 2, 5) if n * power >= raw), 10 * power)
    return math.floor(low / step) * step, math.ceil(high / step) * step, step


def draw_grid(numbers: range, scale: Scale, look: ResolvedStyle, width: int) -> Image.Image:
    """The horizontal grid lines, on an image enlarged by `OVERSIZE`."""
    theme, big = look.theme, OVERSIZE
    image = Image.new("RGB", (width * big, (scale.bottom + _below(look)) * big), theme.card)
    draw = ImageDraw.Draw(image)
    for number in numbers:
        ends = [_enlarged(scale.at(turn, number)) for turn in (0, scale.turns)]
        faint = blend(theme.card, theme.card_muted, 1 if number == 0 else _FAINT)
        draw.line(ends, fill=rgb(faint), width=big * (2 if number == 0 else 1))
    return image


def _draw_lines(
    image: Image.Image,
    lines: tuple[ChartLine, ...],
    scale: Scale,
    look: ResolvedStyle,
    ring: tuple[int, int] | None = None,
) -> Image.Image:
    """Draws lines and markers on the enlarged image, which is then scaled down."""
    draw, big = ImageDraw.Draw(image), OVERSIZE
    for place, one in reversed(list(enumerate(lines))):
        series = _series(one, place)
        colour = series_colour(series, look.theme.card)
        points = [_enlarged(scale.at(turn, value)) for turn, value in enumerate(one.values)]
        if len(points) > 1:
            draw.line(points, fill=rgb(colour), width=big * look.scaled(3), joint="curve")
        shown = points if len(points) <= _MOST_MARKS else points[-1:]
        for point in shown:
            draw_mark(draw, series, point, big * look.scaled(6), colour)
        if ring and ring[0] == place:
            x, y = points[ring[1]]
            for radius, fill in ((11, look.theme.card_ink), (7, colour)):
                reach = big * look.scaled(radius)
                draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=rgb(fill))
    return image.reduce(big)


def _enlarged(point: Point) -> Point:
    return point[0] * OVERSIZE, point[1] * OVERSIZE


def write_numbers(image: Image.Image, numbers: range, scale: Scale, look: ResolvedStyle) -> None:
    """The numbers to the left of the grid lines."""
    size = look.scaled(TEXT)
    for number in numbers:
        baseline = middle_baseline(Face.MEDIUM, size, scale.at(0, number)[1])
        at = (scale.left - look.scaled(12), baseline)
        write(image, _number(number), Face.MEDIUM, size, look.theme.card_muted, at, align=1.0)


def _number(number: int) -> str:
    return str(number).replace("-", "−")


def write_axis(image: Image.Image, axis: str, scale: Scale, look: ResolvedStyle, first: int = 0, edge: int = 0) -> None:
    """Numbers below the plot from `first`, as many as fit, and their label, right of `edge` or the plot."""
    size = look.scaled(TEXT)
    room = (scale.right - scale.left) // (text_width(Face.MEDIUM, size, str(scale.turns)) + look.scaled(12))
    step = steps_of(scale.turns, min(room, _MOST_NUMBERS))
    baseline = scale.bottom + 1.4 * size
    left = max(scale.right, edge) + look.scaled(18)
    for turn in [number for number in range(0, scale.turns + 1, step) if number >= first]:
        middle, half = scale.at(turn, scale.low)[0], text_width(Face.MEDIUM, size, str(turn)) / 2
        write(image, str(turn), Face.MEDIUM, size, look.theme.card_muted, (middle, baseline), align=0.5)
        left = max(left, round(middle + half) + look.scaled(10))
    label = shorten(Face.MEDIUM, size, legible(axis), image.width - left)
    write(image, label, Face.MEDIUM, size, look.theme.card_muted, (left, baseline))


def _write_names(
    image: Image.Image, lines: tuple[ChartLine, ...], names: list[str], scale: Scale, look: ResolvedStyle
) -> None:
    ends = {place: scale.at(len(one.values) - 1, one.values[-1])[1] for place, one in enumerate(lines) if one.values}
    write_ends(image, ends, names, scale, look, [_series(one, place) for place, one in enumerate(lines)])


def _series(line: ChartLine, place: int) -> int:
    return place if line.series is None else line.series


def write_ends(
    image: Image.Image,
    ends: Mapping[int, float],
    names: Sequence[str],
    scale: Scale,
    look: ResolvedStyle,
    series: Sequence[int] | None = None,
) -> None:
    """Write names beside the heights where their lines end, moved apart if lines end close together.

    `series` chooses the colours; without it, the places of the names do.
    """
    size = look.scaled(TEXT)
    order = sorted(ends, key=lambda place: (ends[place], place))
    pitch = size * 1.25
    lowest = scale.bottom - size * 0.45  # so that no name touches the label of the axis below it
    heights = _spread([ends[place] for place in order], pitch, scale.top, lowest)
    for place, height in zip(order, heights, strict=True):
        at = (scale.right + look.scaled(18), middle_baseline(Face.BOLD, size, height))
        colour = series_colour(series[place] if series else place, look.theme.card)
        write(image, names[place], Face.BOLD, size, colour, at)


def steps_of(turns: int, most: int) -> int:
    """The step between numbers below a chart, so that there are at most so many besides the first."""
    return next(n for n in (1, 2, 5, 10, 20, 50, 100, turns) if turns / n <= max(1, most))


def _spread(heights: list[float], pitch: float, top: float, bottom: float) -> list[float]:
    """Ascending heights, moved as little as possible to be a pitch apart; overflow at the bottom moves back up."""
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
