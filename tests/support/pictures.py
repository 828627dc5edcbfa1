"""Pictures and messages in tests: decoded, compared with golden ones, as people see and read them."""

from __future__ import annotations

import io
import os
from functools import lru_cache
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageFilter

from bot.front.components import layout
from bot.model.theme import rgb
from bot.playground.errors import Json
from bot.playground.limits import BUTTON, TEXT, walk
from bot.render import Picture

GOLDEN = Path(__file__).parent.parent / "golden"
_NOTICEABLE = 32


def decode(picture: Picture) -> Image.Image:
    """The picture in full colour."""
    image = Image.open(io.BytesIO(picture.data))
    assert image.size == (picture.width, picture.height)
    return image.convert("RGB")


def share_pictures(patch: pytest.MonkeyPatch) -> None:
    """Draw each picture once for all bots: the same people meet in most lobbies, with the same tiles."""
    patch.setattr(layout, "draw", lru_cache(maxsize=200)(layout.draw))


def renew(picture: Picture, name: str) -> None:
    """Replace the golden picture, if TILEWRIGHT_GOLDEN=write is in the environment."""
    if os.environ.get("TILEWRIGHT_GOLDEN") == "write":
        (GOLDEN / f"{name}.png").write_bytes(picture.data)


def assert_like_golden(picture: Picture, name: str, mean: float = 2.5, share: float = 0.002) -> None:
    """Fails unless the picture looks like tests/golden/NAME.png.

    Both are blurred a little, so that another version of the font engine, which moves edges by parts of a pixel,
    makes no difference. `mean` bounds the mean difference of a pixel's most different channel (0 to 255),
    `share` the part of pixels with a noticeable one.
    """
    ours, golden = decode(picture), Image.open(GOLDEN / f"{name}.png").convert("RGB")
    assert ours.size == golden.size
    if ours == golden:
        return  # blurring them takes as long as drawing
    blurred = (image.filter(ImageFilter.BoxBlur(2)) for image in (ours, golden))
    red, green, blue = ImageChops.difference(*blurred).split()
    histogram = ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram()
    pixels = ours.width * ours.height
    assert sum(value * count for value, count in enumerate(histogram)) / pixels <= mean
    assert sum(histogram[_NOTICEABLE:]) / pixels <= share


# Machado, Oliveira and Fernandes (2009), "A physiologically-based model for simulation of color vision
# deficiency", severity 1.0, on linear RGB.
VISIONS: dict[str, tuple[tuple[float, float, float], ...]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def distance(one: str, other: str, vision: str = "usual") -> float:
    """Difference of two colours in CIE L*a*b* (CIE 1976) as seen with a kind of vision; about 2 is just visible."""
    pairs = zip(_lab(one, vision), _lab(other, vision), strict=True)
    return sum((a - b) ** 2 for a, b in pairs) ** 0.5


def _lab(colour: str, vision: str) -> tuple[float, float, float]:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in rgb(colour))]
    red, green, blue = (
        min(1.0, max(0.0, sum(weight * channel for weight, channel in zip(row, linear, strict=True))))
        for row in VISIONS[vision]
    )
    x, y, z = (
        _cube_root((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505),
        _cube_root(0.2126 * red + 0.7152 * green + 0.0722 * blue),
        _cube_root((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089),
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _cube_root(value: float) -> float:
    return value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116


def text_of(message: Json) -> str:
    """Everything that can be read in a message: content, text displays, embeds, labels, alt texts; one line each."""
    parts = [message.get("content", "")]
    for embed in message.get("embeds", []):
        parts += [embed.get("title"), embed.get("description"), (embed.get("footer") or {}).get("text")]
        parts += [part for row in embed.get("fields", []) for part in (row["name"], row["value"])]
    for component in walk(message.get("components", [])):
        parts += [component.get(key) for key in ("content", "label", "placeholder", "description")]
        parts += [item.get("description") for item in component.get("items", [])]
        parts += [option["label"] for option in component.get("options", [])]
    parts += [attachment.get("description") for attachment in message.get("attachments", [])]
    return "\n".join(part for part in parts if part)


def displays_of(message: Json) -> list[str]:
    """The text displays of a message, in order."""
    return [c["content"] for c in walk(message["components"]) if c["type"] == TEXT]


def buttons_of(message: Json, disabled: bool = False) -> list[str]:
    """The labels of a message's buttons that can be pressed (``disabled``: of all)."""
    found = [c for c in walk(message["components"]) if c["type"] == BUTTON]
    return [caption_of(button) for button in found if disabled or not button.get("disabled")]


def pictures_of(message: Json) -> list[Json]:
    """All pictures: attachments, gallery items and thumbnails, each with ``url`` and ``description``."""
    found = [a for a in message["attachments"] if a.get("content_type", "").startswith("image/")]
    for component in walk(message["components"]):
        items = component.get("items") or ([component] if "media" in component else [])
        found += [{**item["media"], "description": item.get("description")} for item in items]
    return found


def caption_of(component: Json) -> str:
    """What a button or menu says: its label, emoji or placeholder."""
    return str(
        component.get("label") or (component.get("emoji") or {}).get("name") or component.get("placeholder") or ""
    )
