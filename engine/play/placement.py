"""From a player's intent to tiles on the board: resolved, given the rack's tiles, checked, and scored word by word."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
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
    TilesNotOnRack,
)
from engine.model.board import STANDARD, Board, Cell, Direction, PlacedTile
from engine.model.tiles import KnownRack, Rack, Tile, Tiles, Word, bracketed
from engine.model.variant import Variant
from engine.play.notation import PlayIntent, TypedLetter, write_word


def assign(
    wanted: Mapping[Cell, TypedLetter], board: Board, rack: Rack, variant: Variant, direction: Direction
) -> dict[Cell, PlacedTile]:
    """Chooses tiles for the letters wanted on free cells.

    The factors of a cell are its weight: the tiles of one letter, in descending order of points, go to cells in
    descending order of weight, which is optimal (rearrangement inequality); blanks fill the gaps. A hidden rack can
    supply any tiles of the set. Raises `TilesNotOnRack`.
    """
    stock = _Stock(rack.tiles if isinstance(rack, KnownRack) else variant.tile_set.tiles)
    weights = _weights(wanted, board, direction)
    found: dict[Cell, PlacedTile] = {}
    free: dict[str, list[Cell]] = {}
    for cell in sorted(wanted, key=lambda c: -weights[c]):
        typed = wanted[cell]
        assert typed.letter
        if typed.blank or typed.points is not None:
            found[cell] = PlacedTile(stock.take("" if typed.blank else typed.letter, typed.points), typed.letter)
        else:
            free.setdefault(typed.letter, []).append(cell)
    for letter, cells in free.items():
        tiles = stock.make(letter, len(cells))
        found |= {cell: PlacedTile(tile, letter) for cell, tile in zip(cells, tiles, strict=True)}
    stock.check()
    return found


class _Stock:
    """The tiles still available while a word is put together."""

    def __init__(self, tiles: Iterable[Tile]) -> None:
        self._tiles = sorted(tiles, key=lambda tile: -tile.points)
        self._missing: list[str] = []

    def take(self, letter: str, points: int | None) -> Tile:
        """The highest-scoring matching tile; a missing one is recorded."""
        for tile in self._tiles:
            if tile.letter == letter and points in (None, tile.points):
                self._tiles.remove(tile)
                return tile
        self._missing.append((letter or "?") + (f"({points})" if points is not None else ""))
        return Tile(letter, points or 0)

    def make(self, letter: str, count: int) -> list[Tile]:
        """That many tiles for a letter in descending order of points, with blanks once its real tiles run out."""
        own = [tile for tile in self._tiles if tile.letter == letter][:count]
        for tile in own:
            self._tiles.remove(tile)
        blanks = [tile for tile in self._tiles if tile.is_blank][: count - len(own)]
        for tile in blanks:
            self._tiles.remove(tile)
        lacking = count - len(own) - len(blanks)
        self._missing += [letter] * lacking
        made = own + blanks + [Tile(letter, 0)] * lacking
        return sorted(made, key=lambda tile: (-tile.points, tile.is_blank))

    def check(self) -> None:
        if self._missing:
            raise TilesNotOnRack(tuple(sorted(self._missing)))


def _weights(wanted: Mapping[Cell, object], board: Board, direction: Direction) -> dict[Cell, int]:
    """How many times a tile's points would count on each cell, in the main word and the cross word together."""
    main, aside = 1, direction.other
    for cell in wanted:
        main *= board.layout[cell].word
    weights: dict[Cell, int] = {}
    for cell in wanted:
        square = board.layout[cell]
        crosses = bool(board.at(cell.step(aside, -1)) or board.at(cell.step(aside)))
        weights[cell] = square.letter * (main + square.word * crosses)
    return weights


