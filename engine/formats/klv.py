"""Leave values as KLV2 files.

All little-endian: a 32-bit number of nodes; that many nodes of a word graph in the older KWG layout, whose words are
the leaves (letters in alphabet order, blanks first as 0); a 32-bit number of leaves; and that many 32-bit floats in the
order of the words, in points.
"""

from __future__ import annotations

import struct

import numpy as np

from engine.computer.leaves import END, LeaveList
from engine.errors import BadData, Size
from engine.limits import CHAT, MAX_RACK, Limits
from engine.reading import check
from engine.words.graph import WordGraph, kwg
from engine.words.graph.kwg import KwgLayout


def encode(leaves: LeaveList) -> bytes:
    """The bytes of a KLV2 file."""
    from engine.words.graph import kernels

    # letters count from 1: to the graph's builder 0 is the end of a word
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

    check(where, Size.BYTES, len(data), limits.graph_bytes)
    values_at = 4 + 4 * _number(data, 0, where)
    count = _number(data, values_at, where)
    if len(data) != values_at + 4 + 4 * count:
        raise BadData(where, f"has {len(data)} bytes, which is not what its numbers of nodes and leaves say")
    graph = kwg.decode(data[4:values_at], letters, KwgLayout.OLDER, where, limits)
    if graph.size != count:
        raise BadData(where, f"has {count} values for {graph.size} leaves")
    values = np.frombuffer(data, "<f4", count, values_at + 4).astype(np.float32)
    if not np.isfinite(values).all():
        raise BadData(where, "has a value that is no number")
    rows = np.full((count, MAX_RACK), END, np.uint8)
    if kernels_klv.read_rows(graph.nodes, rows) > MAX_RACK:
        raise BadData(where, f"has a leave of more than {MAX_RACK} tiles")
    longest = max(int((rows != END).sum(axis=1).max(initial=1)), 1)
    return LeaveList(np.ascontiguousarray(rows[:, :longest]), values)


def _number(data: bytes, at: int, where: str) -> int:
    if at + 4 > len(data):
        raise BadData(where, "ends too early")
    return int(struct.unpack_from("<I", data, at)[0])
