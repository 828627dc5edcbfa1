"""Searching a store by the letters of words. Results come in key order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.words.store import Key, Node, Words

ANY_RUN = -1
"""In a pattern: any number of letters, including none."""


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


def matching(words: Words, pattern: Sequence[int]) -> Iterator[Key]:
    """Words matching a pattern: a letter's position, 0 for any one letter, `ANY_RUN` for any number of them."""
    yield from _matching(words, words.root(), b"", pattern, _closure({0}, pattern))


def _closure(states: set[int], pattern: Sequence[int]) -> frozenset[int]:
    """The pattern positions reachable without reading a letter."""
    reached = set(states)
    for state in sorted(states):
        while state < len(pattern) and pattern[state] == ANY_RUN:
            state += 1
            reached.add(state)
    return frozenset(reached)


def _matching(words: Words, node: Node, start: Key, pattern: Sequence[int], states: frozenset[int]) -> Iterator[Key]:
    for letter, accepts, child in words.children(node):
        following = {
            state if pattern[state] == ANY_RUN else state + 1
            for state in states
            if state < len(pattern) and pattern[state] in (letter, 0, ANY_RUN)
        }
        if not following:
            continue
        key = start + bytes((letter,))
        reached = _closure(following, pattern)
        if accepts and len(pattern) in reached:
            yield key
        yield from _matching(words, child, key, pattern, reached)
