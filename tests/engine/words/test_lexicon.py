"""Lexicons: a base with changes, and searches, over either store of words."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.words.graph.build import build_graph
from engine.words.lexicon import Lexicon
from engine.words.store import Words
from engine.words.wordlist import WordList
from tests.support.words import ENGLISH, SPANISH, list_of

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
    assert texts(changed.anagrams("AET")) == ["ATE", "EAT", "ETA", "TAE"]
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
    assert texts(lexicon.anagrams("TAE")) == ["ATE", "EAT", "ETA", "TEA"]
    assert texts(lexicon.anagrams("TAE?")) == ["EATS", "SEAT", "TEAS"]
    assert texts(lexicon.anagrams("??")) == ["AT", "TA"]
    assert lexicon.anagrams("AAT") == ()


def test_anagrams_of_some_letters(lexicon: Lexicon) -> None:
    """With a minimum length, the search finds every word that some of the letters make."""
    assert texts(lexicon.anagrams("CATS", 2)) == ["AT", "CAT", "CATS", "SAT", "SCAT", "TA"]
    with pytest.raises(KeyError):
        lexicon.anagrams("É")


def test_N22_digraphs_are_letters_in_searches() -> None:
    """One blank can be CH."""
    spanish = Lexicon.of("es", SPANISH, list_of("CHE", "[C][H]E", "LE", alphabet=SPANISH))
    assert spanish.anagrams(("?", "E")) == (("CH", "E"), ("L", "E"))
    assert spanish.anagrams("???") == (("C", "H", "E"),)


keys = st.lists(st.integers(1, 4), min_size=2, max_size=5).map(bytes)


@settings(max_examples=150)
@given(st.sets(keys), st.lists(st.integers(0, 4), max_size=6))
def test_both_stores_find_what_a_scan_finds(words: set[bytes], rack: list[int]) -> None:
    """List and graph have the same children and give the same answers as trying every word."""
    from collections import Counter

    from engine.words import search

    words_list = WordList.of(words)
    stores: list[Words] = [words_list, build_graph(words_list)]
    have = Counter(rack)
    made = [w for w in sorted(words) if (Counter(w) - have).total() <= have[0]]
    for store in stores:
        assert list(search.made_of(store, [have[i] for i in range(5)], have[0], 2)) == made


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
