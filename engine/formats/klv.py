"""Leave values as KLV2 files.

All little-endian: a 32-bit number of nodes; that many nodes of a word graph in the older KWG layout, whose words are
the leaves (letters in alphabet order, blanks first as 0); a 32-bit number of leaves; and that many 32-bit floats in the
order of the words, in points. Some programs write the root of the leaves alone, without that of a GADDAG after it.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from engine.computer.leaves import END, LeaveList, rows_of
from engine.errors import BadData, Size
from engine.limits import CHAT, MAX_RACK, Limits
from engine.play.generator.encoding import Letters
from engine.reading import check
from engine.sentences import Internal
from engine.words.graph import WordGraph, kwg
from engine.words.graph.kwg import KwgLayout
from engine.words.lexicon import Node

_LEAVE = 0xFF800000
"""The bits of a node in the older layout that a root does not have: its tile, and that a word ends there."""


def encode(leaves: LeaveList) -> bytes:
    """The bytes of a KLV2 file."""
    from engine.words.graph import kernels

    # letters count from 1, since the graph's builder takes 0 for the end of a word
    rows = leaves.rows + np.uint8(1)
    prefixes = np.zeros((kernels.count_prefixes(rows) + 1, 4), np.int32)
    keys, count, root = kernels.forward(rows, prefixes, 1 << 16)
    nodes = kernels.lay_out(keys, int(count[0]), root, 0)
    nodes[2:] -= 1
    graph = kwg.encode(WordGraph(nodes, len(rows)), KwgLayout.OLDER)
    values = leaves.values.astype("<f4").tobytes()
    return struct.pack("<I", len(nodes)) + graph + struct.pack("<I", len(leaves.values)) + values


def decode(data: bytes, letters: int, where: str = "leave values", limits: Limits = CHAT) -> LeaveList:
    """The leaves and values of a KLV2 file for an alphabet of that many letters. Raises `BadData` and `TooLarge`."""
    from engine.formats import kernels_klv

    graph, values = _parts(data, letters, where, limits)
    rows = np.full((len(values), MAX_RACK), END, np.uint8)
    longest = kernels_klv.read_rows(graph.nodes, rows)
    if longest > MAX_RACK:
        raise BadData(where, Internal("has a leave of more than {most} tiles", most=MAX_RACK))
    return LeaveList(np.ascontiguousarray(rows[:, : max(longest, 1)]), values)


def look_up(
    data: bytes, letters: int, leaves: Iterable[Letters], where: str = "leave values", limits: Limits = CHAT
) -> LeaveList:
    """Those of the given leaves that have a value in a KLV2 file, with their values; fast even as plain Python.

    Each leave's letters are in the alphabet's order, blanks first. Raises as `decode`.
    """
    graph, values = _parts(data, letters, where, limits)
    sizes: dict[Node, int] = {}
    found = {leave: place for leave in leaves if (place := _place(graph, leave, sizes)) is not None}
    return LeaveList(rows_of(found), values[list(found.values())])


def _place(graph: WordGraph, leave: Letters, sizes: dict[Node, int]) -> int | None:
    """How many leaves of a graph come before a given one; None if the graph lacks it."""
    before, node, accepts = 0, graph.root(), False
    for depth, letter in enumerate(leave):
        # a leave comes after all of its prefixes
        before += accepts and depth > 0
        for tile, ends, below in graph.children(node):
            if tile == letter:
                node, accepts = below, ends
                break
            before += ends + _size(graph, below, sizes)
        else:
            return None
    return before if accepts else None


def _size(graph: WordGraph, node: Node, sizes: dict[Node, int]) -> int:
    """How many leaves end below a node."""
    if node not in sizes:
        sizes[node] = sum(ends + _size(graph, below, sizes) for _, ends, below in graph.children(node))
    return sizes[node]


def _parts(data: bytes, letters: int, where: str, limits: Limits) -> tuple[WordGraph, NDArray[np.float32]]:
    """The graph of the leaves, and their values in its order."""
    check(where, Size.BYTES, len(data), limits.graph_bytes)
    values_at = 4 + 4 * _number(data, 0, where)
    count = _number(data, values_at, where)
    if len(data) != values_at + 4 + 4 * count:
        raise BadData(
            where, Internal("has {count} bytes, which is not what its numbers of nodes and leaves say", count=len(data))
        )
    graph = kwg.decode(_with_two_roots(data[4:values_at]), letters, KwgLayout.OLDER, where, limits)
    if graph.size != count:
        raise BadData(where, Internal("has {count} values for {leaves} leaves", count=count, leaves=graph.size))
    values = np.frombuffer(data, "<f4", count, values_at + 4).astype(np.float32)
    if not np.isfinite(values).all():
        raise BadData(where, Internal("has a value that is not a number"))
    return graph, values


def _with_two_roots(data: bytes) -> bytes:
    """The nodes of a graph, with a second root if a leave of one tile is in its place."""
    nodes = np.frombuffer(data, "<u4")
    if len(nodes) < 2 or not nodes[1] & _LEAVE:
        return data
    moved = nodes + np.where(nodes & kwg.OLD_ARC, 1, 0).astype("<u4")
    return np.insert(moved, 1, 0).astype("<u4").tobytes()


def _number(data: bytes, at: int, where: str) -> int:
    if at + 4 > len(data):
        raise BadData(where, Internal("ends too early"))
    return int(struct.unpack_from("<I", data, at)[0])
