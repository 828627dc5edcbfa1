"""The game by ear: the board's words, lines and squares, the scores and the list of words, in sentences."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence

from bot.text.moves import blanks_named, place_text, word_text
from bot.text.names import SeatNames
from bot.text.scores import described, entry_note, last_points, nothing_text
from bot.text.status import start_cell, start_text, tiles_held, tiles_text
from bot.text.texts import Texts
from engine.game.history import Entry, Mark, WordLine
from engine.game.views import TableView
from engine.model.board import Board, Cell, Direction, Square
from engine.model.board import Line as BoardLine
from engine.model.tiles import Word

Cells = tuple[Cell, ...]
"""The squares of a word, or of a lone tile, in reading order."""

NEAR = 3
"""The most steps, across and down together, from a tile to a square near it."""
_STEPS = [(down, across) for down in range(-NEAR, NEAR + 1) for across in range(abs(down) - NEAR, NEAR + 1 - abs(down))]


def words_said(view: TableView, texts: Texts) -> tuple[str, ...]:
    """Every word on the board with its place: `8D HELLO`, across from the top, then down from the left."""
    return tuple(_placed_word(view, run, way, texts) for run, way in word_runs(view.shown))


def words_by_row(view: TableView, cast: SeatNames, texts: Texts) -> tuple[str, ...]:
    """Every word on the board, for a list before the rows: a word down has its last square too, and its way is said."""
    return tuple(
        _placed_word(view, run, way, texts) if way is Direction.ACROSS else _word_down(view, run, cast, texts)
        for run, way in word_runs(view.shown)
    )


def _word_down(view: TableView, run: Cells, cast: SeatNames, texts: Texts) -> str:
    first, last = (cast.square(cell.row, cell.column) for cell in (run[0], run[-1]))
    word, blanks = view.shown.word(run), _blanks(view.shown, run)
    told = texts.gettext("{word} down {first} to {last}", word=word_text(word), first=first, last=last)
    return with_blanks(word, blanks, texts, told)


def words_line(words: Sequence[str], most: int, texts: Texts) -> str:
    """The words on a board as a sentence of at most `most` characters; words that do not fit are counted."""
    whole = texts.gettext("Words: {words}.", words=texts.series(words))
    if len(whole) <= most:
        return whole

    def first(count: int) -> str:
        return texts.ngettext(
            "Words: {words}; and {count} more word.",
            "Words: {words}; and {count} more words.",
            len(words) - count,
            words=texts.series(words[:count]),
        )

    return first(max(0, bisect_right(range(len(words)), most, key=lambda count: len(first(count))) - 1))


def part_said(columns: Sequence[str], rows: Sequence[str], texts: Texts, *, seen: bool = False) -> str:
    """Which part of a board is shown, by the labels of its columns and rows; if it is `seen`, also how to see all."""
    facts = {"left": columns[0], "right": columns[-1], "top": rows[0], "bottom": rows[-1]}
    if seen:
        return texts.gettext(
            "Columns {left} to {right}, rows {top} to {bottom}; whole board: /game board style:whole", **facts
        )
    return texts.gettext("Shown: columns {left} to {right}, rows {top} to {bottom}.", **facts)


def empty_said(view: TableView, cast: SeatNames, texts: Texts, *, brief: bool = False) -> str:
    """Says that the board is empty, and unless this is `brief`, what the first word must cover."""
    if brief:
        return texts.gettext("The board is empty.")
    start = start_text(view.board.layout.start, cast, texts)
    return texts.gettext("The board is empty. The first word must cover {start}.", start=start)


def word_runs(board: Board) -> Iterator[tuple[Cells, Direction]]:
    """The words on a board, across from the top, then down from the left."""
    for way in (Direction.ACROSS, Direction.DOWN):
        runs: dict[Cell, list[Cell]] = {}
        """The lines of tiles so far, by the cell that would continue them."""
        for cell, _ in board.tiles():
            run = runs.pop(cell, [])
            run.append(cell)
            runs[cell.step(way)] = run
        order = sorted(runs.values(), key=lambda run: run[0] if way is Direction.ACROSS else run[0][::-1])
        yield from ((tuple(run), way) for run in order if len(run) > 1)


def _placed_word(view: TableView, run: Cells, way: Direction, texts: Texts, told: Cell | None = None) -> str:
    place = view.setup.orientation.name(run[0], way, view.variant.layout.size)
    return f"{place} {run_said(view.shown, run, texts, told)}"


def run_said(board: Board, run: Cells, texts: Texts, told: Cell | None = None) -> str:
    """The letters of a run, and which of them are blanks: `SORDINI, the O is a blank`.

    The tile on the square `told` has been described before.
    """
    return with_blanks(board.word(run), [place for place in _blanks(board, run) if run[place] != told], texts)


def _blanks(board: Board, run: Cells) -> tuple[int, ...]:
    """The places of a run, from 0, where blanks are."""
    return tuple(place for place, cell in enumerate(run) if (placed := board[cell]) and placed.is_blank)


def with_blanks(word: Word, blanks: Collection[int], texts: Texts, told: str = "") -> str:
    """A word, or what is `told` of it, and which of its letters, by their places from 0, are blanks."""
    if not blanks:
        return told or word_text(word)
    return texts.ngettext(
        "{word}, the {letters} is a blank",
        "{word}, the {letters} are blanks",
        len(blanks),
        word=told or word_text(word),
        letters=blanks_named(word, blanks, texts),
    )


def square_name(square: Square, texts: Texts) -> str:
    """A kind of square as people say it, such as `triple word`; empty for a plain one."""
    parts = [_letter_name(square.letter, texts)] * (square.letter != 1)
    parts += [_word_name(square.word, texts)] * (square.word != 1)
    if square.points:
        parts.append(
            texts.ngettext("{points} point", "{points} points", square.points, points=texts.signed(square.points))
        )
    return texts.join(parts) if parts else ""


def _letter_name(factor: int, texts: Texts) -> str:
    match factor:
        case 2:
            return texts.gettext("double letter")
        case 3:
            return texts.gettext("triple letter")
        case _:
            return texts.gettext("letter times {factor}", factor=factor)


def _word_name(factor: int, texts: Texts) -> str:
    match factor:
        case 2:
            return texts.gettext("double word")
        case 3:
            return texts.gettext("triple word")
        case _:
            return texts.gettext("word times {factor}", factor=factor)


def premiums_said(board: Board, cells: Iterable[Cell], cast: SeatNames, texts: Texts) -> tuple[str, ...]:
    """The free premium squares among some cells, by kind, the highest first: `triple word at A8 and H1`."""
    kinds: dict[Square, list[Cell]] = {}
    for cell in cells:
        if _is_free_premium(board, cell):
            kinds.setdefault(board.layout[cell], []).append(cell)
    order = sorted(kinds, key=lambda one: (-one.word, -one.letter, -one.points))
    return tuple(
        texts.gettext(
            "{kind} at {squares}",
            kind=square_name(kind, texts),
            squares=texts.join(cast.square(cell.row, cell.column) for cell in kinds[kind]),
        )
        for kind in order
    )


def _is_free_premium(board: Board, cell: Cell) -> bool:
    square = board.layout[cell]
    return square.is_premium and not square.blocked and not board[cell]


def near_play(board: Board) -> tuple[Cell, ...]:
    """The squares at most `NEAR` steps from a tile, or from where the first word may start."""
    width = board.layout.width + NEAR  # as if each row ended with squares of nobody, for steps over an edge
    begun = [cell for cell, _ in board.tiles()] or [start_cell(board.layout)]
    steps = [down * width + across for down, across in _STEPS]
    near = {row * width + column + step for row, column in begun for step in steps}
    return tuple(cell for cell in board.layout.cells() if cell.row * width + cell.column in near)


def _beside(cell: Cell) -> tuple[Cell, ...]:
    return tuple(cell.step(way, count) for way in (Direction.DOWN, Direction.ACROSS) for count in (-1, 1))


def line_cells(board: Board, line: BoardLine) -> Cells:
    """The squares of a row or a column."""
    row = line.direction is Direction.ACROSS
    count = board.layout.width if row else board.layout.height
    return tuple(Cell(line.number, n) if row else Cell(n, line.number) for n in range(count))


def line_said(
    view: TableView, line: BoardLine, cast: SeatNames, texts: Texts, *, premiums: Collection[Cell] | None = None
) -> str:
    """A row or a column: its tiles with the squares where they begin and end, then its free premium squares.

    `premiums` are the squares of interest, by default all of them.
    """
    board, cells = view.shown, line_cells(view.shown, line)
    row = line.direction is Direction.ACROSS
    tiles = _runs_said(board, cells, line, cast, texts)
    told = cells if premiums is None else tuple(cell for cell in cells if cell in premiums)
    free = texts.join(premiums_said(board, told, cast, texts))
    name = cast.row(line.number) if row else cast.column(line.number)
    facts = {"line": name, "tiles": tiles or texts.gettext("no tiles"), "premiums": free}
    if free and row:
        return texts.gettext("Row {line}: {tiles}; free, {premiums}.", **facts)
    if free:
        return texts.gettext("Column {line}: {tiles}; free, {premiums}.", **facts)
    return texts.gettext("Row {line}: {tiles}.", **facts) if row else texts.gettext("Column {line}: {tiles}.", **facts)


def _runs_said(board: Board, cells: Cells, line: BoardLine, cast: SeatNames, texts: Texts) -> str:
    """The tiles of a line: `C to H TITULE; K T`."""
    firsts = [cell for cell in cells if board[cell] and not board.at(cell.step(line.direction, -1))]
    return texts.series(_run_in_line(board, board.run(cell, line.direction), line, cast, texts) for cell in firsts)


def _run_in_line(board: Board, run: Cells, line: BoardLine, cast: SeatNames, texts: Texts) -> str:
    first, last = (_along(cell, line, cast) for cell in (run[0], run[-1]))
    if len(run) == 1:
        # Translators: a single tile in a row or column, such as "O in E": the letter, then the column's or row's label.
        return texts.gettext("{tile} in {line}", tile=_tile_said(board, run[0], texts), line=first)
    word = run_said(board, run, texts)
    return texts.gettext("{first} to {last} {word}", first=first, last=last, word=word)


def _tile_said(board: Board, cell: Cell, texts: Texts) -> str:
    placed = board[cell]
    assert placed
    if placed.is_blank:
        return texts.gettext("a blank as {letter}", letter=placed.letter)
    return placed.letter


def _along(cell: Cell, line: BoardLine, cast: SeatNames) -> str:
    """The label of a cell within a line: the column's in a row."""
    return cast.column(cell.column) if line.direction is Direction.ACROSS else cast.row(cell.row)


