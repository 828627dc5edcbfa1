"""People in rows: a page of a leaderboard, and who sits in a lobby."""

from __future__ import annotations

from PIL import Image, ImageDraw

from bot.model.drawn import legible
from bot.model.theme import rgb
from bot.render.contest import LadderRow, LadderScene, LobbyScene, SeatFace
from bot.render.cup import GAP, WIDTH, draw_head
from bot.render.paint import (
    Face,
    balance,
    middle_baseline,
    polygon_mask,
    rounded_mask,
    shorten,
    stamp,
    text_width,
    write,
)
from bot.render.panel import Box, draw_card
from bot.render.portraits import CROWN, draw_portrait
from bot.render.profile import SECOND, TEXT, draw_form, finish_people, form_width
from bot.render.scene import Picture, ResolvedStyle, Style, look_of

_ROW, _FACE, _APART = 58, 44, 6
_SEAT, _FEW, _MORE = 92, 4, 40
_SEAT_OF_MANY, _MANY_IN_ROW = 76, 5
"""A face in a lobby, and that of one of more people than `_FEW`, so that the buttons below stay in sight on a phone."""
_OVERSIZE = 4


def draw_ladder(scene: LadderScene, style: Style) -> Picture:
    """A page of a leaderboard as a PNG. Raises ThemeError for unknown names in a style."""
    look = look_of(style)
    width = look.zoomed(WIDTH)
    return finish_people([draw_head(scene.title, "", look, width), _draw_rows(scene, look, width)], scene, look)


