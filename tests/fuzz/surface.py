"""A surface: code that reads input from others."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from bot.model.errors import BotError
from engine.errors import EngineError
from tests.fuzz.making import mutated
from tests.fuzz.watching import CORPUS

Make = Callable[[random.Random], bytes]


@dataclass(frozen=True)
class Surface:
    """A reader of bytes, valid inputs for it, and the exceptions that are its refusals.

    `share` is its part of all inputs. `make` is for inputs that changes to valid ones would hardly produce.
    """

    name: str
    read: Callable[[bytes], object]
    good: Callable[[], Sequence[bytes]]
    refusals: tuple[type[Exception], ...] = (EngineError, BotError)
    share: int = 10
    make: Make | None = None

    @cached_property
    def seeds(self) -> tuple[bytes, ...]:
        """Valid inputs and past finds."""
        return (*self.good(), *(data for _, data in self.corpus()))

    def corpus(self) -> Iterator[tuple[str, bytes]]:
        """Past finds that are small enough to keep, by name."""
        folder = CORPUS / self.name
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            yield path.name, path.read_bytes()

    def input(self, seed: int, number: int) -> bytes:
        """One input: the same for the same seed and number."""
        luck = random.Random(f"{seed}/{self.name}/{number}")
        if self.make and luck.random() < 0.5:
            return self.make(luck)
        return mutated(luck, self.seeds[luck.randrange(len(self.seeds))], self.seeds)
