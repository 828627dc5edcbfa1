from __future__ import annotations

from dataclasses import fields
from itertools import combinations

import pytest

from bot.model.theme import READABLE, Theme, contrast, text_pairs
from bot.render import THEMES, Style, ThemeError, draw_board
from bot.render.paint import palette_colours
from bot.render.theme import recolour
from bot.render.themes import look_of
from tests.support import scenes
from tests.support.vision import VISIONS, distance

_LETTERS = ("letter_2", "letter_3", "letter_4", "letter_5")
_WORDS = ("word_2", "word_3", "word_4", "word_5")


def test_contrast_of_known_colours() -> None:
    """The ratio runs from 1 to 21, and the known grey on white has its published value."""
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#123456", "#123456") == pytest.approx(1)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("name", THEMES)
def test_C20_every_text_can_be_read(name: str) -> None:
    """Each ink has a contrast of 4.5:1 or more with each of its backgrounds."""
    for ink, ground in text_pairs(THEMES[name]):
        assert contrast(ink, ground) >= READABLE, (ink, ground)


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("name", ["classic", "dark", "paper"])
def test_square_colours_differ_for_every_vision(name: str, vision: str) -> None:
    """Any two kinds of square, and a tile, stay well apart for colour-blind people too."""
    kinds = ("plain", *_LETTERS, *_WORDS, "points", "tile")
    for one, other in combinations(kinds, 2):
        colours = getattr(THEMES[name], one), getattr(THEMES[name], other)
        assert distance(*colours, vision=vision) >= 10, (one, other)


def test_M11_high_contrast_needs_no_hue() -> None:
    """In black and white the strengths are shades of grey, and letter squares are lighter than word squares."""
    theme = THEMES["high_contrast"]
    shades = [getattr(theme, name) for name in (*_LETTERS, *_WORDS)]
    assert all(shade[1:3] == shade[3:5] == shade[5:7] for shade in shades)
    assert shades == sorted(shades, reverse=True)
    assert all(distance(one, other) >= 9 for one, other in combinations(shades, 2))


def test_the_simulation_knows_red_from_green() -> None:
    """Red and green of equal brightness are far apart, except for people who lack a receptor."""
    assert distance("#b03030", "#3d7a3d") > 60
    assert distance("#a06000", "#6f7300", "deuteranopia") < 15


@pytest.mark.parametrize("name", THEMES)
def test_new_tiles_are_outlined_visibly(name: str) -> None:
    """The line around a new tile stands out from its face, and the tile from older ones."""
    theme = THEMES[name]
    assert contrast(theme.new_outline, theme.new_tile) >= 3
    assert max(contrast(theme.new_outline, theme.tile), contrast(theme.new_tile, theme.tile)) >= 3


@pytest.mark.parametrize("name", THEMES)
def test_the_palette_holds_every_colour_of_the_theme(name: str) -> None:
    """No theme has more colours and steps than the file's palette, so nothing is left to chance."""
    theme = THEMES[name]
    colours = palette_colours(theme)
    assert len(colours) <= 256
    assert {getattr(theme, field.name) for field in fields(Theme)} <= set(colours)


def test_M5_a_variant_may_change_colours() -> None:
    """Overrides replace the colours they name, change the picture, and leave other colours alone."""
    changed = look_of(Style(colours=(("letter_2", "#00aa55"),))).theme
    assert changed.letter_2 == "#00aa55"
    assert changed.word_3 == THEMES["classic"].word_3
    style = Style(colours=(("letter_2", "#00aa55"),))
    assert draw_board(scenes.opening(), style).data != draw_board(scenes.opening(), Style()).data


@pytest.mark.parametrize("colour", ["#000000", "#ffffff", "#777777", "#ff0000", "#00ff00", "#0000ff"])
def test_changed_colours_never_make_text_unreadable(colour: str) -> None:
    """Ink adapts to any background that a variant chooses."""
    for field in fields(Theme):
        theme = recolour(THEMES["classic"], [(field.name, colour)])
        for ink, ground in text_pairs(theme):
            assert contrast(ink, ground) >= READABLE, field.name


@pytest.mark.parametrize(
    "style",
    [
        Style(theme="neon"),
        Style(colours=(("lettre_2", "#ffffff"),)),
        Style(colours=(("letter_2", "red"),)),
        Style(zoom=49),
        Style(zoom=201),
        Style(colours=(("letter_2", "#fffffff"),)),
    ],
)
def test_an_unknown_theme_or_colour_is_named(style: Style) -> None:
    with pytest.raises(ThemeError, match=r"neon|lettre_2|letter_2|zoom"):
        draw_board(scenes.opening(), style)