def rows_said(view: TableView, cast: SeatNames, texts: Texts, *, premiums: bool = True) -> tuple[str, ...]:
    """The rows that have tiles or free premium squares near play, one line each; the others are counted as empty.

    These squares are the same as in the description of the board's picture.
    """
    board = view.shown
    near = frozenset(cell for cell in near_play(board) if _is_free_premium(board, cell)) if premiums else frozenset()
    told = {cell.row for cell, _ in board.tiles()} | {cell.row for cell in near}
    lines: list[str] = []
    skipped: list[int] = []
    for row in range(board.layout.height):
        if row not in told:
            skipped.append(row)
            continue
        lines += _empty_rows(skipped, cast, texts)
        skipped = []
        lines.append(line_said(view, BoardLine(Direction.ACROSS, row), cast, texts, premiums=near))
    return (*lines, *_empty_rows(skipped, cast, texts))


def _empty_rows(rows: Sequence[int], cast: SeatNames, texts: Texts) -> list[str]:
    if not rows:
        return []
    if len(rows) == 1:
        return [texts.gettext("Row {line}: {tiles}.", line=cast.row(rows[0]), tiles=texts.gettext("no tiles"))]
    return [texts.gettext("Rows {first} to {last}: no tiles.", first=cast.row(rows[0]), last=cast.row(rows[-1]))]


