"""The picture of a game: the board with its tiles and everything around it, a part of it, or its latest play moving."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache

from PIL import Image, ImageOps

from bot.model.drawn import window
from bot.render.paint import (
    HARD,
    QUICK,
    USUAL,
    Strip,
    blank,
    finish,
    finish_animation,
    in_palette,
    indexed,
    join,
    polygon_mask,
    rounded_mask,
    stamp,
    strip,
)
from bot.render.panel import draw_header, draw_panel, draw_tray, faces_of, stack
from bot.render.scene import ZOOMS, BoardScene, DrawnTile, Picture, ResolvedStyle, Span, SquareFace, Style, look_of
from bot.render.tiles import Grid, board_width, draw_column_labels, draw_squares, draw_tile, grid_of, least_points

_MARGIN, _GAP = 20, 14
_LEAST_AREA = 40_000
"""Pixels that take hardly more bytes if they are compressed alone."""
_LEAST_FOR_TEXT, _LEAST_FOR_SEATS = 420, 640
_SIDE_PANEL = 380


def draw_board(scene: BoardScene, style: Style) -> Picture:
    """The picture of a game as a PNG. Raises ThemeError for unknown names in a style."""
    look = look_of(style, scene.colours)
    inks = faces_of(scene, look).inks
    if style.panel == "beside":
        return finish(compose_board(scene, style), look.theme, inks)
    above, below = _draw_around(scene, look)
    head = strip(above, look.theme, level=QUICK) if scene.title or scene.pool else _bare_strip(above.width, look)
    foot = strip(below, look.theme, level=QUICK)
    return join((head, *_board_strips(scene, look, above.width), foot), look.theme, inks)


def compose_board(scene: BoardScene, style: Style) -> Image.Image:
    """The picture of a game, before it is encoded."""
    look = look_of(style, scene.colours)
    gap, margin = look.scaled(_GAP), look.scaled(_MARGIN)
    if style.panel == "beside":
        board = _with_rack(draw_position(scene, look), scene, look, gap)
        header = draw_header(scene, look, max(board.width, look.scaled(_LEAST_FOR_TEXT)))
        main = stack([part for part in (header, board) if part], look, gap)
        panel = draw_panel(scene, look, look.scaled(_SIDE_PANEL))
        beside = _side_by_side([part for part in (main, panel) if part], look, 2 * gap)
        return ImageOps.expand(beside, margin, look.theme.frame)
    above, below = _draw_around(scene, look)
    image = stack([above, draw_position(scene, look), below], look, 0)
    assert image is not None
    return in_palette(image, look.theme, faces_of(scene, look).inks)


def _draw_around(scene: BoardScene, look: ResolvedStyle) -> tuple[Image.Image, Image.Image]:
    """What is above and below the board, over the whole width of the picture."""
    gap, margin, own = look.scaled(_GAP), look.scaled(_MARGIN), board_width(scene, look)
    width = max(own, look.scaled(_LEAST_FOR_SEATS if scene.seats else _LEAST_FOR_TEXT))
    header = draw_header(scene, look, width)
    rack = draw_tray(scene.rack, look, max(own, look.scaled(_LEAST_FOR_TEXT)))
    panel = draw_panel(scene, look, width)
    whole = max(own, *(part.width for part in (header, rack, panel) if part), 0) + 2 * margin
    return _draw_between([header], look, whole, margin, gap), _draw_between([rack, panel], look, whole, gap, margin)


def _draw_between(parts: list[Image.Image | None], look: ResolvedStyle, width: int, top: int, foot: int) -> Image.Image:
    """Parts stacked with room above and below them, or the margin of the picture if there are none."""
    shown = stack([part for part in parts if part], look, look.scaled(_GAP))
    height = top + shown.height + foot if shown else look.scaled(_MARGIN)
    image = blank(width, height, look.theme.frame, look.theme)
    if shown:
        image.paste(shown, ((width - shown.width) // 2, top))
    return image


@lru_cache(maxsize=64)
def _bare_strip(width: int, look: ResolvedStyle) -> Strip:
    """What is above a board without a header."""
    return strip(_draw_between([], look, width, 0, 0), look.theme)


def _board_strips(scene: BoardScene, look: ResolvedStyle, width: int) -> tuple[Strip, ...]:
    """The board in the middle of a picture of this width."""
    if scene.cursor or scene.ring:
        return (strip(_draw_between([draw_position(scene, look)], look, width, 0, 0), look.theme),)
    grid = grid_of(scene, look)
    lines, count = _lines(scene, grid), -(-_LEAST_AREA // (width * grid.cell))
    starts = range(0, len(lines), count)
    return tuple(_lines_strip(tuple(lines[start : start + count]), grid, look, width) for start in starts)


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of squares with its label and its tiles, or the line of the columns' labels, which has no squares.

    Labels and tiles tell nearly all lines apart, and hashing the squares takes longer than the rest.
    """

    labels: tuple[str, ...]
    squares: tuple[SquareFace, ...] = field(default=(), hash=False)
    tiles: tuple[DrawnTile, ...] = ()


