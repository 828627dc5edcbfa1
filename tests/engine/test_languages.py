"""The languages to play in: their tiles, their order, and what keyboards make of their letters (N11, N22, K19)."""

from __future__ import annotations

import re
import shutil
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.errors import BadData, BadFile, TilesNotOnRack, UnknownLetter
from engine.formats import cgp, languagetoml
from engine.formats.cgp import write as write_cgp
from engine.formats.tiletext import read_rack, write_rack
from engine.formats.varianttoml import read, write
from engine.game.codec import decode_variant, encode_variant
from engine.loading import (
    bundled,
    language_named,
    list_languages,
    load_language,
    load_variant,
    load_variant_file,
    resource_folder,
)
from engine.model.board import Board, Cell, Orientation, PlacedTile
from engine.model.tiles import Alphabet, KnownRack, Tile, Tiles, Word
from engine.model.variant import Variant
from engine.play.notation import read_move, read_tiles
from engine.play.placement import Placement, places, resolve
from engine.words.lexicon import Lexicon
from engine.words.textlist import BadWord, count_letters, read_words, write_words
from tests.support.sentences import said

TOTALS = {
    "en": (100, 187),
    "fr": (102, 197),
    "de": (102, 202),
    "es": (100, 192),
    "ru": (104, 224),
    "nl": (102, 230),
    "sv": (100, 194),
    "pl": (100, 190),
    "ca": (100, 189),
    "no": (100, 202),
}
"""Tiles and points of each standard set, as published."""

ITALIAN = """
name = "italian"
alphabet = "A B C D E F G H I L M N O P Q R S T U V Z"
drops_accents = true
vowels = "A E I O U"
[tiles]
standard = "?2/0 A14/1 B3/5 C6/2 D3/5 E11/1 F3/5 G2/8 H2/8 I12/1 L5/3 M5/3 N5/3 O15/1 P3/5 Q1/10 R6/2 S6/2 T6/2 U5/3 V3/5 Z2/8"
"""  # noqa: E501


def alphabet(code: str) -> Alphabet:
    return load_language(code).alphabet


def spanish(*letters: str) -> KnownRack:
    """A rack of Spanish tiles."""
    return KnownRack(Tiles.of(load_variant("standard", "es").tile_set.of_letter(letter)[0] for letter in letters))


def placed(move: str, rack: KnownRack, board: Board | None = None) -> Placement:
    """What a typed Spanish move means."""
    variant = load_variant("standard", "es")
    intent = read_move(move, variant, Orientation())
    return resolve(intent, board or Board.empty(variant.layout), rack, variant)


def letters_of(placement: Placement) -> Word:
    return tuple(one.letter for _, one in placement.tiles)


@pytest.mark.parametrize("code", TOTALS)
def test_N11_the_standard_set_of_each_language_has_its_published_totals(code: str) -> None:
    tile_set = load_variant("standard", code).tile_set
    assert (len(tile_set), tile_set.tiles.points) == TOTALS[code]
    assert tile_set.blanks == (Tile("", 0),)


