"""Lexicons, word lists as text and in front coding, and which words some tiles can spell."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import BadData
from engine.model.tiles import Alphabet
from engine.words.fitting import spelled
from engine.words.graph.kwg import build_graph
from engine.words.lexicon import Lexicon, WordList, Words
from engine.words.textlist import BadWord, front_coded, read_words, spelt_out, write_words
from tests.support.words import ENGLISH, SPANISH, WIDEST, keys_of, list_of

SMALL = ("AT", "EAT", "TEA", "ATE", "ETA", "TEAS", "SEAT", "EATS", "SAT", "CAT", "CATS", "SCAT", "TA")


@pytest.fixture(params=["list", "graph"])
def lexicon(request: pytest.FixtureRequest) -> Lexicon:
    """A small lexicon, once over a list and once over a graph."""
    plain = Lexicon.of("small", ENGLISH, list_of(*SMALL))
    return plain if request.param == "list" else replace(plain, base=build_graph(plain.word_list()))


def texts(words: tuple[tuple[str, ...], ...]) -> list[str]:
    return ["".join(word) for word in words]


def test_words_are_found(lexicon: Lexicon) -> None:
    """Each word is found and nothing else; letters of another alphabet are no error, just no word."""
    assert all(lexicon.contains(tuple(word)) for word in SMALL)
    assert not any(lexicon.contains(tuple(word)) for word in ("A", "", "TEAT", "CA", "ÉTA"))
    assert len(lexicon) == len(SMALL)
    assert texts(tuple(lexicon)) == sorted(SMALL)


def test_K6_added_and_removed_words_count_at_once(lexicon: Lexicon) -> None:
    """Changes show in lookups, counts, searches and the whole list; the base stays as it was."""
    changed = lexicon.with_words([tuple("TAE"), tuple("CAT")]).without_words([tuple("TEA"), tuple("DOG")])
    assert changed.contains(tuple("TAE"))
    assert not changed.contains(tuple("TEA"))
    assert len(changed) == len(lexicon)
    assert texts(changed.made_of("AET")) == ["ATE", "EAT", "ETA", "TAE"]
    assert texts(tuple(changed)) == sorted({*SMALL, "TAE"} - {"TEA"})
    assert lexicon.contains(tuple("TEA"))
    assert not lexicon.contains(tuple("TAE"))


def test_K6_the_later_change_wins(lexicon: Lexicon) -> None:
    """A server removes a word, the host's personal list brings it back."""
    back = lexicon.without_words([tuple("CAT")]).with_words([tuple("CAT")])
    assert back.contains(tuple("CAT"))
    assert back.id == lexicon.id
    gone = lexicon.with_words([tuple("DOG")]).without_words([tuple("DOG")])
    assert not gone.contains(tuple("DOG"))
    assert gone.id == lexicon.id


def test_identity_is_that_of_the_content(lexicon: Lexicon) -> None:
    """The same words have one identity, whichever way they are stored; other words or letters have another."""
    assert lexicon.id == Lexicon.of("other", ENGLISH, list_of(*reversed(SMALL))).id
    assert lexicon.id != Lexicon.of("small", ENGLISH, list_of(*SMALL[1:])).id
    assert Lexicon.of("x", ENGLISH, WordList.of(())).id != Lexicon.of("x", SPANISH, WordList.of(())).id
    one = lexicon.with_words([tuple("DOG"), tuple("COW")])
    two = lexicon.with_words([tuple("COW")]).with_words([tuple("DOG")])
    assert one.id == two.id != lexicon.id
    assert lexicon.without_words([tuple("CAT")]).id != lexicon.id


def test_anagrams_use_every_letter(lexicon: Lexicon) -> None:
    """An anagram uses all letters, and each blank as any letter."""
    assert texts(lexicon.made_of("TAE")) == ["ATE", "EAT", "ETA", "TEA"]
    assert texts(lexicon.made_of("TAE?")) == ["EATS", "SEAT", "TEAS"]
    assert texts(lexicon.made_of("??")) == ["AT", "TA"]
    assert lexicon.made_of("AAT") == ()


def test_anagrams_of_some_letters(lexicon: Lexicon) -> None:
    """With a minimum length, the search finds every word that some of the letters make."""
    assert texts(lexicon.made_of("CATS", 2)) == ["AT", "CAT", "CATS", "SAT", "SCAT", "TA"]
    with pytest.raises(KeyError):
        lexicon.made_of("É")


