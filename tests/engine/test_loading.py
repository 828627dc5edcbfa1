"""Files of the engine: the project's folders, word lists, and the cache of word graphs."""

from __future__ import annotations

import lzma
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from engine.errors import BadData
from engine.loading import (
    LexiconMissing,
    ResourceMissing,
    cache,
    folders,
    load_graph,
    load_lexicon,
    load_word_list,
    resource_folder,
)
from engine.words.graph import WordGraph
from engine.words.textlist import BadWord
from engine.words.wordlist import WordList
from tests.support.damaged import damaged
from tests.support.words import ENGLISH, keys_of


@pytest.fixture
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache for one test."""
    folder = tmp_path / "cache"
    monkeypatch.setattr(cache, "cache_folder", lambda: folder)
    return folder


@pytest.fixture
def word_file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.txt"
    path.write_text("CARE\nACE\nRACE\n", encoding="utf-8")
    return path


def graph_file(folder: Path) -> Path:
    (path,) = folder.glob("*.graph")
    return path


def test_resource_folder_prefers_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package's own copy comes before the checkout's; a missing folder is a typed error."""
    engine = tmp_path / "engine"
    monkeypatch.setattr(folders, "_ENGINE", engine)
    with pytest.raises(ResourceMissing) as caught:
        resource_folder("data")
    assert len(caught.value.tried) == 2
    (tmp_path / "data").mkdir()
    assert resource_folder("data") == tmp_path / "data"
    packaged = engine / "_packaged" / "data"
    packaged.mkdir(parents=True)
    assert resource_folder("data") == packaged


def test_lexicon_answers_before_and_after_its_graph_exists(cache_folder: Path, word_file: Path) -> None:
    """First it is a list and, once the graph is cached, the mapped graph: same words, same identity."""
    first = load_lexicon(str(word_file), ENGLISH)
    assert isinstance(first.base, WordList)
    assert first.contains(tuple("RACE"))
    graph = load_graph(first)
    second = load_lexicon(str(word_file), ENGLISH)
    assert isinstance(second.base, WordGraph)
    assert second.id == first.id
    assert list(second) == list(first)
    assert np.array_equal(load_graph(second).nodes, graph.nodes)
    assert load_graph(second) is second.base


def test_the_same_words_in_another_file_share_the_graph(cache_folder: Path, tmp_path: Path) -> None:
    """Packing, order and case do not matter for the identity."""
    plain, packed = tmp_path / "a.txt", tmp_path / "b.txt.xz"
    plain.write_text("AB\nCD\n")
    packed.write_bytes(lzma.compress(b"cd\r\nab\r\n"))
    load_graph(load_lexicon(str(plain), ENGLISH))
    load_graph(load_lexicon(str(packed), ENGLISH))
    assert len(list(cache_folder.glob("*.graph"))) == 1


def test_list_packed_as_small_as_can_be(tmp_path: Path) -> None:
    """The strongest preset of xz asks for 65 MiB to unpack, however short the list."""
    path = tmp_path / "a.txt.xz"
    path.write_bytes(lzma.compress(b"ab\n", preset=9))
    assert list(load_word_list(path, ENGLISH).words) == [b"\1\2"]


def test_K6_a_changed_lexicon_has_a_graph_of_its_own(cache_folder: Path, word_file: Path) -> None:
    """Moves are found in a graph with the added words and without the removed ones."""
    lexicon = load_lexicon(str(word_file), ENGLISH)
    changed = lexicon.with_words([tuple("CARED")]).without_words([tuple("ACE")])
    assert list(load_graph(changed)) == keys_of("CARE", "CARED", "RACE")
    assert list(load_graph(lexicon)) == keys_of("ACE", "CARE", "RACE")
    assert list(load_graph(changed.with_words([tuple("ACE")]))) == keys_of("ACE", "CARE", "CARED", "RACE")


