"""The board: the names of its cells, its squares, what the first word must touch, and the tiles on it; immutable."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from engine.errors import BadData, MalformedCoordinate, letters_of
from engine.limits import MAX_FACTOR, MAX_SIDE
from engine.model.tiles import Tile, Word, bracketed
from engine.reading import pasted
from engine.sentences import Internal, Sentence


class Cell(NamedTuple):
    """A position on the board, counted from 0 at the upper left."""

    row: int
    column: int

    def step(self, direction: Direction, count: int = 1) -> Cell:
        """The cell that many steps further in a direction (backwards if negative)."""
        if direction is Direction.ACROSS:
            return Cell(self.row, self.column + count)
        return Cell(self.row + count, self.column)


class Direction(Enum):
    """The direction of a word."""

    ACROSS = "across"
    DOWN = "down"

    @property
    def other(self) -> Direction:
        """The direction of cross words."""
        return Direction.DOWN if self is Direction.ACROSS else Direction.ACROSS


class Line(NamedTuple):
    """A row (`ACROSS`) or a column (`DOWN`) of the board, counted from 0 at the top or the left."""

    direction: Direction
    number: int


def number_of(letters: str) -> int:
    """The inverse of `letters_of`, in either case."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number - 1


_CYRILLIC, _LATIN = "АВСЕНІКМОРТХУ", "ABCEHIKMOPTXY"
_LOOKALIKES = str.maketrans(_CYRILLIC + _CYRILLIC.lower(), _LATIN + _LATIN.lower())
_LABEL = re.compile(r"(\d{1,3})\Z|([a-z]{1,2})\Z", re.IGNORECASE | re.ASCII)
_SQUARE = r"(?:(\d{1,3})([a-z]{1,2})|([a-z]{1,2})(\d{1,3}))"
_PAIR = re.compile(rf"{_SQUARE}\Z", re.IGNORECASE | re.ASCII)
_BEGINNING = re.compile(rf"{_SQUARE}(?![a-z\d])", re.IGNORECASE | re.ASCII)


def latin(text: str) -> str:
    """A coordinate in Latin letters: Cyrillic ones that look alike are read as these, `8Н` as `8H`."""
    return text if text.isascii() else text.translate(_LOOKALIKES)


def is_coordinate(text: str) -> bool:
    """Whether a text has the form of a coordinate pair."""
    return _PAIR.match(latin(text)) is not None


def after_square(text: str) -> int:
    """Where the coordinate pair ends that a text begins with; the end of the text if there is none."""
    found = _BEGINNING.match(latin(text))
    return found.end() if found else len(text)


@dataclass(frozen=True, slots=True)
class Orientation:
    """How lines are labelled: which ones have digits, and the side each is counted from."""

    digits_for_columns: bool = False
    columns_from_right: bool = False
    rows_upward: bool = False

    @property
    def code(self) -> str:
        """The orientation as a setting: how columns are named, and the sides columns and rows are counted from."""
        names = "digits" if self.digits_for_columns else "letters"
        return f"{names}-{'right' if self.columns_from_right else 'left'}-{'up' if self.rows_upward else 'down'}"

    @staticmethod
    def of_code(code: str) -> Orientation | None:
        """The orientation of a code, or None if it is invalid."""
        return next((one for one in ORIENTATIONS if one.code == code), None)

    def row_label(self, row: int, height: int) -> str:
        """The label of a row, 0 being the top one."""
        number = height - 1 - row if self.rows_upward else row
        return letters_of(number) if self.digits_for_columns else str(number + 1)

    def column_label(self, column: int, width: int) -> str:
        """The label of a column, 0 being the left one."""
        number = width - 1 - column if self.columns_from_right else column
        return str(number + 1) if self.digits_for_columns else letters_of(number)

    def name(self, cell: Cell, direction: Direction, size: tuple[int, int]) -> str:
        """The coordinate pair of a play; `size` is (width, height). Row first means across, column first means down."""
        row, column = self.row_label(cell.row, size[1]), self.column_label(cell.column, size[0])
        return row + column if direction is Direction.ACROSS else column + row

    def read(self, text: str, size: tuple[int, int]) -> tuple[Cell, Direction]:
        """The cell and direction that a coordinate pair names; `size` is (width, height).

        The cell may lie outside the board; placing tiles checks that. Raises `MalformedCoordinate`.
        """
        match = _PAIR.match(latin(pasted(text)))
        if not match:
            raise MalformedCoordinate(text)
        digits_first = match[1] is not None
        number = int(match[1] or match[4]) - 1
        letters = number_of(match[2] or match[3])
        row, column = (letters, number) if self.digits_for_columns else (number, letters)
        if self.rows_upward:
            row = size[1] - 1 - row
        if self.columns_from_right:
            column = size[0] - 1 - column
        across = digits_first is not self.digits_for_columns
        return Cell(row, column), Direction.ACROSS if across else Direction.DOWN

    def read_line(self, text: str, size: tuple[int, int]) -> Line:
        """The row or column with a label such as `8` or `H`; `size` is (width, height).

        Raises `MalformedCoordinate` for another text, and for a line outside the board.
        """
        match = _LABEL.match(latin(pasted(text)))
        if not match:
            raise MalformedCoordinate(text)
        number = int(match[1]) - 1 if match[1] else number_of(match[2])
        row = (match[1] is not None) is not self.digits_for_columns
        lines = size[1] if row else size[0]
        if not 0 <= number < lines:
            raise MalformedCoordinate(text)
        backwards = self.rows_upward if row else self.columns_from_right
        return Line(Direction.ACROSS if row else Direction.DOWN, lines - 1 - number if backwards else number)


