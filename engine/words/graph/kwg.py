"""Building word graphs, and word graphs as KWG files: little-endian 32-bit nodes in one of two layouts."""

from __future__ import annotations

from enum import Enum

import numpy as np
from numpy.typing import NDArray

from engine.errors import BadData, Size
from engine.limits import CHAT, LONGEST_WORD, Limits
from engine.reading import check
from engine.sentences import Sentence
from engine.words.graph import kernels
from engine.words.graph.view import ACCEPTS, ARC, ARC_SHIFT, LAST, TILE, WordGraph
from engine.words.lexicon import WordList


class GraphTooLarge(BadData):
    """The words need more than the 2**24 nodes that a child index can address."""

    words: int = 0


def build_graph(words: WordList) -> WordGraph:
    """The graph of a list, in about half a second for 250,000 words. Raises `GraphTooLarge`."""
    matrix = np.require(words.matrix(), requirements=("C", "ALIGNED", "WRITEABLE"))  # kernels accept no other arrays
    prefixes = np.zeros((kernels.count_prefixes(matrix) + 1, 4), np.int32)
    keys, count, dawg = kernels.forward(matrix, prefixes, 1 << 16)
    gaddag = 0
    if count[0] <= kernels.MOST_CELLS and dawg:
        keys, gaddag = kernels.backward(prefixes, keys, count)
    if count[0] > kernels.MOST_CELLS:
        raise GraphTooLarge(
            Sentence("word graph"), Sentence("there are too many different word parts"), words=len(words)
        )
    nodes = kernels.lay_out(keys, int(count[0]), dawg, gaddag)
    if not len(nodes):
        raise GraphTooLarge(Sentence("word graph"), Sentence("there are too many nodes"), words=len(words))
    return WordGraph(nodes, len(words))


WHERE = Sentence("word graph")
OLD_ARC = 0x3FFFFF


class KwgLayout(Enum):
    """The bit positions of a node's parts."""

    OLDER = "older"
    NEWER = "newer"


class BadGraph(BadData):
    """Bytes that are not a word graph. `node` is the index of the first bad node, or -1 if no node is at fault."""

    node: int = -1


def encode(graph: WordGraph, layout: KwgLayout = KwgLayout.NEWER) -> bytes:
    """The bytes of a KWG file. Raises `BadGraph` if the graph has more nodes than the older layout can address."""
    nodes: NDArray[np.integer] = graph.nodes.view(np.uint32)
    if layout is KwgLayout.OLDER:
        if len(nodes) > OLD_ARC + 1:
            facts = {"most": OLD_ARC + 1, "count": len(nodes)}
            raise BadGraph(WHERE, Sentence("the older layout holds {most} nodes, not {count}", **facts))
        nodes = nodes >> 8 | (nodes & 0xC0) << 16 | (nodes & 0x3F) << 24
    return nodes.astype("<u4").tobytes()


def decode(
    data: bytes,
    letters: int,
    layout: KwgLayout | None = None,
    where: str = WHERE,
    limits: Limits = CHAT,
) -> WordGraph:
    """The graph in the bytes of a KWG file for an alphabet of that many letters.

    Without a layout, tries the newer one, then the older one. Every reachable node is checked, so the returned graph is
    safe to walk, in time linear in its words; without a GADDAG its GADDAG root is 0. Raises `BadGraph`, and `TooLarge`
    for more bytes or words than the limits allow: a few bytes can encode billions of words.
    """
    check(where, Size.BYTES, len(data), limits.graph_bytes)
    if len(data) < 8 or len(data) % 4:
        raise BadGraph(where, Sentence("{count} bytes are not two or more nodes of four bytes", count=len(data)))
    raw = np.frombuffer(data, "<u4").astype(np.uint32)
    if layout is not None:
        return _checked(_newer(raw, layout, where), letters, where, limits)
    try:
        return _checked(raw, letters, where, limits)
    except BadGraph as first:
        try:
            return _checked(_newer(raw, KwgLayout.OLDER, where), letters, where, limits)
        except BadGraph:
            raise first from None


def _newer(raw: NDArray[np.uint32], layout: KwgLayout, where: str) -> NDArray[np.uint32]:
    if layout is KwgLayout.NEWER:
        return raw
    strange = np.flatnonzero(raw >> 24 > 0x3F)
    if len(strange):
        raise BadGraph(where, Sentence("has a tile beyond the alphabet"), node=int(strange[0]))
    moved: NDArray[np.integer] = (raw & OLD_ARC) << 8 | raw >> 16 & 0xC0 | raw >> 24
    return moved.astype(np.uint32)


def _checked(raw: NDArray[np.uint32], letters: int, where: str, limits: Limits) -> WordGraph:
    from engine.words.graph import kernels

    reasons = {
        kernels.OUT_OF_RANGE: Sentence("a child or sibling is past the end"),
        kernels.CYCLE: Sentence("a node is its own descendant"),
        kernels.UNSORTED: Sentence("siblings are not in order or a tile is outside the alphabet"),
        kernels.TOO_DEEP: Sentence("a word has more than {most} letters", most=LONGEST_WORD),
        kernels.TOO_MANY: Sentence("there are far too many words"),
    }
    nodes = np.ascontiguousarray(raw).view(np.int32)
    if ((nodes[:2] & (TILE | ACCEPTS)) != 0).any() or (len(nodes) > 2 and not nodes[0] >> ARC_SHIFT):
        raise BadGraph(where, Sentence("does not begin with its two roots"), node=0)
    found = []
    for root, longest in ((nodes[0], LONGEST_WORD), (nodes[1], LONGEST_WORD + 1)):
        problem, node, words = kernels.check(nodes, int(root) >> 8 & kernels.ARC, letters, longest)
        if problem != kernels.FINE:
            raise BadGraph(where, reasons[problem], node=node)
        found.append(words)
    check(where, Size.WORDS, found[0], limits.words)
    # the GADDAG has one path for each letter of each word
    check(where, Size.WORDS, found[1], limits.words * LONGEST_WORD)
    _refuse_dead_ends(nodes, where)
    return WordGraph(nodes, found[0])


_GOES_ON = ~(TILE | LAST)
"""The bits of a node that say that a word ends there, or where its children are."""


def _refuse_dead_ends(nodes: NDArray[np.int32], where: str) -> None:
    """Raise `BadGraph` for a path that ends without a word: a few nodes can encode billions of these too."""
    if (nodes[2:] & _GOES_ON).all():
        return
    known = np.zeros(len(nodes), np.bool_)
    lists = nodes[:2] >> ARC_SHIFT & ARC
    while len(lists := np.unique(lists[lists > 0])):
        reached = _members(nodes, lists)
        reached = reached[~known[reached]]
        known[reached] = True
        dead = _dead_ends(nodes, reached)
        if len(dead):
            raise BadGraph(where, Sentence("a path ends without a word"), node=int(dead[0]))
        lists = nodes[reached] >> ARC_SHIFT & ARC


def _dead_ends(nodes: NDArray[np.int32], places: NDArray[np.intp]) -> NDArray[np.intp]:
    """Those of the given indexes whose nodes have no children and end no word."""
    dead: NDArray[np.intp] = places[nodes[places] & _GOES_ON == 0]
    return dead


def _members(nodes: NDArray[np.int32], lists: NDArray[np.integer]) -> NDArray[np.intp]:
    """The indexes of all nodes in the sibling lists that start at these; every list of a checked graph ends."""
    found = [lists]
    while len(lists := lists[nodes[lists] & LAST == 0] + 1):
        found.append(lists)
    return np.unique(np.concatenate(found)).astype(np.intp)