def left_out(texts: Texts, row: str = "", *, premiums: bool) -> list[str]:
    """What `rows_said` has no room for, and how to hear it: free premium squares, and rows, such as this `row`."""
    rows = texts.gettext(
        "There is no room for all the rows. Ask for one at a time, for example with `/game board square:{row}`.",
        row=row,
    )
    free = texts.gettext("The free premium squares are in `/game board premiums:free`.")
    return [*([rows] if row else []), *([free] if premiums else [])]


def words_through(view: TableView, cell: Cell, texts: Texts) -> tuple[str, ...]:
    """The words that the tile on a cell belongs to, with their places and their other blanks."""
    runs = ((view.shown.run(cell, way), way) for way in Direction)
    return tuple(_placed_word(view, run, way, texts, cell) for run, way in runs if len(run) > 1)


def neighbours_said(view: TableView, cell: Cell, cast: SeatNames, texts: Texts) -> tuple[str, ...]:
    """The contents of each side of a square, one sentence each."""
    above, below, left, right = (_beside_said(view, one, cast, texts) for one in _beside(cell))
    return (
        texts.gettext("Above: {what}.", what=above),
        texts.gettext("Below: {what}.", what=below),
        texts.gettext("Left: {what}.", what=left),
        texts.gettext("Right: {what}.", what=right),
    )


def _beside_said(view: TableView, cell: Cell, cast: SeatNames, texts: Texts) -> str:
    board = view.shown
    if cell not in board.layout:
        return texts.gettext("the edge of the board")
    name = cast.square(cell.row, cell.column)
    if board.layout[cell].blocked:
        return texts.gettext("{square} is blocked", square=name)
    if not board[cell]:
        kind = square_name(board.layout[cell], texts)
        free = texts.gettext("{square} is free", square=name)
        return texts.gettext("{square} is free, {kind}", square=name, kind=kind) if kind else free
    tile, words = _tile_said(board, cell, texts), words_through(view, cell, texts)
    if not words:
        return f"{name} {tile}"
    return texts.gettext("{square} {tile}, part of {words}", square=name, tile=tile, words=texts.series(words))


