"""The card at the end of a game, as a poster: players and scores, the story, the best play, and the course."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from PIL import Image

from bot.model.drawn import legible
from bot.render.chart import draw_chart, draw_headed
from bot.render.paint import (
    Face,
    balance,
    finish,
    fitting,
    middle_baseline,
    polygon_mask,
    rounded_mask,
    series_colour,
    series_inks,
    shorten,
    stamp,
    text_width,
    write,
)
from bot.render.panel import Box, draw_card, stack
from bot.render.portraits import CROWN, draw_portrait, gallery
from bot.render.scene import (
    BestPlay,
    ChartLine,
    Picture,
    PosterScene,
    ResolvedStyle,
    StandingLine,
    Style,
    look_of,
    portraits_of,
)
from bot.render.tiles import draw_face

_WIDTH, _MARGIN, _GAP, _PAD = 810, 20, 12, 18
_MOST_IN_ROW = 5
_TILE, _LEAST_TILE = 68, 24
_STRONG, _TEXT, _LARGE_TEXT, _NAME_PITCH = 29, 28, 29, 36
"""Sizes of text, which a phone shows less than half as large: none is below 11 pixels there."""
_COURSE, _LINE = 190, 36
"""The height of the chart, and what the name of a line needs beside it."""


def draw_poster(scene: PosterScene, style: Style) -> Picture:
    """The card as a PNG. Raises ThemeError for unknown names in a style."""
    look = look_of(style, scene.colours)
    width, theme = look.zoomed(_WIDTH), look.theme
    parts = [
        _draw_title(scene.title, look, width),
        _draw_players(scene.standings, look, width),
        _draw_said((scene.story,), theme.card_ink, look.scaled(_STRONG), look, width),
        _draw_best(scene.best, scene.remarks, look, width),
        _draw_said(scene.milestones, theme.accent, _text(look), look, width),
        _draw_course(scene, look, width),
    ]
    image = stack([part for part in parts if part], look, look.scaled(_GAP), look.scaled(_MARGIN))
    assert image is not None
    inks = series_inks(len(scene.standings), theme.card)
    side = _face_side(len(scene.standings), look)
    return finish(image, theme, gallery(portraits_of(scene), side, look, theme.frame, inks).inks)


def _draw_title(title: str, look: ResolvedStyle, width: int) -> Image.Image | None:
    title, size = legible(title), _text(look)
    if not title:
        return None
    image = Image.new("RGB", (width, round(size * 1.3)), look.theme.frame)
    _centre(image, title, Face.MEDIUM, size, look.theme.frame_muted, width / 2, image.height / 2, width)
    return image


def _text(look: ResolvedStyle) -> int:
    """The size of whatever is not a heading; of a large picture too, which is as wide and has less room."""
    return look.zoomed(_LARGE_TEXT if look.is_large else _TEXT)


def _pitch(look: ResolvedStyle) -> int:
    """From one line of such text to the next."""
    return round(_text(look) * 1.28)


def _centre(
    image: Image.Image, text: str, face: Face, size: int, ink: str, x: float, middle: float, room: float
) -> None:
    """One line around a point, shortened if need be."""
    shown = shorten(face, size, text, round(room))
    write(image, shown, face, size, ink, (x, middle_baseline(face, size, middle)), align=0.5)


# --- the players ------------------------------------------------------------------------------------------------------


def _draw_players(standings: tuple[StandingLine, ...], look: ResolvedStyle, width: int) -> Image.Image | None:
    if not standings:
        return None
    if len(standings) == 2:
        return _draw_duel(*standings, look, width)
    side, most = _face_side(len(standings), look), 1 if look.is_large and len(standings) > _MOST_IN_ROW else 2
    rows = [_draw_row(row, side, look, width, most) for row in _rows(standings)]
    return stack(rows, look, look.scaled(_GAP))


def _face_side(players: int, look: ResolvedStyle) -> int:
    return look.scaled(132 if players <= 2 else 96)


def _rows(standings: tuple[StandingLine, ...]) -> Iterator[tuple[StandingLine, ...]]:
    """As few rows as possible, the first of which may be one longer."""
    count = -(-len(standings) // _MOST_IN_ROW)
    length = -(-len(standings) // count)
    for start in range(0, len(standings), length):
        yield standings[start : start + length]


def _draw_duel(first: StandingLine, second: StandingLine, look: ResolvedStyle, width: int) -> Image.Image:
    """The winner on the left, the other player on the right, and the two scores in between."""
    side, theme, edge = _face_side(2, look), look.theme, look.zoomed(142 if look.is_large else 130)
    told = [_told(one, 2 * edge - look.scaled(6), look) for one in (first, second)]
    below = max(sum(line.pitch for line in lines) for lines in told)
    image = Image.new("RGB", (width, look.scaled(_crown(2) + 6) + side + below), theme.frame)
    for one, x, lines in zip((first, second), (edge, width - edge), told, strict=True):
        _draw_face(image, one, x, side, look, players=2)
        _write_told(image, lines, x, look.scaled(_crown(2) + 4) + side)
    scores = tuple(map(legible, (first.score, ":", second.score)))
    gap, room = look.scaled(12), width - 2 * (edge + side // 2 + look.scaled(20))
    size = fitting(Face.BOLD, look.scaled(88), "".join(scores), room - 2 * gap, 12)
    widths = [text_width(Face.BOLD, size, text) for text in scores]
    left, middle = (width - sum(widths) - 2 * gap) / 2, look.scaled(_crown(2)) + side / 2
    inks = _score_ink(first, look), theme.frame_muted, _score_ink(second, look)
    for text, wide, ink in zip(scores, widths, inks, strict=True):
        write(image, text, Face.BOLD, size, ink, (left, middle_baseline(Face.BOLD, size, middle)))
        left += wide + gap
    return image


def _score_ink(one: StandingLine, look: ResolvedStyle) -> str:
    return look.theme.accent if one.is_winner else look.theme.frame_ink


def _crown(players: int) -> int:
    """The room for a crown above a face, in pixels of a normal picture."""
    return 46 if players <= 2 else 38


def _draw_row(row: tuple[StandingLine, ...], side: int, look: ResolvedStyle, width: int, most: int) -> Image.Image:
    """Players beside each other, each with the score below the name in at most so many lines."""
    column = width / len(row)
    room, top = column - look.scaled(12), look.scaled(_crown(3) + 4) + side
    told = [_told(one, room, look, most, with_score=True) for one in row]
    names = max(sum(line.face is Face.BOLD for line in lines) for lines in told)
    short = [look.scaled(_NAME_PITCH) * (names - sum(line.face is Face.BOLD for line in lines)) for lines in told]
    below = max(down + sum(line.pitch for line in lines) for down, lines in zip(short, told, strict=True))
    image = Image.new("RGB", (width, top + below + look.scaled(6)), look.theme.frame)
    for place, (one, down, lines) in enumerate(zip(row, short, told, strict=True)):
        x = (place + 0.5) * column
        _draw_face(image, one, x, side, look, players=3)
        _write_told(image, lines, x, top + down)
    return image


def _draw_face(
    image: Image.Image, one: StandingLine, x: float, side: int, look: ResolvedStyle, *, players: int
) -> None:
    """A face with a ring in the colour of the player's line, and a crown above it for a winner."""
    theme, ring = look.theme, look.scaled(4)
    top, left = look.scaled(_crown(players)), round(x - side / 2)
    if one.is_winner:
        crown = look.scaled(_crown(players) + 6)
        stamp(image, theme.accent, polygon_mask(crown, CROWN), round(x - crown / 2), 0)
    colour = series_colour(one.seat, theme.card) if one.totals else theme.frame_muted
    stamp(image, colour, rounded_mask(side, side, side // 2), left, top)
    if one.portrait:
        inner = side - 2 * ring
        face = draw_portrait(one.portrait, inner, look, colour)
        image.paste(face, (left + ring, top + ring), rounded_mask(inner, inner, inner // 2))


class _Told(NamedTuple):
    """A line below a face: its text and type, and the pixels that it takes."""

    text: str
    face: Face
    size: int
    ink: str
    pitch: int


def _told(
    one: StandingLine, room: float, look: ResolvedStyle, most: int = 2, *, with_score: bool = False
) -> list[_Told]:
    """The name in at most so many lines, the score if it does not stand elsewhere, and a note, which is the least."""
    theme, strong = look.theme, look.scaled(_STRONG)
    pitch = look.scaled(_NAME_PITCH)
    names = balance(Face.BOLD, strong, legible(one.name), round(room), most)
    told = [_Told(line, Face.BOLD, strong, theme.frame_ink, pitch) for line in names]
    if with_score:
        size = fitting(Face.BOLD, look.scaled(46), legible(one.score), room, 12)
        told.append(_Told(legible(one.score), Face.BOLD, size, _score_ink(one, look), look.scaled(54)))
    notes = balance(Face.MEDIUM, _text(look), legible(one.note), round(room), 2) if one.note else ()
    return [*told, *(_Told(line, Face.MEDIUM, _text(look), theme.frame_muted, _pitch(look)) for line in notes)]


def _write_told(image: Image.Image, lines: list[_Told], x: float, top: int) -> None:
    for line in lines:
        at = (x, middle_baseline(line.face, line.size, top + line.pitch / 2))
        write(image, line.text, line.face, line.size, line.ink, at, align=0.5)
        top += line.pitch


# --- below them -------------------------------------------------------------------------------------------------------


def _draw_said(texts: tuple[str, ...], ink: str, size: int, look: ResolvedStyle, width: int) -> Image.Image | None:
    """Short sentences on a card, in the middle, each in up to two lines."""
    pad = look.scaled(_PAD)
    lines = [
        line
        for text in map(legible, texts)
        for line in (balance(Face.BOLD, size, text, width - 2 * pad, 2 + look.is_large) if text else ())
    ]
    if not lines:
        return None
    pitch = round(size * 1.36)
    image = Image.new("RGB", (width, pitch * len(lines) + 2 * look.scaled(12)), look.theme.frame)
    draw_card(image, Box(0, 0, width, image.height), look, look.scaled(12))
    for number, line in enumerate(lines):
        middle = look.scaled(12) + pitch * (number + 0.5)
        _centre(image, line, Face.BOLD, size, ink, width / 2, middle, width - 2 * pad)
    return image


def _draw_best(best: BestPlay | None, remarks: tuple[str, ...], look: ResolvedStyle, width: int) -> Image.Image | None:
    """The play's tiles on a card below its heading, and further moments below them."""
    if not best and not remarks:
        return None
    theme, pad, size = look.theme, look.scaled(_PAD), _text(look)
    room = width - 2 * pad
    head = _pitch(look) + look.scaled(8) if best else 0
    side = max(min(look.scaled(_TILE), room // len(best.tiles) - look.scaled(5)), _LEAST_TILE) if best else 0
    foot = _pitch(look) * len(remarks) + look.scaled(8) * bool(best and remarks)
    image = Image.new("RGB", (width, head + side + foot + 2 * look.scaled(14)), theme.frame)
    draw_card(image, Box(0, 0, width, image.height), look, look.scaled(12))
    top = look.scaled(14)
    if best:
        _write_best(image, best, look, Box(pad, top, room, head))
        _draw_tiles(image, best, side, top + head, look)
    top += head + side + look.scaled(8) * bool(best)
    for number, remark in enumerate(remarks):
        middle = top + _pitch(look) * (number + 0.5)
        _centre(image, legible(remark), Face.MEDIUM, size, theme.card_muted, width / 2, middle, room)
    return image


def _write_best(image: Image.Image, best: BestPlay, look: ResolvedStyle, box: Box) -> None:
    """The heading on the left, and who played what on the right."""
    theme, size = look.theme, _text(look)
    middle = box.top + box.height / 2 - look.scaled(6)
    about = shorten(Face.BOLD, size, legible(best.about), round(box.width * 0.64))
    at = (box.right, middle_baseline(Face.BOLD, size, middle))
    write(image, about, Face.BOLD, size, theme.card_ink, at, align=1.0)
    heading_room = box.width - text_width(Face.BOLD, size, about) - look.scaled(14)
    heading = shorten(Face.MEDIUM, size, legible(best.heading), heading_room)
    at = (box.left, middle_baseline(Face.MEDIUM, size, middle))
    write(image, heading, Face.MEDIUM, size, theme.card_muted, at)


def _draw_tiles(image: Image.Image, best: BestPlay, side: int, top: int, look: ResolvedStyle) -> None:
    gap = min(look.scaled(5), side // 8)
    left = (image.width - len(best.tiles) * (side + gap) + gap) // 2
    for number, tile in enumerate(best.tiles):
        face = draw_face(tile, side, look, look.theme.card, is_new=False, least=side * 0.2)
        image.paste(face, (left + number * (side + gap), top))


def _draw_course(scene: PosterScene, look: ResolvedStyle, width: int) -> Image.Image | None:
    """The chart, lower than others unless the names beside it need more."""
    lines = tuple(ChartLine(one.name, one.totals, one.seat) for one in scene.standings)
    height = max(_COURSE, 60 + _LINE * len(lines))
    pad = look.scaled(16)
    chart = draw_chart(lines, scene.turns, look, width - 2 * pad, height=height, ring=scene.turning)
    return draw_headed(scene.chart, chart, look, width) if chart else None
