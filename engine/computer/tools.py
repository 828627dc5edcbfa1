"""What a computer player works with: everything that was made of files, for one variant and one lexicon."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.computer.vocabulary import Vocabulary
from engine.model.alphabet import Word
from engine.play.generator.leaves import LeaveTable
from engine.words.lexicon import Lexicon
from engine.words.store import Key

if TYPE_CHECKING:
    from engine.play.generator.generator import Generator


@dataclass(frozen=True, slots=True, eq=False)
class Tools:
    """The words and the tables of a game, shared by all computer players of its variant and lexicon.

    `generator` finds plays of all words; `everyday[n]` those of words that a player of level n may know, for the
    levels that do not know them all. `unwanted` are words that no computer plays or shows, although they count.
    """

    generator: Generator
    everyday: tuple[Generator, ...]
    lexicon: Lexicon
    vocabulary: Vocabulary
    leaves: LeaveTable
    unwanted: frozenset[Key]

    def allows(self, words: Iterable[Word]) -> bool:
        """Whether none of these words is an unwanted one."""
        return not any(self.lexicon.key(word) in self.unwanted for word in words)