def hooks_said(view: TableView, cast: SeatNames, texts: Texts) -> tuple[str, ...]:
    """The words on the board that have room for a hook, each with the free squares before and after it."""
    return tuple(filter(None, (_ends_said(view, run, way, cast, texts) for run, way in word_runs(view.shown))))


def _ends_said(view: TableView, run: Cells, way: Direction, cast: SeatNames, texts: Texts) -> str:
    before, after = run[0].step(way, -1), run[-1].step(way)
    facts = {
        "word": _placed_word(view, run, way, texts),
        "before": cast.square(before.row, before.column),
        "after": cast.square(after.row, after.column),
    }
    if _is_free(view.shown, before) and _is_free(view.shown, after):
        return texts.gettext("{word}: free before it at {before} and after it at {after}.", **facts)
    if _is_free(view.shown, before):
        return texts.gettext("{word}: free before it at {before}.", **facts)
    if _is_free(view.shown, after):
        return texts.gettext("{word}: free after it at {after}.", **facts)
    return ""


def _is_free(board: Board, cell: Cell) -> bool:
    return cell in board.layout and not board.layout[cell].blocked and not board[cell]


def scores_said(view: TableView, entries: Sequence[Entry], cast: SeatNames, texts: Texts) -> tuple[str, ...]:
    """The points and tiles of each seat, who is to move, and the points of everyone's last turn."""
    heard, last = texts.for_ears, last_points(entries)
    return tuple(_score_said(view, number, last.get(number), cast, heard) for number in range(len(view.seats)))


def _score_said(view: TableView, number: int, last: int | None, cast: SeatNames, texts: Texts) -> str:
    score = view.seats[number].score
    name = described(view, number, cast, texts)
    facts = {
        "name": texts.gettext("{name}, to move", name=name) if view.on_turn == number else name,
        "points": points_said(score, texts),
        "tiles": tiles_text(tiles_held(view, number), texts),
        "last": texts.number(last or 0),
    }
    if last is None:
        return texts.gettext("{name}: {points}, {tiles}.", **facts)
    if 0 < last <= score:
        return texts.gettext("{name}: {points}, {last} of them last turn, {tiles}.", **facts)
    return texts.gettext("{name}: {points}, {last} last turn, {tiles}.", **facts)


def points_said(count: int, texts: Texts) -> str:
    """A number of points."""
    return texts.ngettext("{count} point", "{count} points", count)


def turns_said(entries: Sequence[Entry], cast: SeatNames, texts: Texts, *, by_player: bool = False) -> tuple[str, ...]:
    """Every turn with its words, their points and the total, in order of play or player by player."""
    told = list(_turns_said(entries, cast, texts.for_ears))
    return tuple(line for _, line in (sorted(told, key=lambda one: one[0]) if by_player else told))


def _turns_said(entries: Sequence[Entry], cast: SeatNames, texts: Texts) -> Iterator[tuple[int, str]]:
    """The sentences of each entry, with its seat."""
    turns = 0
    for entry in entries:
        turns += entry.is_turn
        facts = {
            "number": turns,
            "name": cast.name(entry.seat),
            "what": _entry_said(entry, cast, texts),
            "total": texts.number(entry.total),
        }
        if entry.is_turn:
            yield entry.seat, texts.gettext("Turn {number}, {name}: {what}. Total {total}.", **facts)
        else:
            yield entry.seat, texts.gettext("{name}: {what}. Total {total}.", **facts)


def _entry_said(entry: Entry, cast: SeatNames, texts: Texts) -> str:
    first = entry.lines[0]
    if not first.word:
        points = (points_said(entry.points, texts),) if entry.points else ()
        return ", ".join((nothing_text(entry, texts), *points))
    place = place_text(entry.placement, cast.setup) if entry.placement else ""
    parts = (place, with_blanks(first.word, first.blanks, texts), entry_note(entry, texts))
    move = " ".join(filter(None, parts))
    if not entry.points and first.mark is Mark.NOTHING:
        return move
    facts = {"move": move, "points": points_said(entry.points, texts)}
    if len(entry.lines) == 1:
        return texts.gettext("{move}, {points}", **facts)
    parts_said = ", ".join(_part_said(line, texts) for line in entry.lines)
    return texts.gettext("{move}, {points}: {parts}", parts=parts_said, **facts)


def _part_said(line: WordLine, texts: Texts) -> str:
    """A part of a play's score: `OU 3`."""
    name = word_text(line.word)
    if line.mark is Mark.BONUS:
        name = texts.pgettext("turn", "bonus")
    elif line.mark is Mark.SQUARES:
        name = texts.pgettext("turn", "squares")
    return f"{name} {texts.number(line.points)}"
