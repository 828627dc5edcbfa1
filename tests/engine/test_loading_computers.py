"""What computer players load from files, and the words that they know."""

from __future__ import annotations

import lzma
import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.computer.leaves import estimate
from engine.computer.tools import Vocabulary
from engine.errors import BadData
from engine.loading import cache, computers, list_lexicons, load_graph, load_lexicon, load_variant
from engine.loading.computers import load_everyday, load_vocabulary
from engine.model.levels import FADE, LEVELS
from engine.play.generator.encoding import LEAST_BYTES, MAX_BYTES, EncodedPosition, LeaveTable, build_map
from engine.play.generator.generator import leave_values
from engine.words.graph import WordGraph
from engine.words.lexicon import Lexicon, WordList
from tests.support.games import STANDARD, variant_of
from tests.support.later import later
from tests.support.malformed import damaged
from tests.support.words import ENGLISH, english, english_list, list_of

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
    assert computers.make_generator(STANDARD, english()).word_map is one.generator.word_map
    assert one.vocabulary is other.vocabulary
    assert all(a.arrays[1] is b.arrays[1] for a, b in zip(one.everyday, other.everyday, strict=True))
    assert one.leaves is other.leaves
    for number in range(computers.TOOLS_KEPT):
        computers.load_tools(variant_of("AAEETTSS??"), FEW.with_words([("A",) * (number + 2)]))
    assert all(words.vocabulary is not one.vocabulary for words in computers._words.values())
    assert len(computers._words) == computers.TOOLS_KEPT


def test_language_without_a_list_takes_short_words_for_common() -> None:
    """The weak levels then have something to know."""
    vocabulary = computers.load_vocabulary("xx", FEW)
    assert len(vocabulary) == len(FEW)
    assert [len(key) for key in vocabulary.first(10)] == [2, 3, 3, 3, 4, 5, 6]


@pytest.fixture(scope="module")
def learnt() -> NDArray[np.float32]:
    """The leaves of the standard English game."""
    return computers.load_leaves(STANDARD).entries


def test_variant_without_a_file_gets_estimated_leaves(learnt: NDArray[np.float32]) -> None:
    """A variant with a file gets the learnt leaves, whatever its name."""
    other = variant_of("AAEETTSS??")
    assert (computers.load_leaves(other).entries == estimate(other).entries).all()
    assert computers.leaves_file(STANDARD).exists()
    assert (computers.load_leaves(replace(STANDARD, name="unheard of")).entries == learnt).all()


def test_variants_of_the_same_tiles_and_racks_share_learnt_leaves(learnt: NDArray[np.float32]) -> None:
    """The board may differ; other rack sizes have other leaves."""
    assert not computers.leaves_file(load_variant("wild")).exists()
    assert (computers.load_leaves(load_variant("wild")).entries == learnt).all()
    smaller = replace(STANDARD, rack_size=6, bonuses=(0,) * 7)
    assert not np.array_equal(computers.load_leaves(smaller).entries, learnt)


@pytest.mark.parametrize("name", ["standard", *later(["super", "quick", "cardwords", "wild"])])
def test_every_variant_that_comes_along_has_learnt_leaves(name: str) -> None:
    """This covers English, which has a lexicon; a blank is worth more than an S, and an S more than a V."""
    variant = load_variant(name)
    table = computers.load_leaves(variant)
    assert not np.array_equal(table.entries, estimate(variant).entries)
    blank, s, v = (_value(table, letter) for letter in (0, 19, 22))
    assert blank > s > v


def _value(table: LeaveTable, letter: int) -> int:
    """The value of keeping one tile of a letter, in thousandths of a point."""
    rack = np.array([letter], np.int32)
    return int(leave_values(EncodedPosition(rack[:0], rack), table)[-1])


def test_language_without_unwanted_words() -> None:
    """The set of unwanted words is empty."""
    assert computers.load_unwanted("xx", FEW) == frozenset()
    assert computers.load_unwanted("en", english())


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


LIMITED = [int(level.words * FADE) for level in LEVELS if level.words is not None]


@pytest.fixture
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache for one test."""
    folder = tmp_path / "cache"
    monkeypatch.setattr(cache, "cache_folder", lambda: folder)
    monkeypatch.delenv("TILEWRIGHT_PREPARED", raising=False)
    return folder


def load(language: str, lexicon: Lexicon) -> tuple[Vocabulary, tuple[WordGraph, ...]]:
    vocabulary = load_vocabulary(language, lexicon)
    return vocabulary, load_everyday(language, lexicon, vocabulary)


@pytest.fixture(scope="module")
def english_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache that the common English words were loaded into."""
    folder = tmp_path_factory.mktemp("english") / "cache"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cache, "cache_folder", lambda: folder)
        patch.delenv("TILEWRIGHT_PREPARED", raising=False)
        load("en", english())
    return folder


@pytest.fixture
def english_cache(english_folder: Path, cache_folder: Path) -> Path:
    """The same for one test."""
    return shutil.copytree(english_folder, cache_folder)


