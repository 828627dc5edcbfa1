"""What a game between computer players is: its rules, who plays, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.levels import SearchPart
from engine.model.rules import ExchangeRule, FirstPlayer, Rules

RULES = Rules(first_player=FirstPlayer.HOST, exchange_min_pool=ExchangeRule.RACK, undo=False)
"""The default rules, except that the host goes first, exchanges need a full rack in the pool, and undo is off."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """A player of a given level, perhaps without some ways of looking ahead."""

    level: int
    without: frozenset[SearchPart] = frozenset()

    def __str__(self) -> str:
        return "-".join([str(self.level), *sorted(part.value for part in self.without)])


@dataclass(frozen=True, slots=True)
class SelfPlayResult:
    """How a game ended: scores, moves made and seconds of thought by seat, and the winning seats, several in a tie."""

    scores: tuple[int, ...]
    moves: tuple[int, ...]
    seconds: tuple[float, ...]
    winners: tuple[int, ...]


def ids_of(seats: int) -> tuple[str, ...]:
    """The ids of the players, the host first."""
    return tuple(f"computer-{n}" for n in range(1, seats + 1))


def turned(outcome: SelfPlayResult, shift: int) -> SelfPlayResult:
    """The outcome with every seat moved on by `shift` places, the last seats wrapping round to the front."""
    count = len(outcome.scores)
    back = [(seat - shift) % count for seat in range(count)]
    return SelfPlayResult(
        tuple(outcome.scores[seat] for seat in back),
        tuple(outcome.moves[seat] for seat in back),
        tuple(outcome.seconds[seat] for seat in back),
        tuple(sorted((seat + shift) % count for seat in outcome.winners)),
    )
