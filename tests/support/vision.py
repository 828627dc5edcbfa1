"""How far apart colours look, including to people with colour-vision deficiency."""

from __future__ import annotations

from bot.model.theme import rgb

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
