"""Text in pictures: its width, its letters, and points on tiles that are legible on a phone or left out."""

from __future__ import annotations

import io
import unicodedata
from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from bot.model.drawn import NEUTRAL_MARK, is_covered, is_emoji, legible
from bot.render import THEMES, BoardScene, DrawnTile, SquareFace, Style, TileFace, draw_board, legible_part, paint
from bot.render.paint import Face, balance, cap_height, shorten, size_for_capitals, text_mask, text_width, wrap
from bot.render.scene import look_of
from bot.render.tiles import LEAST_DIGIT, PHONE, draw_tile, grid_of, least_points
from engine.loading import list_languages, load_language
from tests.support.later import later

ALPHABETS = {
    "en": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "fr": "ÀÂÇÉÈÊËÎÏÔÙÛÜŸŒÆ",
    "de": "ÄÖÜẞß",
    "es": "ÁÉÍÑÓÚÜ¿¡",
    "ru": "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ",
    "nl": "ĲËÏ",
    "sv": "ÅÄÖÉ",
    "others": "ĄĆĘŁŃÓŚŹŻ ČĎĚŇŘŠŤŮŽ ĂÂÎȘȚ ĞİŞ ŐŰ ĒĢĪĶĻŅ ÐÞÆØ ΑΒΓΔΘΛΞΠΣΦΨΩ ІЇЄҐЎ L·L",
    "marks": "0123456789 +−-–—…·×→★?!%()[]«»„“”‚‘’#&@€£",
}


@pytest.mark.parametrize("language", ALPHABETS)
@pytest.mark.parametrize("face", Face)
def test_the_bundled_fonts_cover_every_language(face: Face, language: str) -> None:
    """Every letter in either case has a glyph of its own, in both faces, and is not the box for missing ones."""
    missing = text_mask(face, 40, "\U0010fffe").mask.tobytes()
    lower = ALPHABETS[language].replace("İ", "").lower()
    for char in ALPHABETS[language] + lower:
        assert legible(char) == char.strip()
        if not char.isspace():
            assert text_mask(face, 40, char).mask.tobytes() != missing, char


@pytest.mark.parametrize("face", [Face.MEDIUM, *later(one for one in Face if one is not Face.MEDIUM)])
def test_the_table_of_characters_is_that_of_the_fonts(face: Face) -> None:
    """What can be drawn is known without the fonts, and is the same for both."""
    missing = text_mask(face, 12, "\U0010fffe").mask.tobytes()
    for code in range(0x21, 0x3000):
        char = chr(code)
        if not char.isspace() and unicodedata.category(char) not in ("Cn", "Cc", "Cf", "Mn", "Me"):
            drawn = text_mask(face, 12, char).mask.tobytes() != missing
            assert drawn == is_covered(char), hex(code)


@pytest.mark.parametrize("face", Face)
def test_chinese_japanese_and_korean_are_drawn_beside_other_letters(face: Face) -> None:
    """By a font of their own, on the same line; none of its characters is the box for missing ones."""
    masks = {text_mask(face, 20, char).mask.tobytes() for char in "小明红あカ가힝一龥"}
    assert len(masks) == 9 and text_mask(face, 20, "\u9fa6").mask.tobytes() not in masks
    assert not is_covered("\u9fa6") and not is_covered("\uac02")
    mixed, plain = text_mask(face, 20, "Ada 小明"), text_mask(face, 20, "Ada ")
    assert mixed.mask.width > plain.mask.width + 30 and mixed.top <= plain.top
    wide = text_width(face, 20, "Ada 小明") - text_width(face, 20, "小明")
    assert abs(wide - text_width(face, 20, "Ada ")) <= 1


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Alice", "Alice"),
        ("🔥Alice🔥", "🔥Alice🔥"),
        ("👩‍👩‍👧‍👦", "👩👩👧👦"),
        ("👍🏽 ok", "👍 ok"),
        ("❤️ 1️⃣", "❤ 1"),
        ("Al𓀀𓀁ice", "Al◆ice"),
        ("李小龙", "李小龙"),
        ("ブルース 리", "ブルース 리"),
        ("Bruce บรูซ", "Bruce ◆"),
        ("𝓛𝓾𝓷𝓪", "Luna"),
        ("Ｆｕｌｌ", "Full"),
        ("ﬁn", "fin"),
        ("Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘", "ZALGǪ"),
        ("Caf\u0065\u0301", "Café"),
        ("evil\u202egnp.exe", "evilgnp.exe"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("two\nlines\tand\x00null", "two lines and null"),
        ("\ue000private", "◆private"),
        ("\ud800", ""),
        ("", ""),
        ("   ", ""),
    ],
)
def test_what_cannot_be_drawn_becomes_a_neutral_mark(text: str, shown: str) -> None:
    """Names may contain anything that Discord allows; a missing-glyph box never shows."""
    assert legible(text) == shown
    assert legible(shown) == shown