def test_N22_digraphs_are_letters_in_searches() -> None:
    """One blank can be CH."""
    spanish = Lexicon.of("es", SPANISH, list_of("CHE", "[C][H]E", "LE", alphabet=SPANISH))
    assert spanish.made_of(("?", "E")) == (("CH", "E"), ("L", "E"))
    assert spanish.made_of("???") == (("C", "H", "E"),)


keys = st.lists(st.integers(1, 4), min_size=2, max_size=5).map(bytes)


@settings(max_examples=60)
@given(st.sets(keys), st.lists(st.integers(0, 4), max_size=6))
def test_both_stores_find_what_a_scan_finds(words: set[bytes], rack: list[int]) -> None:
    """List and graph have the same children and give the same answers as trying every word."""
    from collections import Counter

    from engine.words import lexicon

    words_list = WordList.of(words)
    stores: list[Words] = [words_list, build_graph(words_list)]
    have = Counter(rack)
    made = [w for w in sorted(words) if (Counter(w) - have).total() <= have[0]]
    for store in stores:
        assert list(lexicon.made_of(store, [have[i] for i in range(5)], have[0], 2)) == made


@settings(max_examples=80)
@given(st.sets(keys), st.sets(keys), st.sets(keys), st.lists(st.integers(1, 5), max_size=7).map(bytes))
def test_many_words_are_found_as_one_by_one(
    words: set[bytes], more: set[bytes], fewer: set[bytes], other: bytes
) -> None:
    """In list and graph, without and with changes; also words longer than any in the store, and no letters at all."""
    asked = sorted({b"", other, *words, *more, *fewer, *(word[:-1] for word in words)})
    for store in (WordList.of(words), build_graph(WordList.of(words))):
        plain = replace(Lexicon.of("all", ENGLISH, WordList.of(())), base=store)
        changed = plain.with_words(map(plain.word, more)).without_words(map(plain.word, fewer))
        for lexicon in (plain, changed):
            one_by_one = [lexicon.contains(lexicon.word(key)) for key in asked]
            assert lexicon.contains_each(np.array(asked, np.bytes_)).tolist() == one_by_one


@pytest.mark.parametrize("count", [0, 1])
def test_few_or_no_words_are_looked_up(count: int) -> None:
    """The arrays may be empty."""
    for store in (WordList.of(()), build_graph(WordList.of(())), list_of("CARE")):
        assert store.contains_each(np.array([b"A"] * count, "S1")).tolist() == [False] * count


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


@settings(max_examples=50)
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


def lines(text: str, size: int = 3) -> str:
    """What a text spells out that comes in pieces of a few bytes, which cut characters and numbers in two."""
    data = text.encode()
    return b"".join(spelt_out(data[at : at + size] for at in range(0, len(data), size))).decode()


def test_a_word_drops_the_end_of_the_last_one_and_adds_its_own() -> None:
    assert front_coded(["PLAY", "PLAYED", "PLAYS"]) == "0PLAY0ED2S"
    assert lines("0PLAY0ED2S") == "PLAY\nPLAYED\nPLAYS\n"


@pytest.mark.parametrize("count", [0, 1, 1 << 14, 20_000])
def test_a_list_is_spelt_out_again(count: int) -> None:
    """However many words it has, of however many letters, in any script."""
    words = sorted("ЖÓ·L"[at % 4] * (at % 21 + 1) + "".join(chr(65 + int(d)) for d in str(at)) for at in range(count))
    assert lines(front_coded(words), 1000) == "".join(f"{word}\n" for word in words)


def test_a_plain_list_stays_as_it_is() -> None:
    assert lines("AB\nĆD\n") == "AB\nĆD\n"


LETTERS = 4
words = st.lists(st.binary(min_size=1, max_size=6).map(lambda word: bytes(1 + one % LETTERS for one in word)))
stocks = st.lists(st.tuples(*[st.integers(0, 3)] * (LETTERS + 1)), max_size=4)


def can_spell(word: bytes, stock: tuple[int, ...]) -> bool:
    """The rule itself: each letter is there, or a blank for it."""
    return sum(max(0, count - stock[letter]) for letter, count in Counter(word).items()) <= stock[0]


@given(words, stocks)
def test_words_are_kept_that_some_stock_spells(keys: list[bytes], given: list[tuple[int, ...]]) -> None:
    """Only the words that a stock spells are kept, in order."""
    expected = sorted({key for key in keys if any(can_spell(key, stock) for stock in given)})
    assert list(spelled(WordList.of(keys), given)) == expected


def test_no_words_and_no_stocks() -> None:
    assert len(spelled(WordList.of([]), [(1, 1)])) == 0
    assert len(spelled(WordList.of([b"\1"]), [])) == 0
