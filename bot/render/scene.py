"""Pictures as plain data: what they show, worded and oriented, and how they look, by preferences and themes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, NamedTuple, Self, TypeVar, cast

from bot.model.theme import BACKGROUND, BUNDLED, GROUNDS, READABLE, Theme, blend, bundled, combine, contrast, is_colour
from engine.limits import MAX_SIDE

BoardSize = Literal["normal", "large"]
Panel = Literal["below", "beside"]

ZOOMS = range(50, 201)
"""Allowed picture sizes in percent; at 100 a standard board is about 850 pixels wide."""


@dataclass(eq=False)
class ThemeError(ValueError):
    """A theme, colour name, colour or zoom that does not exist; `name` and `value` are what was requested."""

    name: str
    value: str

    def __str__(self) -> str:
        return f"no such theme, colour or zoom: {self.name} {self.value}".rstrip()


@dataclass(frozen=True, slots=True)
class Style:
    """A person's preferences for pictures: theme, size, colours by name, position of the score board, zoom.

    A theme is given by its name or as it is; `background` is the theme of the surroundings, None for the same one.
    "large" enlarges letters, points and text within the picture. "below" suits phones, "beside" wide screens, where
    previews are limited in height. `zoom` is a percentage from `ZOOMS` that only changes the number of pixels. Example
    of `colours`: (("letter_2", "#88bbee"),).
    """

    theme: str | Theme = "classic"
    size: BoardSize = "normal"
    colours: tuple[tuple[str, str], ...] = ()
    panel: Panel = "below"
    zoom: int = 100
    background: str | Theme | None = None


@dataclass(frozen=True, slots=True)
class ResolvedStyle:
    """A style with its names resolved: the input of drawing and the key of its caches."""

    theme: Theme
    is_large: bool = False
    zoom: int = 100

    def zoomed(self, pixels: float) -> int:
        """A length in a normal picture, converted to pixels of this one."""
        return round(pixels * self.zoom / 100)

    def scaled(self, pixels: float) -> int:
        """A font size, or a distance that grows with text, in pixels of this picture."""
        return self.zoomed(pixels * 1.25 if self.is_large else pixels)


def recolour(theme: Theme, colours: Iterable[tuple[str, str]]) -> Theme:
    """The theme with some colours replaced; inks that would become unreadable on them are replaced too.

    A new frame colour also gives cards a matching shade, unless they have a new colour themselves.

    Raises ThemeError for an unknown colour name, or a value that is not `#rrggbb`.
    """
    changes = dict(colours)
    for name, value in changes.items():
        if not is_colour(name, value):
            raise ThemeError(name, value)
    if "frame" in changes:
        ground = changes["frame"]
        changes.setdefault("card", blend(ground, _ink(ground, (ground,)), 0.12))
    return _readable(replace(theme, **changes)) if changes else theme


def _readable(theme: Theme) -> Theme:
    """The theme with black or white for each ink whose contrast became too low."""
    inks = {ink: _ink(getattr(theme, ink), (getattr(theme, ground),)) for ink, ground in GROUNDS.items()}
    return replace(theme, **inks, label_dark="#000000", label_light="#ffffff")


def _ink(ink: str, grounds: tuple[str, ...]) -> str:
    def worst(candidate: str) -> float:
        return min(contrast(candidate, ground) for ground in grounds)

    return ink if worst(ink) >= READABLE else max(("#000000", "#ffffff"), key=worst)


HIGH_CONTRAST = "high_contrast"

THEMES = {name: bundled(name).theme for name in BUNDLED}
"""Themes by name, as in a style and a person's settings."""


@lru_cache(maxsize=64)
def look_of(style: Style, colours: tuple[tuple[str, str], ...] = ()) -> ResolvedStyle:
    """The colours and sizes a style asks for, on top of the variant's colours.

    High contrast ignores the variant's colours, because people who choose it need its own, and a background that was
    chosen stays. Raises ThemeError for unknown names or values.
    """
    if style.zoom not in ZOOMS:
        raise ThemeError("zoom", str(style.zoom))
    board = _theme(style.theme)
    theme = board if style.background is None else combine(board, _theme(style.background))
    fixed = () if style.background is None else BACKGROUND
    own = () if style.theme == HIGH_CONTRAST else [one for one in colours if one[0] not in fixed]
    return ResolvedStyle(recolour(theme, (*own, *style.colours)), style.size == "large", style.zoom)


def _theme(theme: str | Theme) -> Theme:
    if isinstance(theme, Theme):
        return theme
    if theme not in THEMES:
        raise ThemeError(theme, "")
    return THEMES[theme]


@dataclass(frozen=True, slots=True)
class SquareFace:
    """One square of an empty board.

    `label` is the text printed on it ("2L", "3W", "2L 3W +5": a space starts a new line). The numbers only choose the
    colour: a factor of 1 has none, others have four strengths (2, 3, 4, 5 and more); `points` are the points for
    covering the square itself. A blocked square shows nothing else.
    """

    label: str = ""
    letter_factor: int = 1
    word_factor: int = 1
    points: int = 0
    is_start: bool = False
    is_blocked: bool = False


