"""Moves under consideration."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.play.generator.plays import Exchange, Play


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move and what it seems to be worth: in points (equity), and in chances to win where it was played on.

    `deals` is how many times it was played on with what is not seen dealt at random, `lead` by how many points the
    player then was ahead on the average. `proven` says that both sides' best play to the end of the game is known.
    """

    move: Play | Exchange
    value: float
    chance: float | None = None
    lead: float | None = None
    deals: int = 0
    proven: bool = False


Report = Callable[[Sequence[Candidate]], None]
"""Is told the candidates, the best first; may be called often."""


def ignore(candidates: Sequence[Candidate]) -> None:
    """Nobody watches."""