def _draw_rows(scene: LadderScene, look: ResolvedStyle, width: int) -> Image.Image:
    """The heads of the columns, and a card for each place."""
    theme, second, gap = look.theme, look.scaled(SECOND), look.scaled(18)
    head, pitch = look.scaled(40), look.scaled(_ROW + _APART)
    form = 0 if look.is_large else max(len(row.form) for row in scene.rows)
    texts = [[legible(row.rating) for row in scene.rows], [legible(row.games) for row in scene.rows]]
    heads = [shorten(Face.MEDIUM, second, legible(one), width // 5) for one in scene.heads]
    columns = [
        max(text_width(Face.MEDIUM, second, title), *(text_width(Face.BOLD, look.scaled(TEXT), one) for one in column))
        for title, column in zip(heads, texts, strict=False)
    ]
    columns.append(max(text_width(Face.MEDIUM, second, heads[2]), form_width(form, look)) if form else 0)
    image = Image.new("RGB", (width, head + pitch * len(scene.rows) - look.scaled(_APART)), theme.frame)
    right, rights = width - look.scaled(18), list[int]()
    for title, column in reversed(list(zip(heads, columns, strict=True))):
        rights.insert(0, right)
        if column:
            at = (right, middle_baseline(Face.MEDIUM, second, head / 2 - look.scaled(4)))
            write(image, title, Face.MEDIUM, second, theme.frame_muted, at, align=1.0)
            right -= column + gap
    for number, row in enumerate(scene.rows):
        box = Box(0, head + number * pitch, width, look.scaled(_ROW))
        _draw_row(image, row, box, (rights[0], rights[1], rights[2]), right, look)
    return image


def _draw_row(
    image: Image.Image, row: LadderRow, box: Box, rights: tuple[int, int, int], room: int, look: ResolvedStyle
) -> None:
    """A place: its number or a crown, the face, the name, and the rest below their heads."""
    theme, second, size = look.theme, look.scaled(SECOND), look.scaled(TEXT)
    draw_card(image, box, look, look.scaled(10), theme.accent if row.is_reader else None)
    left, wide, side = look.scaled(8), look.scaled(46), look.scaled(_FACE)
    if row.place == "1":
        mark = look.scaled(30)
        stamp(image, theme.accent, polygon_mask(mark, CROWN), left + (wide - mark) // 2, round(box.middle - mark / 2.1))
    else:
        at = (left + wide / 2, middle_baseline(Face.BOLD, second, box.middle))
        write(image, legible(row.place), Face.BOLD, second, theme.card_muted, at, align=0.5)
    left += wide + look.scaled(6)
    image.paste(draw_portrait(row.portrait, side, look, theme.card), (left, round(box.middle - side / 2)))
    left += side + look.scaled(12)
    name = shorten(Face.BOLD, second, legible(row.portrait.name), room - left)
    write(image, name, Face.BOLD, second, theme.card_ink, (left, middle_baseline(Face.BOLD, second, box.middle)))
    at = (rights[0], middle_baseline(Face.BOLD, size, box.middle))
    write(image, legible(row.rating), Face.BOLD, size, theme.card_ink, at, align=1.0)
    at = (rights[1], middle_baseline(Face.MEDIUM, second, box.middle))
    write(image, legible(row.games), Face.MEDIUM, second, theme.card_muted, at, align=1.0)
    if not look.is_large:  # names need the room
        draw_form(image, row.form, (rights[2], box.middle), look, align=1.0)


# --- lobbies ----------------------------------------------------------------------------------------------------------


def draw_lobby(scene: LobbyScene, style: Style) -> Picture:
    """Who sits in a lobby as a PNG. Raises ThemeError for unknown names in a style."""
    look = look_of(style)
    width, gap, seats = look.zoomed(WIDTH), look.scaled(GAP), scene.seats
    if scene.more:
        seats = (*seats, SeatFace(None, scene.more))
    is_crowd = len(seats) > _FEW
    side = look.scaled(_SEAT_OF_MANY if is_crowd else _SEAT)
    count = -(-len(seats) // ((_MANY_IN_ROW if is_crowd else _FEW) - look.is_large))
    length = -(-len(seats) // count)
    rows = [seats[start : start + length] for start in range(0, len(seats), length)]
    column = (width + gap) // length - gap
    parts = [_draw_seats(row, side, column, look, scene.more if row is rows[-1] else "") for row in rows]
    return finish_people([*parts], scene, look)


def _draw_seats(seats: tuple[SeatFace, ...], side: int, column: int, look: ResolvedStyle, more: str) -> Image.Image:
    """Seats beside each other: the face above the name and a note, or an empty place; the last one for `more`."""
    theme, pad, second, pitch = look.theme, look.scaled(14), look.scaled(SECOND), look.scaled(34)
    gap, room = look.scaled(GAP), column - look.scaled(4)
    told = [
        [(line, Face.BOLD, theme.card_ink if one.portrait else theme.card_muted)
         for line in balance(Face.BOLD, second, legible(one.name), room, 2)]
        + [(line, Face.MEDIUM, theme.card_muted)
           for line in balance(Face.MEDIUM, second, legible(one.note), room, 3)]
        for one in seats
    ]  # fmt: skip
    if more:
        told[-1] = []
    height = 2 * pad + side + pitch * max(map(len, told)) + look.scaled(4)
    image = Image.new("RGB", (len(seats) * (column + gap) - gap, height), theme.frame)
    for number, one in enumerate(seats):
        left = number * (column + gap)
        draw_card(image, Box(left, 0, column, height), look, look.scaled(12))
        middle, is_more = left + column / 2, bool(more) and number == len(seats) - 1
        if is_more:
            size = look.scaled(_MORE)
            baseline = middle_baseline(Face.BOLD, size, height / 2)
            write(image, legible(more), Face.BOLD, size, theme.card_muted, (middle, baseline), align=0.5)
        else:
            _draw_seat(image, one, side, (round(middle - side / 2), pad), look)
        for place, (line, face, ink) in enumerate(told[number]):
            baseline = middle_baseline(face, second, pad + side + look.scaled(6) + pitch * (place + 0.5))
            write(image, line, face, second, ink, (middle, baseline), align=0.5)
    return image


def _draw_seat(image: Image.Image, one: SeatFace, side: int, at: tuple[int, int], look: ResolvedStyle) -> None:
    """A face, a smaller one in a dashed circle for somebody who is awaited, or the circle alone."""
    if one.portrait is None or one.is_awaited:
        image.paste(_empty(side, look), at)
    if one.portrait:
        shift = side // 8 if one.is_awaited else 0
        inner = side - 2 * shift
        face = draw_portrait(one.portrait, inner, look, look.theme.card)
        image.paste(face, (at[0] + shift, at[1] + shift), rounded_mask(inner, inner, inner // 2))


def _empty(side: int, look: ResolvedStyle) -> Image.Image:
    """A dashed circle."""
    theme, big = look.theme, side * _OVERSIZE
    image = Image.new("RGB", (big, big), theme.card)
    draw, line = ImageDraw.Draw(image), look.scaled(3) * _OVERSIZE
    for start in range(0, 360, 30):
        draw.arc((line, line, big - line, big - line), start, start + 18, fill=rgb(theme.card_muted), width=line)
    return image.reduce(_OVERSIZE)
