"""Capitals and small letters are those of the alphabet, not those of English: a Turkish and a Greek one, made up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.formats.tiletext import read_tile, read_word, write_tile
from engine.model.alphabet import Alphabet, Word
from engine.model.board import PlacedTile
from engine.model.coordinates import Orientation
from engine.model.tiles import Tile, Tiles, TileSet
from engine.model.variant import Variant
from engine.play.notation import read_move
from engine.words.lexicon import Lexicon
from engine.words.textlist import read_words
from tests.support.games import STANDARD

TURKISH = Alphabet(tuple("ABIİKLNST"), folds=(("Î", "İ"),), drops_accents=True)
GREEK = Alphabet(tuple("ΑΓΛΟΣ"), drops_accents=True)


def variant_of(alphabet: Alphabet) -> Variant:
    tiles = Tiles.of([Tile("", 0), *(Tile(letter, 1) for letter in alphabet.letters * 2)])
    return replace(STANDARD, alphabet=alphabet, tile_set=TileSet(tiles))


@pytest.mark.parametrize(
    ("alphabet", "typed", "word"),
    [
        (TURKISH, "istanbıl", "İ S T A N B I L"),
        (TURKISH, "İSTANBIL", "İ S T A N B I L"),
        (TURKISH, "kâlıt", "K A L I T"),
        (TURKISH, "illî", "İ L L İ"),
        (GREEK, "λόγος", "Λ Ο Γ Ο Σ"),
        (GREEK, "ΛΌΓΟΣ", "Λ Ο Γ Ο Σ"),
        (GREEK, "λογοσ", "Λ Ο Γ Ο Σ"),
    ],
)
def test_X4_words_are_read_and_listed_by_the_letters_of_their_alphabet(
    alphabet: Alphabet, typed: str, word: str
) -> None:
    """A small dotted i is İ, one without a dot is I; a final sigma is a sigma."""
    letters: Word = tuple(word.split())
    assert alphabet.split(typed) == letters
    assert Lexicon.of("own", alphabet, read_words(f"{typed}\n", alphabet)).contains(letters)


@pytest.mark.parametrize(
    ("alphabet", "capitals", "small"), [(TURKISH, "ISTİKLAL", "ıstiklal"), (GREEK, "ΛΟΓΟΣ", "λογος")]
)
def test_X4_case_changes_as_the_alphabet_has_it(alphabet: Alphabet, capitals: str, small: str) -> None:
    assert (alphabet.lower(capitals), alphabet.upper(small)) == (small, capitals)


def test_X4_a_blank_is_the_small_letter_of_its_own_capital() -> None:
    """Typed, written and read back; in a word of small letters alone, none is a blank."""
    assert [TURKISH.small(letter) for letter in "Iİ"] == ["ı", "i"]
    assert GREEK.small("Σ") == "σ"
    for alphabet, typed, blanks in (
        (TURKISH, "8H SiLİN", "İ"),
        (TURKISH, "8H SıLİN", "I"),
        (TURKISH, "8H silin", ""),
        (TURKISH, "8H İlkin", ""),
        (GREEK, "8H ΛΟΓΟς", "Σ"),
        (GREEK, "8H Λόγος", ""),
    ):
        letters = read_move(typed, variant_of(alphabet), Orientation()).letters
        assert [one.letter for one in letters if one.blank] == [*blanks]
    for alphabet in (TURKISH, GREEK):
        for letter in alphabet.letters:
            blank = PlacedTile(Tile("", 0), letter)
            text = write_tile(blank, variant_of(alphabet))
            assert text == alphabet.small(letter)
            assert read_word(text, variant_of(alphabet)) == (blank,)
            assert read_tile(letter, 0, variant_of(alphabet))[0] == PlacedTile(Tile(letter, 1), letter)


def test_X4_other_alphabets_have_the_case_that_everyone_has() -> None:
    latin = Alphabet(tuple("AI"))
    assert (latin.lower("AI"), latin.upper("ai"), latin.split("Ai")) == ("ai", "AI", ("A", "I"))
