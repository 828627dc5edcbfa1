"""Themes as files: the bundled ones, and what a server may send."""

from __future__ import annotations

import pytest

from bot.model.theme import BACKGROUND, BOARD, combine, contrast, text_pairs
from bot.model.themefile import BUNDLED, MOST_CHARACTERS, bundled, bundled_text, read
from bot.render import THEMES, Style, draw_board
from bot.render.themes import look_of
from engine.errors import BadFile, Fault, TooLarge
from tests.support import scenes
from tests.support.sentences import said

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
