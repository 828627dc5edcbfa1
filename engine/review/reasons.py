"""Why the best move is better than the one that was made, as far as the position itself shows it."""

from __future__ import annotations

from engine.computer.leaves import is_vowel
from engine.game.views import TableView
from engine.model.board import Board
from engine.model.coordinates import Cell, Direction
from engine.model.tiles import Tile, Tiles
from engine.play.generator.plays import ScoredExchange, ScoredPlay
from engine.review.turns import Moment
from engine.review.values import (
    BetterExchange,
    BetterLeave,
    Bingo,
    BlocksLane,
    EmptiesPool,
    EndsBetter,
    GetsRidOf,
    GoesOut,
    LeavesPool,
    MorePoints,
    MoveFigures,
    OpensLane,
    PlaysOn,
    Reason,
    RiskyOpening,
    WinsGame,
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
