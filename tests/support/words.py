"""Alphabets, small lists and a slow, obvious word graph to compare with the fast one."""

from __future__ import annotations

import functools
import string
from collections.abc import Iterable, Iterator

from engine.loading import load_lexicon
from engine.model.tiles import Alphabet
from engine.words.graph import WordGraph
from engine.words.graph.kwg import build_graph
from engine.words.graph.view import ACCEPTS, ARC, ARC_SHIFT, LAST, TILE
from engine.words.lexicon import Lexicon, WordList

ENGLISH = Alphabet(tuple(string.ascii_uppercase))
SPANISH = Alphabet(
    ("A", "B", "C", "CH", "D", "E", "F", "G", "H", "I", "L", "LL", "M", "N", "Ñ", "O", "R", "RR", "S", "U")
)
WIDEST = Alphabet(tuple(chr(0x4E00 + i) for i in range(60)))


@functools.cache
def english() -> Lexicon:
    """The project's English lexicon."""
    return load_lexicon("english", ENGLISH)


@functools.cache
def english_list() -> WordList:
    """That lexicon's words as a list, which takes half a second to make of its graph."""
    return english().word_list()


@functools.cache
def english_graph() -> WordGraph:
    """A word graph made of that lexicon's words."""
    return build_graph(english_list())


def keys_of(*words: str, alphabet: Alphabet = ENGLISH) -> list[bytes]:
    """The keys of words given as text."""
    return [bytes(map(alphabet.index, alphabet.split(word))) for word in words]


def list_of(*words: str, alphabet: Alphabet = ENGLISH) -> WordList:
    """A list of words given as text."""
    return WordList.of(keys_of(*words, alphabet=alphabet))


def gaddag_strings(words: Iterable[bytes]) -> set[bytes]:
    """Every string in a GADDAG of the words, straight from its definition."""
    found = set()
    for word in words:
        found.add(word[::-1])
        found.update(word[:i][::-1] + b"\0" + word[i:] for i in range(1, len(word)))
    return found


def gaddag_root(graph: WordGraph) -> int:
    """The index of the first node of a graph's GADDAG, 0 if there are no words."""
    return int(graph.nodes[1]) >> ARC_SHIFT & ARC


def strings_below(graph: WordGraph, index: int, start: bytes = b"") -> Iterator[bytes]:
    """Every string that can be read from a list of nodes, by a plain walk that relies only on the layout."""
    while index:
        node = int(graph.nodes[index])
        string = start + bytes((node & TILE,))
        if node & ACCEPTS:
            yield string
        yield from strings_below(graph, node >> ARC_SHIFT & ARC, string)
        index = 0 if node & LAST else index + 1
