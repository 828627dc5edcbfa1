"""Puzzles from positions: found at a quick look, and confirmed by a simulation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np
from numpy.typing import NDArray

from engine.computer.player import chance_to_see, considered, is_mirrored, knows, never
from engine.computer.selfplay import positions
from engine.computer.simulating import TIE, Simulation
from engine.computer.tools import Candidate, ComputerTools, Luck
from engine.computer.weighing import weigh, words_of
from engine.formats.cgp import CgpPosition
from engine.game.events import Event, Exchanged, Passed, Played
from engine.game.evolve import evolve, replay
from engine.game.phases import Over, Turn
from engine.game.state import GameState
from engine.game.views import SeatView, seat_view
from engine.model.levels import LEVELS, level
from engine.model.tiles import KnownRack, Tiles
from engine.play.generator.generator import ScoredExchange, ScoredPlay
from engine.play.generator.kernels.layout import MAX_TILES, Table
from engine.puzzles.values import Gap, Puzzle, SimulatedMove, Tag, is_close

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


CHANCE, CONFIRMED_LEAD = 0.03, 10.0
"""How far the answer must be ahead, in chance to win or in points of lead."""

ALIKE_CHANCE, ALIKE_LEAD = 0.004, 1.0
"""Moves that are closer to the best than both are answers too."""

ANSWERS, OTHERS = 3, 4
"""The most moves that may be right, and the most wrong ones that a puzzle tells about."""

RIVALS = 8
"""The most moves that are simulated, those with the highest equity: hardly any other is ever second best."""

ROUNDS = (40, 160, 400)
"""Deals after which moves are looked at; after the last, the answer is confirmed or not."""

HOPE = 2.5
"""Standard errors within which an early gap may still grow: below that, the position is given up."""

CONFIRMED_BEYOND = 1.64
"""Standard errors by which the gap must exceed zero at the end, besides its size: 95 % confidence."""

WEAKEST = 1e-4
"""The least standard error assumed."""


@dataclass(frozen=True, slots=True)
class ConfirmedPuzzle:
    """The answers and the best other moves, best first, with the gap between them."""

    answers: tuple[SimulatedMove, ...]
    others: tuple[SimulatedMove, ...]
    gap: Gap
    deals: int


def confirm(
    found: PuzzleCandidate, tools: ComputerTools, luck: Luck, should_stop: Callable[[], bool]
) -> ConfirmedPuzzle | None:
    """The simulated moves if the best is far enough ahead; None if it is not, or if time is up before that is sure."""
    candidates = found.candidates[:RIVALS]
    plays = sum(isinstance(one.move, ScoredPlay) for one in candidates)
    simulation = Simulation.of(found.view, found.rack, tools, candidates, found.records[:plays])
    for until in ROUNDS:
        for random in _draws(luck, simulation):
            if simulation.deals >= until:
                break
            if should_stop():
                return None
            _play(simulation, random, until)
        standing = _Standing.of(simulation)
        if not standing.may_hold:
            return None
        _drop(simulation, standing)
    return _result(simulation, standing) if standing.holds else None


def _draws(luck: Luck, simulation: Simulation) -> Iterator[int]:
    return (luck.pick(1 << 52, "deals", simulation.deals, number) for number in count())


def _play(simulation: Simulation, random: int, until: int) -> None:
    from engine.computer.kernels.simulation import deal_tiles

    deals = min(simulation.batch, until - simulation.deals)
    dealt = deal_tiles(np.array([random], np.int64), simulation.unseen, deals)
    simulation.learn(simulation.play(dealt, simulation.active))


@dataclass(frozen=True, slots=True, eq=False)
class _Standing:
    """Where the moves under simulation stand: their places, best first, and how many of these are answers.

    `gap` and `error` are the mean and the standard error, in chance and lead, of how far the last answer is ahead of
    the best other move, deal by deal.
    """

    order: NDArray[np.int64]
    answers: int
    gap: NDArray[np.float64]
    error: NDArray[np.float64]

    @staticmethod
    def of(simulation: Simulation) -> _Standing:
        active = np.flatnonzero(simulation.active)
        learnt = simulation.learnt[: simulation.deals, active]
        means = learnt.mean(axis=0)
        order = np.argsort(-(means[:, 0] + TIE * means[:, 1]), kind="stable")
        behind = means[order[0]] - means[order]
        alike = (np.abs(behind[:, 0]) <= ALIKE_CHANCE) & (np.abs(behind[:, 1]) <= ALIKE_LEAD)
        answers = int(np.argmin(alike)) if not alike.all() else len(order)
        if answers == len(order):
            return _Standing(active[order], answers, np.zeros(2), np.ones(2))
        ahead = learnt[:, order[answers - 1]] - learnt[:, order[answers]]
        error = np.maximum(ahead.std(axis=0) / np.sqrt(len(ahead)), WEAKEST)
        return _Standing(active[order], answers, ahead.mean(axis=0), error)

    @property
    def may_hold(self) -> bool:
        """Whether the gap could still prove to be large enough."""
        highest = self.gap + HOPE * self.error
        return bool(highest[0] >= CHANCE or highest[1] >= CONFIRMED_LEAD)

    @property
    def holds(self) -> bool:
        """Whether the gap is large enough, surely above zero in both respects, and the answers are few."""
        enough = self.gap[0] >= CHANCE or self.gap[1] >= CONFIRMED_LEAD
        sure = (self.gap - CONFIRMED_BEYOND * self.error > 0).all()
        return bool(enough and sure and self.answers <= ANSWERS)


def _drop(simulation: Simulation, standing: _Standing) -> None:
    """Goes on with the moves that may be answers and the best others only, so that all have the same deals."""
    simulation.active[standing.order[standing.answers + OTHERS :]] = 0


def _result(simulation: Simulation, standing: _Standing) -> ConfirmedPuzzle | None:
    moves = [_move(simulation, int(i)) for i in standing.order[: standing.answers + OTHERS]]
    answers, others = tuple(moves[: standing.answers]), tuple(moves[standing.answers :])
    if any(one.placement is None for one in answers):
        return None
    gap = Gap(round(float(standing.gap[0]), 4), round(float(standing.gap[1]), 1))
    return ConfirmedPuzzle(answers, others, gap, simulation.deals)


def _move(simulation: Simulation, place: int) -> SimulatedMove:
    move = simulation.candidates[place].move
    chance, lead = simulation.learnt[: simulation.deals, place].mean(axis=0)
    figures = (move.score, round(float(chance), 4), round(float(lead), 1))
    match move:
        case ScoredPlay():
            return SimulatedMove(move.placement, Tiles(), *figures)
        case ScoredExchange():
            return SimulatedMove(None, move.tiles, *figures)


TimeLimit = Callable[[], Callable[[], bool]]
"""Starts the time for one position, and gives the function that says when it is up."""

SEATS = 2
"""Seats of the games that puzzles come from: with more, a chance to win says less about a single move."""

STRENGTHS = ((7, 7), (6, 7), (7, 6), (5, 7), (6, 6))
"""The players of games made for puzzles, so that boards look as different as those of people."""


MOVES = (Played, Passed, Exchanged)
"""Events that a seat on turn chose: what it saw just before is a position."""


class GameRuns(Exception):
    """A game is not over, so that its racks are secret: no puzzle can be made of it."""


def from_selfplay(tools: ComputerTools, number: int, alarm: TimeLimit) -> Iterator[Puzzle]:
    """The puzzles in one game of computer players, which `number` decides; `alarm` limits the time for a position."""
    for view in positions(tools, STRENGTHS[number % len(STRENGTHS)], number):
        if puzzle := from_view(view, tools, alarm()):
            yield puzzle


def to_solve(events: Iterable[Event]) -> tuple[SeatView, ...]:
    """What each seat of a finished game of two saw when it was about to move; empty with more seats or fewer.

    Raises `GameRuns` if the game is not over.
    """
    played = tuple(events)
    if not isinstance(replay(played).phase, Over):
        raise GameRuns
    return tuple(_before_moves(played))


def _before_moves(events: Iterable[Event]) -> Iterator[SeatView]:
    state: GameState | None = None
    for event in events:
        if state and isinstance(state.phase, Turn) and isinstance(event, MOVES) and len(state.seats) == SEATS:
            yield seat_view(state, state.phase.seat)
        state = evolve(state, event)


def from_turn(view: SeatView, tools: ComputerTools, should_stop: Callable[[], bool] = never) -> Puzzle | None:
    """As `from_view`, but None if the seat on turn could have challenged a phony."""
    open_play = view.table.challengeable
    words = open_play.sheet.words if open_play else ()
    valid = all(tools.lexicon.contains(word.word) for word in words)
    return from_view(view, tools, should_stop) if valid else None


def from_view(view: SeatView, tools: ComputerTools, should_stop: Callable[[], bool] = never) -> Puzzle | None:
    """The puzzle in the position of the player on turn.

    None if no move stands out or matters, if the board has a coarse word, or if time is up.
    """
    tools = tools.mild()
    found = promising(view, tools)
    if found is None or not tools.allows(view.table.board.words()):
        return None
    luck = Luck(" ".join(map(str, found.rack)).encode()[:LONGEST_SEED])
    confirmed = confirm(found, tools, luck, should_stop)
    puzzle = _puzzle(found, confirmed, tools) if confirmed else None
    return puzzle if puzzle and puzzle.is_open else None


LONGEST_SEED = 64
"""Bytes of a seed that count."""


def _puzzle(found: PuzzleCandidate, confirmed: ConfirmedPuzzle, tools: ComputerTools) -> Puzzle | None:
    """The puzzle, unless the simulation has chosen another answer than the eye, which nobody would call clear."""
    plays = [one.move for one in found.candidates if isinstance(one.move, ScoredPlay)]
    placements = [one.placement for one in confirmed.answers]
    answers = [play for play in plays if play.placement in placements]
    table = found.view.table
    if len(answers) != len(placements) or plays[0] not in answers:
        return None
    position = CgpPosition(
        table.board,
        (found.rack, *(Tiles() for _ in table.seats[1:])),
        tuple(seat.score for seat in (*table.seats[found.view.seat :], *table.seats[: found.view.seat])),
        table.scoreless,
    )
    return Puzzle(
        table.variant,
        tools.lexicon.name,
        position,
        confirmed.answers,
        confirmed.others,
        _tags(plays[0], found, tools),
        confirmed.gap,
        min(difficulty(play, found.view, tools) for play in answers),
        confirmed.deals,
    )


def _tags(best: ScoredPlay, found: PuzzleCandidate, tools: ComputerTools) -> frozenset[Tag]:
    size, used = found.view.table.variant.rack_size, best.placement.used
    rivals = [one for one in found.candidates[1:] if not is_same(found.candidates[0], one)]
    bingo, dear = len(used) == size, max(tile.points for tile in tools.generator.variant.tile_set.kinds)
    held = {
        Tag.EQUITY: leads_in_equity(found.candidates[0], rivals),
        Tag.POINTS: leads_in_points(found.candidates[0], rivals),
        Tag.BINGO: bingo,
        Tag.NON_BINGO: not bingo,
        Tag.ONLY_BINGO: bingo and _is_only_bingo(found, tools),
        Tag.BLANK_BINGO: bingo and any(tile.is_blank for tile in used),
        Tag.LONG_BINGO: bingo and len(words_of(best, found.view)[0]) >= LONG,
        Tag.POWER_TILE: any(tile.points >= min(DEAR, dear) for tile in used),
        Tag.COMMON_WORDS: is_common(best, found.view, tools),
    }
    return frozenset(tag for tag, holds in held.items() if holds)


def _is_only_bingo(found: PuzzleCandidate, tools: ComputerTools) -> bool:
    """Whether all plays of a full rack make the same main word."""
    plays = tools.generator.all(found.view.table.board, found.rack)
    bingos = [play for play in plays if not play.leave]
    return len({words_of(play, found.view)[0] for play in bingos}) == 1
