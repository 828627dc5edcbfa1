"""Faces: avatars read from what people send, initials, computer players, and their colours in palettes."""

from __future__ import annotations

import io
from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from bot.render import AVATAR, THEMES, Portrait, Style, draw_animation, draw_board, with_avatars
from bot.render.portraits import draw_portrait, initials, read_avatar
from bot.render.scene import look_of, portraits_of
from engine.errors import BadData
from engine.model.levels import NUMBERS
from tests.support import scenes
from tests.support.later import later
from tests.support.pictures import decode

LOOK = look_of(Style())
RED, CARD = (200, 30, 40), LOOK.theme.card


def encoded(kind: str, size: tuple[int, int] = (80, 60), colour: tuple[int, ...] = RED) -> bytes:
    """A picture of one colour in some format."""
    stream = io.BytesIO()
    Image.new("RGB" if len(colour) == 3 else "RGBA", size, colour).save(stream, kind)
    return stream.getvalue()


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP"])
def test_what_discord_sends_becomes_pixels(kind: str) -> None:
    """Of any shape and format."""
    pixels = read_avatar(encoded(kind))
    assert len(pixels) == AVATAR * AVATAR * 3
    assert max(abs(one - other) for one, other in zip(pixels[:3], RED, strict=True)) < 6


def test_what_is_seen_through_is_grey() -> None:
    """Not black, as it would be without more ado."""
    assert min(read_avatar(encoded("PNG", colour=(0, 0, 0, 0)))) > 100


@pytest.mark.parametrize(
    "data",
    [b"", b"<svg/>", encoded("PNG")[:50], encoded("BMP"), encoded("PNG", (1025, 8))],
    ids=["nothing", "text", "cut", "another format", "too large"],
)
def test_other_bytes_are_refused(data: bytes) -> None:
    """As a refusal that crosses from the reading process, and not as a fault of the program."""
    with pytest.raises(BadData):
        read_avatar(data)


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("Ada", "A"),
        ("ada lovelace", "AL"),
        ("Maximiliane von Hohenstaufen", "MH"),
        ("李小龙", "李"),
        ("🔥 Ada", "A"),
        ("🔥🎲", "🔥"),
        ("ก้อง", ""),
        ("", ""),
    ],
)
def test_initials_are_those_of_the_first_and_last_words(name: str, letters: str) -> None:
    """Names without letters have their first emoji, and others none."""
    assert initials(name) == letters


def test_each_level_has_a_face_of_its_own() -> None:
    """So that a computer player is known by it."""
    faces = [draw_portrait(Portrait("Percy", level=level), 48, LOOK, CARD) for level in NUMBERS]
    for one, other in combinations(faces, 2):
        assert ImageChops.difference(one, other).getbbox()


def test_an_avatar_fills_a_circle() -> None:
    """Corners belong to the card."""
    face = draw_portrait(Portrait("Ada", pixels=bytes(RED) * AVATAR**2), 48, LOOK, "#000000")
    assert face.getpixel((24, 24)) == RED
    assert face.getpixel((0, 0)) == face.getpixel((47, 47)) == (0, 0, 0)


@pytest.mark.parametrize("theme", ["classic", *later(one for one in THEMES if one != "classic")])
def test_faces_leave_the_other_colours_as_they_are(theme: str) -> None:
    """However many there are. Beside a board, where all is put in a palette at once, hardly a shade changes."""
    plain, peopled = scenes.late(8), scenes.with_faces(scenes.late(8))
    for style, most in ((Style(theme), 0), (Style(theme, panel="beside"), 8)):
        before, after = (decode(draw_board(scene, style)) for scene in (plain, peopled))
        assert before.size == after.size
        board = (0, 0, 800, 800)
        changed = ImageChops.difference(before.crop(board), after.crop(board)).getextrema()
        assert max(high for _, high in changed) <= most  # type: ignore[misc]


def test_an_animation_shows_the_same_faces() -> None:
    """Its palette has their colours too."""
    scene = scenes.with_faces(scenes.opening())
    still = decode(draw_board(scene, Style()))
    moving = Image.open(io.BytesIO(draw_animation(scene, Style(), 0).data))
    moving.seek(getattr(moving, "n_frames", 1) - 1)
    below = (0, still.height - 150, still.width, still.height)
    assert not ImageChops.difference(still.crop(below), moving.convert("RGB").crop(below)).getbbox()


def test_avatars_are_put_into_scenes_by_person() -> None:
    """Whoever has none keeps their initials."""
    scene = scenes.opening()
    rows = tuple(
        replace(row, portrait=Portrait(row.name, person)) for row, person in zip(scene.seats, ("1", "2"), strict=True)
    )
    shown = with_avatars(replace(scene, seats=rows), {"2": b"x", "3": b"y"})
    assert [one.pixels for one in portraits_of(shown)] == [b"", b"x"]
