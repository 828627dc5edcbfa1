"""The review of one turn: how much the move that was made loses against the best one, its grade and the reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import assert_never

from engine.computer.endgame import is_known
from engine.computer.leaves import is_vowel
from engine.computer.player import never
from engine.computer.preendgame import is_near
from engine.computer.simulating import Run
from engine.computer.tools import Candidate, ComputerTools
from engine.game import events as ev
from engine.game.views import TableView
from engine.model.board import Board, Cell, Direction
from engine.model.tiles import KnownRack, Tile, Tiles
from engine.play.generator.generator import ScoredExchange, ScoredPlay
from engine.review.candidates import (
    EndgameMoves,
    Field,
    SolvedMove,
    at_most,
    fits,
    line_up,
    play_of,
    search_ending,
    shown_move,
)
from engine.review.contest import LIKELY, MoveComparison, compare, enumerate_pools
from engine.review.turns import ExchangedTiles, Moment, PassedTurn, PlacedTiles, UnseenPlay, moments
from engine.review.values import (
    DECIDED_STEPS,
    ENDGAME_STEPS,
    MOST_BEST,
    WIN_STEPS,
    BetterExchange,
    BetterLeave,
    Bingo,
    BlocksLane,
    EmptiesPool,
    EndsBetter,
    GameStage,
    GetsRidOf,
    GoesOut,
    LeavesPool,
    Meaning,
    Mistake,
    MorePoints,
    MoveFigures,
    OpensLane,
    PhonyEffect,
    PlaysOn,
    Reason,
    RiskyOpening,
    TurnReview,
    WinsGame,
    grade,
    is_decided,
)

CLEAR = 4
"""Points that one part of a move's worth must be ahead by to be named as the reason."""

HEAVY = 8
"""Points of a tile that is hard to play later."""

LANE = 3
"""The least word factor of a square that is worth blocking."""

REACH = 4
"""The most free squares, the premium one included, that a play easily covers from a tile on the board."""


def reason_for(moment: Moment, best: MoveFigures, played: MoveFigures, lost: float) -> Reason | None:
    """The main reason why one move is better by `lost` points, None if the position does not show it."""
    if best.proven and best.win == 1 and (played.win or 0) < 1:
        return WinsGame()
    match best.move, played.move:
        case ScoredExchange(tiles=tiles), ScoredExchange(tiles=instead):
            return BetterExchange(tiles, instead)
        case ScoredExchange(tiles=tiles), _:
            return BetterExchange(tiles, Tiles())
        case ScoredPlay() as move, ScoredPlay() as made if moment.view.table.pool:
            return _of_plays(moment.view.table, move, made, lost)
        case ScoredPlay() as move, ScoredPlay() as made:
            return _of_last_plays(moment, move, made, lost)
        case ScoredPlay(score=points), _:
            return PlaysOn(points)
        case _:
            return None


def _of_last_plays(moment: Moment, best: ScoredPlay, played: ScoredPlay, lost: float) -> Reason | None:
    """The reason with an empty pool."""
    if not best.leave and played.leave:
        return GoesOut(moment.view.unseen.points)
    if tile := _heavy(best, played):
        return GetsRidOf(tile)
    ahead = best.score - played.score
    if ahead > 0 and 2 * ahead >= lost:
        return MorePoints(ahead)
    return EndsBetter(round(lost)) if lost >= 1 else None


def _of_plays(table: TableView, best: ScoredPlay, played: ScoredPlay, lost: float) -> Reason | None:
    """The reason with tiles in the pool: what the plays score and keep, if that tells them apart, else the board."""
    size, bonus = table.variant.rack_size, table.variant.bingo
    if bonus and len(best.placement.tiles) >= size > len(played.placement.tiles):
        return Bingo(bonus)
    ahead, kept = best.score - played.score, (best.equity - best.score) - (played.equity - played.score)
    if max(ahead, kept) < CLEAR or lost - (best.equity - played.equity) > max(ahead, kept, CLEAR):
        return _of_board(table, best, played) or _of_pool(table, best, played) or _of_worth(best, played, ahead, kept)
    return _of_worth(best, played, ahead, kept)


def _of_worth(best: ScoredPlay, played: ScoredPlay, ahead: int, kept: float) -> Reason | None:
    """The reason by score and leave, whichever is more."""
    if kept > 0 and kept >= ahead and best.leave != played.leave:
        return BetterLeave(best.leave, played.leave, kept)
    return MorePoints(ahead) if ahead > 0 else None


