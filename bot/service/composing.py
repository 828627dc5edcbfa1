"""A move composed tile by tile: where it can begin, what a draft has placed, and words typed into it."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from engine.errors import RuleViolation, TilesNotOnRack
from engine.game.state import Setup
from engine.model.board import Board, Cell, Direction, Layout, PlacedTile
from engine.model.tiles import KnownRack, Tile, Tiles
from engine.model.variant import Variant
from engine.play.notation import PlayIntent, read_move, read_word
from engine.play.placement import Placement, arrange, check, exact, resolve


@dataclass(frozen=True, slots=True)
class MovePrefix:
    """A free square next to a tile, and the direction of a move there.

    `ways` says on how many squares of the same line a move can begin.
    """

    cell: Cell
    direction: Direction
    ways: int


def beginnings(board: Board, rack_size: int) -> tuple[MovePrefix, ...]:
    """One for each row and column in which a move can touch a tile: rows from the top, then columns from the left.

    Its square is the first one next to a tile where most of these lie together.
    """
    return tuple(
        MovePrefix(_first(anchors, line, board), direction, len(_beginning_cells(anchors, line, board, rack_size)))
        for direction in Direction
        for start in line_through(Cell(0, 0), direction.other, board.layout)
        for line in (line_through(start, direction, board.layout),)
        if (anchors := [cell for cell in line if is_anchor(cell, board)])
    )


def place_number(cell: Cell, direction: Direction, layout: Layout) -> int:
    """A number for a square and a direction, which `place_of` reads."""
    return (cell.row * layout.width + cell.column) * 2 + (direction is Direction.DOWN)


def place_of(number: int, layout: Layout) -> tuple[Cell, Direction]:
    """The square, perhaps below the board, and the direction of a number of `place_number`."""
    return Cell(*divmod(number // 2, layout.width)), Direction.DOWN if number % 2 else Direction.ACROSS


def line_through(cell: Cell, direction: Direction, layout: Layout) -> tuple[Cell, ...]:
    """The squares of a cell's row from left to right, or of its column from top to bottom."""
    if direction is Direction.ACROSS:
        return tuple(Cell(cell.row, column) for column in range(layout.width))
    return tuple(Cell(row, cell.column) for row in range(layout.height))


def is_anchor(cell: Cell, board: Board) -> bool:
    """Whether a square is free and next to a tile."""
    if board[cell] is not None or board.layout[cell].blocked:
        return False
    return any(board.at(cell.step(way, by)) for way in Direction for by in (-1, 1))


def _first(anchors: Sequence[Cell], line: Sequence[Cell], board: Board) -> Cell:
    """The first anchor of the longest stretch of anchors and tiles."""
    stretches = [list(cells) for _, cells in groupby(line, lambda cell: cell in anchors or board[cell] is not None)]
    longest = max((one for one in stretches if set(one) & set(anchors)), key=len)
    return next(cell for cell in longest if cell in anchors)


def _beginning_cells(anchors: Collection[Cell], line: Sequence[Cell], board: Board, rack_size: int) -> Sequence[Cell]:
    """The free squares from which as many tiles as a rack has reach an anchor, in the order of the line."""
    found, needed = list[Cell](), rack_size + 1
    for cell in reversed(line):
        if board.layout[cell].blocked:
            needed = rack_size + 1
        elif board[cell] is None:
            needed = 1 if cell in anchors else needed + 1
            if needed <= rack_size:
                found.append(cell)
    return found[::-1]


Laid = tuple[tuple[Cell, PlacedTile], ...]
Part = tuple[int, int, int, int]
"""A part of the board: its first column and row, and how many columns and rows it has."""


