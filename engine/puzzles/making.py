"""Puzzles from positions: of games that computer players play for this, and of games that are over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from engine.computer.luck import Luck
from engine.computer.player import never
from engine.computer.selfplay import positions
from engine.computer.tools import ComputerTools
from engine.computer.weighing import words_of
from engine.formats.cgp import Position
from engine.game.events import Event, Exchanged, Passed, Played
from engine.game.evolve import evolve, replay
from engine.game.phases import Over, Turn
from engine.game.state import GameState
from engine.game.views import SeatView, seat_view
from engine.model.tiles import Tiles
from engine.play.generator.plays import ScoredPlay
from engine.puzzles.confirming import ConfirmedPuzzle, confirm
from engine.puzzles.finding import (
    DEAR,
    LONG,
    PuzzleCandidate,
    difficulty,
    is_common,
    is_same,
    leads_in_equity,
    leads_in_points,
    promising,
)
from engine.puzzles.values import Puzzle, Tag

Alarm = Callable[[], Callable[[], bool]]
"""Starts the time for one position, and gives the function that says when it is up."""

SEATS = 2
"""Seats of the games that puzzles come from: with more, a chance to win says less about a single move."""

STRENGTHS = ((7, 7), (6, 7), (7, 6), (5, 7), (6, 6))
"""The players of games made for puzzles, so that boards look as different as those of people."""


MOVES = (Played, Passed, Exchanged)
"""Events that a seat on turn chose: what it saw just before is a position."""


class GameRuns(Exception):
    """A game is not over, so that its racks are secret: no puzzle can be made of it."""


def from_selfplay(tools: ComputerTools, number: int, alarm: Alarm) -> Iterator[Puzzle]:
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
    """The puzzle in the position of the player on turn; None if no move stands out or matters, or time is up."""
    tools = tools.mild()
    found = promising(view, tools)
    if found is None:
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
    position = Position(
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