def _of_pool(table: TableView, best: ScoredPlay, played: ScoredPlay) -> Reason | None:
    """The reason near the end: who draws the last tiles, and who keeps what is hard to play."""
    drawn, instead = len(best.placement.tiles), len(played.placement.tiles)
    if instead < table.pool <= drawn:
        return EmptiesPool()
    if drawn < table.pool <= instead:
        return LeavesPool(table.pool - drawn)
    near = table.pool <= table.variant.rack_size
    tile = _heavy(best, played) if near else None
    return GetsRidOf(tile) if tile else None


def _heavy(best: ScoredPlay, played: ScoredPlay) -> Tile | None:
    """A tile that is hard to play, and that only the move made keeps."""
    heavy = [tile for tile in played.leave if tile.points >= HEAVY and tile not in best.leave]
    return max(heavy, key=lambda tile: tile.points, default=None)


def _of_board(table: TableView, best: ScoredPlay, played: ScoredPlay) -> Reason | None:
    """The reason on the board: premium squares that only one of the moves leaves within reach."""
    if not any(table.board.squares) and (cell := _risk(table.board, played)) and not _risk(table.board, best):
        return RiskyOpening(cell)
    before, after, instead = (lanes(board) for board in _boards(table, best, played))
    opened = instead - before - after
    if opened:
        cell = _dearest(opened, table)
        return OpensLane(cell, table.variant.layout[cell].word)
    blocked = (before & instead) - after
    if blocked:
        cell = _dearest(blocked, table)
        return BlocksLane(cell, table.variant.layout[cell].word)
    return None


def _risk(board: Board, play: ScoredPlay) -> Cell | None:
    """A vowel of the first play beside a square that multiplies letters, where a dear tile would count twice."""
    placement = play.placement
    for cell, placed in placement.tiles:
        beside = (cell.step(placement.direction.other, step) for step in (-1, 1))
        if is_vowel(placed.letter) and any(one in board.layout and board.layout[one].letter > 1 for one in beside):
            return cell
    return None


def _boards(table: TableView, best: ScoredPlay, played: ScoredPlay) -> tuple[Board, Board, Board]:
    return table.board, best.placement.on(table.board), played.placement.on(table.board)


def _dearest(cells: frozenset[Cell], table: TableView) -> Cell:
    return max(sorted(cells), key=lambda cell: table.variant.layout[cell].word)


def lanes(board: Board) -> frozenset[Cell]:
    """The free squares that multiply words a lot and that a play easily reaches from the tiles on the board."""
    layout = board.layout
    dear = (cell for cell in layout.cells() if layout[cell].word >= LANE and board[cell] is None)
    return frozenset(cell for cell in dear if _is_reached(board, cell))


def _is_reached(board: Board, cell: Cell) -> bool:
    """Whether a tile lies in the row or column of a square, with few free squares up to it."""
    return any(
        _is_near(board, cell, direction, step) for direction in (Direction.ACROSS, Direction.DOWN) for step in (-1, 1)
    )


def _is_near(board: Board, cell: Cell, direction: Direction, step: int) -> bool:
    for distance in range(1, REACH + 1):
        at = cell.step(direction, step * distance)
        if at not in board.layout or board.layout[at].blocked:
            return False
        if board[at] is not None:
            return True
    return False


@dataclass(frozen=True, slots=True)
class MoveVerdict:
    """The figures of the move made, and of the moves that may be called best, best first.

    `lost_win` and `lost_points` are what the move made loses against the best of them, negative if it is better;
    `doubt_win` and `doubt_points` say how far chance may have moved these differences. `searched` says that the pool
    is empty and the figures come from a search; `exact` and `proven` are those of `TurnReview`.
    """

    played: MoveFigures
    best: tuple[MoveFigures, ...]
    lost_win: float | None
    lost_points: float
    doubt_win: float = 0.0
    doubt_points: float = 0.0
    searched: bool = False
    exact: bool = False
    proven: bool = False


def by_equity(found: Field) -> MoveVerdict:
    """The moves by their equity: for racks too large to look ahead with, and where there is nobody to beat."""
    figures = [_figures(one) for one in found.moves]
    best = sorted((one for one, valid in zip(figures, found.valid, strict=True) if valid), key=lambda one: -one.equity)
    played = figures[found.played]
    return MoveVerdict(played, tuple(best), None, best[0].equity - played.equity if best else 0.0)


