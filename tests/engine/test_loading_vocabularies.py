"""The words that computer players know: the same whether they come from the cache or are made."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.computer.vocabulary import Vocabulary
from engine.loading import cache, list_lexicons, load_graph, load_lexicon, load_variant
from engine.loading.vocabularies import load_everyday, load_vocabulary
from engine.model.levels import FADE, LEVELS
from engine.words.graph import WordGraph
from engine.words.lexicon import Lexicon
from engine.words.wordlist import WordList
from tests.support.damaged import damaged
from tests.support.words import ENGLISH, english, list_of

FEW = Lexicon.of("few", ENGLISH, list_of("AT", "TEA", "EAT", "ATE", "SEAT", "TEASE", "STATES"))
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


def forbid_making(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.words.graph.build.build_graph", lambda words: pytest.fail("builds"))
    monkeypatch.setattr(Vocabulary, "of", lambda keys: pytest.fail("makes"))


def same(one: tuple[Vocabulary, tuple[WordGraph, ...]], other: tuple[Vocabulary, tuple[WordGraph, ...]]) -> bool:
    """Whether every array is the same to the last bit."""
    arrays = [(words.words, words.ranks, *(graph.nodes for graph in graphs)) for words, graphs in (one, other)]
    sizes = [[graph.size for graph in graphs] for _, graphs in (one, other)]
    alike = (a.dtype == b.dtype and a.tobytes() == b.tobytes() for a, b in zip(*arrays, strict=True))
    return all(alike) and sizes[0] == sizes[1]


@pytest.mark.parametrize("language", ["en", "xx"])
def test_cached_words_are_those_that_are_made(
    language: str, cache_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a file that says how common words are, and without one."""
    words = english() if language == "en" else FEW
    monkeypatch.setattr(cache, "cache_folder", lambda: Path(__file__) / "no folder")
    made = load(language, words)
    monkeypatch.setattr(cache, "cache_folder", lambda: cache_folder)
    assert same(load(language, words), made)
    forbid_making(monkeypatch)
    assert same(load(language, words), made)


@pytest.mark.soak
def test_levels_know_the_common_words_that_are_valid(cache_folder: Path) -> None:
    """Of a list and of a graph, with and without changes; this is the definition, word by word."""
    for lexicon in (english(), changed(english()), replace(english(), base=english().word_list())):
        vocabulary, everyday = load("en", lexicon)
        for count, graph in zip(LIMITED, everyday, strict=True):
            known = {key for key in vocabulary.first(count) if lexicon.contains(lexicon.word(key))}
            assert graph.size == len(known)
            assert set(graph) == known


def changed(lexicon: Lexicon) -> Lexicon:
    """The lexicon as a server has changed it: a common word is gone, and another has come."""
    return lexicon.without_words([tuple("HOUSE")]).with_words([tuple("CANNOTT")])


def test_edits_of_a_server_leave_no_files_behind(cache_folder: Path) -> None:
    """What the levels know of a changed lexicon is made anew: the vocabulary is that of the language."""
    load("en", english())
    before = sorted(cache_folder.iterdir())
    _, everyday = load("en", changed(english()))
    assert not everyday[0].contains(english().key(tuple("HOUSE")))
    load("xx", FEW.with_words([tuple("STATE")]))
    assert sorted(cache_folder.iterdir()) == before


def test_other_lexicons_and_alphabets_are_kept_apart(cache_folder: Path) -> None:
    """Common words may be invalid in one of them, and letters have other numbers."""
    assert [graph.size for graph in load("en", FEW)[1]] != [graph.size for graph in load("en", english())[1]]
    turned = replace(ENGLISH, letters=ENGLISH.letters[::-1])
    one, other = (load_vocabulary("en", Lexicon.of("few", letters, WordList.of(()))) for letters in (ENGLISH, turned))
    assert [27 - i for i in one.first(1)[0]] == list(other.first(1)[0])
    assert len(list(cache_folder.glob("*.vocabulary"))) == 2


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
