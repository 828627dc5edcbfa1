"""What a picture shows, as plain data: every text is already worded, every coordinate already turned.

Columns and rows count from 0 at the upper left, as drawn. Scenes are hashable and compare by value, so tests
look at scenes and only a few golden pictures look at pixels.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.limits import MAX_SIDE


@dataclass(frozen=True, slots=True)
class Square:
    """One square of an empty board.

    `label` is all that is printed on it ("2L", "3W", "2L 3W +5": a space begins a new line). The numbers choose
    only the colour: a factor of 1 is none, others are shown in four strengths (2, 3, 4, 5 and more); `points`
    are what covering the square is worth by itself. A blocked square shows nothing else.
    """

    label: str = ""
    letter_factor: int = 1
    word_factor: int = 1
    points: int = 0
    is_start: bool = False
    is_blocked: bool = False


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile's face: letter text of one or more characters ("E", "CH"), and its points as text.

    A blank is ringed; on a rack its letter is empty. Empty points print nothing.
    """

    letter: str
    points: str = ""
    is_blank: bool = False


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """A tile on the board; `is_new` outlines it as part of the latest play."""

    column: int
    row: int
    tile: Tile
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class Seat:
    """One row of the score board.

    `tiles` is the worded number of tiles on the rack, `extra` any further short fact (the latest move, "resigned").
    `rack` are the tiles themselves where everybody sees them.
    """

    name: str
    score: str
    tiles: str = ""
    extra: str = ""
    is_turn: bool = False
    is_computer: bool = False
    rack: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardScene:
    """A whole game picture: board, score board and the lines around it.

    `squares` holds height x width squares, row by row. `column_labels` (left to right) and `row_labels` (top to
    bottom) are either empty or complete. `pool` words the tiles left, `status` whose turn it is and what to do,
    `facts` are short remarks for the foot. `cursor` (column, row) frames one square that a text speaks of. `colours`
    are those of the theme that the game's variant changes, by name (`bot.render.is_colour`).
    Raises ValueError where shapes disagree: that is a fault of the caller, never of a player.
    """

    width: int
    height: int
    squares: tuple[Square, ...]
    tiles: tuple[PlacedTile, ...] = ()
    column_labels: tuple[str, ...] = ()
    row_labels: tuple[str, ...] = ()
    title: str = ""
    pool: str = ""
    status: str = ""
    seats: tuple[Seat, ...] = ()
    facts: tuple[str, ...] = ()
    cursor: tuple[int, int] | None = None
    colours: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        if not (1 <= self.width <= MAX_SIDE and 1 <= self.height <= MAX_SIDE):
            raise ValueError(f"board of {self.width} x {self.height} squares")
        if len(self.squares) != self.width * self.height:
            raise ValueError(f"{len(self.squares)} squares for {self.width} x {self.height}")
        if self.column_labels and len(self.column_labels) != self.width:
            raise ValueError(f"{len(self.column_labels)} column labels for {self.width} columns")
        if self.row_labels and len(self.row_labels) != self.height:
            raise ValueError(f"{len(self.row_labels)} row labels for {self.height} rows")
        places = [(placed.column, placed.row) for placed in self.tiles]
        places += [self.cursor] if self.cursor else []
        for column, row in places:
            if not (0 <= column < self.width and 0 <= row < self.height):
                raise ValueError(f"square {column}, {row} is off the board")


@dataclass(frozen=True, slots=True)
class RackScene:
    """Somebody's tiles in the order they like; `title` says which game, `note` any further short fact.

    `colours` are those that the variant changes, as in a `BoardScene`.
    """

    tiles: tuple[Tile, ...]
    title: str = ""
    note: str = ""
    colours: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the card at the end: place, name, points, a short note ("-6 for VV left"), and the way there.

    `totals` are the points after each of the seat's turns, the first one 0.
    """

    place: str
    name: str
    score: str
    note: str = ""
    totals: tuple[int, ...] = ()
    is_winner: bool = False
    is_computer: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a chart: its name, which may be empty, and its values from left to right."""

    name: str
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart with its heading: lines, or the first one as bars; `axis` words what is counted below.

    `mean` names the mean of the bars, which a line across shows. Lines begin at 0 games, bars at the first one.
    """

    heading: str
    lines: tuple[Line, ...]
    axis: str = ""
    mean: str = ""
    is_bars: bool = False


@dataclass(frozen=True, slots=True)
class StatsScene:
    """Somebody's games, or those of a server, as charts.

    `shares` are parts of a whole, worded, with their sizes ("12 won", 12); parts of size 0 are not shown.
    """

    title: str
    shares: tuple[tuple[str, int], ...] = ()
    charts: tuple[Chart, ...] = ()


@dataclass(frozen=True, slots=True)
class EndScene:
    """The card at the end of a game: how it ended, the standings best first, its best moments, a chart of the scores.

    `remarks` are pairs of a heading and what it says ("Best play", "HEDGES, 74 points"). `chart` is the heading of
    the chart and `turns` words its lower axis.
    """

    title: str
    outcome: str
    standings: tuple[Standing, ...]
    remarks: tuple[tuple[str, str], ...] = ()
    chart: str = ""
    turns: str = ""
    colours: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class LessonScene:
    """A picture that explains something: an example on a part of a board, and what there is to say about it.

    `notes` are pairs of a heading and its text, beside the board. `tray` are the tiles of a rack, None where one has
    gone to the board. `kinds` are tiles with how many of them there are, `legend` squares and what they do. `sums` are
    lines of an addition (word, reckoning, points), of which the last is the total when there are several.
    """

    board: BoardScene | None = None
    notes: tuple[tuple[str, str], ...] = ()
    tray: tuple[Tile | None, ...] = ()
    kinds: tuple[tuple[Tile, str], ...] = ()
    legend: tuple[tuple[Square, str], ...] = ()
    sums: tuple[tuple[str, str, str], ...] = ()
    colours: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture: encoded bytes, their media type, and its size in pixels."""

    data: bytes
    media_type: str
    width: int
    height: int