@pytest.mark.parametrize("code", [code for code in TOTALS if code != "en"])
def test_N11_large_and_small_sets_follow_from_the_standard_one(code: str) -> None:
    """Twice as many tiles for `super`; for `quick` two fifths of each letter, at least one, and two blanks."""
    usual, large, small = (load_variant(name, code).tile_set for name in ("standard", "super", "quick"))
    for kind in usual.kinds:
        count = usual.tiles.count(kind)
        assert large.tiles.count(kind) == 2 * count
        assert small.tiles.count(kind) == (2 if kind.is_blank else max(1, (4 * count + 5) // 10))
    assert usual.kinds == large.kinds == small.kinds
    assert load_variant("wild", code).tile_set == usual


@pytest.mark.parametrize(("name", "tiles"), [("standard",) * 2, ("super",) * 2, ("quick",) * 2, ("wild", "standard")])
def test_N11_every_language_has_the_boards_that_it_has_tiles_for(name: str, tiles: str) -> None:
    known = tuple(code for code in list_languages() if tiles in load_language(code).sets)
    assert load_variant_file(name).languages == known
    assert set(TOTALS) <= set(known)
    assert load_variant_file(name).any.language == "en"


@pytest.mark.parametrize(
    ("code", "order"),
    [
        ("sv", "A B C D E F G H I J K L M N O P Q R S T U V W X Y Ü Z Å Ä Æ Ö"),
        ("no", "A B C D E F G H I J K L M N O P Q R S T U V W X Y Ü Z Æ Ä Ø Ö Å"),
        ("pl", "A Ą B C Ć D E Ę F G H I J K L Ł M N Ń O Ó P R S Ś T U W Y Z Ź Ż"),
        ("es", "A B C CH D E F G H I J L LL M N Ñ O P Q R RR S T U V X Y Z"),
        ("ca", "A B C Ç D E F G H I J L L·L M N NY O P QU R S T U V X Z"),
        ("ru", "А Б В Г Д Е Ё Ж З И Й К Л М Н О П Р С Т У Ф Х Ц Ч Ш Щ Ъ Ы Ь Э Ю Я"),
    ],
)
def test_N11_letters_stand_in_the_order_of_their_language(code: str, order: str) -> None:
    assert alphabet(code).letters == tuple(order.split())


@pytest.mark.parametrize(
    ("code", "typed", "letters"),
    [
        ("fr", "élève", "E L E V E"),
        ("fr", "Œuvre", "O E U V R E"),
        ("fr", "LÆTITIA", "L A E T I T I A"),
        ("de", "Straße", "S T R A S S E"),
        ("de", "STRAẞE", "S T R A S S E"),
        ("de", "käse", "K Ä S E"),
        ("de", "Café", "C A F E"),
        ("es", "pingüino", "P I N G U I N O"),
        ("es", "año", "A Ñ O"),
        ("es", "chillaRRÉ", "CH I LL A RR E"),
        ("es", "[c][h]i", "C H I"),
        ("ru", "ёлка", "Ё Л К А"),
        ("ru", "йод", "Й О Д"),
        ("nl", "ĳs", "I J S"),
        ("nl", "Reünie", "R E U N I E"),
        ("sv", "idé", "I D E"),
        ("sv", "ÖGA", "Ö G A"),
        ("pl", "żółw", "Ż Ó Ł W"),
        ("ca", "paral·lel", "P A R A L·L E L"),
        ("ca", "paral.lel", "P A R A L·L E L"),
        ("ca", "paraŀlel", "P A R A L·L E L"),
        ("ca", "PARAĿLEL", "P A R A L·L E L"),
        ("ca", "Col•legi", "C O L·L E G I"),
        ("ca", "cançó", "C A N Ç O"),
        ("ca", "llanya", "L L A NY A"),
        ("ca", "quin", "QU I N"),
        ("no", "blåbær", "B L Å B Æ R"),
    ],
)
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_N11_letters_are_the_same_however_a_keyboard_composes_them(
    code: str, typed: str, letters: str, form: str
) -> None:
    """In moves, single words, word lists and counts of letters alike."""
    own, word = alphabet(code), tuple(letters.split())
    text = unicodedata.normalize(form, typed)  # type: ignore[arg-type]
    assert own.split(text) == word
    assert [own.letters[i - 1] for i in next(iter(read_words(text, own)))] == list(word)
    assert sum(count_letters(text.replace("[", "").replace("]", ""), own).values()) == len(word) - ("[" in typed)
    variant = load_variant("standard", code)
    assert tuple(one.letter for one in read_move(f"8A {text}", variant, Orientation()).letters) == word


def test_N11_yo_is_played_as_ye_only_where_the_set_lacks_it() -> None:
    """Russian has a tile of it; a set without one may ignore the dots."""
    small = Alphabet(tuple("ЕЖЛ"), drops_accents=True)
    assert small.split("ЁЖ") == ("Е", "Ж")
    assert alphabet("ru").split("ЁЖ") == ("Ё", "Ж")
    with pytest.raises(UnknownLetter) as caught:
        replace(small, drops_accents=False).split("ЁЖ")
    assert caught.value.meant == ("Е",)


def test_a_sign_for_several_letters_keeps_the_case_it_was_typed_in() -> None:
    """Otherwise a small letter would mark a blank."""
    assert alphabet("de").normal("STRAßE Straße straße") == "STRASSE Strasse strasse"
    assert alphabet("fr").normal("ŒUF Œuf œuf") == "OEUF Oeuf oeuf"
    variant = load_variant("standard", "fr")
    assert not any(one.blank for one in read_move("8A Œuf", variant, Orientation()).letters)
    assert [one.blank for one in read_move("8A ŒUf", variant, Orientation()).letters] == [False, False, False, True]


def test_a_sign_must_stand_for_letters_of_the_alphabet() -> None:
    for fold in (("ß", "SS"), ("A", "B"), ("?", "A"), ("", "A")):
        with pytest.raises(BadData):
            Alphabet(("A", "B"), folds=(fold,))


@pytest.mark.parametrize(
    ("code", "typed", "meant"),
    [
        ("es", "KILO", ("C", "QU")),
        ("ca", "ÀQABA", ("QU",)),
        ("ca", "SKI", ("C", "QU")),
        ("ru", "CAT", ("С",)),
        ("en", "CAFÉ", ("E",)),
        ("pl", "VAT", ("W",)),
        ("sv", "☺", ()),
    ],
)
def test_N25_a_letter_that_the_set_lacks_is_named_with_what_may_have_been_meant(
    code: str, typed: str, meant: tuple[str, ...]
) -> None:
    with pytest.raises(UnknownLetter) as caught:
        alphabet(code).split(typed)
    assert caught.value.meant == meant
    assert caught.value.text[caught.value.position] in "KQKCÉV☺"
    with pytest.raises(BadWord, match="did you mean" if meant else said("words.not_a_letter")):
        read_words(f"AA\n{typed}X", alphabet(code))


def test_N22_the_rack_decides_between_one_tile_and_two() -> None:
    """One tile where the rack has it, two where it has only these, and brackets force either."""
    assert letters_of(placed("8G LLAMA", spanish("LL", "A", "M", "A"))) == ("LL", "A", "M", "A")
    assert letters_of(placed("8G LLAMA", spanish("L", "L", "A", "M", "A"))) == ("L", "L", "A", "M", "A")
    assert letters_of(placed("8G LLAMA", spanish("LL", "L", "L", "A", "M", "A"))) == ("LL", "A", "M", "A")
    assert letters_of(placed("8G [L][L]AMA", spanish("LL", "L", "L", "A", "M", "A"))) == ("L", "L", "A", "M", "A")
    assert letters_of(placed("8G CHORRO", spanish("CH", "O", "R", "R", "O"))) == ("CH", "O", "R", "R", "O")
    with pytest.raises(TilesNotOnRack) as caught:
        placed("8G [LL]AMA", spanish("L", "L", "A", "M", "A"))
    assert caught.value.missing == ("LL",)
    with pytest.raises(TilesNotOnRack) as caught:
        placed("8G LLAMA", spanish("L", "A", "M", "A"))
    assert caught.value.missing == ("LL",)


def test_N22_the_board_decides_between_one_tile_and_two() -> None:
    """Letters that are on the board as two tiles may be typed through."""
    board = Board.empty(load_variant("standard", "es").layout)
    board = placed("8H [C][H]E", spanish("C", "H", "E"), board).on(board)
    assert letters_of(placed("8H CHES", spanish("S", "CH"), board)) == ("S",)
    assert letters_of(placed("8H (CH)ES", spanish("S", "CH"), board)) == ("S",)
    found = places(read_move("8H CHES", load_variant("standard", "es"), Orientation()).letters, board, spanish("S"),
                   load_variant("standard", "es"))  # fmt: skip
    assert [letters_of(one) for one in found] == [("S",)]


@pytest.mark.parametrize(
    ("held", "typed", "laid"),
    [
        (("L·L", "E"), "8H .L.LE", ("L·L", "E")),
        (("L", "L", "E"), "8G L.LE", ("L", "L", "E")),
        (("L", "L", "E"), "8G l.le", ("L", "L", "E")),
        (("L", "L", "L·L"), "8G L[A]L", ("L", "L")),
    ],
)
def test_N22_a_dot_between_two_l_can_be_a_tile_on_the_board(held: Word, typed: str, laid: Word) -> None:
    """Catalan keyboards lack `L·L`, so `L.L` is that tile; if you lack it, the dot is a dot."""
    variant = load_variant("standard", "ca")
    rack = KnownRack(Tiles.of(variant.tile_set.of_letter(letter)[0] for letter in held))
    board = Board.empty(variant.layout).place({Cell(7, 7): PlacedTile(Tile("A", 1), "A")})
    assert letters_of(resolve(read_move(typed, variant, Orientation()), board, rack, variant)) == laid


def test_N22_tiles_to_exchange_are_those_on_the_rack() -> None:
    """`LL` is the tile, or two tiles if only they are there; `[LL]` is always the tile."""
    variant = load_variant("standard", "es")
    one, two = spanish("LL", "A").tiles, spanish("L", "L", "A").tiles
    assert read_tiles("ll", variant, one) == spanish("LL").tiles
    assert read_tiles("ll", variant, two) == spanish("L", "L").tiles
    assert read_tiles("llA", variant, one + two) == spanish("LL", "A").tiles
    assert read_tiles("L L", variant, one + two) == spanish("L", "L").tiles
    assert read_tiles("l ll", variant, one + two) == spanish("L", "LL").tiles
    assert read_tiles("[L][L]", variant, one + two) == spanish("L", "L").tiles
    assert not two.covers(read_tiles("[LL]", variant, two))


def test_N22_a_list_with_both_readings_keeps_them_apart() -> None:
    """What is written is read back; searches take one letter for one tile."""
    own = alphabet("es")
    lexicon = Lexicon.of("both", own, read_words("CHE\n[C][H]E\n[R][R]E", own))
    assert lexicon.contains(("CH", "E"))
    assert lexicon.contains(("C", "H", "E"))
    assert lexicon.made_of("??") == (("CH", "E"),)
    assert lexicon.made_of("???") == (("C", "H", "E"), ("R", "R", "E"))
    assert list(read_words("".join(write_words(lexicon.word_list(), own)), own)) == list(lexicon.word_list())


@pytest.mark.parametrize("code", TOTALS)
def test_N11_games_and_positions_keep_every_letter(code: str) -> None:
    """The forms of a variant in journal and TOML, and every tile on a rack and on the board of a CGP."""
    variant = load_variant("super", code)
    assert decode_variant(encode_variant(variant)) == variant
    file = load_variant_file("super")
    assert read(write(replace(file, variants={code: variant}))).variant(code) == variant
    rack = Tiles.of(variant.tile_set.kinds)
    assert read_rack(write_rack(rack, variant), variant) == rack
    letters = variant.alphabet.letters[: variant.layout.width]
    blanks = {Cell(10, at): PlacedTile(Tile("", 0), letter) for at, letter in enumerate(letters) if at < 4}
    tiles = {Cell(11, at): PlacedTile(tile, tile.letter) for at, tile in enumerate(rack.items[1:22])}
    position = cgp.CgpPosition(Board.empty(variant.layout).place(blanks | tiles), (Tiles(), Tiles()))
    text = write_cgp(position, variant)
    assert cgp.read(text, variant) == position
    assert cgp.read(unicodedata.normalize("NFD", text), variant) == position


def test_N11_files_name_their_tiles_by_language() -> None:
    assert [language_named(name) for name in ("german", "catalan", "no", "klingon")] == ["de", "ca", "no", None]


@pytest.fixture
def with_italian(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One more file among the languages."""
    shutil.copytree(resource_folder("data") / "languages", tmp_path, dirs_exist_ok=True)
    (tmp_path / "it.toml").write_text(ITALIAN, encoding="utf-8")
    caches = (list_languages, load_language, load_variant, load_variant_file)

    def forget() -> None:
        for cached in caches:
            cached.cache_clear()

    monkeypatch.setattr(bundled, "_languages_folder", lambda: tmp_path)
    forget()
    yield
    forget()


@pytest.mark.usefixtures("with_italian")
def test_X4_a_further_language_is_data_only() -> None:
    """Its file is enough for every board whose tile set it has."""
    variant: Callable[..., Variant] = bundled.load_variant
    assert variant("standard", "it").alphabet.split("perché") == tuple("PERCHE")
    assert variant("wild", "it").tile_set == variant("standard", "it").tile_set
    assert language_named("italian") == "it"
    with pytest.raises(BadData, match=re.escape(said("formats.no_tiles_language", language="'it'"))):
        variant("super", "it")


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ('"A E I O U"', '"A Y"', 5, "'Y' in vowels"),
        ("drops_accents = true", "drops_accents = 1", 4, "true or false"),
        ('"italian"', '"Italian!"', 2, said("formats.name_form")),
        ("drops_accents = true", 'folds = "ß/SS/Z"', 4, "the form ß/SS"),
        ("drops_accents = true", 'folds = "ß/KK"', 4, "unknown letters"),
        ("drops_accents = true", 'meant = "K//"', 4, "is missing"),
        ("A14/1", "K14/1", 7, said("formats.letter_not_alphabet")),
        ("[tiles]", "[tile]", 6, "did you mean 'tiles'"),
    ],
)
def test_a_faulty_language_file_names_the_line(old: str, new: str, line: int, reason: str) -> None:
    with pytest.raises(BadFile) as caught:
        languagetoml.read(ITALIAN.replace(old, new), "it.toml")
    assert any(fault.line == line and reason in fault.reason for fault in caught.value.faults), caught.value.faults


def test_a_code_without_tiles_is_refused() -> None:
    with pytest.raises(BadData, match="no tiles for 'xx'"):
        load_language("xx")
