"""Statistics of games as charts: wins as a bar in parts, points per game as bars, ratings as lines."""

from __future__ import annotations

from PIL import Image, ImageDraw

from bot.model.drawn import legible
from bot.model.theme import rgb
from bot.render.chart import (
    OVERSIZE,
    SHEET_WIDTH,
    TEXT,
    Scale,
    draw_chart,
    draw_grid,
    draw_headed,
    draw_sheet,
    nice,
    scale_for,
    series_colour,
    write_axis,
    write_numbers,
)
from bot.render.fonts import Face, shorten, text_width
from bot.render.paint import middle_baseline, rounded_mask, stamp, write
from bot.render.panel import Box, draw_card
from bot.render.scene import Chart, Picture, StatsScene
from bot.render.theme import ResolvedStyle, Style
from bot.render.themes import look_of

_ROOM = 90
_WIDEST_BAR = 48
_SHARE_COLOURS = (1, None, 0)
"""Line numbers whose colours are used for parts of a whole; None is the muted ink."""


def draw_stats(scene: StatsScene, style: Style) -> Picture:
    """The charts as a PNG. Raises ThemeError for unknown names in a style."""
    look = look_of(style)
    width = look.zoomed(SHEET_WIDTH)
    parts = [_draw_shares(scene.shares, look, width)]
    parts += [_draw_chart(one, look, width) for one in scene.charts]
    return draw_sheet(scene.title, parts, look)


def _draw_shares(shares: tuple[tuple[str, int], ...], look: ResolvedStyle, width: int) -> Image.Image | None:
    """A bar in parts, with their labels below."""
    total = sum(size for _, size in shares)
    if not total:
        return None
    pad, bar, size = look.scaled(16), look.scaled(30), look.scaled(24)
    image = Image.new("RGB", (width, 2 * pad + bar + round(size * 1.9)), look.theme.frame)
    draw_card(image, Box(0, 0, width, image.height), look, look.scaled(12))
    colours = [_share_colour(number, look) for number in range(len(shares))]
    image.paste(
        _bar([part for _, part in shares], colours, (width - 2 * pad, bar), look),
        (pad, pad),
        rounded_mask(width - 2 * pad, bar, look.scaled(8)),
    )
    left, baseline = pad, middle_baseline(Face.BOLD, size, image.height - pad - size / 2)
    for (text, part), colour in zip(shares, colours, strict=True):
        if part:
            side = look.scaled(18)
            stamp(image, colour, rounded_mask(side, side, look.scaled(4)), left, round(baseline) - side)
            left += side + look.scaled(10)
            write(image, legible(text), Face.BOLD, size, look.theme.card_ink, (left, baseline))
            left += text_width(Face.BOLD, size, legible(text)) + look.scaled(36)
    return image


def _bar(parts: list[int], colours: list[str], size: tuple[int, int], look: ResolvedStyle) -> Image.Image:
    """The parts side by side, with thin gaps between them."""
    image = Image.new("RGB", size, look.theme.card)
    done, total, gap = 0, sum(parts), look.scaled(3)
    for part, colour in zip(parts, colours, strict=True):
        if part:
            left, right = (round(share * size[0] / total) for share in (done, done + part))
            image.paste(colour, (left, 0, right - (gap if done + part < total else 0), size[1]))
            done += part
    return image


def _share_colour(number: int, look: ResolvedStyle) -> str:
    series = _SHARE_COLOURS[number % len(_SHARE_COLOURS)]
    return look.theme.card_muted if series is None else series_colour(series, look.theme.card)


def _draw_chart(chart: Chart, look: ResolvedStyle, width: int) -> Image.Image | None:
    room = width - 2 * look.scaled(16)
    if chart.is_bars:
        drawn = _draw_bars(chart, look, room)
    else:
        drawn = draw_chart(chart.lines, chart.axis, look, room, from_zero=False)
    return draw_headed(chart.heading, drawn, look, width) if drawn else None


def _draw_bars(chart: Chart, look: ResolvedStyle, width: int) -> Image.Image | None:
    """A bar for each value, however many there are, and a line at their mean."""
    values = chart.lines[0].values if chart.lines else ()
    if not values:
        return None
    low, high, step = nice(list(values))
    numbers = range(low, high + 1, step)
    size = look.scaled(TEXT)
    mean = shorten(Face.BOLD, size, legible(chart.mean), width // 4)
    room = max(look.scaled(_ROOM), text_width(Face.BOLD, size, mean) + look.scaled(24))
    outer = scale_for(numbers, len(values), look, width, room)
    image = draw_grid(numbers, outer, look, width)
    middle = sum(values) / len(values)
    _fill_bars(image, values, outer, look)
    if mean:
        _draw_mean(image, middle, outer, look)
    image = image.reduce(OVERSIZE)
    write_numbers(image, numbers, outer, look)
    write_axis(image, chart.axis, _centred(outer), look, first=1, edge=outer.right)
    at = (outer.right + look.scaled(12), middle_baseline(Face.BOLD, size, outer.at(0, middle)[1]))
    write(image, mean, Face.BOLD, size, series_colour(0, look.theme.card), at)
    return image


def _fill_bars(image: Image.Image, values: tuple[int, ...], scale: Scale, look: ResolvedStyle) -> None:
    draw, colour = ImageDraw.Draw(image), rgb(series_colour(1, look.theme.card))
    slot = (scale.right - scale.left) / scale.turns
    half = min(slot * (0.38 if slot > 3 else 0.5), look.scaled(_WIDEST_BAR) / 2)
    for number, value in enumerate(values):
        x, y = scale.at(number + 0.5, value)
        upper, lower = sorted((y, scale.at(0, 0)[1]))
        draw.rectangle([round(edge * OVERSIZE) for edge in (x - half, upper, x + half, lower)], fill=colour)


def _draw_mean(image: Image.Image, mean: float, scale: Scale, look: ResolvedStyle) -> None:
    """A dashed horizontal line, so that it is not mistaken for a grid line."""
    draw, colour = ImageDraw.Draw(image), rgb(series_colour(0, look.theme.card))
    height, dash = round(scale.at(0, mean)[1] * OVERSIZE), look.scaled(14) * OVERSIZE
    right = (scale.right + look.scaled(6)) * OVERSIZE
    for left in range(scale.left * OVERSIZE, right, round(dash * 1.6)):
        draw.line(((left, height), (min(left + dash, right), height)), fill=colour, width=look.scaled(3) * OVERSIZE)


def _centred(scale: Scale) -> Scale:
    """A scale that puts number n in the middle of the nth bar, counted from 1."""
    half = (scale.right - scale.left) / scale.turns / 2
    return Scale(
        round(scale.left - half), scale.top, round(scale.right - half), scale.bottom, scale.turns, scale.low, scale.high
    )