@pytest.mark.parametrize("damage", ["byte", "short", "long", "header", "empty", "second"])
def test_a_damaged_cache_is_noticed_and_made_again(cache_folder: Path, word_file: Path, damage: str) -> None:
    """Whatever the damage, the lexicon is right and the file is good again afterwards."""
    load_graph(load_lexicon(str(word_file), ENGLISH))
    path = graph_file(cache_folder)
    good = path.read_bytes()
    path.write_bytes(damaged(good, damage))
    lexicon = load_lexicon(str(word_file), ENGLISH)
    assert isinstance(lexicon.base, WordList)
    assert list(load_graph(lexicon)) == keys_of("ACE", "CARE", "RACE")
    assert path.read_bytes() == good
    assert not list(cache_folder.glob("*.part"))


def test_a_damaged_note_is_ignored(cache_folder: Path, word_file: Path) -> None:
    """The note that points from a file to its graph names a graph or nothing, never a path."""
    load_graph(load_lexicon(str(word_file), ENGLISH))
    (note,) = cache_folder.glob("*.note")
    for text in ("../secret", "", "0" * 32, "é"):
        note.write_text(text, encoding="utf-8")
        assert isinstance(load_lexicon(str(word_file), ENGLISH).base, WordList)


def test_without_a_writable_cache_graphs_are_built_in_memory(word_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that cannot be created is not an error."""
    monkeypatch.setattr(cache, "cache_folder", lambda: word_file / "under" / "a" / "file")
    lexicon = load_lexicon(str(word_file), ENGLISH)
    assert list(load_graph(lexicon)) == keys_of("ACE", "CARE", "RACE")


def test_the_cache_does_not_grow_for_ever(cache_folder: Path, word_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The least recently used graphs are deleted."""
    monkeypatch.setattr(cache, "KEPT", 3)
    lexicon = load_lexicon(str(word_file), ENGLISH)
    load_graph(lexicon)
    for number, letter in enumerate("ABCDEF"):
        changed = lexicon.with_words([(letter, "A")])
        load_graph(changed)
        for path in cache_folder.glob("*.graph"):
            if changed.id in path.name:
                os.utime(path, (number, number))
    assert len(list(cache_folder.glob("*.graph"))) == 3
    assert isinstance(load_lexicon(str(word_file), ENGLISH).base, WordGraph)


def test_two_processes_may_build_at_once(tmp_path: Path, word_file: Path) -> None:
    """Both get the graph, and one good file remains. Kernels run as plain Python here, which must work too."""
    program = (
        "import sys; from engine.loading import load_lexicon, load_graph\n"
        "from tests.support.words import ENGLISH\n"
        "lexicon = load_lexicon(sys.argv[1], ENGLISH); print(len(list(load_graph(lexicon))))"
    )
    env = {**os.environ, "TILEWRIGHT_JIT": "off", "XDG_CACHE_HOME": str(tmp_path)}
    command = [sys.executable, "-W", "error", "-c", program, str(word_file)]
    running = [subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert [process.communicate()[0] for process in running] == ["3\n", "3\n"]
    if sys.platform == "linux":
        assert sorted(p.suffix for p in (tmp_path / "tilewright" / "graphs").iterdir()) == [".graph", ".note"]


def test_lookup_needs_no_compiler() -> None:
    """Loading a lexicon and looking up a word does not import numba."""
    program = (
        "import sys; from tests.support.words import english\n"
        "assert english().contains(tuple('CARE')); print('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_unknown_lexicon_names_those_there_are() -> None:
    """The error lists the lexicons to choose from."""
    with pytest.raises(LexiconMissing) as caught:
        load_lexicon("englsh", ENGLISH)
    assert "english" in caught.value.available


def test_N21_bad_files_are_refused(tmp_path: Path) -> None:
    """Bad lines, bad text, damaged and truncated packing: each a typed error."""
    path = tmp_path / "bad.txt"
    packed = lzma.compress(b"AB\nCD\n")
    for data, error in [
        (b"AB\nC1\n", BadWord),
        (b"AB\n\x81\x8d\n", BadData),
        (packed[:-5], BadData),
        (packed[:20] + b"x" + packed[21:], BadData),
        (lzma.compress(bytes(65 * 1024 * 1024), preset=0), BadData),
    ]:
        path.write_bytes(data)
        with pytest.raises(error):
            load_word_list(path, ENGLISH)
    path.write_bytes(b"AB\n\x81\x8d\n")
    with pytest.raises(BadData) as caught:
        load_word_list(path, ENGLISH)
    assert caught.value.line == 2
