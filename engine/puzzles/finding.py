"""Which positions could be puzzles: a quick look, before anything is simulated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.computer.candidates import Candidate
from engine.computer.luck import Luck
from engine.computer.planning import considered, is_mirrored
from engine.computer.seeing import chance_to_see, knows
from engine.computer.tools import ComputerTools
from engine.computer.weighing import weigh, words_of
from engine.game.views import SeatView
from engine.model.levels import LEVELS, level
from engine.model.tiles import KnownRack, Tiles
from engine.play.generator.kernels.layout import MAX_TILES, Table
from engine.play.generator.plays import ScoredPlay
from engine.puzzles.values import is_close

STRENGTH = 7
"""The level whose judgement picks positions."""

LEAD = 10.0
"""How far the answer must lead, in points of equity or in score."""

LONG = 9
"""Letters of a long bingo."""

COMMON = 12_000
"""How many of the most common words count as common."""

DEAR = 8
"""Points from which a tile is a power tile."""


@dataclass(frozen=True, slots=True, eq=False)
class PuzzleCandidate:
    """A position that could be a puzzle: the candidates, most promising first, with the records of the plays."""

    view: SeatView
    rack: Tiles
    candidates: list[Candidate]
    records: Table


def promising(view: SeatView, tools: ComputerTools) -> PuzzleCandidate | None:
    """The position if one play leads all other moves by `LEAD`, else None.

    Positions with less than a full rack in the pool are left out, since solvers would count tiles, and so are those
    whose scores are far apart, since no move matters there.
    """
    size = view.table.variant.rack_size
    if not isinstance(view.rack, KnownRack) or len(view.rack) < size or view.table.pool < size or size > MAX_TILES:
        return None
    if not is_close([seat.score for seat in view.table.seats]):
        return None
    rack, luck = view.rack.tiles, Luck.of_seat(view).of_turn(view)
    candidates, records = considered(weigh(view, rack, tools, level(STRENGTH), luck), view, rack, tools)
    if len(candidates) < 2 or is_mirrored(view) or not isinstance(candidates[0].move, ScoredPlay):
        return None
    return PuzzleCandidate(view, rack, candidates, records) if _stands_out(candidates) else None


def _stands_out(candidates: Sequence[Candidate]) -> bool:
    best = candidates[0]
    rivals = [one for one in candidates[1:] if not is_same(best, one)]
    if not rivals:
        return False
    return leads_in_equity(best, rivals) or leads_in_points(best, rivals)


def is_same(one: Candidate, other: Candidate) -> bool:
    """Whether two moves come to the same at a glance: as many points, and the same tiles kept."""
    return one.move.score == other.move.score and one.move.leave == other.move.leave


def leads_in_equity(best: Candidate, rivals: Sequence[Candidate]) -> bool:
    """Whether a move's equity is `LEAD` above that of all rivals."""
    return all(best.value - one.value >= LEAD for one in rivals)


def leads_in_points(best: Candidate, rivals: Sequence[Candidate]) -> bool:
    """Whether a move scores `LEAD` more than all rivals."""
    return all(best.move.score - one.move.score >= LEAD for one in rivals)


def is_common(play: ScoredPlay, view: SeatView, tools: ComputerTools) -> bool:
    """Whether all words of a play are among the most common ones."""
    return all(tools.vocabulary.rank(tools.lexicon.key(word)) < COMMON for word in words_of(play, view))


def difficulty(play: ScoredPlay, view: SeatView, tools: ComputerTools) -> int:
    """The share of casual players, in per cent, who would overlook a play."""
    words, luck = words_of(play, view), Luck.of_seat(view)
    casual = [one for one in LEVELS if one.sees is not None]
    sees = [chance_to_see(words, one) * _share_knowing(words, one.number, tools, luck) for one in casual]
    return round(100 * (1 - sum(sees) / len(sees)))


SAMPLE = 40
"""Players of a level that are asked whether they know a word."""


def _share_knowing(words: Sequence[tuple[str, ...]], number: int, tools: ComputerTools, luck: Luck) -> float:
    def knowing() -> Iterator[bool]:
        for one in range(SAMPLE):
            player = luck.at_turn(one)
            yield all(knows(tools.lexicon.key(word), level(number), tools, player) for word in words)

    return sum(knowing()) / SAMPLE
