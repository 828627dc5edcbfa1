"""How a finished game came out for each seat: place, bingos and best play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.game.history import Entry, TurnKind
from engine.game.phases import EndReason, Over
from engine.game.state import GameState, Standing
from engine.model.variant import Variant
from engine.play.placement import Placement


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The result of a seat. `place` counts from 1 and is shared in a tie; `best` is its highest-scoring play."""

    seat: int
    score: int
    place: int
    bingos: int
    best: Entry | None


def results(state: GameState, entries: Sequence[Entry]) -> tuple[SeatResult, ...]:
    """The result of each seat, in seat order; empty for a game that is not over or was ended from outside.

    Winners are placed first, then the seats that stayed, by score, then those that left, by score.
    """
    phase = state.phase
    if not isinstance(phase, Over) or phase.reason in (EndReason.ENDED, EndReason.UNUSED):
        return ()
    ranks = [(n in phase.winners, seat.standing is Standing.IN_PLAY, seat.score) for n, seat in enumerate(state.seats)]
    bingos = bingo_counts(entries, state.variant)
    return tuple(
        SeatResult(
            number,
            state.seats[number].score,
            1 + sum(other > rank for other in ranks),
            bingos.get(number, 0),
            best_play(entry for entry in entries if entry.seat == number),
        )
        for number, rank in enumerate(ranks)
    )


def best_play(entries: Iterable[Entry]) -> Entry | None:
    """The highest-scoring play, the earliest in a tie; None if no play scored."""
    plays = [entry for entry in entries if entry.kind is TurnKind.PLAY and entry.points > 0]
    return max(plays, key=lambda entry: entry.points, default=None)


def bingo_counts(entries: Iterable[Entry], variant: Variant) -> dict[int, int]:
    """The number of bingos by seat, for the seats that have one; a play that was challenged off does not count."""
    counts: dict[int, int] = {}
    for entry in entries:
        if entry.placement and not entry.withdrawn and is_bingo(entry.placement, variant):
            counts[entry.seat] = counts.get(entry.seat, 0) + 1
    return counts


def is_bingo(placement: Placement, variant: Variant) -> bool:
    """Whether a play used a full rack, in a variant that awards a bonus for that."""
    return len(placement.tiles) >= variant.rack_size and variant.bingo != 0
