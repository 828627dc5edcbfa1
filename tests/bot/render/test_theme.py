"""Themes as colours and as files: the bundled ones, and what a server may send."""

from __future__ import annotations

from dataclasses import fields
from itertools import combinations

import pytest

from bot.model.theme import (
    BACKGROUND,
    BOARD,
    BUNDLED,
    MOST_CHARACTERS,
    READABLE,
    Theme,
    bundled,
    bundled_text,
    combine,
    contrast,
    read,
    text_pairs,
)
from bot.render import THEMES, Style, ThemeError, draw_board
from bot.render.paint import palette_colours
from bot.render.scene import look_of, recolour
from engine.errors import BadFile, Fault, TooLarge
from tests.support import scenes
from tests.support.pictures import VISIONS, distance
from tests.support.sentences import said

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
@pytest.mark.parametrize("name", [name for name in THEMES if name != "high_contrast"])
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


SEASIDE = """name = "seaside"
about = "Sand and sea."
based_on = "paper"
[background]
frame = "#0b3c49"
frame_ink = "#ffffff"
frame_muted = "#cfe8e4"
card = "#14535f"
card_ink = "#ffffff"
card_muted = "#cfe8e4"
accent = "#FFD166"
[board]
plain = "#cfe8e4"
start = "#37474f"
"""


def faults_of(text: str) -> list[Fault]:
    """The faults that the reader finds."""
    with pytest.raises(BadFile) as bad:
        read(text, "mine.toml")
    return list(bad.value.faults)


@pytest.mark.parametrize("name", BUNDLED)
def test_C20_a_bundled_theme_is_a_file_that_gives_every_colour(name: str) -> None:
    """So that it can be exported and changed; its name is that of the file."""
    file = bundled(name)
    assert file.name == name and file.about
    text = bundled_text(name)
    assert "based_on" not in text
    assert all(f"\n{colour} = " in text for colour in (*BACKGROUND, *BOARD))
    assert len(text) < MOST_CHARACTERS / 4


def test_C20_a_file_gives_some_colours_and_a_bundled_theme_the_others() -> None:
    """Colours in capitals are the same; without `based_on`, classic has the others."""
    file = read(SEASIDE)
    assert (file.name, file.about) == ("seaside", "Sand and sea.")
    assert file.theme.accent == "#ffd166"
    assert file.theme.tile == THEMES["paper"].tile
    assert read('name = "plain"').theme == THEMES["classic"]


@pytest.mark.parametrize(
    ("change", "line", "told"),
    [
        (("plain =", "plane ="), 13, said("formats.key_not_did", key="'plane'", meant="'plain'")),
        (("[board]", "[bord]"), 12, said("formats.key_not_did", key="'bord'", meant="'board'")),
        (("frame = ", "tile = "), 5, said("formats.key_not_known", key="'tile'")),
        (('muted = "#cfe8e4"', 'muted = "#cfe8e"'), 7, said("formats.colour_written_rrggbb", value="'#cfe8e'")),
        (('"#0b3c49"', "7"), 5, said("formats.colour_written_rrggbb", value=7)),
        (('"seaside"', '"Sea side"'), 1, said("formats.name_form")),
        (('"seaside"', f'"{"a" * 33}"'), 1, said("formats.name_form")),
        (('name = "seaside"\n', ""), 0, "'name' is missing"),
        (('"Sand and sea."', f'"{"a" * 101}"'), 2, said("formats.about_length", most=100)),
        (('"paper"', '"neon"'), 3, said("model.theme_cannot_based", value="'neon'", known=", ".join(THEMES))),
        (('"seaside"', "seaside"), 1, said("formats.not_valid_toml")),
    ],
)
def test_C20_every_fault_of_a_file_is_named_with_its_line(change: tuple[str, str], line: int, told: str) -> None:
    """Only keys that themes have, and only colours."""
    found = faults_of(SEASIDE.replace(*change))
    assert any(told in one.reason and line in (one.line, 0) for one in found), found


def weak(ink: str, ground: str, ratio: float | str, least: str = "4.5") -> str:
    """The fault of two colours, each after its name, between which there is too little contrast."""
    (one, colour), (other, below) = ink.split(), ground.split()
    facts = {"ink": one, "ink_colour": colour, "ground": other, "ground_colour": below}
    return said("model.contrast_needs", **facts, ratio=ratio, least=least)