@dataclass(frozen=True, slots=True)
class Composition:
    """What has been tapped so far.

    `laid` are the tiles on the board in the order they were placed. `cursor` is the next square, None where the line
    has ended, and `direction` the way on from it. `held` is a tile that waits for its square, or a blank that waits for
    its `letter`. `chosen` says whether the player has said where the move goes; until then, its tiles may move to where
    they fit. `page` is that of the menu of places. `part` is the part of the board shown last, so that the picture
    stays still; None if there is none to keep.
    """

    laid: Laid = ()
    cursor: Cell | None = None
    direction: Direction = Direction.ACROSS
    held: Tile | None = None
    letter: str = ""
    chosen: bool = False
    page: int = 0
    part: Part | None = None

    @property
    def _last(self) -> Cell | None:
        """The square of the tile placed last."""
        return self.laid[-1][0] if self.laid else None

    @property
    def tiles(self) -> tuple[PlacedTile, ...]:
        """The tiles on the board in the order of the word, then the one in hand if its letter is known."""
        laid = [placed for _, placed in sorted(self.laid, key=lambda one: one[0])]
        held = self.held if self.held and not self.needs_letter else None
        return (*laid, *((PlacedTile(held, self.letter or held.letter),) if held else ()))

    @property
    def needs_letter(self) -> bool:
        """Whether a blank has been tapped whose letter is not chosen yet."""
        return self.held is not None and self.held.is_blank and not self.letter

    def take(self, tile: Tile, board: Board) -> Composition:
        """Tap a tile of the rack: it goes to the next square if that is known; a blank waits for its letter."""
        return _lay(replace(self, held=tile, letter=""), board)

    def name(self, letter: str, board: Board) -> Composition:
        """Choose the letter of the blank in hand."""
        return _lay(replace(self, letter=letter), board)

    def begin(self, cell: Cell, way: Direction, board: Board) -> Composition:
        """Choose the next square and the direction from there; a square that takes no tile changes nothing.

        The picture moves to where the word has most room.
        """
        if not _is_free(cell, self, board):
            return self
        return _lay(replace(self, cursor=cell, direction=way, chosen=True, part=None), board)

    def step(self, way: Direction, by: int, board: Board) -> Composition:
        """Move the next square to the next free one, never off the board; a tile in hand is placed there."""
        cell = (self.cursor or self._last or first_cell(board.layout)).step(way, by)
        while cell in board.layout and not _is_free(cell, self, board):
            cell = cell.step(way, by)
        return _lay(replace(self, cursor=cell, chosen=True), board) if cell in board.layout else self

    def turned(self, board: Board) -> Composition:
        """The other direction: the tiles turn around the first one's square, and the next square with them.

        If they do not fit there, they stay, and only the next square moves. On an empty board, where there is only the
        start to begin at, the direction is all that there is to choose.
        """
        way, tiles = self.direction.other, sorted(self.laid, key=lambda one: one[0])
        if not tiles:
            return replace(self, direction=way, chosen=board.is_empty, part=None)
        word = replace(self, laid=(), cursor=tiles[0][0], direction=way, chosen=True)
        word = _with(word, (placed for _, placed in tiles), board)
        if len(word.laid) < len(tiles):
            word = replace(self, direction=way)
            word = replace(word, cursor=_next(word, board, tiles[0][0]))
        return _lay(replace(word, held=self.held, letter=self.letter), board)

    def back(self) -> Composition:
        """Put a tile back on the rack: the one in hand, else the one placed last, whose square becomes the next."""
        if self.held:
            return replace(self, held=None, letter="")
        if not self.laid:
            return self
        cell = self.laid[-1][0]
        return replace(self, laid=self.laid[:-1], cursor=cell)

    def cleared(self) -> Composition:
        """Put all tiles back on the rack; the square of the first one becomes the next."""
        return replace(self, laid=(), held=None, letter="", cursor=self.laid[0][0] if self.laid else self.cursor)

    def fitting(self, board: Board, rack: Tiles) -> Composition:
        """The composition that still fits another board and another rack; the other tiles go back."""
        kept: list[tuple[Cell, PlacedTile]] = []
        for cell, placed in self.laid:
            tiles = Tiles.of((*(one.tile for _, one in kept), placed.tile))
            if board.at(cell) is None and rack.covers(tiles):
                kept.append((cell, placed))
        held = self.held if self.held and rack.covers(Tiles.of((*(one.tile for _, one in kept), self.held))) else None
        fits = replace(self, laid=tuple(kept), held=held, letter=self.letter if held else "")
        cursor = fits.cursor
        return (
            fits
            if cursor is None or _is_free(cursor, fits, board)
            else replace(fits, cursor=_next(fits, board, cursor))
        )

    def placement(self, board: Board) -> Placement:
        """The placement that the tiles form. Raises the geometry errors of `engine.play.placement.check`."""
        new = dict(self.laid)
        check(new, board)
        return arrange(new, board, self.direction)


def _lay(one: Composition, board: Board) -> Composition:
    """Put the tile in hand on the next square, if both are known; the square after it becomes the next."""
    if one.held is None or one.cursor is None or one.needs_letter:
        return one
    placed = PlacedTile(one.held, one.letter or one.held.letter)
    after = replace(one, laid=(*one.laid, (one.cursor, placed)), held=None, letter="")
    return replace(after, cursor=_next(after, board, one.cursor))


