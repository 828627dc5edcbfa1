"""A week in a server as one picture."""

from __future__ import annotations

from dataclasses import replace

from PIL import Image

from bot.model.drawn import legible
from bot.render.contest import WeekScene
from bot.render.cup import GAP, MARGIN, WIDTH, draw_head
from bot.render.paint import Face, balance, finish, middle_baseline, shorten, write
from bot.render.panel import Box, draw_card, stack
from bot.render.portraits import draw_crowned, draw_portrait, gallery
from bot.render.scene import Picture, Portrait, ResolvedStyle, Style, TileFace, look_of
from bot.render.tiles import draw_tile

_TEXT, _SECOND, _NAME_PITCH = 30, 28, 38
_PORTRAIT, _TILE, _MOST_CHAMPIONS = 88, 84, 8
_IN_ROW = 4


def draw_week(scene: WeekScene, style: Style) -> Picture:
    """The picture as a PNG. Raises ThemeError for unknown names in a style."""
    look = look_of(style)
    width, theme = look.zoomed(WIDTH), look.theme
    parts = [
        draw_head(scene.title, scene.about, look, width),
        _draw_champions(scene.champions, look, width),
        _draw_play(*scene.play, look, width) if scene.play else None,
        _draw_pair(*scene.pair, look, width) if scene.pair else None,
        _draw_figures(scene.figures, look, width),
    ]
    image = stack([part for part in parts if part], look, look.scaled(GAP), look.zoomed(MARGIN))
    assert image is not None
    faces = tuple(dict.fromkeys(scene.portraits))
    return finish(image, theme, gallery(faces, look.scaled(_PORTRAIT), look, theme.card).inks)


