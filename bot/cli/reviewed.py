"""A game that `tilewright analyze` grades, and the reviews that it gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.formats.gcg import GcgGame
    from engine.model.variant import Variant
    from engine.review.turns import Moment
    from engine.review.values import TurnReview


@dataclass(frozen=True, slots=True)
class GameToReview:
    """A game to review: its record, and for each decision what was known and the place of its event in the record."""

    record: GcgGame
    variant: Variant
    moments: tuple[Moment, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A game with the reviews of its decisions, in the same order."""

    game: GameToReview
    turns: tuple[TurnReview, ...]
