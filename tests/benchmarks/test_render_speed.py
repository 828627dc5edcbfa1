"""How long pictures take from warm caches, and how large they are. Prints figures, asserts nothing about time."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from statistics import median
from time import perf_counter, process_time

import pytest

from bot.front.components.layout import draw as draw_picture
from bot.render import THEMES, BoardScene, Picture, Style, board, draw_animation, draw_board, draw_poster
from bot.render.paint import indexed
from bot.render.scene import look_of
from tests.bot.render import test_people as people
from tests.support import scenes

SCENES = {
    "opening, 2 seats": scenes.opening(),
    "late, 4 seats": scenes.late(),
    "late, 4 faces": scenes.with_faces(scenes.late()),
    "late, 8 seats": scenes.late(8),
    "late, 8 faces": scenes.with_faces(scenes.late(8)),
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
    times = []
    for turn in range(15):
        board._lines_strip.cache_clear()
        times.append(_milliseconds(_next_turn(SCENES[name], turn), style))
    size = len(draw_board(SCENES[name], style).data)
    print(f"\n{name:18} {style.theme:8} {style.size:6} {style.panel:6} {median(times):6.1f} ms {size:7} bytes")


@pytest.mark.benchmark
def test_rack_and_animation() -> None:
    """Milliseconds for a rack below a board that was drawn before, and for an animated play."""
    draw_board(scenes.rack(), Style())
    start = perf_counter()
    rack = draw_board(scenes.rack(), Style())
    middle = perf_counter()
    moving = draw_animation(scenes.late(), Style(), 5)
    print(f"\nrack {(middle - start) * 1000:.1f} ms {len(rack.data)} bytes")
    print(f"animation {(perf_counter() - middle) * 1000:.1f} ms {len(moving.data)} bytes")


@pytest.mark.benchmark
@pytest.mark.parametrize("players", [2, 4, 9])
def test_poster(players: int) -> None:
    """Milliseconds for the card at the end of a game, the faces of which have been shown on its boards."""
    scene = scenes.poster(players)
    size, times = len(draw_poster(scene, Style()).data), []
    for turn in range(15):
        start = perf_counter()
        draw_poster(replace(scene, title=f"Game {turn}"), Style())
        times.append((perf_counter() - start) * 1000)
    print(f"\nposter of {players} {median(times):.1f} ms {size} bytes")


@pytest.mark.benchmark
@pytest.mark.parametrize("name", people.SCENES)
def test_people(name: str) -> None:
    """Milliseconds of processor time for a card of people whose faces, names and figures have not been shown before."""
    size, times = len(draw_picture(people.image_of(name), Style()).data), []
    for turn in range(15):
        scene = people.others(people.SCENES[name](), turn)
        start = process_time()
        draw_picture(replace(people.image_of(name), scene=scene), Style())
        times.append((process_time() - start) * 1000)
    print(f"\n{name:14} {median(times):5.1f} ms {size} bytes")


def _next_turn(scene: BoardScene, turn: int) -> BoardScene:
    seats = tuple(replace(seat, score=str(100 + 7 * turn)) for seat in scene.seats)
    return replace(scene, status=f"Turn {turn}: your move", seats=seats)


def _milliseconds(scene: BoardScene, style: Style) -> float:
    start = perf_counter()
    draw_board(scene, style)
    return (perf_counter() - start) * 1000


@pytest.mark.benchmark
@pytest.mark.parametrize("style", [Style(theme, size) for theme in THEMES for size in ("normal", "large")], ids=str)  # type: ignore[arg-type]
def test_beside_the_plain_way(style: Style) -> None:
    """A new board, a rack below it, and the board after a play down, in turns as this bot and as Pillow alone makes it.

    Prints the milliseconds of processor time of this bot, and the ratio of times and of bytes.
    """
    scene = scenes.late()
    ours = {
        "board": scene,
        "rack": replace(scene, title="", pool="", seats=(), facts=(), rack=scenes.rack().rack),
        "play": replace(scene, tiles=tuple(replace(one, is_new=one.column == 4) for one in scene.tiles)),
    }
    times, sizes = dict[str, list[float]](), dict[str, int]()
    for _ in range(15):
        board._lines_strip.cache_clear()
        for name, one in ours.items():
            for way, draw in (("own", draw_board), ("plain", _draw_plainly)):
                begun = process_time()
                sizes[f"{way} {name}"] = len(draw(one, style).data)
                times.setdefault(f"{way} {name}", []).append(1000 * (process_time() - begun))
    for name in ours:
        own, plain = f"own {name}", f"plain {name}"
        ratio = median(a / b for a, b in zip(times[own], times[plain], strict=True))
        told = f"{median(times[own]):4.1f} ms, time {ratio:.2f}, bytes {sizes[own] / sizes[plain]:.3f}"
        print(f"\n{style.theme:14} {style.size:6} {name:5} {told}")


def _draw_plainly(scene: BoardScene, style: Style) -> Picture:
    """The whole picture in full colour, converted to the palette at once and written by Pillow."""
    full, stream = board.compose_board(scene, style), BytesIO()
    image = indexed(full, look_of(style).theme)
    image.save(stream, "PNG", compress_level=7)
    return Picture(stream.getvalue(), "image/png", *image.size)