@lru_cache(maxsize=8192)
def _lines_strip(lines: tuple[_Line, ...], grid: Grid, look: ResolvedStyle, width: int) -> Strip:
    """Lines of a board: the same for all who look at it, and in the next picture unless a play touches them.

    Without tiles all games share them, so that harder compression pays.
    """
    board = stack([_draw_line(line, grid, look) for line in lines], look, 0)
    image = _draw_between([board], look, width, 0, 0)
    return strip(image, look.theme, level=USUAL if any(line.tiles for line in lines) else HARD)


def _lines(scene: BoardScene, grid: Grid) -> list[_Line]:
    """The board from top to bottom."""
    tiles = [list[DrawnTile]() for _ in range(scene.height)]
    for placed in scene.tiles:
        tiles[placed.row].append(placed)
    head = [_Line(scene.column_labels)] if scene.column_labels else []
    starts = range(0, len(scene.squares), scene.width)
    squares = (scene.squares[start : start + scene.width] for start in starts)
    labels = scene.row_labels or ("",) * scene.height
    rows = [_Line((label,), own, tuple(on)) for label, own, on in zip(labels, squares, tiles, strict=True)]
    return [*head, *rows, *head * grid.repeats]


def _draw_line(line: _Line, grid: Grid, look: ResolvedStyle) -> Image.Image:
    if not line.squares:
        return draw_column_labels(line.labels, grid, look)
    image = draw_squares(line.squares, line.labels[0], grid, look).copy()
    least = least_points(grid.cell - 2, image.width + 2 * look.scaled(_MARGIN))
    for placed in line.tiles:
        at = (grid.corner(placed.column, 0)[0] + 1, 1)
        draw_tile(image, placed.tile, grid.cell - 2, at, look, look.theme.grid, placed.is_new, least)
    return image


def _with_rack(board: Image.Image, scene: BoardScene, look: ResolvedStyle, gap: int) -> Image.Image:
    """The board with its reader's tiles below it, as wide as that takes."""
    rack = draw_tray(scene.rack, look, max(board.width, look.scaled(_LEAST_FOR_TEXT)))
    return (rack and stack([board, rack], look, gap)) or board


def draw_position(scene: BoardScene, look: ResolvedStyle) -> Image.Image:
    """The board with its coordinates and tiles, in the theme's palette."""
    grid = grid_of(scene, look)
    image = stack([_draw_line(line, grid, look) for line in _lines(scene, grid)], look, 0)
    assert image is not None, "a board without lines"
    if not scene.cursor and not scene.ring:
        return image
    image = image.convert("RGB")
    for span in (Span(*scene.cursor) if scene.cursor else None, scene.ring):
        if span:
            _draw_outline(image, span, grid, look)
    if scene.cursor and scene.heading:
        _draw_heading(image, grid.corner(*scene.cursor), scene.heading, grid.cell, look)
    return indexed(image, look.theme)


