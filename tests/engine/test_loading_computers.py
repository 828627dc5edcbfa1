"""What computer players need from files, and what stands in where there is none."""

from __future__ import annotations

import lzma
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from engine.errors import BadData
from engine.loading import computers
from engine.words.lexicon import Lexicon
from tests.support.games import STANDARD, variant_of
from tests.support.words import ENGLISH, english, list_of

FEW = Lexicon.of("few", ENGLISH, list_of("AT", "TEA", "EAT", "ATE", "SEAT", "TEASE", "STATES"))


def test_tools_are_made_once_whoever_asks() -> None:
    """Four threads at once get the very same tools."""
    variant = replace(STANDARD, name="once")
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda _: computers.load_tools(variant, FEW), range(4)))
    assert all(one is made[0] for one in made)


def test_only_a_few_tools_stay() -> None:
    """A bot that serves many lexicons does not keep them all."""
    first = computers.load_tools(variant_of("AAEETTSS??"), FEW)
    for number in range(computers.KEPT):
        computers.load_tools(variant_of("AAEETTSS??"), FEW.with_words([("A",) * (number + 2)]))
    assert computers.load_tools(variant_of("AAEETTSS??"), FEW) is not first


def test_language_without_a_list_takes_short_words_for_common() -> None:
    """So that the weak levels have something to know."""
    vocabulary = computers.load_vocabulary("xx", FEW)
    assert len(vocabulary) == len(FEW)
    assert [len(key) for key in vocabulary.first(10)] == [2, 3, 3, 3, 4, 5, 6]


def test_variant_without_a_file_gets_estimated_leaves() -> None:
    """And one with a file gets the learnt ones."""
    other = replace(STANDARD, name="unheard of")
    assert not computers.leaves_file(other).exists()
    assert computers.leaves_file(STANDARD).exists()
    assert not (computers.load_leaves(other).table == computers.load_leaves(STANDARD).table).all()


def test_language_without_unwanted_words() -> None:
    """Nothing is unwanted."""
    assert computers.load_unwanted("xx", FEW) == frozenset()
    assert computers.load_unwanted("en", english())


@pytest.mark.parametrize("content", [b"", b"nonsense", lzma.compress(b"\x01\x00\x00\x00")])
def test_damaged_leaves_are_an_error(content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Told as such, not taken for a variant without a file."""
    (tmp_path / "leaves").mkdir()
    (tmp_path / "leaves" / "standard-en.klv2.xz").write_bytes(content)
    monkeypatch.setattr(computers, "resource_folder", lambda name: tmp_path)
    with pytest.raises(BadData):
        computers.load_leaves(STANDARD)


def test_racks_of_twelve_have_leaves() -> None:
    """A table of them all would be too large; it holds those of few tiles."""
    large = replace(STANDARD, name="large", rack_size=12, bonuses=(0,) * 13)
    assert 0 < len(computers.load_leaves(large).keys) <= 1_500_000