STANDARD = Orientation()
ORIENTATIONS = tuple(
    Orientation(digits, right, up) for digits in (False, True) for right in (False, True) for up in (False, True)
)
"""All orientations, the standard one first."""


SIZES = 16
"""For how many sizes of boards the cells are kept."""


@dataclass(frozen=True, slots=True)
class Square:
    """A square of the board. `points` count once when it is first covered; `letter` and `word` are factors."""

    letter: int = 1
    word: int = 1
    points: int = 0
    blocked: bool = False

    @property
    def label(self) -> str:
        """The printed name of the square: `2L`, `3W`, `+5`, several separated by a space; empty for a plain one."""
        parts = [f"{self.letter}L"] * (self.letter != 1) + [f"{self.word}W"] * (self.word != 1)
        return " ".join(parts + [f"{self.points:+d}"] * (self.points != 0))

    @property
    def is_premium(self) -> bool:
        """Whether the square changes a score."""
        return self.letter != 1 or self.word != 1 or self.points != 0


PLAIN = Square()
BLOCKED = Square(blocked=True)


@dataclass(frozen=True, slots=True)
class StartCondition:
    """What the first word must touch: a column, a row, both (one cell), or nothing. Counted from 0."""

    column: int | None = None
    row: int | None = None

    def admits(self, cell: Cell) -> bool:
        """Whether a cell satisfies the condition."""
        return self.column in (None, cell.column) and self.row in (None, cell.row)


@dataclass(frozen=True, slots=True)
class Layout:
    """A board of `width` x `height` squares, stored row by row from the upper left.

    Raises `BadData` if the size, a factor or the start is invalid.
    """

    width: int
    height: int
    squares: tuple[Square, ...]
    start: StartCondition

    def __post_init__(self) -> None:
        if not (1 <= self.width <= MAX_SIDE and 1 <= self.height <= MAX_SIDE):
            raise BadData(
                "layout",
                Internal(
                    "is {width} x {height}; each side must be 1 to {most} squares",
                    width=self.width,
                    height=self.height,
                    most=MAX_SIDE,
                ),
            )
        if len(self.squares) != self.width * self.height:
            wrong = Internal(
                "has {count} squares, not {needed}", count=len(self.squares), needed=self.width * self.height
            )
            raise BadData("layout", wrong)
        if any(not (0 <= s.letter <= MAX_FACTOR and 0 <= s.word <= MAX_FACTOR) for s in self.squares):
            raise BadData("layout", Internal("has a factor outside 0 to {most}", most=MAX_FACTOR))
        if not any(self.start.admits(cell) and not self[cell].blocked for cell in self.cells()):
            raise BadData("layout", Sentence("the board has no free square that the first word could start on"))

    def __hash__(self) -> int:
        return hash((self.width, self.height, self.start))  # quick: boards are compared rarely and looked up often

    @property
    def size(self) -> tuple[int, int]:
        """(width, height), in squares."""
        return self.width, self.height

    def __contains__(self, cell: object) -> bool:
        return isinstance(cell, Cell) and 0 <= cell.row < self.height and 0 <= cell.column < self.width

    def __getitem__(self, cell: Cell) -> Square:
        return self.squares[cell.row * self.width + cell.column]

    def cells(self) -> tuple[Cell, ...]:
        """All cells, row by row."""
        return _cells(self.width, self.height)


