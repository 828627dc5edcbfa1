"""Explanatory pictures: an example on part of a board, with notes, a legend, a tray of tiles or a sum."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from PIL import Image

from bot.model.drawn import legible
from bot.render.board import draw_position
from bot.render.paint import Face, finish, fitting, middle_baseline, shorten, text_width, wrap, write
from bot.render.panel import Box, draw_card, draw_tray, stack
from bot.render.scene import BoardScene, LessonScene, Picture, ResolvedStyle, SquareFace, Style, TileFace, look_of
from bot.render.tiles import draw_tile, grid_of, square_face

_WIDTH, _MARGIN, _GAP = 810, 20, 16
_BOARD_SHARE = 0.56
_LARGEST_CELL = 76
_MOST_LINES = 6
_TEXT, _SQUARE = 28, 74
_KINDS_IN_ROW = 9

Ink = tuple[str, Face, int, str]
"""A line: text, face, size and colour."""


@lru_cache(maxsize=64)
def draw_lesson(scene: LessonScene, style: Style) -> Picture:
    """The picture as a PNG; cached, because many people ask for the same. Raises ThemeError for an unknown style."""
    look = look_of(style, scene.colours)
    width, margin = look.zoomed(_WIDTH), look.scaled(_MARGIN)
    parts = (
        _draw_example(scene, look, width),
        draw_tray(scene.tray, look, width),
        _draw_kinds(scene.kinds, look, width),
        _draw_legend(scene.legend, look, width),
        _draw_sums(scene.sums, look, width),
    )
    image = stack([part for part in parts if part], look, look.scaled(_GAP), margin)
    assert image is not None, "a lesson without content"
    return finish(image, look.theme)


def _draw_example(scene: LessonScene, look: ResolvedStyle, width: int) -> Image.Image | None:
    """The board with the notes on its right; either one alone takes the whole width."""
    if scene.board is None:
        return _draw_notes(scene.notes, look, width)
    share = _BOARD_SHARE if scene.notes else 1.0
    board = _draw_fitted(scene.board, look, round(width * share))
    gap = 2 * look.scaled(_GAP)
    notes = _draw_notes(scene.notes, look, width - board.width - gap)
    if notes is None:
        return board
    image = Image.new("RGB", (width, max(board.height, notes.height)), look.theme.frame)
    image.paste(board, (0, (image.height - board.height) // 2))
    image.paste(notes, (board.width + gap, (image.height - notes.height) // 2))
    return image


def _draw_fitted(board: BoardScene, look: ResolvedStyle, width: int) -> Image.Image:
    """Draws the squares as large as the width allows."""
    natural = grid_of(board, look)
    room = min(width, natural.left + board.width * look.zoomed(_LARGEST_CELL))
    zoom = look.zoom * room // (natural.left + board.width * natural.cell)
    return draw_position(board, replace(look, zoom=zoom))


def _draw_notes(notes: tuple[tuple[str, str], ...], look: ResolvedStyle, width: int) -> Image.Image | None:
    parts = []
    for heading, text in notes:
        lines = [
            *_lines(heading, Face.BOLD, look.scaled(31), look.theme.accent, width),
            *_lines(text, Face.MEDIUM, look.scaled(_TEXT), look.theme.frame_ink, width),
        ]
        parts.append(_draw_lines(lines, look.theme.frame, width))
    return stack(parts, look, look.scaled(_GAP + 6))


def _lines(text: str, face: Face, size: int, ink: str, width: int) -> list[Ink]:
    return [(line, face, size, ink) for line in wrap(face, size, legible(text), width, _MOST_LINES)]


def _draw_lines(lines: list[Ink], ground: str, width: int) -> Image.Image:
    heights = [round(size * 1.32) for _, _, size, _ in lines]
    image, top = Image.new("RGB", (width, sum(heights)), ground), 0
    for (text, face, size, ink), height in zip(lines, heights, strict=True):
        write(image, text, face, size, ink, (0, middle_baseline(face, size, top + height / 2)))
        top += height
    return image


def _draw_kinds(kinds: tuple[tuple[TileFace, str], ...], look: ResolvedStyle, width: int) -> Image.Image | None:
    """Tiles in rows, with the number of each below it."""
    if not kinds:
        return None
    size, gap = look.scaled(26), look.scaled(10)
    side = (width + gap) // _KINDS_IN_ROW - gap
    pitch = side + round(size * 1.5) + gap
    rows = -(-len(kinds) // _KINDS_IN_ROW)
    image = Image.new("RGB", (width, rows * pitch - gap), look.theme.frame)
    for index, (tile, count) in enumerate(kinds):
        row, column = divmod(index, _KINDS_IN_ROW)
        left, top = column * (side + gap), row * pitch
        draw_tile(image, tile, side, (left, top), look, look.theme.frame)
        at = (left + side / 2, middle_baseline(Face.MEDIUM, size, top + side + size * 0.75))
        write(image, legible(count), Face.MEDIUM, size, look.theme.frame_ink, at, align=0.5)
    return image


def _draw_legend(legend: tuple[tuple[SquareFace, str], ...], look: ResolvedStyle, width: int) -> Image.Image | None:
    """Each square with its effect, in two columns if each text then fits in two lines."""
    if not legend:
        return None
    gap, side = look.scaled(_GAP), look.scaled(_SQUARE)
    columns = min(2, len(legend))
    room = (width - gap) // 2 - side - look.scaled(14)
    if any(len(wrap(Face.MEDIUM, look.scaled(_TEXT), legible(text), room, _MOST_LINES)) > 2 for _, text in legend):
        columns = 1
    column = (width - gap * (columns - 1)) // columns
    rows = -(-len(legend) // columns)
    image = Image.new("RGB", (width, rows * (side + gap) - gap), look.theme.frame)
    for index, (square, text) in enumerate(legend):
        left, top = index % columns * (column + gap), index // columns * (side + gap)
        image.paste(square_face(square, side, look), (left, top))
        room = column - side - look.scaled(14)
        lines = wrap(Face.MEDIUM, look.scaled(_TEXT), legible(text), room, 2)
        inks = [(line, Face.MEDIUM, look.scaled(_TEXT), look.theme.frame_ink) for line in lines]
        words = _draw_lines(inks, look.theme.frame, room)
        image.paste(words, (left + side + look.scaled(14), top + (side - words.height) // 2))
    return image


def _draw_sums(sums: tuple[tuple[str, str, str], ...], look: ResolvedStyle, width: int) -> Image.Image | None:
    """A sum on a card: words on the left, their calculation, points on the right, a line above the total."""
    if not sums:
        return None
    pad, size, pitch = look.scaled(16), look.scaled(_TEXT), look.scaled(46)
    widest = max(text_width(Face.BOLD, size, legible(word)) for word, _, _ in sums)
    first = min(widest + pad, width // 2)
    image = Image.new("RGB", (width, pitch * len(sums) + pad), look.theme.frame)
    draw_card(image, Box(0, 0, width, image.height), look, look.scaled(12))
    for index, (word, how, points) in enumerate(sums):
        middle = pad / 2 + pitch * (index + 0.5)
        is_total = index == len(sums) - 1 and len(sums) > 1
        ink = look.theme.accent if is_total else look.theme.card_ink
        if is_total:
            top = round(middle - pitch / 2)
            image.paste(look.theme.card_muted, (pad, top, width - pad, top + 2))
        _write_sum(image, (word, how, points), look, ink, (pad, first, middle))
    return image


def _write_sum(
    image: Image.Image, line: tuple[str, str, str], look: ResolvedStyle, ink: str, place: tuple[int, int, float]
) -> None:
    """One line of a sum; `place` is the margin, the width of the first column, and the line's middle."""
    (word, how, points), (pad, first, middle) = _legible(line), place
    size = look.scaled(_TEXT)
    baseline = middle_baseline(Face.BOLD, size, middle)
    write(image, points, Face.BOLD, size, ink, (image.width - pad, baseline), align=1.0)
    left = pad + first
    room = image.width - pad - text_width(Face.BOLD, size, points) - look.scaled(10) - left
    write(image, shorten(Face.BOLD, size, word, first if how else first + room), Face.BOLD, size, ink, (pad, baseline))
    small = fitting(Face.MEDIUM, size, how, room, look.zoomed(_TEXT))
    write(image, shorten(Face.MEDIUM, small, how, room), Face.MEDIUM, small, look.theme.card_muted, (left, baseline))


def _legible(line: tuple[str, str, str]) -> tuple[str, str, str]:
    word, how, points = line
    return legible(word), legible(how), legible(points)