class TileFace(NamedTuple):
    """A tile's face: letter text of one or more characters ("E", "CH"), and its points as text.

    A blank has a ring; on a rack its letter is empty. Empty points are not printed.
    """

    letter: str
    points: str = ""
    is_blank: bool = False


class DrawnTile(NamedTuple):
    """A tile on the board; `is_new` outlines it as part of the latest play.

    A tuple, since every picture makes, hashes and compares dozens.
    """

    column: int
    row: int
    tile: TileFace
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class Span:
    """A rectangle of squares: its upper left one, and how many columns and rows it has."""

    column: int
    row: int
    columns: int = 1
    rows: int = 1

    def within(self, columns: range, rows: range) -> Span | None:
        """Its part in some columns and rows, counted from the first of these; None if it has none."""
        left, top = max(self.column, columns.start), max(self.row, rows.start)
        right = min(self.column + self.columns, columns.stop)
        bottom = min(self.row + self.rows, rows.stop)
        if left >= right or top >= bottom:
            return None
        return Span(left - columns.start, top - rows.start, right - left, bottom - top)


AVATAR = 64
"""Pixels on each side of an avatar."""


class Portrait(NamedTuple):
    """Whose face stands beside a name: a computer player's if it has a `level`, else a person's.

    `person` is the id by which an avatar is found, empty for someone who has none, and `pixels` is that avatar, row by
    row in red, green and blue. Without it, the initials of `name` stand on the colour of the line with this `number`,
    or on a colour that is always the person's.
    """

    name: str
    person: str = ""
    level: int = 0
    number: int | None = None
    pixels: bytes = b""

    def found(self, avatars: Mapping[str, bytes]) -> Portrait:
        """The portrait with its avatar, if it is among those of people by id."""
        return self._replace(pixels=avatars.get(self.person, b""))


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One row of the score board.

    `tiles` is the number of tiles on the rack in words, `extra` any other short fact (the latest move, "resigned").
    `rack` is the tiles themselves if everyone sees them. `is_computer` is None where nobody in particular plays. A
    `portrait` takes the place of the icon of a person or computer.
    """

    name: str
    score: str
    tiles: str = ""
    extra: str = ""
    is_turn: bool = False
    is_computer: bool | None = False
    rack: tuple[TileFace, ...] = ()
    portrait: Portrait | None = None


@dataclass(frozen=True, slots=True)
class BoardScene:
    """A whole game picture: board, score board and the lines around it.

    `squares` holds height x width squares, row by row. `column_labels` (left to right) and `row_labels` (top to bottom)
    are either empty or complete. `pool` describes the tiles left, `status` says whose turn it is and what to do, and
    `facts` are short remarks for the bottom. `cursor` (column, row) outlines a square that the text mentions, with an
    arrow to the `heading` that the next tiles take, as columns and rows to go (1, 0); `ring` outlines a word or a line.
    `colours` are the variant's changes to the theme, by name (`bot.render.is_colour`). `rack` is the tiles of the only
    person who sees the picture, None for each one that is placed; pictures for others have none. Raises
    ValueError if shapes disagree, which is a bug in the caller, never a player's mistake.
    """

    width: int
    height: int
    squares: tuple[SquareFace, ...]
    tiles: tuple[DrawnTile, ...] = ()
    column_labels: tuple[str, ...] = ()
    row_labels: tuple[str, ...] = ()
    title: str = ""
    pool: str = ""
    status: str = ""
    seats: tuple[ScoreRow, ...] = ()
    facts: tuple[str, ...] = ()
    cursor: tuple[int, int] | None = None
    colours: tuple[tuple[str, str], ...] = ()
    ring: Span | None = None
    heading: tuple[int, int] | None = None
    rack: tuple[TileFace | None, ...] = ()

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
        if self.ring and self.ring.within(range(self.width), range(self.height)) != self.ring:
            raise ValueError(f"{self.ring} is off the board")


@dataclass(frozen=True, slots=True)
class StandingLine:
    """One line of a table or poster: place, name, points, a short note ("-6 for VV left"), and the scores over time.

    `totals` are the points after each of the seat's turns, starting with 0. `seat` is its number at the table, which
    chooses the colour and the marker of its line in every chart. A `portrait` takes the place of the icon.
    """

    place: str
    name: str
    score: str
    note: str = ""
    totals: tuple[int, ...] = ()
    is_winner: bool = False
    is_computer: bool = False
    seat: int = 0
    portrait: Portrait | None = None


@dataclass(frozen=True, slots=True)
class ChartLine:
    """One line of a chart: its name, which may be empty, and its values from left to right.

    `series` chooses its colour and marker; without one, its place among the lines does.
    """

    name: str
    values: tuple[int, ...]
    series: int | None = None


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart with its heading: lines, or the first line as bars; `axis` is the label below.

    `mean` labels a horizontal line at the mean of the bars. Lines start at 0 games, bars at game 1.
    """

    heading: str
    lines: tuple[ChartLine, ...]
    axis: str = ""
    mean: str = ""
    is_bars: bool = False