@lru_cache(SIZES)
def _cells(width: int, height: int) -> tuple[Cell, ...]:
    return tuple(Cell(row, column) for row in range(height) for column in range(width))


STANDARD_KEY = {
    ".": PLAIN,
    " ": PLAIN,
    "'": Square(letter=2),
    '"': Square(letter=3),
    "^": Square(letter=4),
    "-": Square(word=2),
    "=": Square(word=3),
    "~": Square(word=4),
    "#": BLOCKED,
}
"""The characters for squares in layouts drawn as text; a variant file may define more."""

FREE = "."
"""A free square in a drawing of a board, unless it is one of the squares above."""

_SIGNS = {square: sign for sign, square in reversed(STANDARD_KEY.items())}


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """A tile on the board and the letter it stands for; a blank's letter is fixed once played."""

    tile: Tile
    letter: str

    @property
    def is_blank(self) -> bool:
        """Whether the tile is a blank."""
        return self.tile.is_blank

    def __str__(self) -> str:
        if not self.is_blank:
            return bracketed(self.letter)
        small = self.letter.lower()
        # a letter without a small form, or whose small form is another letter's
        return bracketed(small) if small != self.letter == small.upper() else f"?{bracketed(self.letter)}"


@dataclass(frozen=True, slots=True)
class Board:
    """A layout and the tiles on its squares, row by row.

    `str()` draws it, one line for each row: tiles as in a position's text, free squares by the signs of layouts
    (`STANDARD_KEY`). `engine.formats.cgp.read_board` reads that again.
    """

    layout: Layout
    squares: tuple[PlacedTile | None, ...]

    def __str__(self) -> str:
        signs = [
            str(placed) if placed else _SIGNS.get(square, FREE)
            for placed, square in zip(self.squares, self.layout.squares, strict=True)
        ]
        width = self.layout.width
        return "\n".join("".join(signs[at : at + width]) for at in range(0, len(signs), width))

    @staticmethod
    def empty(layout: Layout) -> Board:
        """The board before the first play."""
        return Board(layout, (None,) * len(layout.squares))

    def __getitem__(self, cell: Cell) -> PlacedTile | None:
        """The tile on a cell of the board, or None if it is free."""
        return self.squares[cell.row * self.layout.width + cell.column]

    def at(self, cell: Cell) -> PlacedTile | None:
        """The tile on a cell; None if the cell is free or outside the board."""
        return self[cell] if cell in self.layout else None

    @property
    def is_empty(self) -> bool:
        """Whether there are no tiles on it."""
        return not any(self.squares)

    def tiles(self) -> Iterator[tuple[Cell, PlacedTile]]:
        """The tiles on the board with their cells, row by row."""
        return ((cell, tile) for cell, tile in zip(self.layout.cells(), self.squares, strict=True) if tile)

    def place(self, tiles: Mapping[Cell, PlacedTile]) -> Board:
        """The board with tiles added on free cells."""
        squares = list(self.squares)
        for cell, tile in tiles.items():
            squares[cell.row * self.layout.width + cell.column] = tile
        return replace(self, squares=tuple(squares))

    def remove(self, cells: Iterable[Cell]) -> Board:
        """The board with the tiles on these cells taken away."""
        squares = list(self.squares)
        for cell in cells:
            squares[cell.row * self.layout.width + cell.column] = None
        return replace(self, squares=tuple(squares))

    def run(self, cell: Cell, direction: Direction) -> tuple[Cell, ...]:
        """The unbroken line of tiles through an occupied cell in a direction, from its first cell to its last."""
        first = cell
        while self.at(before := first.step(direction, -1)):
            first = before
        cells = [first]
        while self.at(after := cells[-1].step(direction)):
            cells.append(after)
        return tuple(cells)

    def word(self, cells: Iterable[Cell]) -> Word:
        """The letters on occupied cells, in the order given."""
        return tuple(tile.letter for tile in map(self.__getitem__, cells) if tile)

    def words(self) -> Iterator[Word]:
        """All words of two letters or more, across and down."""
        for cell, _ in self.tiles():
            for direction in Direction:
                if not self.at(cell.step(direction, -1)) and len(run := self.run(cell, direction)) > 1:
                    yield self.word(run)
