"""Learning leave values by self-play, in generations: each plays by the values that the previous one learnt.

The first generation plays for score alone. Training is deterministic: the same seed and plan give the same values,
wherever the work was interrupted and resumed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engine.computer.leaves import LeaveList, all_leaves
from engine.errors import BadData
from engine.play.generator.encoding import encode_rack
from engine.play.generator.kernels.layout import MAX_TILES
from engine.sentences import Sentence

if TYPE_CHECKING:
    from engine.play.generator.generator import Generator
    from engine.play.generator.kernels.layout import Bytes, Ints, Longs, Table

PLAN = (2_000, 6_000, 15_000, 45_000)
"""Games of each generation."""

WEIGHT = 150
"""The weight, in racks, of the value that smaller leaves suggest: a single rack strays some 20 points from its mean,
that value only one or two."""

STEP = 1 / 4
"""Values are rounded to multiples of this many points so that they compress well."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far training has got. `mean_score` is in points per seat and game, for this generation."""

    generation: int
    generations: int
    games: int
    planned: int
    samples: int
    mean_score: float


@dataclass(slots=True, eq=False)
class Trainer:
    """Training in progress; all fields but the first three are the state that is saved and restored.

    `kernels.training` explains `learnt` and `means`. `values` holds the values in play, in points and in the order of
    `rows`; `facts` counts games, points and racks of this generation; `position` is the generation.
    """

    generator: Generator
    plan: tuple[int, ...]
    rows: Bytes
    values: NDArray[np.float32]
    learnt: Table
    means: Table
    facts: Longs
    random: Longs
    position: Longs

    @staticmethod
    def begin(generator: Generator, seed: int, plan: tuple[int, ...] = PLAN) -> Trainer:
        """Training from scratch. Raises `BadData` if racks are too large for leave values."""
        size = generator.variant.rack_size
        if size > MAX_TILES:
            large = Sentence(
                "is {size}; leave values are learnt for racks of at most {most} tiles", size=size, most=MAX_TILES
            )
            raise BadData("rack_size", large)
        rows = all_leaves(generator.variant)
        tiles = len(generator.variant.tile_set)
        return Trainer(
            generator,
            plan,
            rows,
            np.zeros(len(rows), np.float32),
            np.zeros((2, len(rows)), np.int64),
            np.zeros((2, tiles + 1), np.int64),
            np.zeros(3, np.int64),
            np.array([seed], np.int64),
            np.zeros(1, np.int64),
        )

    def state(self) -> dict[str, NDArray[np.generic]]:
        """The state to save so that training can be resumed."""
        return {name: getattr(self, name) for name in STATE}

    def restore(self, state: dict[str, NDArray[np.generic]]) -> None:
        """Resumes from a saved state. Raises `ValueError` if it is for another variant."""
        for name in STATE:
            old, new = getattr(self, name), state[name]
            if old.shape != new.shape or old.dtype != new.dtype:
                raise ValueError(f"the saved {name} belong to another variant")
            setattr(self, name, new)

    @property
    def is_done(self) -> bool:
        """Whether all generations have been played."""
        return int(self.position[0]) == len(self.plan)

    @property
    def progress(self) -> Progress:
        """How far training has got."""
        games, points, samples = (int(fact) for fact in self.facts)
        generation = int(self.position[0])
        planned = self.plan[generation] if not self.is_done else 0
        return Progress(generation + 1, len(self.plan), games, planned, samples, points / max(games, 1) / 2)

    def play(self, games: int) -> None:
        """Plays up to that many games of the present generation and, once it is complete, begins the next."""
        from engine.computer.kernels import training as kernels
        from engine.computer.kernels.replies import Tools

        if self.is_done:
            return
        wanted = min(games, self.plan[int(self.position[0])] - int(self.facts[kernels.GAMES]))
        keys, table = self._index()
        variant = self.generator.variant
        kernels.train(
            Tools(*self.generator.arrays, self.leaves.table().entries),
            kernels.Lessons(keys, table, self.learnt, self.means, self.facts),
            encode_rack(variant.tile_set.tiles, variant.alphabet),
            wanted,
            self.random,
        )
        if self.facts[kernels.GAMES] == self.plan[int(self.position[0])]:
            self._next_generation(keys, table)

    def _index(self) -> tuple[Longs, Ints]:
        """The hashes of the leaves, sorted by their lowest bits; the number of those bits and each bucket's start."""
        from engine.computer.kernels import leaves

        hashes = leaves.hash_leaves(self.rows)
        bits = max(len(hashes).bit_length() - 1, 1)
        buckets = hashes & ((1 << bits) - 1)
        starts = np.concatenate(([bits, 0], np.cumsum(np.bincount(buckets, minlength=1 << bits))))
        return hashes[np.argsort(buckets, kind="stable")], starts.astype(np.int32)

    def _next_generation(self, keys: Longs, table: Ints) -> None:
        from engine.computer.kernels import leaves, training

        hashes = leaves.hash_leaves(self.rows)
        smoothed = np.zeros(len(self.rows))
        training.smooth(self.rows, keys, table, hashes, self.learnt, WEIGHT, smoothed)
        places = training.find_places(keys, table, hashes)
        self.values = (np.rint(smoothed[places] / STEP) * STEP).astype(np.float32)
        for array in (self.learnt, self.means, self.facts):
            array[:] = 0
        self.position = self.position + 1

    @property
    def leaves(self) -> LeaveList:
        """The values learnt by the completed generations."""
        return LeaveList(self.rows, self.values)


STATE = ("values", "learnt", "means", "facts", "random", "position")
"""The fields of a trainer that are saved."""