def _is_free(cell: Cell, one: Composition, board: Board) -> bool:
    """Whether a square is on the board and takes a tile."""
    if cell not in board.layout or board.layout[cell].blocked:
        return False
    return board[cell] is None and cell not in dict(one.laid)


def _next(one: Composition, board: Board, cell: Cell) -> Cell | None:
    """The first free square after a square; None at a blocked one and at the edge."""
    cell = cell.step(one.direction)
    while cell in board.layout and not board.layout[cell].blocked:
        if _is_free(cell, one, board):
            return cell
        cell = cell.step(one.direction)
    return None


def first_cell(layout: Layout) -> Cell:
    """Where composing begins on an empty board: the start, or the middle of a start row or column."""
    row, column = layout.start.row, layout.start.column
    return Cell(
        layout.height // 2 if row is None else row,
        layout.width // 2 if column is None else column,
    )


def opening(board: Board, rack_size: int, latest: Collection[Cell] = ()) -> Composition:
    """An empty composition: at the start of an empty board, else where most moves can begin beside the latest play."""
    found = beginnings(board, rack_size)
    beside = [one for one in found if any(_steps_apart(one.cell, cell) == 1 for cell in latest)]
    best = max(beside or found, key=lambda one: one.ways, default=None)
    if best is None:
        return Composition(cursor=first_cell(board.layout))
    return Composition(cursor=best.cell, direction=best.direction)


def line_beginnings(cell: Cell, direction: Direction, board: Board, rack_size: int) -> Sequence[Cell]:
    """The squares in the line of a square on which a move in that direction can begin."""
    line = line_through(cell, direction, board.layout)
    return _beginning_cells([one for one in line if is_anchor(one, board)], line, board, rack_size)


def fits_of(tiles: Sequence[PlacedTile], board: Board) -> Iterator[Placement]:
    """Each placement of these tiles in their order next to tiles of the board, and with these among them.

    On an empty board, they cover the start. Does not check that the words formed exist.
    """
    seen = set[tuple[Cell, ...]]()
    for cell, direction in _fit_beginnings(board, len(tiles)):
        one = _with(Composition(cursor=cell, direction=direction), tiles, board)
        cells = tuple(cell for cell, _ in one.laid)
        if len(cells) == len(tiles) and cells not in seen:
            seen.add(cells)
            yield one.placement(board)


def _fit_beginnings(board: Board, tiles: int) -> Iterator[tuple[Cell, Direction]]:
    """The squares on which so many tiles can begin, with their directions."""
    if board.is_empty:
        # Down, there would only be the same moves once more.
        start = first_cell(board.layout)
        line = line_through(start, Direction.ACROSS, board.layout)
        yield from ((cell, Direction.ACROSS) for cell in line[max(0, start.column - tiles + 1) : start.column + 1])
    for place in beginnings(board, tiles):
        for cell in line_beginnings(place.cell, place.direction, board, tiles):
            yield cell, place.direction


def moved_to(one: Composition, found: Placement, board: Board) -> Composition:
    """The composition with its tiles where a placement has them."""
    return _placed(replace(one, laid=(), part=None), found, board)


def move_text(placement: Placement, board: Board, variant: Variant, place: str) -> str:
    """A placement as text that `engine.play.notation.read_move` reads back to the very same tiles.

    `place` names its first square and direction. Blanks are marked by `?`, even if lower case would do.
    """
    new = dict(placement.tiles)
    run = board.place(new).run(placement.cell, placement.direction)
    return f"{place} " + "".join(_letter_text(new.get(cell), board[cell], variant) for cell in run)


def _letter_text(new: PlacedTile | None, lying: PlacedTile | None, variant: Variant) -> str:
    placed = new or lying
    assert placed
    letter = f"[{placed.letter}]" if _needs_brackets(placed.letter, variant) else placed.letter
    if new is None:
        return f"({letter})"
    kinds = variant.tile_set.blanks if new.is_blank else variant.tile_set.of_letter(new.letter)
    points = f"({new.tile.points})" if len(kinds) > 1 else ""
    return f"{'?' if new.is_blank else ''}{letter}{points}"


def _needs_brackets(letter: str, variant: Variant) -> bool:
    """Whether a letter beside others may be read as a part of a letter of several characters, or is one."""
    return len(letter) > 1 or any(letter in other for other in variant.alphabet.letters if other != letter)