def test_C20_what_cannot_be_read_is_refused_with_both_colours_and_the_ratio() -> None:
    """A letter on its tile, the label of a premium square, a text on the frame, the line around a new tile."""
    found = faults_of(
        SEASIDE.replace("[board]", '[board]\ntile = "#555555"\nletter_2 = "#7a7a7a"\nlabel_dark = "#444444"')
    )
    told = {one.line: one.reason for one in found}
    assert told[13] == weak("tile_ink #161410", "tile #555555", "2.4")
    assert told[14] == weak("label_light #ffffff", "letter_2 #7a7a7a", "4.2")
    assert [one.reason for one in faults_of('name = "a"\n[background]\nframe = "#ffffff"')] == [
        weak(f"{ink} {colour}", "frame #ffffff", int(contrast(colour, "#ffffff") * 10) / 10)
        for ink in ("frame_ink", "frame_muted", "accent")
        for colour in [getattr(THEMES["classic"], ink)]
    ]
    grey = SEASIDE.replace("#14535f", "#707070").replace('card_muted = "#cfe8e4"', 'card_muted = "#ffffff"')
    (arrow,) = faults_of(grey.replace("#FFD166", "#c8a040"))
    assert arrow.reason == weak("accent #c8a040", "card #707070", "2.0", "3.0")
    (line,) = faults_of('name = "a"\n[board]\nnew_outline = "#fff2cf"')
    assert line.reason == weak("new_outline #fff2cf", "new_tile #fff2cf", "1.0", "3.0")


def test_C20_premium_squares_that_look_plain_are_refused() -> None:
    """Each with its line, also where the two colours differ a little; a colour of their own is enough."""
    alike = 'name = "a"\n[board]\nplain = "#d8cbb0"\nletter_2 = "#d8cbb0"\nword_2 = "#dccfb4"\nletter_3 = "#9fb4d8"'
    assert [(one.line, one.reason) for one in faults_of(alike)] == [
        (4, said("model.looks_like_plain", ground="letter_2", ground_colour="#d8cbb0", plain_colour="#d8cbb0")),
        (5, said("model.looks_like_plain", ground="word_2", ground_colour="#dccfb4", plain_colour="#d8cbb0")),
    ]


def test_C20_a_long_or_deep_file_is_refused() -> None:
    """Before anything reads it."""
    with pytest.raises(TooLarge):
        read("#" * (MOST_CHARACTERS + 1))
    with pytest.raises(TooLarge):
        read("a = " + "[" * 2000)


@pytest.mark.parametrize("board", BUNDLED)
@pytest.mark.parametrize("background", BUNDLED)
def test_C20_board_and_background_are_chosen_apart(board: str, background: str) -> None:
    """Any two go together: no text is on a colour of the other part."""
    theme = look_of(Style(board, background=background)).theme
    assert theme == combine(THEMES[board], THEMES[background])
    assert (theme.frame, theme.tile) == (THEMES[background].frame, THEMES[board].tile)
    for ink, ground in text_pairs(theme):
        assert contrast(ink, ground) >= 4.5


def test_C20_a_chosen_background_stays_whatever_the_variant_wants() -> None:
    """Its squares are still the variant's."""
    colours = (("frame", "#123456"), ("letter_2", "#00aa55"))
    theme = look_of(Style("dark", background="paper"), colours).theme
    assert (theme.frame, theme.letter_2) == (THEMES["paper"].frame, "#00aa55")
    assert look_of(Style("dark"), colours).theme.frame == "#123456"


def test_C20_a_picture_changes_when_its_theme_is_replaced() -> None:
    """What is kept of pictures is kept by colours, not by the theme's name."""
    first, second = read(SEASIDE).theme, read(SEASIDE.replace("Sand", "Salt")).theme
    assert first == second
    changed = read(SEASIDE + 'tile = "#ffffff"\n').theme
    assert draw_board(scenes.opening(), Style(first)).data == draw_board(scenes.opening(), Style(second)).data
    assert draw_board(scenes.opening(), Style(first)).data != draw_board(scenes.opening(), Style(changed)).data