def test_the_table_of_emoji_is_that_of_their_font(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each that is known is drawn; beside letters it is about as high as these."""
    emoji = [chr(code) for code in range(0x2000, 0x20000) if is_emoji(chr(code))]
    masks = {text_mask(Face.BOLD, 12, char).mask.tobytes() for char in emoji}
    assert len(emoji) > 1400 and len(masks) > 0.97 * len(emoji) and set("🔥❤🎲👑🐱") <= set(emoji)
    monkeypatch.setattr(paint, "is_emoji", "\U0010fffe".__eq__)
    assert text_mask(Face.BOLD, 12, "\U0010fffe").mask.tobytes() not in masks, "the box for missing ones"
    monkeypatch.undo()
    letter, flame = text_mask(Face.BOLD, 40, "H"), text_mask(Face.BOLD, 40, "🔥")
    assert letter.mask.height <= flame.mask.height <= 1.5 * letter.mask.height
    assert abs(flame.top + flame.mask.height / 2 + letter.mask.height / 2) <= 0.15 * letter.mask.height


def test_the_neutral_mark_is_no_box() -> None:
    """The mark is a glyph of the fonts, not their missing-glyph box."""
    boxes = {text_mask(face, 30, "\U0010fffe").mask.tobytes() for face in Face}
    assert all(text_mask(face, 30, NEUTRAL_MARK).mask.tobytes() not in boxes for face in Face)


def test_long_names_are_shortened_with_an_ellipsis() -> None:
    """A text that fits stays whole; any other ends in an ellipsis and fits; more room never shows less."""
    name = "Maximiliane von Hohenstaufen"
    assert shorten(Face.BOLD, 20, name, text_width(Face.BOLD, 20, name)) == name
    shown = [shorten(Face.BOLD, 20, name, width) for width in range(20, 300, 7)]
    for width, text in zip(range(20, 300, 7), shown, strict=True):
        assert text == name or (text.endswith("…") and name.startswith(text[:-1].strip()))
        assert text_width(Face.BOLD, 20, text) <= width
    assert all(len(shorter) <= len(longer) for shorter, longer in pairwise(shown))


def test_text_wraps_at_spaces_and_the_rest_is_shortened() -> None:
    text = "one two three four five six seven eight nine ten"
    lines = wrap(Face.MEDIUM, 20, text, 150, 3)
    assert len(lines) == 3
    assert all(text_width(Face.MEDIUM, 20, line) <= 150 for line in lines)
    assert text.startswith(" ".join(lines).rstrip("…").rstrip())
    assert lines[-1].endswith("…")
    assert wrap(Face.MEDIUM, 20, "short", 150, 3) == ("short",)
    assert wrap(Face.MEDIUM, 20, "", 150, 3) == ()
    assert wrap(Face.MEDIUM, 20, "W" * 40 + " b", 150, 2)[1] == "b"


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("casual (level 3)", 120, ("casual", "(level 3)")),
        ("+6 for the others' tiles", 190, ("+6 for the", "others' tiles")),
        ("behind by 41 at turn 4; BEGALLS turned it", 300, ("behind by 41 at turn 4;", "BEGALLS turned it")),
        ("short", 150, ("short",)),
        ("", 150, ()),
    ],
)
def test_lines_in_the_middle_are_of_about_the_same_length(text: str, width: int, shown: tuple[str, ...]) -> None:
    """They part behind a mark if that is near, and keep numbers beside their words."""
    assert balance(Face.MEDIUM, 20, text, width, 2) == shown


def test_what_is_too_long_for_two_lines_is_cut() -> None:
    first, second = balance(Face.MEDIUM, 20, "W" * 40 + " b", 150, 2)
    assert first.endswith("W…") and second == "b" and text_width(Face.MEDIUM, 20, first) <= 150


@pytest.mark.parametrize("code", list_languages())
def test_N11_every_tile_of_every_language_is_drawn_and_told_apart_on_a_phone(code: str) -> None:
    """No letter is replaced, none looks like another, and several characters stay large enough on a small tile."""
    side, look = 26, look_of(Style())
    faces: dict[str, bytes] = {}
    for letter in load_language(code).alphabet.letters:
        for text in (letter, letter.lower()):
            assert legible(text) == text
        image = Image.new("RGB", (side, side))
        draw_tile(image, TileFace(letter, ""), side, (0, 0), look, "#000000")
        faces[letter] = image.tobytes()
        blank = Image.new("RGB", (side, side))
        draw_tile(blank, TileFace("", ""), side, (0, 0), look, "#000000")
        box = ImageChops.difference(image, blank).convert("L").point(lambda value: 255 * (value > 80)).getbbox()
        assert box
        assert box[3] - box[1] >= side * 0.3, letter
    assert len(set(faces.values())) == len(faces)


LEGIBLE = LEAST_DIGIT / 2
"""Height of a digit on a phone, in its points of two pixels or more."""


def filled(side: int, points: str = "8") -> BoardScene:
    """A board with a tile on every square of a row, and labels as in a game."""
    tiles = tuple(DrawnTile(column, side // 2, TileFace("E", points)) for column in range(side))
    labels = tuple(str(number) for number in range(1, side + 1))
    columns = tuple(chr(ord("A") + number % 26) for number in range(side))
    return BoardScene(side, side, (SquareFace(),) * side * side, tiles, columns, labels)


def shows_points(scene: BoardScene, style: Style) -> bool:
    """Whether the picture differs from that without points."""
    bare = tuple(placed._replace(tile=placed.tile._replace(points="")) for placed in scene.tiles)
    one, other = (
        Image.open(io.BytesIO(draw_board(shown, style).data)).convert("RGB")
        for shown in (scene, replace(scene, tiles=bare))
    )
    return ImageChops.difference(one, other).getbbox() is not None


@pytest.mark.parametrize("size", ["normal", "large"])
@pytest.mark.parametrize("side", [9, 15, 16, 17, 19, 21, 22, 25, 31])
def test_X5_points_are_legible_on_a_phone_or_left_out(side: int, size: str) -> None:
    """Up to 21 x 21 squares the digits are at least 3.5 points tall in a picture 340 wide; above there are none."""
    style = Style(size="large" if size == "large" else "normal")
    look, scene = look_of(style), filled(side)
    width = draw_board(scene, style).width
    least = least_points(grid_of(scene, look).cell - 2, width)
    assert (least > 0) == (side <= 21) == shows_points(scene, style)
    if least:
        drawn = cap_height(Face.BOLD, size_for_capitals(Face.BOLD, least))
        assert drawn * min(1, PHONE / width) >= LEGIBLE - 0.2, "rounded to whole pixels"


@pytest.mark.parametrize("theme", ["classic", *later(one for one in THEMES if one != "classic")])
@pytest.mark.parametrize("zoom", [75, 100, 150])
def test_X5_every_theme_and_size_on_offer_shows_points_on_a_standard_board(theme: str, zoom: int) -> None:
    """The smallest size still has room for them."""
    assert shows_points(filled(15), Style(theme, zoom=zoom))
    assert shows_points(filled(15, "10"), Style(theme, zoom=zoom))


@pytest.mark.parametrize("newest", [3, 10, 16])
def test_K8_part_of_a_large_board_shows_all_tiles_where_they_fit(newest: int) -> None:
    """Wherever the latest play is, no word is cut that need not be; the latest play is always shown."""
    tiles = tuple(DrawnTile(column, 61, TileFace("E"), is_new=column == newest) for column in range(17))
    labels = tuple(map(str, range(64)))
    part = legible_part(BoardScene(64, 64, (SquareFace(),) * 64 * 64, tiles, labels, labels))
    assert len(part.tiles) == 17
    far = DrawnTile(40, 61, TileFace("E"), is_new=True)
    part = legible_part(BoardScene(64, 64, (SquareFace(),) * 64 * 64, (*tiles[:3], far), labels, labels))
    assert any(placed.is_new for placed in part.tiles)


def foot(letter: str, points: str) -> int:
    """The lowest row with ink of a letter's left part, where no points are, on a tile of 100 pixels."""
    image = Image.new("RGB", (100, 100), "white")
    draw_tile(image, TileFace(letter, points), 100, (0, 0), look_of(Style()), "#ffffff")
    ink = image.convert("L").crop((10, 10, 50, 88)).point(lambda value: 255 if value < 80 else 0)
    found = ink.getbbox()
    assert found
    return 10 + found[3]


@pytest.mark.parametrize("letter", ["Щ", "Ф"])
def test_wide_letters_give_way_to_points_of_two_digits(letter: str) -> None:
    """A letter that reaches into their corner is smaller and higher; one digit and narrow letters need no room."""
    assert foot(letter, "10") <= foot(letter, "8") - 4
    assert abs(foot("Z", "10") - foot("Z", "8")) <= 1
