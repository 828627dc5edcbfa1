"""The board without tiles: its size, its squares, and what the first word must touch."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engine.errors import BadData
from engine.limits import MAX_FACTOR, MAX_SIDE
from engine.model.coordinates import Cell
from engine.sentences import Internal, Sentence

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
