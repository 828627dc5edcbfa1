"""Games of two that the bot arranges, as in tournaments and leagues: how they end and what they count."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game.phases import EndReason, Over
from engine.game.state import GameState

WIN, TIE = 2, 1
"""Points of a game; so a tie is half a win."""
BYE = 50
"""By how many points a bye and a forfeited game are won."""
BOTH_HAVE_MOVED = 3
"""The first turn before which both players have moved."""


@dataclass(frozen=True, slots=True)
class PairedResult:
    """How a game ended: the points of both, in the order of the seats; None if nobody has won, lost or tied it."""

    points: tuple[int, int] | None
    forfeit: bool = False


def result_of(state: GameState) -> PairedResult | None:
    """The result of a game of two; None while it is played.

    A game that was ended from outside has no points. Whoever wins with fewer points, since the other has given up or
    run out of time, wins by as much as by a bye; so does the opponent of somebody who has not made a first move.
    """
    if not isinstance(state.phase, Over):
        return None
    if state.phase.reason in (EndReason.ENDED, EndReason.UNUSED) or not state.phase.winners:
        return PairedResult(None)
    first, second = (seat.score for seat in state.seats[:2])
    if len(state.phase.winners) > 1:
        return PairedResult((max(first, second),) * 2)
    winner = state.phase.winners[0]
    unplayed = state.phase.reason is EndReason.LEFT and state.turn < BOTH_HAVE_MOVED
    if unplayed or (first - second if winner == 0 else second - first) <= 0:
        return PairedResult((BYE, 0) if winner == 0 else (0, BYE), forfeit=True)
    return PairedResult((first, second))
