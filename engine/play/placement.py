"""From a player's intent to tiles on the board: resolves it and checks it against board and rack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from engine.errors import (
    GapBetweenTiles,
    NotConnected,
    NoTilesPlayed,
    OffTheBoard,
    PlayTooShort,
    RuleViolation,
    SquareBlocked,
    SquareEmpty,
    SquareTaken,
    StartNotCovered,
    TilesNotInLine,
)
from engine.model.board import Board, PlacedTile
from engine.model.coordinates import Cell, Direction
from engine.model.tiles import Rack, Tiles
from engine.model.variant import Variant
from engine.play.assignment import assign
from engine.play.notation import PlayIntent, TypedLetter


@dataclass(frozen=True, slots=True)
class Placement:
    """New tiles in one line. `cell` is the first cell of the whole main word; `tiles` are in word order."""

    cell: Cell
    direction: Direction
    tiles: tuple[tuple[Cell, PlacedTile], ...]

    @property
    def used(self) -> Tiles:
        """The tiles taken from the rack."""
        return Tiles.of(placed.tile for _, placed in self.tiles)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The newly covered cells."""
        return tuple(cell for cell, _ in self.tiles)

    def on(self, board: Board) -> Board:
        """The board with the tiles placed."""
        return board.place(dict(self.tiles))


def resolve(intent: PlayIntent, board: Board, rack: Rack, variant: Variant) -> Placement:
    """The placement for an intent, with tiles chosen from the rack and its geometry checked.

    Unmarked letters use real tiles first; blanks go where they cost least. The word may be typed in part: adjacent
    tiles before and after it on the board belong to it. Where letters can be read as one tile or as several, the first
    reading that board and rack allow counts; if none is possible, the errors are those of the first.

    Raises the geometry errors of `check`, `SquareTaken`, `SquareEmpty`, `NoTilesPlayed` and `TilesNotOnRack`.
    """
    refused: RuleViolation | None = None
    for reading in intent.readings():
        try:
            return _resolve(reading, board, rack, variant)
        except RuleViolation as error:
            refused = refused or error
    assert refused
    raise refused


def fault_on(board: Board, intent: PlayIntent) -> RuleViolation | None:
    """Why a board admits a move with no tiles whatever; None if some tiles could make it.

    That is a fact of the board alone, and of no rack.
    """
    faults: list[RuleViolation] = []
    for reading in intent.readings():
        try:
            _wanted(reading, board)
        except RuleViolation as error:
            faults.append(error)
        else:
            return None
    return faults[0]


def _resolve(intent: PlayIntent, board: Board, rack: Rack, variant: Variant) -> Placement:
    """The placement for one reading of an intent."""
    wanted = _wanted(intent, board)
    return arrange(assign(wanted, board, rack, variant, intent.direction), board, intent.direction)


def _wanted(intent: PlayIntent, board: Board) -> dict[Cell, TypedLetter]:
    """The letters to place for one reading of an intent, by their cells, which have passed `check`."""
    wanted: dict[Cell, TypedLetter] = {}
    for number, typed in enumerate(intent.letters):
        cell = intent.cell.step(intent.direction, number)
        if not _lies_on_board(cell, typed, board):
            wanted[cell] = typed
    check(wanted, board, intent.direction)
    return wanted


def _lies_on_board(cell: Cell, typed: TypedLetter, board: Board) -> bool:
    if cell not in board.layout:
        raise OffTheBoard(cell.row, cell.column)
    if board.layout[cell].blocked:
        raise SquareBlocked(cell.row, cell.column)
    placed = board[cell]
    if placed and typed.letter not in (None, placed.letter):
        raise SquareTaken(cell.row, cell.column, placed.letter, typed.letter or "")
    if not placed and typed.on_board:
        raise SquareEmpty(cell.row, cell.column)
    return placed is not None


def check(new: Mapping[Cell, object], board: Board, direction: Direction | None = None) -> None:
    """Checks that tiles on these cells would make one legal line, whatever their letters.

    Raises `NoTilesPlayed`, `OffTheBoard`, `SquareBlocked`, `SquareTaken`, `TilesNotInLine`, `GapBetweenTiles`,
    `StartNotCovered`, `NotConnected` or `PlayTooShort`.
    """
    if not new:
        raise NoTilesPlayed
    for cell in new:
        _check_cell(cell, board)
    cells = sorted(new)
    line = _line(cells, direction)
    step = cells[0]
    while step != cells[-1]:
        step = step.step(line)
        if step not in new and board.at(step) is None:
            raise GapBetweenTiles
    _check_connection(cells, board)


def _check_cell(cell: Cell, board: Board) -> None:
    if cell not in board.layout:
        raise OffTheBoard(cell.row, cell.column)
    if board.layout[cell].blocked:
        raise SquareBlocked(cell.row, cell.column)
    placed = board[cell]
    if placed:
        raise SquareTaken(cell.row, cell.column, placed.letter, "")


def _line(cells: list[Cell], direction: Direction | None) -> Direction:
    if len({cell.row for cell in cells}) == 1 and (len(cells) > 1 or direction is not Direction.DOWN):
        return Direction.ACROSS
    if len({cell.column for cell in cells}) == 1:
        return Direction.DOWN
    raise TilesNotInLine


def _check_connection(cells: list[Cell], board: Board) -> None:
    if not board.is_empty:
        if not any(board.at(cell.step(way, by)) for cell in cells for way in Direction for by in (-1, 1)):
            raise NotConnected
        return
    if len(cells) == 1:
        raise PlayTooShort
    start = board.layout.start
    if not any(start.admits(cell) for cell in cells):
        raise StartNotCovered(start.row, start.column)


def arrange(tiles: Mapping[Cell, PlacedTile], board: Board, direction: Direction | None = None) -> Placement:
    """The placement of tiles on free cells in one line; a single tile forming only one word runs in its direction.

    A single tile that forms words both ways runs in `direction`, across if None. The cells must have passed `check`.
    """
    cells = sorted(tiles)
    line = _line(cells, direction)
    full = board.place(tiles)
    if len(full.run(cells[0], line)) == 1:
        line = line.other
    return Placement(full.run(cells[0], line)[0], line, tuple((cell, tiles[cell]) for cell in cells))


def places(letters: tuple[TypedLetter, ...], board: Board, rack: Rack, variant: Variant) -> tuple[Placement, ...]:
    """The placements that make exactly this word: across first, then in board order.

    Does not check that the words formed exist. Chooses tiles as `resolve` does.
    """
    found: dict[tuple[Cell, ...], Placement] = {}
    for direction in Direction:
        intents = (PlayIntent(cell, direction, letters) for cell in board.layout.cells())
        for placement in exact(intents, board, rack, variant):
            found.setdefault(placement.cells, placement)
    return tuple(found.values())


def exact(intents: Iterable[PlayIntent], board: Board, rack: Rack, variant: Variant) -> Iterator[Placement]:
    """The placements of those intents whose letters make a whole word there, as for `places`."""
    for intent in intents:
        placed = (_placed(reading, board, rack, variant) for reading in intent.readings())
        if placement := next(filter(None, placed), None):
            yield placement


def _placed(intent: PlayIntent, board: Board, rack: Rack, variant: Variant) -> Placement | None:
    try:
        placement = _resolve(intent, board, rack, variant)
    except RuleViolation:
        return None
    whole = placement.on(board).run(placement.cell, placement.direction)
    exact = placement.cell == intent.cell and len(whole) == len(intent.letters)
    return placement if exact and placement.direction is intent.direction else None
