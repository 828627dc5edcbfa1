"""The card at the end of a game: standings, the best moments, and how the scores developed."""

from __future__ import annotations

from PIL import Image, ImageDraw

from bot.model.drawn import legible
from bot.render.chart import draw_chart, draw_headed, draw_mark, series_colour, series_inks
from bot.render.fonts import Face, shorten, text_width, wrap
from bot.render.paint import finish, middle_baseline, polygon_mask, stamp, write
from bot.render.panel import Box, draw_card, kind_mask, stack
from bot.render.scene import ChartLine, EndScene, Picture, StandingLine
from bot.render.squares import STAR
from bot.render.theme import ResolvedStyle, Style
from bot.render.themes import look_of

_WIDTH, _MARGIN, _GAP = 810, 20, 12
_OVERSIZE = 4
_REMARK = 22


def draw_end_card(scene: EndScene, style: Style) -> Picture:
    """The card as a PNG. Raises ThemeError for unknown names in a style."""
    look = look_of(style, scene.colours)
    width, margin = look.scaled(_WIDTH) if not look.is_large else look.zoomed(_WIDTH), look.scaled(_MARGIN)
    has_chart = any(len(one.totals) > 1 for one in scene.standings)
    parts = [
        _draw_text(scene.title, 27, look.theme.frame_ink, look, width),
        _draw_text(scene.outcome, 25, look.theme.accent, look, width),
        *(_draw_standing(one, look, width, marked=has_chart and bool(one.totals)) for one in scene.standings),
        _draw_remarks(scene.remarks, look, width),
        _draw_chart_card(scene, look, width),
    ]
    image = stack([part for part in parts if part], look, look.scaled(_GAP), margin)
    assert image is not None
    return finish(image, look.theme, series_inks(len(scene.standings), look.theme.card))


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


def _draw_standing(one: StandingLine, look: ResolvedStyle, width: int, *, marked: bool) -> Image.Image:
    """Place, kind of player, name over note, points; the winner gets a star and an outlined card.

    `marked` draws the marker of the seat's line in the chart.
    """
    theme, pad = look.theme, look.scaled(16)
    box = Box(0, 0, width, look.scaled(66))
    image = Image.new("RGB", (width, box.height), theme.frame)
    draw_card(image, box, look, look.scaled(12), theme.accent if one.is_winner else None)
    left = _draw_badge(image, one, look, box, marked=marked)
    size = look.scaled(33)
    at = (box.right - pad, middle_baseline(Face.BOLD, size, box.middle))
    score = legible(one.score)
    write(image, score, Face.BOLD, size, theme.card_ink, at, align=1.0)
    room = box.right - pad - text_width(Face.BOLD, size, score) - look.scaled(14) - left
    upper, lower = (box.middle - look.scaled(12), box.middle + look.scaled(15)) if one.note else (box.middle, 0)
    size = look.scaled(24)
    name = shorten(Face.BOLD, size, legible(one.name), room)
    write(image, name, Face.BOLD, size, theme.card_ink, (left, middle_baseline(Face.BOLD, size, upper)))
    if one.note:
        size = look.scaled(20)
        note = shorten(Face.MEDIUM, size, legible(one.note), room)
        write(image, note, Face.MEDIUM, size, theme.card_muted, (left, middle_baseline(Face.MEDIUM, size, lower)))
    return image


def _draw_badge(image: Image.Image, one: StandingLine, look: ResolvedStyle, box: Box, *, marked: bool) -> int:
    """Draws what precedes a name: the place or a star, the marker of the seat's line, the kind of player.

    Returns the x position of the name.
    """
    theme, side, left = look.theme, look.scaled(26), look.scaled(16)
    top = round(box.middle - side / 2)
    if one.is_winner:
        stamp(image, theme.accent, polygon_mask(side, STAR), left, top)
    else:
        size = look.scaled(24)
        at = (left + side / 2, middle_baseline(Face.BOLD, size, box.middle))
        write(image, legible(one.place), Face.BOLD, size, theme.card_muted, at, align=0.5)
    left += side + look.scaled(14)
    if marked:
        radius = look.scaled(7)
        mark = Image.new("RGB", (4 * radius * _OVERSIZE,) * 2, theme.card)
        middle = 2.0 * radius * _OVERSIZE
        colour = series_colour(one.seat, theme.card)
        draw_mark(ImageDraw.Draw(mark), one.seat, (middle, middle), radius * _OVERSIZE, colour)
        small = mark.reduce(_OVERSIZE)
        image.paste(small, (left - radius, round(box.middle) - 2 * radius))
        left += 2 * radius + look.scaled(14)
    side = look.scaled(22)
    stamp(image, theme.card_muted, kind_mask(side, one.is_computer), left, round(box.middle - side / 2))
    return left + side + look.scaled(10)


def _draw_remarks(remarks: tuple[tuple[str, str], ...], look: ResolvedStyle, width: int) -> Image.Image | None:
    """Headings with their text, side by side if both can be read in full."""
    if not remarks:
        return None
    gap, height = look.scaled(_GAP), look.scaled(74)
    rows = _remark_rows(remarks, look, (width - gap) // 2)
    image = Image.new("RGB", (width, len(rows) * (height + gap) - gap), look.theme.frame)
    for number, row in enumerate(rows):
        for index, remark in enumerate(row):
            left = round(index * (width + gap) / len(row))
            right = round((index + 1) * (width + gap) / len(row)) - gap
            _draw_remark(image, remark, Box(left, number * (height + gap), right - left, height), look)
    return image


def _remark_rows(remarks: tuple[tuple[str, str], ...], look: ResolvedStyle, room: int) -> list[list[tuple[str, str]]]:
    rows: list[list[tuple[str, str]]] = []
    for remark in remarks:
        fits = _remark_width(remark, look) <= room
        if fits and rows and len(rows[-1]) == 1 and _remark_width(rows[-1][0], look) <= room:
            rows[-1].append(remark)
        else:
            rows.append([remark])
    return rows


def _remark_width(remark: tuple[str, str], look: ResolvedStyle) -> int:
    """The width a remark's card needs to show all of it."""
    return text_width(Face.BOLD, look.scaled(_REMARK), legible(remark[1])) + 2 * look.scaled(16)


def _draw_remark(image: Image.Image, remark: tuple[str, str], box: Box, look: ResolvedStyle) -> None:
    theme, pad = look.theme, look.scaled(16)
    draw_card(image, box, look, look.scaled(12))
    lines = (
        (remark[0], Face.MEDIUM, look.scaled(20), theme.card_muted, -15),
        (remark[1], Face.BOLD, look.scaled(_REMARK), theme.card_ink, 14),
    )
    for text, face, size, ink, offset in lines:
        shown = shorten(face, size, legible(text), box.width - 2 * pad)
        baseline = middle_baseline(face, size, box.middle + look.scaled(offset))
        write(image, shown, face, size, ink, (box.left + pad, baseline))


def _draw_chart_card(scene: EndScene, look: ResolvedStyle, width: int) -> Image.Image | None:
    pad = look.scaled(16)
    lines = tuple(ChartLine(one.name, one.totals, one.seat) for one in scene.standings)
    chart = draw_chart(lines, scene.turns, look, width - 2 * pad)
    if chart is None:
        return None
    return draw_headed(scene.chart, chart, look, width)
