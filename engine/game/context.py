"""What `decide` is told by the world: the instant, the luck, the words. All that it takes ends up in events."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.model.alphabet import Word
from engine.model.tiles import Tiles


@dataclass(frozen=True, slots=True)
class Context:
    """The outside of one decision.

    `now` is an instant in milliseconds since 1970; `draw(pool, n)` names n tiles of a pool at random; `judge(words)`
    says of each word whether it is in the game's lexicon; `pick(n)` is a random number from 0 to n - 1.
    """

    now: int
    draw: Callable[[Tiles, int], Tiles]
    judge: Callable[[tuple[Word, ...]], tuple[bool, ...]]
    pick: Callable[[int], int]