def _draw_champions(
    champions: tuple[tuple[str, tuple[Portrait, ...]], ...], look: ResolvedStyle, width: int
) -> Image.Image | None:
    """A card for each winner, up to four in a row: the portrait below a crown, the name, and what was won."""
    shown = [(title, one) for title, won in champions for one in won][:_MOST_CHAMPIONS]
    if not shown:
        return None
    gap, side = look.scaled(GAP), look.scaled(_PORTRAIT)
    rows = [shown[start : start + _IN_ROW] for start in range(0, len(shown), _IN_ROW)]
    longest = max(len(_name_lines(one, (width + gap) // len(row) - gap, look)) for row in rows for _, one in row)
    height = round(side * 1.75) + look.scaled(66 + _NAME_PITCH * longest)
    image = Image.new("RGB", (width, len(rows) * (height + gap) - gap), look.theme.frame)
    for number, row in enumerate(rows):
        for at, (title, one) in enumerate(row):
            left = round(at * (width + gap) / len(row))
            right = round((at + 1) * (width + gap) / len(row)) - gap
            _draw_champion(image, title, one, Box(left, number * (height + gap), right - left, height), look)
    return image


def _draw_champion(image: Image.Image, title: str, one: Portrait, box: Box, look: ResolvedStyle) -> None:
    theme, side, middle = look.theme, look.scaled(_PORTRAIT), box.left + box.width / 2
    draw_card(image, box, look, look.scaled(12))
    draw_crowned(image, one, side, (round(middle - side / 2), box.top + round(side * 0.72)), look, theme.card)
    size, second = look.scaled(_TEXT), look.scaled(_SECOND)
    below = box.top + round(side * 1.75) + look.scaled(_NAME_PITCH)
    for line in _name_lines(one, box.width, look):
        write(image, line, Face.BOLD, size, theme.card_ink, (middle, middle_baseline(Face.BOLD, size, below)), 0.5)
        below += look.scaled(_NAME_PITCH)
    told = shorten(Face.MEDIUM, second, legible(title), box.width - look.scaled(12))
    at = (middle, middle_baseline(Face.MEDIUM, second, below))
    write(image, told, Face.MEDIUM, second, theme.card_muted, at, 0.5)


def _name_lines(one: Portrait, width: int, look: ResolvedStyle) -> tuple[str, ...]:
    return balance(Face.BOLD, look.scaled(_TEXT), legible(one.name), width - look.scaled(12), 2)


def _headed(heading: str, height: int, look: ResolvedStyle, width: int) -> Image.Image:
    """A card with its heading, and room below."""
    theme, size = look.theme, look.scaled(_SECOND)
    image = Image.new("RGB", (width, height), theme.frame)
    draw_card(image, Box(0, 0, width, height), look, look.scaled(12))
    text = shorten(Face.MEDIUM, size, legible(heading), width - look.scaled(32))
    at = (width / 2, middle_baseline(Face.MEDIUM, size, look.scaled(30)))
    write(image, text, Face.MEDIUM, size, theme.card_muted, at, align=0.5)
    return image


def _draw_play(heading: str, about: str, tiles: tuple[TileFace, ...], look: ResolvedStyle, width: int) -> Image.Image:
    """The tiles of a play in a row, with a line about it below."""
    gap, size = look.scaled(5), look.scaled(_TEXT)
    side = min(look.zoomed(_TILE), (width - look.scaled(32)) // max(1, len(tiles)) - gap)
    image = _headed(heading, side + look.scaled(132), look, width)
    left = (width - len(tiles) * (side + gap) + gap) // 2
    for number, tile in enumerate(tiles):
        draw_tile(image, tile, side, (left + number * (side + gap), look.scaled(62)), look, look.theme.card)
    text = shorten(Face.BOLD, size, legible(about), width - look.scaled(32))
    at = (width / 2, middle_baseline(Face.BOLD, size, image.height - look.scaled(36)))
    write(image, text, Face.BOLD, size, look.theme.card_ink, at, align=0.5)
    return image


def _draw_pair(
    heading: str, pair: tuple[Portrait, Portrait], about: str, look: ResolvedStyle, width: int
) -> Image.Image:
    """Two people left and right of how their games came out."""
    theme, size, side, pad = look.theme, look.scaled(_TEXT), look.scaled(64), look.scaled(16)
    large = look.scaled(46)
    image = _headed(heading, look.scaled(136), look, width)
    middle, room = look.scaled(88), width // 2 - pad - side - look.scaled(110)
    for one, way in zip(pair, (-1, 1), strict=True):
        face = draw_portrait(one, side, look, theme.card)
        image.paste(face, (pad if way < 0 else width - pad - side, middle - side // 2))
        start = (0 if way < 0 else width) - way * (pad + side + look.scaled(14))
        name = shorten(Face.BOLD, size, legible(one.name), room)
        at = (start, middle_baseline(Face.BOLD, size, middle))
        write(image, name, Face.BOLD, size, theme.card_ink, at, align=0.5 + 0.5 * way)
    baseline, told = middle_baseline(Face.BOLD, large, middle), shorten(Face.BOLD, large, about, look.scaled(180))
    write(image, told, Face.BOLD, large, theme.card_ink, (width / 2, baseline), align=0.5)
    return image


def _draw_figures(figures: tuple[tuple[str, str], ...], look: ResolvedStyle, width: int) -> Image.Image | None:
    """Headings with their text, side by side."""
    if not figures:
        return None
    theme, gap = look.theme, look.scaled(GAP)
    second, size = look.scaled(_SECOND), look.scaled(_TEXT)
    box = Box(0, 0, (width + gap) // len(figures) - gap, 0)
    told = [balance(Face.BOLD, size, legible(text), box.width - look.scaled(20), 2) for _, text in figures]
    box = replace(box, height=look.scaled(62) + round(max(map(len, told)) * size * 1.2) + look.scaled(14))
    image = Image.new("RGB", (width, box.height), theme.frame)
    for number, (heading, _) in enumerate(figures):
        left = number * (box.width + gap)
        draw_card(image, Box(left, 0, box.width, box.height), look, look.scaled(12))
        middle, room = left + box.width / 2, box.width - look.scaled(20)
        shown = shorten(Face.MEDIUM, second, legible(heading), room)
        at = (middle, middle_baseline(Face.MEDIUM, second, look.scaled(30)))
        write(image, shown, Face.MEDIUM, second, theme.card_muted, at, align=0.5)
        for place, line in enumerate(told[number]):
            centre = look.scaled(58) + (place + 0.5) * size * 1.2
            write(image, line, Face.BOLD, size, theme.card_ink, (middle, middle_baseline(Face.BOLD, size, centre)), 0.5)
    return image