def by_contest(contest: MoveComparison, *, exact: bool) -> MoveVerdict:
    """The moves by simulation; if every pool was tried, chance had no part in it."""
    figures = [_figures(contest.measured(place)) for place in range(len(contest.moves))]
    best, loss = tuple(figures[place] for place in contest.order), contest.loss
    if loss is None:
        return MoveVerdict(figures[contest.played], best, 0.0, 0.0, exact=exact)
    doubt = 0.0 if exact else LIKELY
    return MoveVerdict(
        figures[contest.played],
        best,
        loss.win,
        loss.points,
        doubt * loss.win_error,
        doubt * loss.points_error,
        exact=exact,
    )


def by_search(ending: EndgameMoves) -> MoveVerdict:
    """The moves by what they lead to with both sides playing their best."""
    played = ending.played
    first = ending.best[0] if ending.best else played
    return MoveVerdict(
        _of_ended(played),
        tuple(map(_of_ended, ending.best)),
        chance(first.lead) - chance(played.lead),
        float(first.lead - played.lead),
        searched=True,
        exact=True,
        proven=ending.exact and ending.played.exact,
    )


def chance(lead: int) -> float:
    """The chance to win of a game that ends with a lead; a tie counts half."""
    return 0.5 if lead == 0 else float(lead > 0)


def _of_ended(one: SolvedMove) -> MoveFigures:
    return MoveFigures(
        shown_move(one.move), one.move.score, chance(one.lead), float(one.lead), one.move.equity, proven=one.exact
    )


def _figures(one: Candidate) -> MoveFigures:
    move = one.move
    return MoveFigures(shown_move(move), move.score, one.chance, one.lead, move.equity, one.deals, one.proven)


def grade_of(judged: MoveVerdict) -> Mistake:
    """How grave the loss of the move made is."""
    first = judged.best[0] if judged.best else judged.played
    if judged.searched:
        thrown_away = first.win == 1 and judged.played.win != 1
        return Mistake.LARGE if thrown_away else grade(judged.lost_points, ENDGAME_STEPS)
    if judged.lost_win is not None and first.win is not None and not is_decided(first.win):
        return grade(judged.lost_win, WIN_STEPS) if judged.lost_win > judged.doubt_win else Mistake.NONE
    return grade(judged.lost_points, DECIDED_STEPS) if judged.lost_points > judged.doubt_points else Mistake.NONE


def verdict(moment: Moment, rack: Tiles, tools: ComputerTools, judged: MoveVerdict) -> TurnReview:
    """The review of a turn whose moves have been judged."""
    mistake = grade_of(judged)
    faulty = mistake is not Mistake.NONE
    losses = (judged.lost_win, judged.lost_points)
    win, points = (None if lost is None else max(0.0, lost) if faulty else 0.0 for lost in losses)
    explained = faulty and judged.best and not moment.withdrawn
    reason = reason_for(moment, judged.best[0], judged.played, judged.lost_points) if explained else None
    return replace(
        ungraded(moment),
        rack=rack,
        played=_played(moment, rack, tools, judged),
        best=judged.best[:MOST_BEST],
        mistake=mistake,
        lost_win=win,
        lost_points=points,
        proven=judged.proven,
        exact=judged.exact,
        phony=_phony(moment, tools, judged),
        reason=reason,
    )


def ungraded(moment: Moment) -> TurnReview:
    """The review of a turn whose rack is not known: it says where it was, and nothing about the move's worth."""
    table, decision = moment.view.table, moment.decision
    seats = sum(seat.in_play for seat in table.seats)
    phase, meaning = GameStage.of_pool(table.pool), Meaning.of_seats(seats)
    return TurnReview(
        *(decision.number, decision.seat, decision.before, decision.after, phase),
        rack=None,
        played=_told(moment),
        best=(),
        mistake=None,
        meaning=meaning,
    )


def _told(moment: Moment) -> MoveFigures | None:
    """The move that was made, as far as everyone saw it, without its worth."""
    match moment.act:
        case PlacedTiles(placement=placement, sheet=sheet):
            score = 0 if moment.withdrawn else sheet.total
            return MoveFigures(ScoredPlay(placement, sheet.total, sheet.total, Tiles()), score, None, None, sheet.total)
        case ExchangedTiles(tiles=tiles, points=points):
            return (
                MoveFigures(ScoredExchange(tiles, points, points, Tiles()), points, None, None, points)
                if tiles
                else None
            )
        case PassedTurn(points=points):
            return MoveFigures(None, points, None, None, points)
        case UnseenPlay():
            return None
        case _:
            assert_never(moment.act)


