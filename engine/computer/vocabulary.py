"""How common words are, and which of them a player of a level knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.words.store import Key


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """The ranks of words by commonness, the most common one being 0; words that are not listed are rarer than all."""

    ranks: Mapping[Key, int]

    @staticmethod
    def of(keys: Iterable[Key]) -> Vocabulary:
        """The vocabulary of words in order, the most common first."""
        ranks: dict[Key, int] = {}
        for key in keys:
            ranks.setdefault(key, len(ranks))
        return Vocabulary(MappingProxyType(ranks))

    def __len__(self) -> int:
        return len(self.ranks)

    def rank(self, key: Key) -> int:
        """The place of a word; the number of words listed for one that is not."""
        return self.ranks.get(key, len(self.ranks))

    def first(self, count: int) -> tuple[Key, ...]:
        """The most common words, at most that many, by rank."""
        return tuple(key for key, rank in self.ranks.items() if rank < count)
