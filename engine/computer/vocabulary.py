"""How common words are, which decides the words that a player of a given level knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.words.store import Key


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """The ranks of words by frequency, 0 for the most common; unlisted words are rarer than any listed one."""

    ranks: Mapping[Key, int]

    @staticmethod
    def of(keys: Iterable[Key]) -> Vocabulary:
        """The vocabulary of these words, most common first."""
        ranks: dict[Key, int] = {}
        for key in keys:
            ranks.setdefault(key, len(ranks))
        return Vocabulary(MappingProxyType(ranks))

    def __len__(self) -> int:
        return len(self.ranks)

    def rank(self, key: Key) -> int:
        """The rank of a word; for an unlisted word, the number of listed words."""
        return self.ranks.get(key, len(self.ranks))

    def first(self, count: int) -> tuple[Key, ...]:
        """The most common words by rank, at most `count` of them."""
        return tuple(key for key, rank in self.ranks.items() if rank < count)
