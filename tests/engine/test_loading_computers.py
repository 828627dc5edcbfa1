"""What computer players load from files, and the defaults where there is no file."""

from __future__ import annotations

import lzma
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.computer.leaves import estimate
from engine.errors import BadData
from engine.loading import computers, list_lexicons, load_graph, load_lexicon, load_variant, vocabularies
from engine.play.generator.encoding import EncodedPosition
from engine.play.generator.generator import leave_values
from engine.play.generator.leaves import LeaveTable
from engine.play.generator.wordmap import LEAST_BYTES, MAX_BYTES, build_map
from engine.words.lexicon import Lexicon
from tests.support.games import STANDARD, variant_of
from tests.support.later import at_gate
from tests.support.words import ENGLISH, english, list_of

FEW = Lexicon.of("few", ENGLISH, list_of("AT", "TEA", "EAT", "ATE", "SEAT", "TEASE", "STATES"))


def test_tools_are_made_once_whoever_asks() -> None:
    """Four threads at once get the very same tools."""
    variant = replace(STANDARD, name="once")
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda _: computers.load_tools(variant, FEW), range(4)))
    assert all(one is made[0] for one in made)


@pytest.mark.soak
def test_N22_the_largest_list_of_less_than_millions_has_a_word_map() -> None:
    """Without one the best play takes five times as long; that of Polish would take 288 MB."""
    fitting = [info for info in list_lexicons() if LEAST_BYTES * info.words <= MAX_BYTES]
    largest = max(fitting, key=lambda info: info.words)
    variant = load_variant("standard", largest.language)
    assert build_map(load_graph(load_lexicon(largest.name, variant.alphabet)), computers.COMMON_SIDE) is not None


def test_only_a_few_tools_stay() -> None:
    """A bot that serves many lexicons does not keep them all."""
    first = computers.load_tools(variant_of("AAEETTSS??"), FEW)
    for number in range(computers.TOOLS_KEPT):
        computers.load_tools(variant_of("AAEETTSS??"), FEW.with_words([("A",) * (number + 2)]))
    assert computers.load_tools(variant_of("AAEETTSS??"), FEW) is not first


def test_boards_of_a_language_share_what_they_can(monkeypatch: pytest.MonkeyPatch) -> None:
    """The word forms, and the leaves of equal tiles; only as long as something uses them."""
    monkeypatch.setattr(computers, "_kept", {})
    monkeypatch.setattr(computers, "_words", {})
    one, other = (computers.load_tools(load_variant(name), english()) for name in ("standard", "wild"))
    assert one.generator.word_map is other.generator.word_map
    assert one.vocabulary is other.vocabulary
    assert all(a.arrays[1] is b.arrays[1] for a, b in zip(one.everyday, other.everyday, strict=True))
    assert one.leaves is other.leaves
    for number in range(computers.TOOLS_KEPT):
        computers.load_tools(variant_of("AAEETTSS??"), FEW.with_words([("A",) * (number + 2)]))
    assert all(words.vocabulary is not one.vocabulary for words in computers._words.values())
    assert len(computers._words) == computers.TOOLS_KEPT


def test_language_without_a_list_takes_short_words_for_common() -> None:
    """The weak levels then have something to know."""
    vocabulary = vocabularies.load_vocabulary("xx", FEW)
    assert len(vocabulary) == len(FEW)
    assert [len(key) for key in vocabulary.first(10)] == [2, 3, 3, 3, 4, 5, 6]


def test_variant_without_a_file_gets_estimated_leaves() -> None:
    """A variant with a file gets the learnt leaves, whatever its name."""
    other = variant_of("AAEETTSS??")
    assert (computers.load_leaves(other).entries == estimate(other).entries).all()
    assert computers.leaves_file(STANDARD).exists()
    learnt = computers.load_leaves(STANDARD).entries
    assert not np.array_equal(learnt, estimate(STANDARD).entries)
    assert (computers.load_leaves(replace(STANDARD, name="unheard of")).entries == learnt).all()


def test_variants_of_the_same_tiles_and_racks_share_learnt_leaves() -> None:
    """The board may differ; other rack sizes have other leaves."""
    learnt = computers.load_leaves(STANDARD).entries
    assert not computers.leaves_file(load_variant("wild")).exists()
    assert (computers.load_leaves(load_variant("wild")).entries == learnt).all()
    smaller = replace(STANDARD, rack_size=6, bonuses=(0,) * 7)
    assert not np.array_equal(computers.load_leaves(smaller).entries, learnt)


@pytest.mark.parametrize("name", ["standard", *at_gate(["super", "quick", "cardwords", "wild"])])
def test_every_variant_that_comes_along_has_learnt_leaves(name: str) -> None:
    """This covers English, which has a lexicon; a blank is worth more than an S, and an S more than a V."""
    variant = load_variant(name)
    assert not np.array_equal(computers.load_leaves(variant).entries, estimate(variant).entries)
    table = computers.load_leaves(variant)
    blank, s, v = (_value(table, letter) for letter in (0, 19, 22))
    assert blank > s > v


def _value(table: LeaveTable, letter: int) -> int:
    """The value of keeping one tile of a letter, in thousandths of a point."""
    rack = np.array([letter], np.int32)
    return int(leave_values(EncodedPosition(rack[:0], rack), table)[-1])


def test_language_without_unwanted_words() -> None:
    """The set of unwanted words is empty."""
    assert vocabularies.load_unwanted("xx", FEW) == frozenset()
    assert vocabularies.load_unwanted("en", english())


@pytest.mark.parametrize("content", [b"", b"nonsense", lzma.compress(b"\x01\x00\x00\x00")])
def test_damaged_leaves_are_an_error(content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They raise an error and are not mistaken for a missing file."""
    (tmp_path / "leaves").mkdir()
    (tmp_path / "leaves" / "standard-en.klv2.xz").write_bytes(content)
    monkeypatch.setattr(computers, "resource_folder", lambda name: tmp_path)
    with pytest.raises(BadData):
        computers.load_leaves(STANDARD)


def test_racks_of_twelve_have_leaves() -> None:
    """A table of all leaves would be too large; it holds the leaves of few tiles."""
    large = replace(STANDARD, name="large", rack_size=12, bonuses=(0,) * 13)
    assert 0 < np.count_nonzero(computers.load_leaves(large).entries) <= 1_500_000
