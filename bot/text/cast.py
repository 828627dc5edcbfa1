"""The context that all wording needs from a table: the names of seats and squares."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from bot.text.names import bold, display_names
from bot.text.texts import texts_for
from engine.game.state import Setup
from engine.game.views import TableView
from engine.model.coordinates import Cell, Direction


@dataclass(frozen=True, slots=True)
class SeatNames:
    """The setup of a game and the display names of its seats."""

    setup: Setup
    names: tuple[str, ...]

    def name(self, seat: int) -> str:
        """The name of a seat."""
        return self.names[seat]

    def list(self, seats: Iterable[int]) -> tuple[str, ...]:
        """The names of several seats."""
        return tuple(self.names[seat] for seat in seats)

    def square(self, row: int, column: int) -> str:
        """A square as players name it, such as `H8`: column first if columns have letters."""
        orientation, size = self.setup.orientation, self.setup.variant.layout.size
        way = Direction.ACROSS if orientation.digits_for_columns else Direction.DOWN
        return orientation.name(Cell(row, column), way, size)

    def row(self, row: int) -> str:
        """The label of a row."""
        return self.setup.orientation.row_label(row, self.setup.variant.layout.height)

    def column(self, column: int) -> str:
        """The label of a column."""
        return self.setup.orientation.column_label(column, self.setup.variant.layout.width)

    def with_names(self, other: Mapping[int, str]) -> SeatNames:
        """The same cast with other names for some seats."""
        return replace(self, names=tuple(other.get(seat, name) for seat, name in enumerate(self.names)))


def cast_of(view: TableView, style: Callable[[str], str] = bold) -> SeatNames:
    """The cast of a table, with names escaped and in bold for messages; pass `str` for pictures."""
    return SeatNames(view.setup, tuple(map(style, seat_names(view))))


def seat_names(view: TableView) -> tuple[str, ...]:
    """The display names at a table; a player who has none is numbered in the language of the tiles."""
    return display_names((seat.player.name for seat in view.seats), texts_for(view.variant.language))
