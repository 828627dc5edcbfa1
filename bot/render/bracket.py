"""Brackets of knockouts: a column for each round, and lines from each pair to the next one.

The fourth round stands in the third column, between the two pairs that lead to it, so that columns are wide enough for
names on a phone.
"""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw

from bot.model.drawn import legible
from bot.model.theme import blend, rgb
from bot.render.contest import BracketPair, BracketScene, BracketSide
from bot.render.paint import (
    Face,
    finish,
    middle_baseline,
    polygon_mask,
    rounded_mask,
    shorten,
    stamp,
    text_width,
    write,
)
from bot.render.panel import Box, draw_card
from bot.render.portraits import CROWN, draw_portrait, gallery
from bot.render.scene import Picture, ResolvedStyle, Style, look_of

_WIDTH, _MARGIN, _COLUMNS = 810, 20, 3
_BETWEEN = 30
_ROW, _INNER, _APART, _TITLE = 54, 3, 20, 40
_TEXT, _SMALL, _EARLIER, _FACE = 27, 26, 22, 38
_LARGE = 1.08
_FAINT = 0.6
"""Share of ink in the lines between pairs."""


def _sized(pixels: float, look: ResolvedStyle) -> int:
    """A length that grows with text, for which columns have room for a little only."""
    return look.zoomed(pixels * _LARGE if look.is_large else pixels)


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where pairs are, in pixels: the width of a column, the height of a row and that of a pair with what is around."""

    look: ResolvedStyle
    rounds: int
    margin: int
    between: int
    column: int
    row: int
    pitch: int
    top: int

    def box(self, number: int, at: int) -> Box:
        """The two rows of a pair: of which round, counted from 0, and which one from the top."""
        middle = self.top + round(self.pitch * 2**number * (at + 0.5))
        height = 2 * self.row + _sized(_INNER, self.look)
        left = self.margin + min(number, _COLUMNS - 1) * (self.column + self.between)
        return Box(left, middle - height // 2, self.column, height)


def _layout(rounds: int, look: ResolvedStyle) -> _Layout:
    width, margin, between = look.zoomed(_WIDTH), look.zoomed(_MARGIN), look.zoomed(_BETWEEN)
    columns, row = min(rounds, _COLUMNS), _sized(_ROW, look)
    column = (width - (columns - 1) * between) // columns
    pitch = 2 * row + _sized(_INNER, look) + _sized(_APART, look)
    return _Layout(look, rounds, margin, between, column, row, pitch, margin + _sized(_TITLE, look))


def draw_bracket(scene: BracketScene, style: Style) -> Picture:
    """The bracket as a PNG. Raises ThemeError for unknown names in a style."""
    look = look_of(style)
    theme, layout = look.theme, _layout(len(scene.rounds), look)
    height = layout.top + layout.pitch * len(scene.rounds[0]) + layout.margin - _sized(_APART, look) // 2
    image = Image.new("RGB", (look.zoomed(_WIDTH) + 2 * layout.margin, height), theme.frame)
    line = blend(theme.frame, theme.frame_muted, _FAINT)
    _draw_lines(image, scene, layout, line)
    for number, pairs in enumerate(scene.rounds):
        for at, pair in enumerate(pairs):
            if pair:
                _draw_pair(image, pair, layout.box(number, at), look, line)
    _write_titles(image, scene, layout)
    faces = tuple(dict.fromkeys(scene.portraits))
    return finish(image, theme, gallery(faces, _sized(_FACE, look), look, theme.card, (line,)).inks)


def _draw_lines(image: Image.Image, scene: BracketScene, layout: _Layout, colour: str) -> None:
    draw, width = ImageDraw.Draw(image), max(2, _sized(3, layout.look))
    for number, pairs in enumerate(scene.rounds[:-1]):
        for at, pair in enumerate(pairs):
            if pair and scene.rounds[number + 1][at // 2]:
                draw.line(_way(layout, number, at), fill=rgb(colour), width=width)


def _way(layout: _Layout, number: int, at: int) -> list[tuple[float, float]]:
    """The corners of the line from a pair to the next one."""
    here, there = layout.box(number, at), layout.box(number + 1, at // 2)
    if there.left == here.left:
        middle, above = here.left + here.width / 2, there.top - _sized(_TITLE, layout.look)
        return [(middle, here.bottom), (middle, above)] if at == 0 else [(middle, there.bottom), (middle, here.top)]
    turn = here.right + layout.between / 2
    # Beside the row to which it leads, so that the lines of both sides do not meet.
    end = there.top + layout.row * (0.5 if at % 2 == 0 else 1.5)
    return [(here.right, here.middle), (turn, here.middle), (turn, end), (there.left, end)]


def _write_titles(image: Image.Image, scene: BracketScene, layout: _Layout) -> None:
    """The name of each round above its column, or above its pair where that is in the column of another."""
    look, theme = layout.look, layout.look.theme
    size = _sized(_SMALL, look)
    for number, title in enumerate(scene.titles):
        box = layout.box(number, 0)
        middle = layout.margin + size * 0.5 if number < _COLUMNS else box.top - _sized(_TITLE, look) * 0.5
        left, last = box.left + _sized(4, look), scene.rounds[number][0] if number == layout.rounds - 1 else None
        text = shorten(Face.BOLD, size, legible(title), layout.column - _sized(40, look))
        if last and any(side.is_winner for side in last):
            side = round(size * 1.15)
            stamp(image, theme.accent, polygon_mask(side, CROWN), left, round(middle - side / 2))
            left += side + _sized(8, look)
        write(image, text, Face.BOLD, size, theme.accent, (left, middle_baseline(Face.BOLD, size, middle)))


def _draw_pair(image: Image.Image, pair: BracketPair, box: Box, look: ResolvedStyle, line: str) -> None:
    height = (box.height - _sized(_INNER, look)) // 2
    for side, top in zip(pair, (box.top, box.top + box.height - height), strict=True):
        draw_side(image, side, Box(box.left, top, box.width, height), look, line)


def draw_side(image: Image.Image, side: BracketSide, box: Box, look: ResolvedStyle, line: str) -> None:
    """One side of a pair: who plays, with the points; an empty place with a border of colour `line` for the others."""
    if side.portrait is None:
        _draw_open(image, side.name, box, look, line)
        return
    theme, pad = look.theme, _sized(7, look)
    draw_card(image, box, look, _sized(10, look), theme.accent if side.is_winner else None)
    ink = theme.card_muted if side.is_out else theme.card_ink
    circle, size = _sized(_FACE, look), _sized(_TEXT, look)
    face = draw_portrait(side.portrait, circle, look, theme.card)
    image.paste(face, (box.left + pad, round(box.middle - circle / 2)))
    baseline = middle_baseline(Face.BOLD, size, box.middle)
    right = box.right - _sized(11, look)
    left, weight = box.left + pad + circle + _sized(7, look), Face.MEDIUM if side.is_out else Face.BOLD
    write(image, side.score, weight, size, ink, (right, baseline), align=1.0)
    right -= text_width(weight, size, side.score) + _sized(7, look)
    write(image, side.earlier, Face.MEDIUM, _sized(_EARLIER, look), theme.card_muted, (right, baseline), align=1.0)
    right -= text_width(Face.MEDIUM, _sized(_EARLIER, look), side.earlier)
    name = shorten(weight, size, legible(side.name), right - left)
    write(image, name, weight, size, ink, (left, baseline))


def _draw_open(image: Image.Image, name: str, box: Box, look: ResolvedStyle, line: str) -> None:
    """The place of somebody who is not known yet."""
    theme, radius, edge = look.theme, _sized(10, look), max(1, _sized(2, look))
    stamp(image, line, rounded_mask(box.width, box.height, radius), box.left, box.top)
    inner = rounded_mask(box.width - 2 * edge, box.height - 2 * edge, radius - edge)
    stamp(image, theme.frame, inner, box.left + edge, box.top + edge)
    size = _sized(_SMALL, look)
    text = shorten(Face.MEDIUM, size, legible(name), box.width - _sized(28, look))
    at = (box.left + _sized(14, look), middle_baseline(Face.MEDIUM, size, box.middle))
    write(image, text, Face.MEDIUM, size, theme.frame_muted, at)
