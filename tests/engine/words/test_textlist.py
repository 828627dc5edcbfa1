"""Word lists as text (N21)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import BadData
from engine.model.alphabet import Alphabet
from engine.words.textlist import BadWord, read_words, write_words
from engine.words.wordlist import WordList
from tests.support.words import ENGLISH, SPANISH, WIDEST, keys_of, list_of


def test_N21_lines_in_any_order_case_and_line_end() -> None:
    """Unsorted lines, duplicates, lower case, Windows line ends and a byte order mark are all accepted."""
    words = read_words("\ufeffzoo\r\nCARE\r\nCare\r\nab\r\n", ENGLISH)
    assert list(words) == keys_of("AB", "CARE", "ZOO")


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        ("AB\n\nCD\n", 2, ""),
        ("AB\nC\n", 2, "C"),
        ("AB\nC D\n", 2, "C D"),
        ("AB\nCD\nE-F\n", 3, "E-F"),
        ("don't\nAB", 1, "don't"),
        ("AB\nCAFÉ", 2, "CAFÉ"),
        ("AB\n" + 32 * "A", 2, 32 * "A"),
        ("AB\nC?\nD\n", 2, "C?"),
        ("AB\n\ue001\ue002\n", 2, "\ue001\ue002"),
    ],
)
def test_N21_a_bad_line_is_named_by_its_number(text: str, line: int, word: str) -> None:
    """The first line that is not a word is refused with its number, and nothing is read."""
    with pytest.raises(BadWord) as caught:
        read_words(text, ENGLISH, "mine.txt")
    assert (caught.value.where, caught.value.line, caught.value.word) == ("mine.txt", line, word)


def test_N22_letters_of_two_characters_are_one_letter() -> None:
    """CHICA is four letters where CH is a tile; brackets force or prevent that, as in other texts."""
    words = read_words("chica\n[C][H]ICA\nPERRO\n".replace("PERRO", "ERRO"), SPANISH)
    spelled = {tuple(SPANISH.letters[i - 1] for i in key) for key in words}
    assert spelled == {("CH", "I", "C", "A"), ("C", "H", "I", "C", "A"), ("E", "RR", "O")}


def test_longest_form_wins_from_the_left() -> None:
    """A whole file is split into letters just as one word is, also where forms overlap."""
    alphabet = Alphabet(("A", "AB", "B", "BA", "C"))
    for text in ("ABA", "BAB", "AABBA", "CBABAC"):
        assert list(read_words(text, alphabet)) == [bytes(map(alphabet.index, alphabet.split(text)))]


def test_K5_equivalent_forms_are_read() -> None:
    """Further forms of a letter stand for it in lists too."""
    alphabet = Alphabet(("E", "S"), (("É", "È"), ("ß",)))
    assert list(read_words("éß\nSE\n", alphabet)) == [b"\1\2", b"\2\1"]


def test_decomposed_accents_are_composed_first() -> None:
    """A letter and its combining mark are one character."""
    assert list(read_words("AN\u0303O", SPANISH)) == keys_of("AÑO", alphabet=SPANISH)


def test_lists_for_a_larger_alphabet_lose_what_cannot_be_spelled() -> None:
    """With strict off, such lines are left out, but a wrong list does not become an empty one."""
    small = Alphabet(("A", "B"))
    assert list(read_words("AB\nABC\nBA\n", small, strict=False)) == [b"\1\2", b"\2\1"]
    with pytest.raises(BadData):
        read_words("CD\nEF\n", small, strict=False)


def test_K6_an_empty_text_is_an_empty_list() -> None:
    """A game may start without any words."""
    assert len(read_words("", ENGLISH)) == 0


@settings(max_examples=100)
@given(st.data(), st.sampled_from([ENGLISH, SPANISH, WIDEST]))
def test_N21_an_export_reads_back(data: st.DataObject, alphabet: Alphabet) -> None:
    """What is written gives the same list again, for letters of any length."""
    letters = st.integers(1, len(alphabet))
    keys = data.draw(st.sets(st.lists(letters, min_size=2, max_size=31).map(bytes), min_size=1))
    words = WordList.of(keys)
    assert list(read_words("".join(write_words(words, alphabet)), alphabet)) == sorted(keys)


def test_N21_export_is_in_character_order() -> None:
    """Two-letter tiles come before all others, accented letters after Z, whatever their order in the alphabet."""
    words = list_of("ÑO", "NO", "OR", "CHE", "CU", "AÑO", "AS", "ACHE", alphabet=SPANISH)
    lines = "".join(write_words(words, SPANISH)).split()
    assert lines == ["CHE", "ACHE", "AS", "AÑO", "CU", "NO", "OR", "ÑO"]
