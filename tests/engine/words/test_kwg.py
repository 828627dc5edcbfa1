"""KWG files in both layouts, and files that are not KWG."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.limits import COMMAND_LINE
from engine.words.graph.build import build_graph
from engine.words.graph.kwg import BadGraph, KwgLayout, decode, encode
from engine.words.graph.view import ACCEPTS, LAST
from tests.support.words import english_graph, gaddag_root, list_of, strings_below


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


@settings(max_examples=300)
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
