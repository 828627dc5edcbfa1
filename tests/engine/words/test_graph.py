"""The built graph holds exactly the strings of its definition, in KWG files of both layouts."""

from __future__ import annotations

import string

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.limits import COMMAND_LINE
from engine.words.graph import WordGraph, kernels
from engine.words.graph.kwg import BadGraph, GraphTooLarge, KwgLayout, build_graph, decode, encode
from engine.words.graph.view import ACCEPTS, ARC, ARC_SHIFT, LAST, TILE
from engine.words.lexicon import WordList
from tests.support.words import (
    english_graph,
    english_list,
    gaddag_root,
    gaddag_strings,
    keys_of,
    list_of,
    strings_below,
)

words_of_few_letters = st.sets(st.binary(min_size=2, max_size=6).map(lambda b: bytes(1 + x % 4 for x in b)))
words_of_many_letters = st.sets(st.binary(min_size=2, max_size=31).map(lambda b: bytes(1 + x % 60 for x in b)))


def check(words: set[bytes]) -> WordGraph:
    graph = build_graph(WordList.of(words))
    assert list(strings_below(graph, graph.dawg_root)) == sorted(words)
    found = list(strings_below(graph, gaddag_root(graph)))
    assert len(found) == len(set(found))
    assert set(found) == gaddag_strings(words)
    return graph


@settings(max_examples=60)
@given(words_of_few_letters)
def test_graph_of_words_with_much_in_common(words: set[bytes]) -> None:
    """Whatever the words, the DAWG holds them and the GADDAG their turned prefixes, nothing else and nothing twice."""
    check(words)


@settings(max_examples=60)
@given(words_of_many_letters)
def test_graph_of_long_words_over_sixty_letters(words: set[bytes]) -> None:
    """The same is true for the widest alphabet and the longest words."""
    check(words)


def test_graph_of_care_is_the_textbook_one() -> None:
    """CARE gives ERAC, RAC@E, AC@RE and C@ARE, and no other string."""
    graph = build_graph(list_of("CARE"))
    assert set(strings_below(graph, gaddag_root(graph))) == {
        bytes("@ABCDEFGHIJKLMNOPQRSTUVWXYZ".index(c) for c in text) for text in ("ERAC", "RAC@E", "AC@RE", "C@ARE")
    }


def test_nodes_are_in_the_newer_layout() -> None:
    """AB alone: the bits of every node, written out by hand."""
    nodes = build_graph(list_of("AB")).nodes
    assert nodes.dtype == np.int32
    graph = {tuple(map(int, (n & 63, n >> 6 & 1, n >> 7 & 1))) for n in nodes[2:]}
    # B at the word's end (shared by both halves), A before it, A@ and BA of the GADDAG
    assert graph == {(2, 1, 1), (1, 1, 0), (0, 1, 0), (1, 0, 0), (2, 1, 0), (1, 1, 1)}
    dawg = nodes[0] >> 8
    assert (nodes[dawg] & 63, nodes[nodes[dawg] >> 8]) == (1, 2 | 64 | 128)


def test_empty_list_has_an_empty_graph() -> None:
    """A lexicon may have no words at all (K6): both roots are 0."""
    graph = build_graph(WordList.of(()))
    assert (graph.dawg_root, gaddag_root(graph), len(graph), list(graph)) == (0, 0, 0, [])
    assert not graph.contains(b"\x01\x02")


def test_siblings_are_sorted_and_end() -> None:
    """In the whole English graph tiles ascend up to the marked last sibling, and every child index is a node's."""
    nodes = english_graph().nodes
    tiles = nodes & TILE
    inside = (nodes[2:-1] & LAST) == 0
    assert (tiles[3:][inside] > tiles[2:-1][inside]).all()
    assert nodes[-1] & LAST
    arcs = nodes >> ARC_SHIFT & ARC
    assert arcs.max() < len(nodes)
    # a list begins at the front or after another's end, or is the end of one
    assert 1 not in arcs


