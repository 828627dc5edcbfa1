"""What computer players work with: candidates, stateless chance, and the data of variants, lexicons and known words."""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engine.game.views import SeatView
from engine.model.tiles import Word
from engine.play.generator.encoding import LeaveTable
from engine.play.generator.generator import ScoredExchange, ScoredPlay
from engine.words.lexicon import Key, Lexicon

if TYPE_CHECKING:
    from engine.play.generator.generator import Generator


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """The ranks of words by frequency, 0 for the most common; unlisted words are rarer than any listed one.

    `words` are sorted and `ranks` are in the same order: a dictionary would take five times as much memory.
    """

    words: NDArray[np.bytes_]
    ranks: NDArray[np.int32]

    @staticmethod
    def of(keys: Iterable[Key]) -> Vocabulary:
        """The vocabulary of these words, most common first."""
        words = np.array(list(dict.fromkeys(keys)), np.bytes_)
        order = np.argsort(words)
        return Vocabulary(words[order], order.astype(np.int32))

    def __len__(self) -> int:
        return len(self.ranks)

    def rank(self, key: Key) -> int:
        """The rank of a word; for an unlisted word, the number of listed words."""
        at = bisect_left(self.words, key)
        return int(self.ranks[at]) if at < len(self) and self.words[at] == key else len(self)

    def first(self, count: int) -> tuple[Key, ...]:
        """The most common words by rank, at most `count` of them."""
        return tuple(self.ranked()[:count].tolist())

    def ranked(self) -> NDArray[np.bytes_]:
        """The words by rank, the most common first."""
        return self.words[np.argsort(self.ranks)]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move and its estimated worth: in points (equity), and as a chance to win if it was simulated.

    `deals` is how many times it was simulated with the unseen tiles dealt at random, and `lead` is the player's average
    lead afterwards in points. `proven` says that both sides' best play to the end of the game is known.
    """

    move: ScoredPlay | ScoredExchange
    value: float
    chance: float | None = None
    lead: float | None = None
    deals: int = 0
    proven: bool = False

    def __str__(self) -> str:
        return str(self.move)


Report = Callable[[Sequence[Candidate]], None]
"""Receives the candidates, best first; may be called often."""


def ignore(candidates: Sequence[Candidate]) -> None:
    """Discards the report."""


_NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class Luck:
    """Draws that depend only on the seed and on what they are for."""

    seed: bytes

    @staticmethod
    def of_seat(view: SeatView) -> Luck:
        """The luck of a seat for the whole game: the same at every turn."""
        table = view.table
        return Luck.of_player(table.opened, table.host, view.seat, tuple(seat.player.id for seat in table.seats))

    @staticmethod
    def of_player(opened: int, host: str, seat: int, players: tuple[str, ...]) -> Luck:
        """The luck of a seat from the facts of the game: when and by whom it was opened, and the player ids by seat."""
        return Luck(_digest(b"", (opened, host, seat, players)))

    def of_turn(self, view: SeatView) -> Luck:
        """The luck of the present turn."""
        return self.at_turn(view.table.turn)

    def at_turn(self, turn: int) -> Luck:
        """The luck of a turn, by its number."""
        return Luck(_digest(self.seed, (turn,)))

    def chance(self, *facts: object) -> float:
        """A number from 0 up to 1, uniformly distributed over facts."""
        return int.from_bytes(_digest(self.seed, facts)[:7]) / (1 << 56)

    def bell(self, *facts: object) -> float:
        """A number from the normal distribution with mean 0 and standard deviation 1."""
        return _NORMAL.inv_cdf((self.chance(*facts) + 2**-57) / (1 + 2**-56))

    def pick(self, count: int, *facts: object) -> int:
        """A number from 0 to `count` - 1."""
        return int(self.chance(*facts) * count)


def _digest(seed: bytes, facts: tuple[object, ...]) -> bytes:
    return hashlib.blake2b(repr(facts).encode(), key=seed, digest_size=16).digest()


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
