"""Cells of the board and their names in each orientation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from engine.errors import MalformedCoordinate
from engine.pasted import pasted


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


def letters_of(number: int) -> str:
    """The name of the n-th lettered line, n from 0: A to Z, then AA, AB and so on."""
    name = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        name = chr(65 + rest) + name
    return name


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