@dataclass(frozen=True, slots=True)
class StatsScene:
    """The games of a person, as charts below each other."""

    charts: tuple[Chart, ...]


@dataclass(frozen=True, slots=True)
class ChanceLine:
    """A seat's chance to win in the course of a game: its name, and pairs of a turn and a percentage."""

    name: str
    points: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class ChanceMark:
    """A mark on a line, by the line's number: in which turn, how high, and of which grade.

    Grade 0 is a best move, 1 to 3 are mistakes, the least grave first.
    """

    line: int
    turn: int
    percent: int
    grade: int


@dataclass(frozen=True, slots=True)
class ReviewScene:
    """A reviewed game: a chart of the chances to win over its `turns`, with best moves and mistakes marked.

    `legend` names the four grades of marks.
    """

    title: str
    heading: str
    lines: tuple[ChanceLine, ...]
    marks: tuple[ChanceMark, ...]
    turns: int
    legend: tuple[str, ...] = ()
    colours: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class EndScene:
    """Where people stand at the end of a round or of it all, best first: a heading, what to say of it, and a chart.

    `chart` is the heading of the course of the scores and `turns` the label of its lower axis.
    """

    title: str
    outcome: str
    standings: tuple[StandingLine, ...]
    chart: str = ""
    turns: str = ""


@dataclass(frozen=True, slots=True)
class BestPlay:
    """A play to be drawn as tiles: its heading, its word, and where, by whom and for how much it was played."""

    heading: str
    tiles: tuple[TileFace, ...]
    about: str


@dataclass(frozen=True, slots=True)
class PosterScene:
    """The card at the end of a game: its players (best first), its story in a sentence, and its best play.

    `remarks` are further moments in a line each, `milestones` what people have reached with this game. `chart` is the
    heading of the course of the scores, and `turns` the label of its lower axis. `turning` is the point of the course
    at which the game turned: a place among the players, and an index of its totals.
    """

    title: str
    standings: tuple[StandingLine, ...]
    story: str = ""
    best: BestPlay | None = None
    remarks: tuple[str, ...] = ()
    milestones: tuple[str, ...] = ()
    chart: str = ""
    turns: str = ""
    turning: tuple[int, int] | None = None
    colours: tuple[tuple[str, str], ...] = ()


class FacedScene(ABC):
    """A scene that knows itself where its faces are."""

    __slots__ = ()

    @property
    @abstractmethod
    def portraits(self) -> tuple[Portrait, ...]:
        """The faces, from top to bottom."""

    @abstractmethod
    def with_avatars(self, avatars: Mapping[str, bytes]) -> Self:
        """The scene with those avatars that are known, of people by id."""


Peopled = BoardScene | EndScene | FacedScene | PosterScene
"""The scenes with faces."""


def portraits_of(scene: Peopled) -> tuple[Portrait, ...]:
    """The faces in a scene, from top to bottom."""
    if isinstance(scene, FacedScene):
        return scene.portraits
    rows = scene.seats if isinstance(scene, BoardScene) else scene.standings
    return tuple(row.portrait for row in rows if row.portrait)


_Scene = TypeVar("_Scene", bound=Peopled)


def with_avatars(scene: _Scene, avatars: Mapping[str, bytes]) -> _Scene:
    """The scene with those avatars that are known, of people by id."""
    return cast("_Scene", _with_avatars(scene, avatars))


def _with_avatars(scene: Peopled, avatars: Mapping[str, bytes]) -> Peopled:
    if isinstance(scene, FacedScene):
        return scene.with_avatars(avatars)
    if isinstance(scene, BoardScene):
        return replace(scene, seats=tuple(_with_avatar(row, avatars) for row in scene.seats))
    return replace(scene, standings=tuple(_with_avatar(row, avatars) for row in scene.standings))


_Row = TypeVar("_Row", ScoreRow, StandingLine)


def _with_avatar(row: _Row, avatars: Mapping[str, bytes]) -> _Row:
    return replace(row, portrait=row.portrait.found(avatars)) if row.portrait else row


@dataclass(frozen=True, slots=True)
class LessonScene:
    """An explanatory picture: an example on part of a board, and remarks about it.

    `notes` are pairs of heading and text, beside the board. `tray` is the tiles of a rack, None for each one played.
    `kinds` are tiles with their numbers, `legend` squares with their effects. `sums` are the lines of a sum (word,
    calculation, points); if there are several, the last is the total.
    """

    board: BoardScene | None = None
    notes: tuple[tuple[str, str], ...] = ()
    tray: tuple[TileFace | None, ...] = ()
    kinds: tuple[tuple[TileFace, str], ...] = ()
    legend: tuple[tuple[SquareFace, str], ...] = ()
    sums: tuple[tuple[str, str, str], ...] = ()
    colours: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture: encoded bytes, their media type, and its size in pixels."""

    data: bytes
    media_type: str
    width: int
    height: int