@dataclass(frozen=True, slots=True)
class Placement:
    """New tiles in one line. `cell` is the first cell of the whole main word; `tiles` are in word order.

    `str()` writes it as it can be typed and as game records do, `8H HE.Lo`: `.` for a tile on the board up to the last
    new tile, a small letter for a blank. `write_move` also knows the letters on the board.
    """

    cell: Cell
    direction: Direction
    tiles: tuple[tuple[Cell, PlacedTile], ...]

    def __str__(self) -> str:
        place = STANDARD.name(self.cell, self.direction, (0, 0))
        word = self._word(str)
        if any(placed.is_blank for _, placed in self.tiles) and word in (word.lower(), word.capitalize()):
            # readers take such a word for one typed in small letters, or as a name
            word = self._word(lambda placed: f"{'?' * placed.is_blank}{bracketed(placed.letter)}")
        return f"{place} {word}"

    def _word(self, text: Callable[[PlacedTile], str]) -> str:
        """The word up to its last new tile, each new tile in a given form."""
        new, cell, parts = dict(self.tiles), self.cell, list[str]()
        while new:
            placed = new.pop(cell, None)
            parts.append(text(placed) if placed else ".")
            cell = cell.step(self.direction)
        return "".join(parts)

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
    """Check that tiles on these cells would make one legal line, whatever their letters.

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


def lacking(letters: tuple[TypedLetter, ...], board: Board, rack: Rack, variant: Variant) -> tuple[str, ...]:
    """The tiles that a rack is short of for exactly this word, where it is short of the fewest.

    None of them if the word fits, or if the board has no place for it.
    """
    intents = (PlayIntent(cell, way, letters) for way in Direction for cell in board.layout.cells())
    found = (_missing(reading, board, rack, variant) for intent in intents for reading in intent.readings())
    return min((one for one in found if one is not None), key=len, default=())


def _missing(intent: PlayIntent, board: Board, rack: Rack, variant: Variant) -> tuple[str, ...] | None:
    """What a rack is short of for a whole word; None if the board has no place for it there."""
    ends = intent.cell.step(intent.direction, -1), intent.cell.step(intent.direction, len(intent.letters))
    if any(board.at(cell) for cell in ends):
        return None
    try:
        assign(_wanted(intent, board), board, rack, variant, intent.direction)
    except TilesNotOnRack as error:
        return error.missing
    except RuleViolation:
        return None
    return ()


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


@dataclass(frozen=True, slots=True)
class ScoredWord:
    """A new word and its own points."""

    word: Word
    points: int


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The score of a placement: the main word, then cross words in order, square points and the bonus."""

    words: tuple[ScoredWord, ...]
    cell_points: int = 0
    bonus: int = 0

    @property
    def total(self) -> int:
        """The sum of all parts."""
        return sum(word.points for word in self.words) + self.cell_points + self.bonus


def score(board: Board, placement: Placement, variant: Variant) -> ScoreSheet:
    """The score sheet of a placement, given the board before it.

    Playing more tiles than a rack holds earns the full-rack bonus.
    """
    after = placement.on(board)
    new = frozenset(placement.cells)
    runs = [after.run(placement.cell, placement.direction)]
    runs += [after.run(cell, placement.direction.other) for cell in placement.cells]
    words = tuple(_score_word(after, run, new) for run in runs if len(run) > 1)
    cell_points = sum(board.layout[cell].points for cell in new)
    return ScoreSheet(words, cell_points, variant.bonuses[min(len(new), variant.rack_size)])


def _score_word(after: Board, cells: tuple[Cell, ...], new: frozenset[Cell]) -> ScoredWord:
    points, factor = 0, 1
    for cell in cells:
        placed = after[cell]
        assert placed
        square = after.layout[cell]
        points += placed.tile.points * (square.letter if cell in new else 1)
        factor *= square.word if cell in new else 1
    return ScoredWord(after.word(cells), points * factor)


def write_move(board: Board, placement: Placement, variant: Variant) -> str:
    """A play as move text, `8H HE(L)Lo`: letters already on the board in parentheses, blanks in lower case."""
    new = dict(placement.tiles)
    place = STANDARD.name(placement.cell, placement.direction, variant.layout.size)
    cells = board.place(new).run(placement.cell, placement.direction)
    return f"{place} {write_word(board, cells, new, variant)}"