def _played(moment: Moment, rack: Tiles, tools: ComputerTools, judged: MoveVerdict) -> MoveFigures | None:
    """The figures of the move that was made; a play that was withdrawn has those of the lost turn."""
    match moment.act:
        case UnseenPlay():
            return None
        case PlacedTiles(placement=placement, sheet=sheet) if moment.withdrawn:
            return replace(judged.played, move=play_of(placement, sheet.total, rack, tools), score=0)
        case _:
            return judged.played


def _phony(moment: Moment, tools: ComputerTools, judged: MoveVerdict) -> PhonyEffect | None:
    """What a phony brought about, None if the move was none."""
    words = moment.act.words if isinstance(moment.act, PlacedTiles) else ()
    if not moment.withdrawn and all(map(tools.lexicon.contains, words)):
        return None
    win, points = (None if lost is None else -lost for lost in (judged.lost_win, judged.lost_points))
    return PhonyEffect(not moment.withdrawn, win, points)


@dataclass(frozen=True, slots=True)
class Effort:
    """How much work the review of one turn may take, in counts rather than seconds, so that it can be made again.

    `first` deals of the unseen tiles choose the best moves from all candidates, and at most `deals` further ones
    compare these with the move made. `slices` bounds the search of an ending, in units of about ten milliseconds.
    """

    first: int = 500
    deals: int = 2500
    slices: int = 600


EFFORT = Effort()
"""Takes about two seconds a turn on two cores, less where the choice is clear."""


def review_turn(
    events: Iterable[ev.Event],
    number: int,
    tools: ComputerTools,
    effort: Effort = EFFORT,
    should_stop: Callable[[], bool] = never,
    run: Run = map,
) -> TurnReview:
    """The review of a turn of a finished game, by its number in `reviewable`.

    The same game, effort and number of answers by `should_stop` give the same review. It is asked every few tens of
    milliseconds; once it says so, the review comes from what is known by then. `run` may spread the work over threads.
    Raises `BadData` if the game is not over, and `IndexError` for a turn that does not exist.
    """
    found = moments(events)
    if not 1 <= number <= len(found):
        raise IndexError(number)
    return review_moment(found[number - 1], tools, effort, should_stop, run)


def review_moment(
    moment: Moment,
    tools: ComputerTools,
    effort: Effort = EFFORT,
    should_stop: Callable[[], bool] = never,
    run: Run = map,
) -> TurnReview:
    """The review of a decision from what its seat knew; see `review_turn`."""
    rack, judged = moment.view.rack, judge_moment(moment, tools, effort, should_stop, run)
    if judged is None or not isinstance(rack, KnownRack):
        return ungraded(moment)
    return verdict(moment, rack.tiles, tools, judged)


def judge_moment(
    moment: Moment, tools: ComputerTools, effort: Effort, should_stop: Callable[[], bool] = never, run: Run = map
) -> MoveVerdict | None:
    """The figures of the moves of a decision; None if its rack is not known."""
    rack = moment.view.rack
    if not isinstance(rack, KnownRack) or not _is_possible(moment, rack.tiles):
        return None
    return _judge(moment, rack.tiles, tools, effort, should_stop, run)


def _is_possible(moment: Moment, rack: Tiles) -> bool:
    """Whether the rack holds the tiles that were moved; a record can tell of a part of the rack only."""
    match moment.act:
        case PlacedTiles(placement=placement):
            return rack.covers(placement.used)
        case ExchangedTiles(tiles=tiles):
            return bool(tiles) and rack.covers(tiles)
        case _:
            return True


def _judge(
    moment: Moment, rack: Tiles, tools: ComputerTools, effort: Effort, should_stop: Callable[[], bool], run: Run
) -> MoveVerdict:
    """The figures of the moves, found by the means that suit the phase."""
    view, shown, found = moment.view, moment.shown, line_up(moment, rack, tools)
    if len(view.table.seats) < 2 or not fits(view, rack, moment):
        return by_equity(found)
    if is_known(view):
        return by_search(search_ending(found, view, rack, tools, effort.slices, should_stop, run))
    if is_near(view):
        contest, exact = enumerate_pools(found, view, rack, tools, shown, at_most(effort.slices, should_stop), run)
    else:
        contest, exact = compare(found, view, rack, tools, shown, effort.first, effort.deals, should_stop, run), False
    return by_contest(contest, exact=exact) if contest.deals else by_equity(found)
