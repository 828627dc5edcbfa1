"""How games of two count in a competition. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.game.phases import NO_RESULT, EndReason, Over
from engine.game.state import GameState, has_played

WIN, TIE = 2, 1
"""Points of a game; so a tie is half a win."""
BYE = 50
"""By how many points a bye and a forfeited game are won."""
BOTH_HAVE_MOVED = 3
"""The first turn before which both players have moved."""


@dataclass(frozen=True, slots=True)
class PairedResult:
    """How a game ended: the points of both, in the order of the seats; None if nobody has won, lost or tied it.

    A player who forfeits it has not played, or has given up with more points; then, it was `played`.
    """

    points: tuple[int, int] | None
    forfeit: bool = False
    played: bool = False

    @property
    def both_lose(self) -> bool:
        """Whether both have forfeited it."""
        return self.points == BOTH_LOSE.points


BOTH_LOSE = PairedResult((-BYE, -BYE), forfeit=True)


def result_of(state: GameState) -> PairedResult | None:
    """The result of a game of two; None while it is played.

    A game that was ended from outside has no points. One who wins with fewer points, since the other has given up or
    run out of time, wins by as much as by a bye. A void game is won so by who has stayed in it, or of two who have by
    who has moved; if neither has, both lose. A seat with `departed` has lost, however well others have played on.
    """
    if not isinstance(state.phase, Over):
        return None
    if state.phase.reason is EndReason.VOID:
        return _forfeited(state)
    if state.phase.reason in NO_RESULT or not state.phase.winners:
        return PairedResult(None)
    first, second = (seat.score for seat in state.seats[:2])
    stayed = [number for number, seat in enumerate(state.seats[:2]) if not seat.departed]
    if not stayed:
        return BOTH_LOSE
    if len(stayed) == len(state.phase.winners) == 2:
        return PairedResult((max(first, second),) * 2)
    winner = state.phase.winners[0] if len(stayed) == 2 else stayed[0]
    if (first - second if winner == 0 else second - first) <= 0:
        return replace(_won_by_forfeit(winner), played=True)
    return PairedResult((first, second))


def _forfeited(state: GameState) -> PairedResult:
    assert isinstance(state.phase, Over)
    # Players cannot call off a game of a competition, except in the moment before it is known as one.
    gone = state.seats_of(state.phase.by) if state.phase.by else ()
    kept = [number for number, seat in enumerate(state.seats) if seat.in_play and not seat.departed]
    stayed = [number for number in kept if number not in gone]
    if len(stayed) > 1:
        stayed = [number for number in stayed if has_played(state.seats[number])]
    return _won_by_forfeit(stayed[0]) if len(stayed) == 1 else BOTH_LOSE


def _won_by_forfeit(winner: int) -> PairedResult:
    return PairedResult((BYE, 0) if winner == 0 else (0, BYE), forfeit=True)
