"""Cards of what has been won: a tournament, a season or a duplicate, with its winners, its final and its table."""

from __future__ import annotations

from dataclasses import replace

from PIL import Image

from bot.model.drawn import legible
from bot.render.chart import draw_chart, draw_headed
from bot.render.contest import BracketPair, CupLine, CupScene
from bot.render.paint import (
    Face,
    balance,
    finish,
    middle_baseline,
    polygon_mask,
    series_inks,
    shorten,
    stamp,
    text_width,
    wrap,
    write,
)
from bot.render.panel import Box, draw_card, stack
from bot.render.portraits import CROWN, draw_crowned, draw_portrait, gallery
from bot.render.scene import ChartLine, Picture, Portrait, ResolvedStyle, Style, look_of

WIDTH, MARGIN, GAP = 810, 20, 14
_LARGE, _SEVERAL = 132, 96
"""Pixels of a winner's portrait, and of one of several."""
_MOST_WINNERS = 5
_LINE, _APART, _FACE = 56, 6, 40
_TEXT, _SECOND = 28, 28
_ONE_COLUMN = 12
"""Lines of a table in one column; more stand in two, without their notes."""


def draw_cup(scene: CupScene, style: Style) -> Picture:
    """The card as a PNG. Raises ThemeError for unknown names in a style."""
    look = look_of(style)
    width, theme = look.zoomed(WIDTH), look.theme
    parts = [
        draw_head(scene.title, scene.about, look, width),
        draw_winners(scene.winners, look, width),
        _draw_final(*scene.final, look, width) if scene.final else None,
        _draw_table(scene.table, look, width),
        _draw_course(scene, look, width),
    ]
    image = stack([part for part in parts if part], look, look.scaled(GAP), look.zoomed(MARGIN))
    assert image is not None
    inks = series_inks(sum(bool(line.totals) for line in scene.table), theme.card)
    faces = tuple(dict.fromkeys(scene.portraits))
    return finish(image, theme, gallery(faces, look.scaled(_FACE), look, theme.card, inks).inks)


def draw_head(title: str, about: str, look: ResolvedStyle, width: int) -> Image.Image:
    """The title in up to two lines and a line about it, in the middle."""
    theme, size, second = look.theme, look.scaled(40), look.scaled(_SECOND)
    lines, pitch = wrap(Face.BOLD, size, legible(title), width, 2), round(size * 1.25)
    image = Image.new("RGB", (width, pitch * len(lines) + (round(second * 1.5) if about else 0)), theme.frame)
    for number, line in enumerate(lines):
        at = (width / 2, middle_baseline(Face.BOLD, size, pitch * (number + 0.5)))
        write(image, line, Face.BOLD, size, theme.frame_ink, at, align=0.5)
    text = shorten(Face.MEDIUM, second, legible(about), width)
    at = (width / 2, middle_baseline(Face.MEDIUM, second, image.height - second * 0.75))
    write(image, text, Face.MEDIUM, second, theme.frame_muted, at, align=0.5)
    return image