def _draw_outline(image: Image.Image, span: Span, grid: Grid, look: ResolvedStyle) -> None:
    """Outlines squares in the accent colour between dark lines, so that it shows on any background."""
    left, top = grid.corner(span.column, span.row)
    width, height, dark = span.columns * grid.cell, span.rows * grid.cell, look.theme.label_dark
    kept = image.crop((left + 5, top + 5, left + width - 5, top + height - 5))
    for inset, colour in ((-3, dark), (-1, look.theme.accent), (4, dark)):
        mask = rounded_mask(width - 2 * inset, height - 2 * inset, 6)
        stamp(image, colour, mask, left + inset, top + inset)
    image.paste(kept, (left + 5, top + 5))


_ARROW = ((0.8, 0.28), (0.99, 0.5), (0.8, 0.72))
"""An arrowhead to the right within the cursor's frame, as fractions of the square."""


def _draw_heading(
    image: Image.Image, corner: tuple[int, int], heading: tuple[int, int], cell: int, look: ResolvedStyle
) -> None:
    """An arrowhead on the side of the cursor's frame where the next tiles go, with a dark edge as the frame has."""
    for colour, edge in ((look.theme.label_dark, 0.05), (look.theme.accent, 0.0)):
        (back, top), (tip, middle), (_, bottom) = _ARROW
        points = ((back - edge, top - 2 * edge), (tip + edge, middle), (back - edge, bottom + 2 * edge))
        turned = points if heading == (1, 0) else tuple((y, x) for x, y in points)
        stamp(image, colour, polygon_mask(cell, turned), *corner)


def _side_by_side(parts: list[Image.Image], look: ResolvedStyle, gap: int) -> Image.Image:
    """The images side by side, aligned at the top."""
    width = sum(part.width for part in parts) + gap * (len(parts) - 1)
    image = Image.new("RGB", (width, max(part.height for part in parts)), look.theme.frame)
    left = 0
    for part in parts:
        image.paste(part, (left, 0))
        left += part.width + gap
    return image


AROUND = 3
"""Squares shown on each side of the chosen one."""

_LARGER = 150


