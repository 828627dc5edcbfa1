"""The picture of a rack: large tiles on a ledge, for a direct message or a private answer."""

from __future__ import annotations

from PIL import Image

from bot.model.drawn import legible
from bot.render.fonts import Face, shorten
from bot.render.paint import finish, middle_baseline, rounded_mask, stamp, write
from bot.render.panel import stack
from bot.render.scene import Picture, RackScene
from bot.render.theme import Look, Style
from bot.render.themes import look_of
from bot.render.tiles import draw_tile

_TILE, _MARGIN = 96, 20
_LEAST_TILES, _MOST_TILES = 7, 10


def draw_rack(scene: RackScene, style: Style) -> Picture:
    """The picture of a rack as a PNG, in rows of up to ten tiles. Raises ThemeError for an unknown style."""
    look = look_of(style, scene.colours)
    return finish(_compose(scene, look), look.theme)


def _compose(scene: RackScene, look: Look) -> Image.Image:
    side, margin = look.scaled(_TILE), look.scaled(_MARGIN)
    step, pitch = side + side // 12, side + side // 5
    rows = -(-len(scene.tiles) // _MOST_TILES) or 1
    columns = max(_LEAST_TILES, -(-len(scene.tiles) // rows))
    width = columns * step - side // 12 + 2 * margin
    head = _draw_head(scene, look, width - 2 * margin)
    top = margin + (head.height + margin // 4 if head else 0)
    image = Image.new("RGB", (width, top + rows * pitch + margin), look.theme.frame)
    if head:
        image.paste(head, (margin, margin - margin // 4))
    for row in range(rows):
        tiles = scene.tiles[row * columns : (row + 1) * columns]
        left = (width - len(tiles) * step + side // 12) // 2
        for index, tile in enumerate(tiles):
            draw_tile(image, tile, side, (left + index * step, top), look, look.theme.frame)
        _draw_ledge(image, top + side - 1, look, (side // 8, margin // 2))
        top += pitch
    return image


def _draw_head(scene: RackScene, look: Look, width: int) -> Image.Image | None:
    """Title above note, or None if there is neither."""
    theme = look.theme
    lines = (
        (legible(scene.title), Face.BOLD, look.scaled(26), theme.frame_ink),
        (legible(scene.note), Face.MEDIUM, look.scaled(20), theme.frame_muted),
    )
    parts = []
    for text, face, size, ink in lines:
        if text:
            part = Image.new("RGB", (width, round(size * 1.45)), theme.frame)
            baseline = middle_baseline(face, size, part.height / 2)
            write(part, shorten(face, size, text, width), face, size, ink, (0, baseline))
            parts.append(part)
    return stack(parts, look, 0)


def _draw_ledge(image: Image.Image, top: int, look: Look, shape: tuple[int, int]) -> None:
    """The wooden ledge under the tiles; `shape` is its height and its distance from the picture's sides."""
    height, inset = shape
    mask = rounded_mask(image.width - 2 * inset, height, height // 2)
    stamp(image, look.theme.ledge, mask, inset, top)