def test_equal_lists_of_children_exist_once() -> None:
    """The graph is minimal: no two lists that begin at different nodes have the same content."""
    graph = build_graph(list_of(*(a + b + c for a in "ABCDEF" for b in "AEIOU" for c in "NRST")))
    seen: dict[tuple[int, ...], int] = {}
    starts = {int(n >> ARC_SHIFT & ARC) for n in graph.nodes} - {0}
    for start in starts:
        end = start
        while not graph.nodes[end] & LAST:
            end += 1
        assert seen.setdefault(tuple(graph.nodes[start : end + 1].tolist()), start) == start
    assert len(graph.nodes) < 60


def test_english_graph_holds_every_word_and_is_small() -> None:
    """Building from the real list gives back the same words, in under 6 MB."""
    graph = english_graph()
    assert graph.nodes.nbytes < 6_000_000
    assert list(graph) == list(english_list())


@pytest.mark.parametrize(
    ("text", "is_there"), [("CARE", True), ("CAR", False), ("CARED", False), ("ARE", False), ("BOX", False)]
)
def test_lookup(text: str, is_there: bool) -> None:
    """Only whole words are found."""
    (key,) = keys_of(text)
    assert build_graph(list_of("CARE", "CARES")).contains(key) is is_there


def test_lookup_agrees_with_a_set() -> None:
    """The graph finds words, and words with one letter changed, exactly when a set has them."""
    words = list(english_list())[::997]
    graph = build_graph(WordList.of(words))
    known = set(words)
    for word in words:
        for place in range(len(word)):
            other = word[:place] + bytes((1 + word[place] % 26,)) + word[place + 1 :]
            assert graph.contains(other) is (other in known)
        assert graph.contains(word)
        assert graph.contains(word[:-1]) is (word[:-1] in known)


def test_separator_is_no_letter_of_a_word() -> None:
    """A key with the separator's number in it is never found."""
    graph = build_graph(list_of("CARE", *(letter + letter for letter in string.ascii_uppercase)))
    assert not graph.contains(b"\x03\x00\x01")
    assert not graph.contains(b"\x00")
    assert not graph.contains(b"")


def test_too_many_words_are_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """More nodes than the child indexes reach are a typed error with the number of words."""
    monkeypatch.setattr(kernels, "MOST_CELLS", 3)
    with pytest.raises(GraphTooLarge) as caught:
        build_graph(list_of("CARE", "ACE"))
    assert caught.value.words == 2


def test_words_in_memory_that_cannot_be_written_to_make_the_same_graph() -> None:
    """Keys that come from another process are read-only."""
    words = list_of("CARE", "CARES", "SCARE")
    keys = words.keys
    frozen = WordList(np.frombuffer(keys.tobytes(), keys.dtype))
    assert not frozen.matrix().flags.writeable
    assert np.array_equal(build_graph(frozen).nodes, build_graph(words).nodes)


def raw(*nodes: int) -> bytes:
    return np.array(nodes, "<u4").tobytes()


@pytest.mark.parametrize("layout", KwgLayout)
@pytest.mark.parametrize("told", [True, False])
def test_written_files_read_back(layout: KwgLayout, told: bool) -> None:
    """Reading either layout gives the same graph again, whether the layout is named or detected."""
    graph = english_graph()
    again = decode(encode(graph, layout), 26, layout if told else None)
    assert np.array_equal(again.nodes, graph.nodes)
    assert len(again) == len(graph)


def test_older_layout_bits() -> None:
    """A file of the older layout written by hand: AB and AC."""
    data = raw(2, 0, 1 << 24 | 1 << 22 | 3, 2 << 24 | 1 << 23, 3 << 24 | 1 << 23 | 1 << 22)
    graph = decode(data, 26)
    assert list(graph) == [b"\x01\x02", b"\x01\x03"]
    assert gaddag_root(graph) == 0


def test_files_of_equal_graphs_are_little_endian_nodes() -> None:
    """The newer layout is the nodes themselves."""
    graph = build_graph(list_of("CARE"))
    assert encode(graph) == graph.nodes.astype("<i4").tobytes()


