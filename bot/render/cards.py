"""Cards with charts: standings, the chances to win in a reviewed game, and statistics."""

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
    draw_mark,
    draw_sheet,
    nice,
    scale_for,
    write_axis,
    write_ends,
    write_numbers,
)
from bot.render.paint import (
    Face,
    finish,
    middle_baseline,
    polygon_mask,
    series_colour,
    series_inks,
    shorten,
    stamp,
    text_width,
    wrap,
    write,
)
from bot.render.panel import Box, draw_card, stack
from bot.render.portraits import CROWN, draw_portrait, gallery, kind_mask
from bot.render.scene import (
    ChanceMark,
    Chart,
    ChartLine,
    EndScene,
    Picture,
    ResolvedStyle,
    ReviewScene,
    StandingLine,
    StatsScene,
    Style,
    look_of,
    portraits_of,
)
from bot.render.tiles import STAR

_WIDTH, _MARGIN, _GAP = 810, 20, 8
_OVERSIZE = 4
_FACE, _SCORE, _NOTE, _SHORT = 46, 34, 28, 190


def draw_end_card(scene: EndScene, style: Style) -> Picture:
    """The card as a PNG. Raises ThemeError for unknown names in a style."""
    look = look_of(style)
    width, margin = look.zoomed(_WIDTH), look.scaled(_MARGIN)
    has_chart = any(len(one.totals) > 1 for one in scene.standings)
    parts = [
        _draw_text(scene.title, 38, look.theme.frame_ink, look, width),
        _draw_text(scene.outcome, 29, look.theme.accent, look, width),
        *_draw_standings(scene.standings, look, width, has_chart=has_chart),
        _draw_chart_card(scene, look, width),
    ]
    image = stack([part for part in parts if part], look, look.scaled(_GAP), margin)
    assert image is not None
    inks = series_inks(len(scene.standings), look.theme.card)
    faces = gallery(portraits_of(scene), look.scaled(_FACE), look, look.theme.card, inks)
    return finish(image, look.theme, faces.inks)


def _draw_text(text: str, size: int, ink: str, look: ResolvedStyle, width: int) -> Image.Image | None:
    """Draws up to two lines."""
    text, size = legible(text), look.scaled(size)
    if not text:
        return None
    lines = wrap(Face.BOLD, size, text, width - 4, 2)
    pitch = round(size * 1.32)
    image = Image.new("RGB", (width, pitch * len(lines)), look.theme.frame)
    for index, line in enumerate(lines):
        write(image, line, Face.BOLD, size, ink, (2, middle_baseline(Face.BOLD, size, pitch * (index + 0.5))))
    return image


def _draw_standings(
    standings: tuple[StandingLine, ...], look: ResolvedStyle, width: int, *, has_chart: bool
) -> list[Image.Image]:
    """A card for each, of one line if all notes are short."""
    size = look.scaled(_NOTE)
    notes = [text_width(Face.MEDIUM, size, legible(one.note)) for one in standings]
    is_flat = max(notes, default=0) <= look.scaled(_SHORT)
    scores = max((text_width(Face.BOLD, look.scaled(_SCORE), legible(one.score)) for one in standings), default=0)
    return [
        _draw_standing(one, look, width, scores, marked=has_chart and bool(one.totals), is_flat=is_flat)
        for one in standings
    ]


def _draw_standing(
    one: StandingLine, look: ResolvedStyle, width: int, scores: int, *, marked: bool, is_flat: bool
) -> Image.Image:
    """Place, kind of player, name, note and points; the winner gets a crown and an outlined card.

    `marked` draws the marker of the seat's line in the chart, `scores` is the width of the widest points. The note is
    below the name, or beside it on a flat card.
    """
    theme, pad = look.theme, look.scaled(16)
    box = Box(0, 0, width, look.scaled(60) if is_flat else look.zoomed(96 if look.is_large else 84))
    image = Image.new("RGB", (width, box.height), theme.frame)
    draw_card(image, box, look, look.scaled(12), theme.accent if one.is_winner else None)
    left = _draw_badge(image, one, look, box, marked=marked)
    size = look.scaled(_SCORE)
    at = (box.right - pad, middle_baseline(Face.BOLD, size, box.middle))
    score = legible(one.score)
    write(image, score, Face.BOLD, size, theme.card_ink, at, align=1.0)
    room = box.right - pad - scores - look.scaled(14) - left
    upper, lower = box.middle, 0.0
    note, small = shorten(Face.MEDIUM, look.scaled(_NOTE), legible(one.note), room), look.scaled(_NOTE)
    if note and is_flat:
        at = (left + room - look.scaled(6), middle_baseline(Face.MEDIUM, small, box.middle))
        write(image, note, Face.MEDIUM, small, theme.card_muted, at, align=1.0)
        room -= text_width(Face.MEDIUM, small, note) + look.scaled(20)
    elif note:
        upper, lower = box.middle - look.scaled(17), box.middle + look.scaled(19)
        write(image, note, Face.MEDIUM, small, theme.card_muted, (left, middle_baseline(Face.MEDIUM, small, lower)))
    size = look.scaled(30)
    name = shorten(Face.BOLD, size, legible(one.name), room)
    write(image, name, Face.BOLD, size, theme.card_ink, (left, middle_baseline(Face.BOLD, size, upper)))
    return image


