"""How a game of a league ended: from its journal, or from the board where the season has ended it."""

from __future__ import annotations

from collections.abc import Iterable

from bot.features.leagues.values import FixtureSide
from bot.service.arranged import result_of
from engine.game.events import Event
from engine.game.history import Entry, TurnKind, history
from engine.game.results import best_play, bingo_counts
from engine.game.state import GameState

_MISSED = frozenset({TurnKind.EXPIRED, TurnKind.SKIPPED})


def sides_of(
    state: GameState, events: Iterable[Event], *, at_end: bool = False
) -> tuple[FixtureSide, FixtureSide] | None:
    """What both players did in a game that is over; None if it was ended without a result.

    If the season is `at_end`, the points on the board decide. Whoever has made no move at all is absent, and so is
    whoever has lost with more points, by giving up or running out of time.
    """
    entries = history(events)
    moved = {one.seat for one in entries if one.is_turn and one.kind not in _MISSED}
    absent = {0, 1} - moved
    result = result_of(state)
    assert result is not None
    if result.points is None and not at_end:
        return None
    if result.points is not None and result.forfeit and not absent:
        absent = {0 if result.points[0] < result.points[1] else 1}
    bingos = bingo_counts(entries, state.variant)
    return _side(0, state, entries, bingos, absent), _side(1, state, entries, bingos, absent)


def _side(
    seat: int, state: GameState, entries: tuple[Entry, ...], bingos: dict[int, int], absent: set[int]
) -> FixtureSide:
    own = [entry for entry in entries if entry.seat == seat]
    best = best_play(own)
    missed = sum(entry.kind is TurnKind.EXPIRED for entry in own)
    return FixtureSide(state.seats[seat].score, bingos.get(seat, 0), best.points if best else 0, missed, seat in absent)