def draw_zoom(scene: BoardScene, cell: tuple[int, int], style: Style) -> Picture:
    """The surroundings of an outlined square, (column, row) from the upper left, at 1.5 times the usual size.

    Near an edge the part extends further to the other side, so that its size is constant. Shows only the board and its
    coordinates. Raises ValueError for a square off the board, ThemeError as `draw_board` does.
    """
    zoom = min(style.zoom * _LARGER // 100, ZOOMS[-1])
    return draw_board(part_of(scene, cell), replace(style, zoom=zoom))


def part_of(scene: BoardScene, cell: tuple[int, int]) -> BoardScene:
    """The scene of the squares around an outlined one. Raises ValueError for a square off the board."""
    if not (0 <= cell[0] < scene.width and 0 <= cell[1] < scene.height):
        raise ValueError(f"square {cell[0]}, {cell[1]} is off the board")
    columns, rows = _window(cell[0], scene.width), _window(cell[1], scene.height)
    return cut(replace(scene, cursor=cell), columns, rows)


def cut(scene: BoardScene, columns: range, rows: range) -> BoardScene:
    """The scene of some columns and rows of a board, with their coordinates, the cursor and the ring."""
    part = extract(scene, columns, rows)
    return replace(part, title="", pool="", status="", seats=(), facts=())


def extract(scene: BoardScene, columns: range, rows: range) -> BoardScene:
    """The same picture with only some columns and rows of the board."""
    cursor = scene.cursor
    return replace(
        scene,
        width=len(columns),
        height=len(rows),
        squares=tuple(scene.squares[row * scene.width + column] for row in rows for column in columns),
        tiles=tuple(
            placed._replace(column=placed.column - columns.start, row=placed.row - rows.start)
            for placed in scene.tiles
            if placed.column in columns and placed.row in rows
        ),
        column_labels=scene.column_labels[columns.start : columns.stop],
        row_labels=scene.row_labels[rows.start : rows.stop],
        cursor=(cursor[0] - columns.start, cursor[1] - rows.start) if cursor else None,
        ring=scene.ring.within(columns, rows) if scene.ring else None,
    )


def legible_part(scene: BoardScene) -> BoardScene:
    """The scene itself, or the part of a large board in which something happens, so that its squares can be read.

    The part is centred on the cursor, else the ring, else the latest play, else all tiles, else the start square, and
    shifted so far that it shows all tiles if it can.
    """
    places, tiles = _places_of_interest(scene), [(placed.column, placed.row) for placed in scene.tiles]
    columns, rows = (
        _with_all(
            window(min(place[way] for place in places), max(place[way] for place in places), size),
            [place[way] for place in (*places, *tiles)],
        )
        for way, size in enumerate((scene.width, scene.height))
    )
    if (len(columns), len(rows)) == (scene.width, scene.height):
        return scene
    return extract(scene, columns, rows)


def _with_all(lines: range, wanted: list[int]) -> range:
    """As many lines, shifted as little as shows all those wanted; the same lines if there are too few for that."""
    if max(wanted) - min(wanted) >= len(lines):
        return lines
    start = min(max(lines.start, max(wanted) + 1 - len(lines)), min(wanted))
    return range(start, start + len(lines))


COMPOSING = (10, 6)
"""The columns and rows shown to someone who composes a move: always as many, so that the zoom stays still.

Ten columns fill a phone's screen of 390 pixels with squares of about 30, half as large again as those of a standard
board. The part is so low there that the columns' letters, the tiles and the buttons are on the screen together. A word
of seven letters has room across, and one of five down.
"""
_BESIDE = 1
"""Lines shown on each side of the tiles placed so far and of the next square."""
_BEHIND = 4
"""One in so many of the lines that are to spare is shown behind the tiles, the others where the next ones go."""

_Places = list[tuple[int, int]]


def composing_part(scene: BoardScene, kept: Span | None = None) -> BoardScene:
    """The part of a board where a move is being composed, as in `composing_span`; the scene itself if that is all."""
    span = composing_span(scene, kept)
    if (span.columns, span.rows) == (scene.width, scene.height):
        return scene
    return extract(scene, *_lines_of(span))


def composing_span(scene: BoardScene, kept: Span | None = None) -> Span:
    """Where a move is being composed: around its words and the cursor.

    The part `kept` from before stays as long as the cursor is in it, or all new tiles without a cursor.
    """
    new = [(placed.column, placed.row) for placed in scene.tiles if placed.is_new]
    if kept and _holds(kept, new, scene):
        return kept
    own = _whole_words(new, frozenset((placed.column, placed.row) for placed in scene.tiles)) + _run_at(scene)
    columns, rows = (
        _composing_lines(own, way, min(count, size), scene)
        for way, (count, size) in enumerate(zip(COMPOSING, (scene.width, scene.height), strict=True))
    )
    return Span(columns.start, rows.start, len(columns), len(rows))


def _lines_of(span: Span) -> tuple[range, range]:
    return range(span.column, span.column + span.columns), range(span.row, span.row + span.rows)


def _holds(kept: Span, new: _Places, scene: BoardScene) -> bool:
    """Whether a part is on the board, with the cursor or, without one, the new tiles."""
    if kept.within(range(scene.width), range(scene.height)) != kept:
        return False
    columns, rows = _lines_of(kept)
    return all(column in columns and row in rows for column, row in ([scene.cursor] if scene.cursor else new))


def _whole_words(new: _Places, lying: frozenset[tuple[int, int]]) -> _Places:
    """New tiles in a line, and those before and after them that belong to the same word."""
    found = list(new)
    across = len({row for _, row in new}) == 1
    down = len({column for column, _ in new}) == 1
    for right, below in ((1, 0), (-1, 0)) * across + ((0, 1), (0, -1)) * down:
        found += _run(max(new) if right + below > 0 else min(new), (right, below), lying)
    return found


def _run_at(scene: BoardScene) -> _Places:
    """The cursor, and the tiles before and after it in its heading."""
    if scene.cursor is None:
        return []
    found, lying = [scene.cursor], frozenset((placed.column, placed.row) for placed in scene.tiles)
    if scene.heading:
        right, below = scene.heading
        found += _run(scene.cursor, (right, below), lying) + _run(scene.cursor, (-right, -below), lying)
    return found


def _run(place: tuple[int, int], way: tuple[int, int], lying: frozenset[tuple[int, int]]) -> _Places:
    """The tiles without a gap from a place on, without that place."""
    found: _Places = []
    (column, row), (right, below) = place, way
    while (column + right, row + below) in lying:
        column, row = column + right, row + below
        found.append((column, row))
    return found


def _composing_lines(own: _Places, way: int, count: int, scene: BoardScene) -> range:
    """`count` columns or rows, with more room ahead than behind; if `own` does not fit, the last ones to the cursor."""
    size, lines = (scene.width, scene.height)[way], [place[way] for place in own]
    spare = count - (max(lines) - min(lines) + 1)
    if scene.cursor and spare < 0:
        return _lines_from(scene.cursor[way] + _BESIDE + 1 - count, count, size)
    if not scene.heading or not scene.heading[way] or spare < 2 * _BESIDE:
        return _centred(lines, count, size)
    behind = _BESIDE + (spare - 2 * _BESIDE) // _BEHIND
    return _lines_from(min(lines) - behind, count, size)


def _centred(lines: list[int], count: int, size: int) -> range:
    return _lines_from((min(lines) + max(lines) + 1 - count) // 2, count, size)


def _lines_from(start: int, count: int, size: int) -> range:
    start = min(max(start, 0), size - count)
    return range(start, start + count)


def _places_of_interest(scene: BoardScene) -> list[tuple[int, int]]:
    ring = scene.ring
    starts = [divmod(at, scene.width)[::-1] for at, square in enumerate(scene.squares) if square.is_start]
    return (
        ([scene.cursor] if scene.cursor else [])
        or ([(ring.column, ring.row), (ring.column + ring.columns - 1, ring.row + ring.rows - 1)] if ring else [])
        or [(placed.column, placed.row) for placed in scene.tiles if placed.is_new]
        or [(placed.column, placed.row) for placed in scene.tiles]
        or starts
        or [(scene.width // 2, scene.height // 2)]
    )


def _window(middle: int, size: int) -> range:
    """The indices of up to `AROUND` lines on each side of a line, shifted to fit within `size` lines."""
    count = min(2 * AROUND + 1, size)
    first = min(max(middle - AROUND, 0), size - count)
    return range(first, first + count)


SPEEDS = range(10)
"""Placement speeds: 0, the fastest, places a tile every tenth of a second, 9 one every second."""

_BEFORE, _AFTER = 700, 10_000


def draw_animation(scene: BoardScene, style: Style, speed: int) -> Picture:
    """A GIF that starts without the new tiles, places them in the scene's order, and ends like `draw_board`.

    Raises ValueError for a speed outside `SPEEDS`, ThemeError for unknown names in a style.
    """
    if speed not in SPEEDS:
        raise ValueError(f"speed {speed}")
    lying = tuple(placed for placed in scene.tiles if not placed.is_new)
    coming = tuple(placed for placed in scene.tiles if placed.is_new)
    scenes = [replace(scene, tiles=lying + coming[:count]) for count in range(len(coming) + 1)]
    times = [_BEFORE, *(100 * (speed + 1) for _ in coming)]
    times[-1] = _AFTER
    look = look_of(style, scene.colours)
    images = [compose_board(shown, style) for shown in scenes]
    return finish_animation(images, look.theme, times, faces_of(scene, look).inks)