def draw_winners(winners: tuple[Portrait, ...], look: ResolvedStyle, width: int) -> Image.Image | None:
    """The winners side by side, each below a crown and above the name."""
    if not winners:
        return None
    shown, theme = winners[:_MOST_WINNERS], look.theme
    side = look.scaled(_LARGE if len(shown) == 1 else _SEVERAL)
    size, slot = look.scaled(40 if len(shown) == 1 else _TEXT), width // len(shown)
    top = round(side * 0.62)
    names = [balance(Face.BOLD, size, legible(one.name), slot - look.scaled(8), 2 - look.is_large) for one in shown]
    pitch = round(size * 1.25)
    image = Image.new("RGB", (width, top + side + round(size * 0.65) + pitch * max(map(len, names))), theme.frame)
    for number, one in enumerate(shown):
        middle = slot * number + slot // 2
        draw_crowned(image, one, side, (middle - side // 2, top), look, theme.frame)
        for line, name in enumerate(names[number]):
            below = top + side + size * 0.55 + pitch * (line + 0.5)
            at = (middle, middle_baseline(Face.BOLD, size, below))
            write(image, name, Face.BOLD, size, theme.accent, at, align=0.5)
    return image


def _draw_final(heading: str, pair: BracketPair, look: ResolvedStyle, width: int) -> Image.Image:
    """The two of the last pair with their points, side by side."""
    theme, pad = look.theme, look.scaled(16)
    small, size, name_size, side = look.scaled(_SECOND), look.scaled(46), look.scaled(30), look.scaled(52)
    box = Box(0, 0, width, look.scaled(126))
    image = Image.new("RGB", (width, box.height), theme.frame)
    draw_card(image, box, look, look.scaled(12))
    at = (width / 2, middle_baseline(Face.MEDIUM, small, look.scaled(28)))
    write(image, legible(heading), Face.MEDIUM, small, theme.card_muted, at, align=0.5)
    middle = look.scaled(80)
    score = max(text_width(Face.BOLD, size, one.score) for one in pair)
    baseline = middle_baseline(Face.BOLD, size, middle)
    write(image, ":", Face.BOLD, size, theme.card_muted, (width / 2, baseline), align=0.5)
    for one, way in zip(pair, (-1, 1), strict=True):
        ink = theme.card_ink if one.is_winner else theme.card_muted
        write(image, one.score, Face.BOLD, size, ink, (width / 2 + way * pad, baseline), align=0.5 - 0.5 * way)
        edge = 0 if way < 0 else width
        if one.portrait:
            left = pad if way < 0 else width - pad - side
            image.paste(draw_portrait(one.portrait, side, look, theme.card), (left, middle - side // 2))
        start = edge - way * (pad + side + look.scaled(12))
        room = width // 2 - pad - side - look.scaled(12) - pad - score - look.scaled(18)
        name = shorten(Face.BOLD, name_size, legible(one.name), room)
        at = (start, middle_baseline(Face.BOLD, name_size, middle))
        write(image, name, Face.BOLD, name_size, ink, at, align=0.5 + 0.5 * way)
    return image


def _draw_table(lines: tuple[CupLine, ...], look: ResolvedStyle, width: int) -> Image.Image | None:
    if not lines:
        return None
    gap, height = look.scaled(_APART), look.scaled(_LINE)
    columns = 1 if len(lines) <= _ONE_COLUMN else 2
    rows, column = -(-len(lines) // columns), (width - (columns - 1) * 2 * gap) // columns
    image = Image.new("RGB", (width, rows * (height + gap) - gap), look.theme.frame)
    scores = max(text_width(Face.BOLD, look.scaled(_TEXT), legible(line.score)) for line in lines)
    for number, line in enumerate(lines):
        left, top = number // rows * (column + 2 * gap), number % rows * (height + gap)
        shown = line if columns == 1 else replace(line, note="")
        _draw_line(image, shown, Box(left, top, column, height), look, scores)
    return image


def _draw_line(image: Image.Image, line: CupLine, box: Box, look: ResolvedStyle, scores: int) -> None:
    """The place or a crown, the portrait, the name, the note and the points, from left to right.

    `scores` is the width of the widest points, so that notes stand in a column.
    """
    theme, pad, size, second = look.theme, look.scaled(14), look.scaled(_TEXT), look.scaled(_SECOND)
    draw_card(image, box, look, look.scaled(10), theme.accent if line.is_winner else None)
    baseline, left = middle_baseline(Face.BOLD, size, box.middle), box.left + pad
    wide = look.scaled(34)
    if line.is_winner:
        crown = polygon_mask(look.scaled(28), CROWN)
        stamp(image, theme.accent, crown, left + look.scaled(3), round(box.middle) - look.scaled(12))
    else:
        write(image, legible(line.place), Face.BOLD, size, theme.card_muted, (left + wide / 2, baseline), align=0.5)
    left += wide + look.scaled(10)
    side = look.scaled(_FACE)
    image.paste(draw_portrait(line.portrait, side, look, theme.card), (left, round(box.middle - side / 2)))
    left += side + look.scaled(12)
    right = box.right - look.scaled(16)
    write(image, legible(line.score), Face.BOLD, size, theme.card_ink, (right, baseline), align=1.0)
    right -= scores + look.scaled(24)
    note = shorten(Face.MEDIUM, second, legible(line.note), box.width // 3)
    write(image, note, Face.MEDIUM, second, theme.card_muted, (right, baseline), align=1.0)
    room = right - left - (text_width(Face.MEDIUM, second, note) + look.scaled(20) if note else 0)
    write(
        image,
        shorten(Face.BOLD, size, legible(line.portrait.name), room),
        Face.BOLD,
        size,
        theme.card_ink,
        (left, baseline),
    )


def _draw_course(scene: CupScene, look: ResolvedStyle, width: int) -> Image.Image | None:
    """The points of the first few after each round, as lines."""
    lines = tuple(ChartLine(one.portrait.name, one.totals, seat) for seat, one in enumerate(scene.table) if one.totals)
    chart = draw_chart(lines, scene.turns, look, width - 2 * look.scaled(16)) if lines else None
    return draw_headed(scene.chart, chart, look, width) if chart else None