def _draw_badge(image: Image.Image, one: StandingLine, look: ResolvedStyle, box: Box, *, marked: bool) -> int:
    """Draws what precedes a name: the place or a crown, the marker of the seat's line, the kind of player.

    Returns the x position of the name.
    """
    theme, side, left = look.theme, look.scaled(34), look.scaled(14)
    top = round(box.middle - side / 2)
    if one.is_winner:
        stamp(image, theme.accent, polygon_mask(side, CROWN), left, top)
    else:
        size = look.scaled(28)
        at = (left + side / 2, middle_baseline(Face.BOLD, size, box.middle))
        write(image, legible(one.place), Face.BOLD, size, theme.card_muted, at, align=0.5)
    left += side + look.scaled(10)
    if marked:
        radius = look.scaled(7)
        mark = Image.new("RGB", (4 * radius * _OVERSIZE,) * 2, theme.card)
        middle = 2.0 * radius * _OVERSIZE
        colour = series_colour(one.seat, theme.card)
        draw_mark(ImageDraw.Draw(mark), one.seat, (middle, middle), radius * _OVERSIZE, colour)
        small = mark.reduce(_OVERSIZE)
        image.paste(small, (left - radius, round(box.middle) - 2 * radius))
        left += 2 * radius + look.scaled(12)
    side = look.scaled(22)
    if one.portrait:
        side = look.scaled(_FACE)
        image.paste(draw_portrait(one.portrait, side, look, theme.card), (left, round(box.middle - side / 2)))
    else:
        stamp(image, theme.card_muted, kind_mask(side, one.is_computer), left, round(box.middle - side / 2))
    return left + side + look.scaled(10)


def _draw_chart_card(scene: EndScene, look: ResolvedStyle, width: int) -> Image.Image | None:
    pad = look.scaled(16)
    lines = tuple(ChartLine(one.name, one.totals, one.seat) for one in scene.standings)
    chart = draw_chart(lines, scene.turns, look, width - 2 * pad)
    if chart is None:
        return None
    return draw_headed(scene.chart, chart, look, width)


_PERCENT = range(0, 101, 25)
_LEAST_NAME = 110
_SHAPES = (0, 1, 2)
"""The marks of a small, a medium and a large mistake: a dot, a square and a triangle (`draw_mark`); a best move's is a
star.

All have the colour of text, since the other colours belong to the players.
"""
_SIZES = (10, 7, 9, 11)


def draw_review(scene: ReviewScene, style: Style) -> Picture:
    """The review as a PNG. Raises ThemeError for unknown names in a style."""
    look = look_of(style, scene.colours)
    width = look.zoomed(SHEET_WIDTH)
    chart = _draw_chances(scene, look, width - 2 * look.scaled(16))
    return draw_sheet(scene.title, [draw_headed(scene.heading, chart, look, width) if chart else None], look)


def _draw_chances(scene: ReviewScene, look: ResolvedStyle, width: int) -> Image.Image | None:
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
    radius, edge = enlarged * look.scaled(_SIZES[grade]), enlarged * look.scaled(3)
    for reach, colour in ((radius + edge, look.theme.card), (radius, look.theme.card_ink)):
        if grade:
            draw_mark(draw, _SHAPES[grade - 1], at, reach, colour)
        else:
            star = [(at[0] + 2 * reach * (x - 0.5), at[1] + 2 * reach * (y - 0.5)) for x, y in STAR]
            draw.polygon(star, fill=rgb(colour))


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
        text = shorten(Face.MEDIUM, size, legible(scene.legend[grade]), width - look.scaled(60))
        wide = text_width(Face.MEDIUM, size, text) + look.scaled(56)
        if left + wide > width:
            lines.append([])
            left = look.scaled(13)
        lines[-1].append((grade, text))
        left += wide
    return lines


_ROOM = 118
_WIDEST_BAR = 48
_LOW, _STEPS = 235, 3
"""The height of these charts, of which a phone shows two at once, and the lines of their grids."""


def draw_stats(scene: StatsScene, style: Style) -> Picture:
    """The charts as a PNG. Raises ThemeError for unknown names in a style."""
    look = look_of(style)
    width = look.zoomed(SHEET_WIDTH)
    return draw_sheet("", [_draw_figures(one, look, width) for one in scene.charts], look)


def _draw_figures(chart: Chart, look: ResolvedStyle, width: int) -> Image.Image | None:
    room = width - 2 * look.scaled(16)
    if chart.is_bars:
        drawn = _draw_bars(chart, look, room)
    else:
        drawn = draw_chart(chart.lines, chart.axis, look, room, from_zero=False, height=_LOW)
    return draw_headed(chart.heading, drawn, look, width) if drawn else None


def _draw_bars(chart: Chart, look: ResolvedStyle, width: int) -> Image.Image | None:
    """A bar for each value, however many there are, and a line at their mean."""
    values = chart.lines[0].values if chart.lines else ()
    if not values:
        return None
    low, high, step = nice(list(values), steps=_STEPS)
    numbers = range(low, high + 1, step)
    size = look.scaled(TEXT)
    mean = shorten(Face.BOLD, size, legible(chart.mean), width // 4)
    label = min(text_width(Face.MEDIUM, size, legible(chart.axis)) + look.scaled(20), width // 4)
    room = max(look.scaled(_ROOM), label, text_width(Face.BOLD, size, mean) + look.scaled(24))
    outer = scale_for(numbers, len(values), look, width, room, _LOW)
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
