"""Pictures in tests: decoding them, and comparing them with golden ones while ignoring single pixels."""

from __future__ import annotations

import io
import os
from pathlib import Path

from PIL import Image, ImageChops, ImageFilter

from bot.render import Picture

GOLDEN = Path(__file__).parent.parent / "golden"
_NOTICEABLE = 32


def decode(picture: Picture) -> Image.Image:
    """The picture in full colour."""
    image = Image.open(io.BytesIO(picture.data))
    assert image.size == (picture.width, picture.height)
    return image.convert("RGB")


def renew(picture: Picture, name: str) -> None:
    """Replaces the golden picture, if TILEWRIGHT_GOLDEN=write is in the environment."""
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
    blurred = (image.filter(ImageFilter.BoxBlur(2)) for image in (ours, golden))
    red, green, blue = ImageChops.difference(*blurred).split()
    histogram = ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram()
    pixels = ours.width * ours.height
    assert sum(value * count for value, count in enumerate(histogram)) / pixels <= mean
    assert sum(histogram[_NOTICEABLE:]) / pixels <= share
