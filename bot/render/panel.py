"""Everything around the board: title and pool, turn status, the score board, and the facts at the bottom."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from PIL import Image

from bot.model.drawn import legible
from bot.render.paint import (
    Face,
    blank,
    in_palette,
    indexed,
    middle_baseline,
    polygon_mask,
    rounded_mask,
    shades,
    shorten,
    stamp,
    text_width,
    wrap,
    write,
)
from bot.render.portraits import Gallery, gallery, kind_mask
from bot.render.scene import BoardScene, ResolvedStyle, ScoreRow, TileFace, portraits_of
from bot.render.tiles import draw_tile

_GAP = 10
_RACK, _FACE = 44, 48
_TRAY, _MOST_IN_TRAY = 74, 10
_LEAST_CARD = 260
_STATUS, _FACTS = (28, 25), (26, 22)
"""Font sizes of the lines below the board, usually and where all text is larger."""
_TWO_COLUMNS = 8
_ARROW = ((0.12, 0.06), (0.92, 0.5), (0.12, 0.94))


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on the image, in pixels."""

    left: int
    top: int
    width: int
    height: int

    @property
    def middle(self) -> float:
        """The y position of its middle."""
        return self.top + self.height / 2

    @property
    def right(self) -> int:
        """The x position of its right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> int:
        """The y position of its lower edge."""
        return self.top + self.height


def _sized(usual: int, large: int, look: ResolvedStyle) -> int:
    """Pixels of small text, or of what holds it, usually and where text is large, for which it needs less."""
    return look.zoomed(large if look.is_large else usual)


def draw_header(scene: BoardScene, look: ResolvedStyle, width: int) -> Image.Image | None:
    """Title on the left and the pool in a pill on the right, or None if there is neither."""
    title, pool = legible(scene.title), legible(scene.pool)
    if not (title or pool):
        return None
    theme, room = look.theme, width
    image = blank(width, look.scaled(44), theme.frame, theme)
    if pool:
        size = _sized(27, 30, look)
        pool = shorten(Face.BOLD, size, pool, width // 2)
        pill = text_width(Face.BOLD, size, pool) + look.scaled(32)
        room = width - pill - look.scaled(16)
        draw_card(image, Box(width - pill, 0, pill, image.height), look, radius=image.height // 2)
        at = (width - pill / 2, middle_baseline(Face.BOLD, size, image.height / 2))
        write(image, pool, Face.BOLD, size, shades(theme.card_ink, theme.card, theme), at, align=0.5)
    size = _sized(30, 34, look)
    at = (2, middle_baseline(Face.BOLD, size, image.height / 2))
    ink = shades(theme.frame_ink, theme.frame, theme)
    write(image, shorten(Face.BOLD, size, title, room), Face.BOLD, size, ink, at)
    return image


def draw_panel(scene: BoardScene, look: ResolvedStyle, width: int) -> Image.Image | None:
    """Status line, score board and facts, stacked, or None if there is nothing to show."""
    faces = faces_of(scene, look)
    parts = [
        _draw_lines(scene.status, Face.BOLD, _STATUS[look.is_large], look.theme.accent, look, width),
        _draw_seats(scene.seats, faces, look, width),
        _draw_lines(" · ".join(scene.facts), Face.MEDIUM, _FACTS[look.is_large], look.theme.frame_muted, look, width),
    ]
    panel = stack([part for part in parts if part], look, look.scaled(_GAP + 3))
    return panel and in_palette(panel, look.theme, faces.inks)


def faces_of(scene: BoardScene, look: ResolvedStyle) -> Gallery:
    """The faces on the score board, in the order of the seats that have one."""
    return gallery(portraits_of(scene), look.scaled(_FACE), look, look.theme.card)


def draw_tray(tray: tuple[TileFace | None, ...], look: ResolvedStyle, width: int) -> Image.Image | None:
    """Tiles in rows on a card, with an empty place for each tile played."""
    if not tray:
        return None
    pad, gap, rows = look.scaled(14), look.scaled(8), -(-len(tray) // _MOST_IN_TRAY)
    columns = -(-len(tray) // rows)
    side = min(look.zoomed(_TRAY), (width - 2 * pad) // columns - gap)
    image = blank(width, rows * (side + gap) - gap + 2 * pad, look.theme.frame, look.theme)
    draw_card(image, Box(0, 0, width, image.height), look, look.scaled(12))
    for number, tile in enumerate(tray):
        row, column = divmod(number, columns)
        in_row = min(columns, len(tray) - row * columns)
        left = (width - in_row * (side + gap) + gap) // 2 + column * (side + gap)
        _draw_place(image, tile, side, (left, pad + row * (side + gap)), look)
    return image


def _draw_place(image: Image.Image, tile: TileFace | None, side: int, at: tuple[int, int], look: ResolvedStyle) -> None:
    """A tile on the card of a tray, or the empty place of one."""
    if tile is not None:
        draw_tile(image, tile, side, at, look, look.theme.card)
    else:
        image.paste(_place_sprite(side, look), at)


@lru_cache(maxsize=32)
def _place_sprite(side: int, look: ResolvedStyle) -> Image.Image:
    image = Image.new("RGB", (side, side), look.theme.card)
    stamp(image, look.theme.card_muted, rounded_mask(side, side, side // 9), 0, 0)
    stamp(image, look.theme.card, rounded_mask(side - 4, side - 4, side // 9 - 1), 2, 2)
    return indexed(image, look.theme)


def stack(parts: list[Image.Image], look: ResolvedStyle, gap: int, margin: int = 0) -> Image.Image | None:
    """The images stacked vertically, each centred, with a margin on all sides; None if there are none.

    The stack is in the theme's palette if all images are.
    """
    if len(parts) <= 1 and not margin:
        return parts[0] if parts else None
    width = max(part.width for part in parts)
    height = sum(part.height for part in parts) + gap * (len(parts) - 1)
    image, top = blank(width + 2 * margin, height + 2 * margin, look.theme.frame, look.theme), margin
    if any(part.mode != "P" for part in parts):
        image = image.convert("RGB")
    for part in parts:
        image.paste(part, (margin + (width - part.width) // 2, top))
        top += part.height + gap
    return image


def _draw_lines(text: str, face: Face, size: int, colour: str, look: ResolvedStyle, width: int) -> Image.Image | None:
    """Up to two lines of text, three if the text is large, four in a narrow panel."""
    text, size = legible(text), look.scaled(size)
    if not text:
        return None
    lines = wrap(face, size, text, width - 4, 2 + look.is_large if width > look.scaled(500) else 4)
    pitch = round(size * 1.32)
    theme = look.theme
    image, ink = blank(width, pitch * len(lines), theme.frame, theme), shades(colour, theme.frame, theme)
    for index, line in enumerate(lines):
        write(image, line, face, size, ink, (2, middle_baseline(face, size, pitch * (index + 0.5))))
    return image


def _draw_seats(seats: tuple[ScoreRow, ...], faces: Gallery, look: ResolvedStyle, width: int) -> Image.Image | None:
    """The score board: cards in as many columns as leave room for names, each row filling the width."""
    if not seats:
        return None
    gap = look.scaled(_GAP)
    fitting = max(1, (width + gap) // (look.scaled(_LEAST_CARD) + gap))
    columns = min(fitting, len(seats), 2 if len(seats) <= _TWO_COLUMNS else 3)
    height = _sized(84, 92, look) if len(seats) <= 2 * columns else _sized(80, 88, look)
    height += look.scaled(_RACK + _GAP) if any(seat.rack for seat in seats) else 0
    rows = -(-len(seats) // columns)
    shown = iter(faces.faces)
    image = blank(width, rows * (height + gap) - gap, look.theme.frame, look.theme)
    for start in range(0, len(seats), columns):
        row = seats[start : start + columns]
        top = start // columns * (height + gap)
        for index, seat in enumerate(row):
            left = round(index * (width + gap) / len(row))
            right = round((index + 1) * (width + gap) / len(row)) - gap
            face = next(shown) if seat.portrait else None
            _draw_seat(image, seat, face, Box(left, top, right - left, height), look)
    return image


def _draw_seat(image: Image.Image, seat: ScoreRow, face: Image.Image | None, box: Box, look: ResolvedStyle) -> None:
    """One card: a face, the name and the score in large type beside it, and the details below them."""
    theme, pad, size = look.theme, look.scaled(14), look.scaled(33)
    ink, muted = (shades(colour, theme.card, theme) for colour in (theme.card_ink, theme.card_muted))
    draw_card(image, box, look, radius=look.scaled(12), outline=theme.accent if seat.is_turn else None)
    box = _above_rack(image, seat, box, look)
    score, details = legible(seat.score), " · ".join(legible(part) for part in (seat.tiles, seat.extra) if part)
    upper, lower = (box.middle - look.scaled(16), box.middle + look.scaled(18)) if details else (box.middle, 0)
    at = (box.right - pad, middle_baseline(Face.BOLD, size, upper))
    write(image, score, Face.BOLD, size, ink, at, align=1.0)
    left = box.left + pad
    if face:
        image.paste(face, (left - look.scaled(3), round(box.middle - face.height / 2)))
        left += face.width + look.scaled(8)
    room = box.right - pad - text_width(Face.BOLD, size, score) - look.scaled(12) - left
    _write_name(image, seat, look, Box(left, round(upper), room, 0))
    size = _sized(26, 28, look)
    if _turns_below_name(seat):
        arrow = look.scaled(20)
        accent = shades(theme.accent, theme.card, theme)
        stamp(image, accent, polygon_mask(arrow, _ARROW), left, round(lower - arrow / 2))
        left += arrow + look.scaled(5)
    details = shorten(Face.MEDIUM, size, details, box.right - pad - left)
    at = (left, middle_baseline(Face.MEDIUM, size, lower))
    write(image, details, Face.MEDIUM, size, muted, at)


def _turns_below_name(seat: ScoreRow) -> bool:
    """Whether the arrow of a turn stands before the details, since the name beside a face needs the room."""
    return seat.is_turn and seat.portrait is not None and bool(seat.tiles or seat.extra)


def _above_rack(image: Image.Image, seat: ScoreRow, box: Box, look: ResolvedStyle) -> Box:
    """Draws publicly visible tiles at the bottom of a card; returns the space left above them."""
    if not seat.rack:
        return box
    pad, gap = look.scaled(14), look.scaled(3)
    side = min(look.scaled(_RACK), (box.width - 2 * pad) // len(seat.rack) - gap)
    top = box.top + box.height - look.scaled(_GAP) - side
    for place, tile in enumerate(seat.rack):
        draw_tile(image, tile, side, (box.left + pad + place * (side + gap), top), look, look.theme.card)
    return replace(box, height=top - box.top)


def _write_name(image: Image.Image, seat: ScoreRow, look: ResolvedStyle, box: Box) -> None:
    """The name after its marks: an arrow if it is their turn, and the icon of a person or computer without a face."""
    theme, side, size = look.theme, look.scaled(24), _sized(27, 31, look)
    left, top = box.left, round(box.middle - side / 2)
    ink, muted, accent = (shades(one, theme.card, theme) for one in (theme.card_ink, theme.card_muted, theme.accent))
    if seat.is_turn and not _turns_below_name(seat):
        stamp(image, accent, polygon_mask(side, _ARROW), left, top)
        left += side + look.scaled(4)
    if seat.is_computer is not None and not seat.portrait:
        stamp(image, accent if seat.is_turn else muted, kind_mask(side, seat.is_computer), left, top)
        left += side + look.scaled(8)
    name = shorten(Face.BOLD, size, legible(seat.name), box.right - left)
    write(image, name, Face.BOLD, size, ink, (left, middle_baseline(Face.BOLD, size, box.middle)))


def draw_card(image: Image.Image, box: Box, look: ResolvedStyle, radius: int, outline: str | None = None) -> None:
    """A card's background, outlined for the player on turn (and always if background and frame look the same)."""
    image.paste(_card_sprite(box.width, box.height, look, radius, outline), (box.left, box.top))


@lru_cache(maxsize=32)
def _card_sprite(width: int, height: int, look: ResolvedStyle, radius: int, outline: str | None) -> Image.Image:
    theme, line = look.theme, look.scaled(3)
    if outline is None and theme.card == theme.frame:
        outline, line = theme.card_muted, 1
    image = Image.new("RGB", (width, height), theme.frame)
    if outline:
        stamp(image, outline, rounded_mask(width, height, radius), 0, 0)
    inset = line if outline else 0
    mask = rounded_mask(width - 2 * inset, height - 2 * inset, max(1, radius - inset))
    stamp(image, theme.card, mask, inset, inset)
    return indexed(image, theme)
