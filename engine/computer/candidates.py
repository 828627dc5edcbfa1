"""Moves under consideration."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.play.generator.plays import ScoredExchange, ScoredPlay


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


Report = Callable[[Sequence[Candidate]], None]
"""Receives the candidates, best first; may be called often."""


def ignore(candidates: Sequence[Candidate]) -> None:
    """Discards the report."""