# --- as text ----------------------------------------------------------------------------------------------------------


def write_composition(one: Composition) -> str:
    """A composition as text for a draft's row."""
    facts = {
        "laid": [[*cell, placed.tile.letter, placed.tile.points, placed.letter] for cell, placed in one.laid],
        "at": [*(one.cursor or (None, None)), one.direction.value],
        "held": [one.held.letter, one.held.points, one.letter] if one.held else None,
        "chosen": one.chosen,
        "page": one.page,
        "part": one.part,
    }
    return json.dumps(facts, ensure_ascii=False, separators=(",", ":"))


def read_composition(text: str) -> Composition:
    """The composition of a draft's row; an empty one if none was kept."""
    if not text:
        return Composition()
    facts = json.loads(text)
    row, column, way = facts["at"]
    held, part = facts["held"], facts["part"]
    return Composition(
        tuple((Cell(r, c), PlacedTile(Tile(face, points), letter)) for r, c, face, points, letter in facts["laid"]),
        None if row is None or column is None else Cell(row, column),
        Direction(way),
        Tile(held[0], held[1]) if held else None,
        held[2] if held else "",
        facts.get("chosen", False),
        facts.get("page", 0),
        tuple(part) if part else None,
    )


def on_board(one: Composition, board: Board) -> Mapping[Cell, PlacedTile]:
    """The placed tiles that fit on the board, by square."""
    return {cell: placed for cell, placed in one.laid if board.at(cell) is None}


def spelt(one: Composition, text: str, board: Board, rack: KnownRack, setup: Setup) -> Composition:
    """The composition with what was typed: a word in its line, or a whole move such as `8H HELLO` in its place.

    The word may include letters that are on the board and tiles placed before, or be only what comes after them. It
    goes onto the next square if it can, else as near as it can, and need not be in the dictionary. Raises the refusals
    of a typed move: which tiles are missing if it fits but for these, else as if it were to begin on the next square.
    """
    one = replace(one, chosen=True)
    if len(text.split()) > 1:
        move = read_move(text, setup.variant, setup.orientation)
        return _placed(replace(one, laid=()), resolve(move, board, rack, setup.variant), board)
    cursor = one.cursor or max(cell for cell, _ in one.laid)
    intent = PlayIntent(cursor, one.direction, read_word(text, setup.variant))
    full, left = board.place(dict(one.laid)), rack.minus(Tiles.of(placed.tile for _, placed in one.laid))
    anywhere = [replace(intent, cell=cell) for cell in line_through(cursor, one.direction, board.layout)]
    whole = [found for found in exact(anywhere, full, left, setup.variant) if _is_one_word(found, one, full)]
    if whole:
        return _placed(one, min(whole, key=lambda found: _distance(found, cursor)), board)
    try:
        return _placed(one, resolve(intent, full, left, setup.variant), board)
    except RuleViolation:
        _check_tiles(anywhere, full, left, setup)
        raise


def _check_tiles(intents: Iterable[PlayIntent], full: Board, left: KnownRack, setup: Setup) -> None:
    """Raise `TilesNotOnRack` if that is what one of the intents lacks."""
    for intent in intents:
        try:
            resolve(intent, full, left, setup.variant)
        except TilesNotOnRack:
            raise
        except RuleViolation:
            continue


def _is_one_word(found: Placement, one: Composition, full: Board) -> bool:
    """Whether the tiles placed before belong to the same word."""
    run = found.on(full).run(found.cell, found.direction)
    return all(cell in run for cell, _ in one.laid)


def _distance(found: Placement, cursor: Cell) -> tuple[int, int]:
    """How far the nearest new tile is from the next square, then the first one."""
    far = [_steps_apart(cell, cursor) for cell in found.cells]
    return min(far), far[0]


def _steps_apart(one: Cell, other: Cell) -> int:
    return abs(one.row - other.row) + abs(one.column - other.column)


def _placed(one: Composition, found: Placement, board: Board) -> Composition:
    """The composition with the tiles of a placement after those placed before."""
    start = replace(one, cursor=found.cells[0], direction=found.direction, held=None, letter="")
    return _with(start, [placed for _, placed in found.tiles], board)


def _with(one: Composition, tiles: Iterable[PlacedTile], board: Board) -> Composition:
    """The composition with tiles on its next square and onwards; one for which there is no square stays in hand."""
    for placed in tiles:
        one = _lay(replace(one, held=placed.tile, letter=placed.letter), board)
    return one
