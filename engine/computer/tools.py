"""The data that computer players work with, loaded from files for one variant and one lexicon."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.computer.vocabulary import Vocabulary
from engine.model.alphabet import Word
from engine.play.generator.leaves import LeaveTable
from engine.words.lexicon import Lexicon
from engine.words.store import Key

if TYPE_CHECKING:
    from engine.play.generator.generator import Generator


@dataclass(frozen=True, slots=True, eq=False)
class ComputerTools:
    """The words and the tables of a game, shared by all computer players of its variant and lexicon.

    `generator` finds plays with all words; `everyday[n]` finds plays with the words that a player of level n may know,
    for the levels that do not know all words. `unwanted` holds valid words that no computer player plays or shows,
    `coarse` those that only strong ones play.
    """

    generator: Generator
    everyday: tuple[Generator, ...]
    lexicon: Lexicon
    vocabulary: Vocabulary
    leaves: LeaveTable
    unwanted: frozenset[Key]
    coarse: frozenset[Key]

    def allows(self, words: Iterable[Word]) -> bool:
        """Whether none of these words is unwanted."""
        return not any(self.lexicon.key(word) in self.unwanted for word in words)

    def mild(self) -> ComputerTools:
        """The same tools for a player that plays and shows no coarse word either."""
        return replace(self, unwanted=self.unwanted | self.coarse, coarse=frozenset()) if self.coarse else self