def forbid_making(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.words.graph.kwg.build_graph", lambda words: pytest.fail("builds"))
    monkeypatch.setattr(Vocabulary, "of", lambda keys: pytest.fail("makes"))


def same(one: tuple[Vocabulary, tuple[WordGraph, ...]], other: tuple[Vocabulary, tuple[WordGraph, ...]]) -> bool:
    """Whether every array is the same to the last bit."""
    arrays = [(words.words, words.ranks, *(graph.nodes for graph in graphs)) for words, graphs in (one, other)]
    sizes = [[graph.size for graph in graphs] for _, graphs in (one, other)]
    alike = (a.dtype == b.dtype and a.tobytes() == b.tobytes() for a, b in zip(*arrays, strict=True))
    return all(alike) and sizes[0] == sizes[1]


@pytest.mark.parametrize("language", ["en", "xx"])
def test_cached_words_are_those_that_are_made(
    language: str, english_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a file that says how common words are, and without one."""
    words = english() if language == "en" else FEW
    monkeypatch.setattr(cache, "cache_folder", lambda: Path(__file__) / "no folder")
    made = load(language, words)
    monkeypatch.setattr(cache, "cache_folder", lambda: english_cache)
    if language == "xx":
        assert same(load(language, words), made)
    forbid_making(monkeypatch)
    assert same(load(language, words), made)


@pytest.mark.soak
def test_levels_know_the_common_words_that_are_valid(cache_folder: Path) -> None:
    """Of a list and of a graph, with and without changes; this is the definition, word by word."""
    for lexicon in (english(), changed(english()), replace(english(), base=english_list())):
        vocabulary, everyday = load("en", lexicon)
        for count, graph in zip(LIMITED, everyday, strict=True):
            known = {key for key in vocabulary.first(count) if lexicon.contains(lexicon.word(key))}
            assert graph.size == len(known)
            assert set(graph) == known


def changed(lexicon: Lexicon) -> Lexicon:
    """The lexicon as a server has changed it: a common word is gone, and another has come."""
    return lexicon.without_words([tuple("HOUSE")]).with_words([tuple("CANNOTT")])


def test_edits_of_a_server_leave_no_files_behind(english_cache: Path) -> None:
    """What the levels know of a changed lexicon is made anew: the vocabulary is that of the language."""
    before = sorted(english_cache.iterdir())
    _, everyday = load("en", changed(english()))
    assert not everyday[0].contains(english().key(tuple("HOUSE")))
    load("xx", FEW.with_words([tuple("STATE")]))
    assert sorted(english_cache.iterdir()) == before


def test_other_lexicons_and_alphabets_are_kept_apart(english_cache: Path) -> None:
    """Common words may be invalid in one of them, and letters have other numbers."""
    assert [graph.size for graph in load("en", FEW)[1]] != [graph.size for graph in load("en", english())[1]]
    turned = replace(ENGLISH, letters=ENGLISH.letters[::-1])
    one, other = (load_vocabulary("en", Lexicon.of("few", letters, WordList.of(()))) for letters in (ENGLISH, turned))
    assert [27 - i for i in one.first(1)[0]] == list(other.first(1)[0])
    assert len(list(english_cache.glob("*.vocabulary"))) == 2


@pytest.mark.parametrize("damage", ["byte", "short", "long", "header", "empty", "first", "second"])
def test_a_damaged_vocabulary_is_noticed_and_made_again(cache_folder: Path, damage: str) -> None:
    """Whatever the damage, the words are right and the file is good again afterwards."""
    made = load_vocabulary("xx", FEW)
    (path,) = cache_folder.glob("*.vocabulary")
    good = path.read_bytes()
    path.write_bytes(damaged(good, damage))
    again = load_vocabulary("xx", FEW)
    assert again.first(100) == made.first(100)
    assert path.read_bytes() == good


def test_ranks_of_a_cached_vocabulary(cache_folder: Path) -> None:
    """Looking up a word works in the mapped file as in memory."""
    made, cached = (load_vocabulary("xx", FEW) for _ in range(2))
    asked = [*made.first(100), FEW.key(tuple("TEASES")), b"\1"]
    assert [cached.rank(key) for key in asked] == [made.rank(key) for key in asked]
    assert len(cached) == len(FEW)


def test_a_lexicon_without_words(cache_folder: Path) -> None:
    """Nobody knows any, however often they are loaded."""
    empty = load_lexicon("empty", ENGLISH)
    for _ in range(2):
        vocabulary, everyday = load("xx", empty)
        assert len(vocabulary) == 0
        assert [graph.size for graph in everyday] == [0] * len(LIMITED)


def test_the_cache_holds_few_bytes(cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The files of which something was read most recently stay, whatever they hold."""
    for number in range(5):
        monkeypatch.setattr(cache, "MOST_BYTES", 1_000)
        lexicon = Lexicon.of("one", ENGLISH, list_of("AT", "TEA" + "S" * number))
        load("xx", lexicon)
        load_graph(lexicon)
        assert sum(path.stat().st_size for path in cache_folder.iterdir()) <= 1_000
        assert cache.read_graph(lexicon.id)


@pytest.mark.soak
def test_N22_the_words_of_all_languages_fit_into_the_cache() -> None:
    """A bot that plays in every language, in twice as many as there are now, does not delete its own files."""
    files = 2 + len(LIMITED)
    assert 2 * files * len(list_lexicons()) <= cache.FILES_KEPT
    largest = max(list_lexicons(), key=lambda info: info.words)
    lexicon = load_lexicon(largest.name, load_variant("standard", largest.language).alphabet)
    vocabulary, everyday = load(largest.language, lexicon)
    graphs = sum(graph.nodes.nbytes for graph in (load_graph(lexicon), *everyday))
    assert 2 * len(list_lexicons()) * (graphs + vocabulary.words.nbytes + vocabulary.ranks.nbytes) <= cache.MOST_BYTES
