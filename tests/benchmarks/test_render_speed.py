"""How long pictures take from warm caches, and how large they are. Prints figures, asserts nothing about time."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from statistics import median
from time import perf_counter
from typing import Any

import pytest
from PIL import Image

from bot.render import BoardScene, Style, draw_animation, draw_board, paint
from tests.support import scenes

SCENES = {
    "opening, 2 seats": scenes.opening(),
    "late, 4 seats": scenes.late(),
    "late, 8 seats": scenes.late(8),
    "21 x 21": scenes.big(),
    "9 x 9": scenes.small(),
    "19 x 10": scenes.wide(),
}


@pytest.mark.benchmark
@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("style", [Style(), Style("dark", "large"), Style(panel="beside")], ids=str)
def test_board(name: str, style: Style) -> None:
    """Milliseconds for a board after another turn has changed status and scores."""
    draw_board(SCENES[name], style)
    times = [_milliseconds(_next_turn(SCENES[name], turn), style) for turn in range(15)]
    size = len(draw_board(SCENES[name], style).data)
    print(f"\n{name:18} {style.theme:8} {style.size:6} {style.panel:6} {median(times):6.1f} ms {size:7} bytes")


@pytest.mark.benchmark
def test_rack_and_animation() -> None:
    """Milliseconds for a rack, and for an animated play."""
    draw_board(scenes.rack(), Style())
    start = perf_counter()
    rack = draw_board(scenes.rack(), Style())
    middle = perf_counter()
    moving = draw_animation(scenes.late(), Style(), 5)
    print(f"\nrack {(middle - start) * 1000:.1f} ms {len(rack.data)} bytes")
    print(f"animation {(perf_counter() - middle) * 1000:.1f} ms {len(moving.data)} bytes")


def _next_turn(scene: BoardScene, turn: int) -> BoardScene:
    seats = tuple(replace(seat, score=str(100 + 7 * turn)) for seat in scene.seats)
    return replace(scene, status=f"Turn {turn}: your move", seats=seats)


def _milliseconds(scene: BoardScene, style: Style) -> float:
    start = perf_counter()
    draw_board(scene, style)
    return (perf_counter() - start) * 1000


@pytest.mark.benchmark
def test_files_beside_pillows_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """A late board, in turns as this bot and as Pillow writes the file: the ratio of times and of bytes."""
    own, times, sizes = paint._png, dict[Any, list[float]](), dict[Any, int]()
    for write in (own, _by_pillow) * 15:
        monkeypatch.setattr(paint, "_png", write)
        sizes[write] = len(draw_board(scenes.late(), Style()).data)
        times.setdefault(write, []).append(_milliseconds(scenes.late(), Style()))
    ratio = median(times[own]) / median(times[_by_pillow])
    print(f"\ntime {ratio:.2f}, bytes {sizes[own] / sizes[_by_pillow]:.3f}")


def _by_pillow(image: Image.Image) -> bytes:
    stream = BytesIO()
    image.save(stream, "PNG", compress_level=7)
    return stream.getvalue()
