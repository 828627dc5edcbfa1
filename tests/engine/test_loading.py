"""Files of the engine: the project's folders, word lists, memory given back, and tools for one position."""

from __future__ import annotations

import lzma
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.computer.player import choose
from engine.errors import BadData
from engine.game.state import HintKind
from engine.loading import (
    LexiconMissing,
    ResourceMissing,
    bundled,
    cache,
    load_graph,
    load_lexicon,
    load_variant,
    load_word_list,
    resource_folder,
)
from engine.loading.computers import load_sparse_tools, load_tools
from engine.model.levels import NUMBERS, SearchPart
from engine.play.placement import score
from engine.review.hints import hint
from engine.words.graph import WordGraph
from engine.words.lexicon import Lexicon, WordList
from engine.words.textlist import BadWord
from tests.support import diagram
from tests.support.engines import tools, view_of
from tests.support.games import rack
from tests.support.later import later
from tests.support.malformed import damaged
from tests.support.words import ENGLISH, english, english_list, keys_of


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
    monkeypatch.setattr(bundled, "_ENGINE", engine)
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
    monkeypatch.setattr(cache, "FILES_KEPT", 3)
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


HOLES = """
import sys, psutil
if sys.argv[1:]:
    from engine.loading.computers import keep_little
    keep_little()
process, kept = psutil.Process(), []
bytearray(300_000)  # by default, the first that is freed raises the size that is given back at once
before = process.memory_info().rss
for _ in range(3):
    large = [(bytearray(b"1") * 250_000, kept.append(bytearray(b"1") * 20_000))[0] for _ in range(200)]
    del large
print((process.memory_info().rss - before) >> 20)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="glibc's")
def test_what_is_large_leaves_no_holes() -> None:
    """Also between pieces that stay."""
    grown = [
        int(subprocess.run([sys.executable, "-c", HOLES, *told], capture_output=True, text=True, check=True).stdout)
        for told in ((), ("keep little",))
    ]
    assert grown[1] < grown[0] / 2


CARE = "\n" * 7 + ".......CARE"
CROSSED = "\n" * 5 + "..........Q\n..........U\n.......CARE\n.......A.I.\n.......T.Z\n"
TWO_BLANKS = pytest.param(CROSSED, "AB??TER", marks=pytest.mark.soak)
POSITIONS = (("", "AEINRST"), ("", "QVVWXZU"), (CARE, "DEGILN?"), (CROSSED, "EJKOSTY"), TWO_BLANKS)


@pytest.fixture(scope="module")
def words() -> Lexicon:
    """The English words as a list, which is all that a new machine has, without a graph."""
    return replace(english(), base=english_list())


@pytest.mark.parametrize(("board", "held"), [POSITIONS[2], TWO_BLANKS, *later([*POSITIONS[:2], POSITIONS[3]])])
def test_every_level_makes_the_same_move_but_for_looking_ahead(words: Lexicon, board: str, held: str) -> None:
    """The boards are empty, open and crowded, the racks with and without blanks."""
    view = view_of(board, held)
    sparse, full = load_sparse_tools(view, words), tools()
    assert len(sparse.generator.arrays[1]) < len(full.generator.arrays[1])
    for level in NUMBERS:
        moves = [choose(view, one, strength=level, without=frozenset(SearchPart)) for one in (sparse, full)]
        assert moves[0] == moves[1], level


@pytest.mark.parametrize(("board", "held"), [POSITIONS[3], *later(POSITIONS[:3])])
def test_hints_are_the_same(words: Lexicon, board: str, held: str) -> None:
    """Nudges, any word and the best play, also when a player asks again."""
    view = view_of(board, held)
    sparse = load_sparse_tools(view, words)
    for kind in HintKind:
        for number in range(3):
            assert hint(view, sparse, kind, number) == hint(view, tools(), kind, number)


def test_the_end_of_a_game(words: Lexicon) -> None:
    """With the pool empty all plays are weighed, and leaves are worth nothing."""
    view = view_of(CROSSED, "EOST", pool=0)
    sparse = load_sparse_tools(view, words)
    for level in (1, 5, 7, 8):
        moves = [choose(view, one, strength=level, without=frozenset(SearchPart)) for one in (sparse, tools())]
        assert moves[0] == moves[1], level


@pytest.mark.soak
def test_words_of_a_server_count_too(words: Lexicon) -> None:
    """A word that was added is played, a word that was removed is not."""
    changed = words.with_words([tuple("QVZXJ")]).without_words([tuple("CARED")])
    view = view_of(CARE, "QVZXJDA")
    full = load_tools(view.table.variant, changed)
    for level in (5, 7):
        assert choose(view, load_sparse_tools(view, changed), strength=level) == choose(view, full, strength=level)
    held = rack("QVZXJDA").tiles
    found = load_sparse_tools(view, changed).generator.all(view.table.board, held)
    assert found.records.tolist() == full.generator.all(view.table.board, held).records.tolist()
    words_found = {
        "".join(word.word)
        for play in found
        for word in score(view.table.board, play.placement, view.table.variant).words
    }
    assert "QVZXJ" in words_found and "CARED" not in words_found


@pytest.mark.parametrize("name", [*later(["wild", "super"])])
def test_other_boards_and_leaves_that_nobody_has_learnt(words: Lexicon, name: str) -> None:
    """Racks and boards of other sizes, and estimated leaves."""
    variant = load_variant(name, "en")
    view = view_of("", "AEINRS?")
    table = replace(view.table, setup=replace(view.table.setup, variant=variant), board=diagram.read("", variant))
    view = replace(view, table=table)
    full = load_tools(variant, english())
    for level in (2, 6, 7):
        assert choose(view, load_sparse_tools(view, words), strength=level) == choose(view, full, strength=level)
