"""Searching a store by the letters of words. Results come in key order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.words.store import Key, Node, Words


def made_of(words: Words, counts: Sequence[int], blanks: int, shortest: int) -> Iterator[Key]:
    """Words of at least that length made from letters and blanks; `counts[i]` is how often letter i is available."""
    left = list(counts)
    yield from _made_of(words, words.root(), b"", left, blanks, shortest)


def _made_of(words: Words, node: Node, start: Key, left: list[int], blanks: int, shortest: int) -> Iterator[Key]:
    for letter, accepts, child in words.children(node):
        real = left[letter] > 0
        if not real and not blanks:
            continue
        key = start + bytes((letter,))
        if accepts and len(key) >= shortest:
            yield key
        if real:
            left[letter] -= 1
        yield from _made_of(words, child, key, left, blanks if real else blanks - 1, shortest)
        if real:
            left[letter] += 1