@pytest.mark.parametrize(
    ("data", "layout", "node"),
    [
        (b"", None, -1),
        (raw(2 << 8), None, -1),
        (raw(2 << 8, 0, 1 | LAST)[:-1], None, -1),
        (raw(9 << 8, 0, 1 | LAST), KwgLayout.NEWER, 9),  # the root is past the end
        (raw(2 << 8, 0, 9 << 8 | 1 | LAST), KwgLayout.NEWER, 2),  # a child is past the end
        (raw(2 << 8, 0, 1 | ACCEPTS), KwgLayout.NEWER, 2),  # a sibling is past the end
        (raw(2 << 8, 0, 2 << 8 | 1 | LAST), KwgLayout.NEWER, 2),  # a node is its own child
        (raw(2 << 8, 0, 1 | LAST), KwgLayout.NEWER, 2),  # a path ends without a word
        (raw(2 << 8, 0, 3 << 8 | 1 | LAST, 2 << 8 | 1 | LAST), KwgLayout.NEWER, 3),  # a node is its own grandchild
        (raw(2 << 8, 0, 2 | ACCEPTS, 1 | ACCEPTS | LAST), KwgLayout.NEWER, 2),  # tiles descend
        (raw(2 << 8, 0, 27 | ACCEPTS | LAST), KwgLayout.NEWER, 2),  # a tile beyond the alphabet
        (raw(0, 0, 1 | LAST), KwgLayout.NEWER, 0),  # there is a node but no root
        (raw(2 << 8 | 3, 0, 1 | LAST), KwgLayout.NEWER, 0),  # a root with a tile
        (raw(2, 0, 70 << 24 | 1 << 22), KwgLayout.OLDER, 2),
        (raw(2 << 8, 9 << 8, 1 | LAST), KwgLayout.NEWER, 9),  # the GADDAG's root is past the end
    ],
)
def test_damaged_files_are_refused(data: bytes, layout: KwgLayout | None, node: int) -> None:
    """Each kind of damage is a typed error that names the node."""
    with pytest.raises(BadGraph) as caught:
        decode(data, 26, layout)
    assert caught.value.node == node


def test_too_deep_a_file_is_refused() -> None:
    """Words of 32 letters are more than the engine's buffers hold."""
    chain = [(i + 3) << 8 | 1 | LAST for i in range(31)] + [1 | LAST | ACCEPTS]
    with pytest.raises(BadGraph):
        decode(raw(2 << 8, 0, *chain), 26, KwgLayout.NEWER)
    assert len(decode(raw(3 << 8, 0, *chain), 26, KwgLayout.NEWER)) == 1


def test_a_file_of_endless_words_is_refused() -> None:
    """A few nodes can spell more words than a number can count."""
    nodes = []
    for level in range(31):
        below = 0 if level == 30 else 2 + 26 * (level + 1)
        nodes += [below << 8 | ACCEPTS | (LAST if letter == 26 else 0) | letter for letter in range(1, 27)]
    with pytest.raises(BadGraph):
        decode(raw(2 << 8, 0, *nodes), 26, KwgLayout.NEWER)


@settings(max_examples=100)
@given(st.data())
def test_a_changed_byte_never_does_harm(data: st.DataObject) -> None:
    """With any byte of a good file changed, it is refused or gives a graph that can be walked to the end."""
    good = bytearray(encode(build_graph(list_of("CARE", "CARES", "SCARE", "ACE", "RACE"))))
    place = data.draw(st.integers(0, len(good) - 1))
    good[place] = data.draw(st.integers(0, 255))
    try:
        graph = decode(bytes(good), 26)
    except BadGraph:
        return
    assert len(list(graph)) == len(graph)
    assert all(len(string) <= 32 for string in strings_below(graph, gaddag_root(graph)))


def test_child_indexes_use_all_24_bits() -> None:
    """Nodes are signed numbers, so the highest bit of a child index must not be taken for a sign."""
    place = (1 << 23) + 5
    nodes = np.zeros(place + 2, "<u4")
    nodes[0], nodes[place], nodes[place + 1] = place << 8, (place + 1) << 8 | LAST | 1, LAST | ACCEPTS | 2
    graph = decode(nodes.tobytes(), 26, KwgLayout.NEWER, limits=COMMAND_LINE)
    assert graph.nodes[0] < 0
    assert (graph.dawg_root, list(graph), graph.contains(b"\x01\x02")) == (place, [b"\x01\x02"], True)
    assert np.array_equal(np.frombuffer(encode(graph), "<u4"), nodes)
