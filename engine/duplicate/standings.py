"""Who scores what in a duplicate: points of a round with the bonus for a solo, totals, places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

SOLO, CROWD = 10, 16
"""The points for the only one who finds a top, among at least so many players."""


@dataclass(frozen=True, slots=True)
class DuplicateStanding:
    """Someone's place: from 1, the same for equal points. `behind` are the points that the tops' sum is ahead."""

    key: str
    number: int
    points: int
    behind: int
    percent: float


def solo_of(points: Mapping[str, int], top: int, players: int) -> str | None:
    """The only one whose answer scores as much as the top, if enough play for a bonus; else None."""
    found = [key for key, scored in points.items() if scored == top]
    return found[0] if len(found) == 1 and players >= CROWD else None


def with_solo(points: Mapping[str, int], top: int, players: int) -> dict[str, int]:
    """The points of a round's answers with the bonus for a solo."""
    solo = solo_of(points, top, players)
    return {key: scored + (SOLO if key == solo else 0) for key, scored in points.items()}


def places(totals: Mapping[str, int], top: int) -> Sequence[DuplicateStanding]:
    """The places by points; `top` is the sum of all tops. Of equal points, whoever comes first in `totals` is first."""
    order = sorted(totals, key=lambda key: -totals[key])
    numbers = {points: n for n, points in reversed([*enumerate((totals[key] for key in order), 1)])}
    return [
        DuplicateStanding(
            key, numbers[totals[key]], totals[key], top - totals[key], 100 * totals[key] / top if top else 0.0
        )
        for key in order
    ]
