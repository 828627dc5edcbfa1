"""Faces for the playground's people, drawn from nothing, as the avatars that people have in Discord."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache

from bot.playground.media import png

Colour = tuple[int, int, int]
_GROUNDS: tuple[Colour, ...] = ((126, 178, 221), (242, 177, 121), (152, 200, 148), (196, 163, 222), (240, 203, 105))
_SKINS: tuple[Colour, ...] = ((244, 208, 177), (224, 172, 128), (172, 114, 72), (112, 72, 48))
_HAIRS: tuple[Colour, ...] = ((38, 30, 30), (94, 56, 32), (176, 112, 48), (120, 40, 36), (205, 205, 210))
_SHIRTS: tuple[Colour, ...] = ((52, 73, 120), (150, 60, 70), (44, 110, 96), (90, 70, 130), (60, 64, 72))
_EYES: Colour = (30, 30, 36)
_MOUTH: Colour = (150, 54, 58)
_FINER = 2
"""Points on each side of a pixel whose colours are mixed."""
_SEEN = 0.74
"""The part of the square of `_layers` that is seen, so that the face is large enough for a small circle."""

_Shape = Callable[[float, float], bool]


def avatar_hash(user_id: str, name: str) -> str:
    """What names the avatar of a person: another one for each, and always the same."""
    return hashlib.sha256(f"{user_id} {name}".encode()).hexdigest()[:32]


@lru_cache(maxsize=32)
def face(avatar: str, size: int) -> bytes:
    """The avatar with a hash as a PNG, `size` pixels on each side."""
    layers = _layers(bytes.fromhex(avatar))
    pixels = bytearray()
    for row in range(size):
        for column in range(size):
            pixels += _mixed(layers, column, row, size)
    return png(size, bytes(pixels))


def _mixed(layers: list[tuple[_Shape, Colour]], column: int, row: int, size: int) -> bytes:
    points = [
        (
            0.5 + _SEEN * ((column + (right + 0.5) / _FINER) / size - 0.5),
            0.12 + _SEEN * (row + (down + 0.5) / _FINER) / size,
        )
        for right in range(_FINER)
        for down in range(_FINER)
    ]
    colours = [next(colour for shape, colour in layers if shape(x, y)) for x, y in points]
    return bytes(sum(channel) // len(colours) for channel in zip(*colours, strict=True))


def _layers(traits: bytes) -> list[tuple[_Shape, Colour]]:
    """The shapes of a face from front to back, as places in a square of side 1."""
    skin, hair = _SKINS[traits[6] % len(_SKINS)], _HAIRS[traits[3] % len(_HAIRS)]
    wide, long = 0.19 + traits[4] % 4 / 100, traits[15] % 2
    smile = _ellipse(0.5, 0.56, 0.085, 0.06)
    layers: list[tuple[_Shape, Colour]] = [
        (_ellipse(0.42, 0.47, 0.025, 0.032), _EYES),
        (_ellipse(0.58, 0.47, 0.025, 0.032), _EYES),
        (lambda x, y: y > 0.575 and smile(x, y), _MOUTH),
        (lambda x, y: y < 0.36 + abs(x - 0.46) * 0.35 and _ellipse(0.5, 0.42, wide + 0.02, 0.25)(x, y), hair),
        (_ellipse(0.5, 0.47, wide, 0.22), skin),
    ]
    if long:
        layers.append((lambda x, y: y < 0.78 and _ellipse(0.5, 0.5, wide + 0.07, 0.32)(x, y), hair))
    return [
        *layers,
        (lambda x, y: abs(x - 0.5) < 0.07 and 0.5 < y < 0.78, skin),
        (_ellipse(0.5, 1.02, 0.36, 0.28), _SHIRTS[traits[7] % len(_SHIRTS)]),
        (lambda _x, _y: True, _GROUNDS[traits[2] % len(_GROUNDS)]),
    ]


def _ellipse(x: float, y: float, wide: float, high: float) -> _Shape:
    return lambda px, py: ((px - x) / wide) ** 2 + ((py - y) / high) ** 2 <= 1
