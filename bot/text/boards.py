"""The board as a picture's alt text and as characters, and one square of it in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.model.drawn import window
from bot.text.names import SeatNames, escape, shortened, with_level
from bot.text.spoken import (
    empty_said,
    hooks_said,
    near_play,
    neighbours_said,
    part_said,
    premiums_said,
    square_name,
    words_line,
    words_said,
    words_through,
)
from bot.text.status import pool_text, tiles_held, tiles_text
from bot.text.texts import Texts
from engine.game.phases import Over
from engine.game.state import LatestPlay, LexiconRef, Setup
from engine.game.views import TableView
from engine.model.board import Board, Cell, Layout, PlacedTile, Square, StartCondition
from engine.model.rules import Rules
from engine.model.variant import Variant
from engine.sentences import NP_

MOST_ALT = 1024
"""The most characters of a picture's alt text (Discord's API reference, "Media Gallery Item")."""

_SYMBOLS = {"2L": "'", "3L": '"', "4L": "^", "2W": "-", "3W": "=", "4W": "~"}
_MORE_SYMBOLS = "+*%&$!;:,_|/\\<>{}"
_FREE, _BLOCKED = ".", "#"


def board_alt(view: TableView, cast: SeatNames, texts: Texts, part: str = "", *, scored: bool = True) -> str:
    """The alt text of a board's picture, at most 1,024 characters: everything that only the picture shows.

    It has the counts of tiles and points, unless they are told elsewhere (`scored`), every word with its place, then
    the free premium squares near them, the highest first, while there is room. `cast` contains plain names; `part` says
    which part of a large board the picture shows. Once the game is over, nobody needs the free squares.
    """
    board, texts = view.shown, texts.for_ears
    size = texts.gettext("Board of {width} by {height}.", width=board.layout.width, height=board.layout.height)
    start = " ".join(filter(None, (size, part)))
    words = words_said(view, texts)
    if scored:
        start += f" {counts_line(view, cast, texts)}."
    told = words_line(words, MOST_ALT - len(start) - 1, texts) if words else empty_said(view, cast, texts)
    alt = shortened(f"{start} {told}", MOST_ALT)
    if isinstance(view.phase, Over):
        return alt
    kept: list[str] = []
    for kind in premiums_said(board, near_play(board), cast, texts):
        longer = _with_premiums(alt, [*kept, kind], texts)
        if len(longer) <= MOST_ALT:
            kept.append(kind)
    return _with_premiums(alt, kept, texts) if kept else alt


def _with_premiums(alt: str, kinds: list[str], texts: Texts) -> str:
    return alt + " " + free_premiums(kinds, texts)


def free_premiums(kinds: Sequence[str], texts: Texts) -> str:
    """The free premium squares that matter, as `premiums_said` tells them, in a sentence."""
    return texts.gettext("Free: {premiums}.", premiums=texts.series(kinds))


def made_smaller(texts: Texts) -> str:
    """Below a picture of the whole of a large board."""
    return texts.gettext("This is the whole board, made smaller. Open the picture to enlarge it.")


def counts_line(view: TableView, cast: SeatNames, texts: Texts) -> str:
    """The tiles left in the pool, and everyone's points and tiles, in one line."""
    return " · ".join([pool_text(view, texts), *_scores(view, cast, texts)])


def _scores(view: TableView, cast: SeatNames, texts: Texts) -> Iterator[str]:
    for number, seat in enumerate(view.seats):
        yield texts.ngettext(
            "{name}: {count} point, {tiles}",
            "{name}: {count} points, {tiles}",
            seat.score,
            name=with_level(cast.name(number), seat.player, texts),
            tiles=tiles_text(tiles_held(view, number), texts),
        )


def board_text(view: TableView, texts: Texts, *, premiums: bool = True) -> str:
    """The board as characters with its coordinates, one row per line, and a legend below.

    Blanks are in lower case. Without `premiums` all free squares look alike.
    """
    return _drawn(view.shown, SeatNames(view.setup, ()), texts, premiums=premiums)


def empty_board_text(variant: Variant, texts: Texts) -> str:
    """The empty board of a variant as characters, with a legend."""
    setup = Setup(variant, Rules(), LexiconRef("", ""))
    return _drawn(Board.empty(variant.layout), SeatNames(setup, ()), texts, premiums=True)


def _drawn(board: Board, cast: SeatNames, texts: Texts, *, premiums: bool) -> str:
    symbols = _symbols(board.layout) if premiums else {}
    across, down = _shown_lines(board)
    cells = [[_square_text(board, Cell(r, c), symbols, cast.setup.variant) for c in across] for r in down]
    columns = [cast.column(column) for column in across]
    rows = [cast.row(row) for row in down]
    width, edge = max(map(len, [*columns, *(text for row in cells for text in row)])), max(map(len, rows))
    lines = [_line("", columns, edge, width)]
    lines += [_line(label, row, edge, width) for label, row in zip(rows, cells, strict=True)]
    return "\n".join([*lines, *_left_out(board, across, down, columns, rows, texts), *_legend(board, symbols, texts)])


def _left_out(
    board: Board, across: range, down: range, columns: Sequence[str], rows: Sequence[str], texts: Texts
) -> Iterator[str]:
    """Which part of a large board is written, and how many tiles it leaves out."""
    if (len(across), len(down)) == board.layout.size:
        return
    yield part_said(columns, rows, texts)
    outside = sum(cell.column not in across or cell.row not in down for cell, _ in board.tiles())
    if outside:
        yield texts.ngettext("{count} tile is outside it.", "{count} tiles are outside it.", outside)


def _shown_lines(board: Board) -> tuple[range, range]:
    """The columns and rows to write: on a large board, those around its tiles, or around its middle."""
    layout = board.layout
    cells = [cell for cell, _ in board.tiles()] or [Cell(layout.height // 2, layout.width // 2)]
    columns, rows = [cell.column for cell in cells], [cell.row for cell in cells]
    return window(min(columns), max(columns), layout.width), window(min(rows), max(rows), layout.height)


def _line(label: str, cells: list[str], edge: int, width: int) -> str:
    return " ".join([label.rjust(edge), *(cell.ljust(width) for cell in cells)]).rstrip()


def _square_text(board: Board, cell: Cell, symbols: dict[str, str], variant: Variant) -> str:
    placed, square = board[cell], board.layout[cell]
    if placed:
        return _tile_text(placed, variant)
    if square.blocked:
        return _BLOCKED
    return symbols.get(square.label, _FREE)


def _tile_text(placed: PlacedTile, variant: Variant) -> str:
    if not placed.is_blank:
        return placed.letter
    return variant.alphabet.small(placed.letter) or "?" + placed.letter


def _symbols(layout: Layout) -> dict[str, str]:
    """A character for each kind of premium square on the board, by its label."""
    labels = dict.fromkeys(square.label for square in layout.squares if square.is_premium and not square.blocked)
    spare = iter(_MORE_SYMBOLS)
    return {
        label: _SYMBOLS.get(label) or next(spare, "@")
        for label in sorted(labels, key=lambda one: (one not in _SYMBOLS, one))
    }


def _legend(board: Board, symbols: dict[str, str], texts: Texts) -> Iterator[str]:
    squares = {square.label: square for square in board.layout.squares}
    for label, symbol in symbols.items():
        yield texts.titled(f"{symbol} {premium_label(squares[label], texts)}", premium_text(squares[label], texts))
    if any(square.blocked for square in board.layout.squares):
        yield _BLOCKED + " " + texts.pgettext("square", "blocked")
    yield texts.gettext("capital letter: tile, small letter: blank")


# Translators: What players write for a premium square, two or three characters each; L is for letter, W for word.
_DOUBLE_LETTER, _TRIPLE_LETTER = NP_("premium square", "2L"), NP_("premium square", "3L")
_DOUBLE_WORD, _TRIPLE_WORD = NP_("premium square", "2W"), NP_("premium square", "3W")
_TIMES_LETTER, _TIMES_WORD = NP_("premium square", "{factor}L"), NP_("premium square", "{factor}W")
_LETTER = {2: _DOUBLE_LETTER, 3: _TRIPLE_LETTER}
_WORD = {2: _DOUBLE_WORD, 3: _TRIPLE_WORD}


def premium_label(square: Square, texts: Texts) -> str:
    """What is printed on a square, as players of the language write it: `2L`, `3W`, `+5`, or several with spaces."""
    letter, word = _LETTER.get(square.letter, _TIMES_LETTER), _WORD.get(square.word, _TIMES_WORD)
    parts = [texts.pgettext(*letter, factor=square.letter)] * (square.letter != 1)
    parts += [texts.pgettext(*word, factor=square.word)] * (square.word != 1)
    return " ".join(parts + [f"{square.points:+d}"] * (square.points != 0))


def premium_text(square: Square, texts: Texts) -> str:
    """The effect of a square on a score, in words."""
    parts: list[str] = []
    if square.letter != 1:
        parts.append(texts.gettext("letter times {factor}", factor=square.letter))
    if square.word != 1:
        parts.append(texts.gettext("word times {factor}", factor=square.word))
    if square.points:
        parts.append(
            texts.ngettext("{points} point", "{points} points", square.points, points=texts.signed(square.points))
        )
    return texts.join(parts) if parts else texts.gettext("plain square")


def square_told(view: TableView, cell: Cell, cast: SeatNames, texts: Texts) -> tuple[str, str]:
    """Everything about one square, in Discord's markdown, and the alt text of a picture of its surroundings."""
    square = cast.square(cell.row, cell.column)
    heading = texts.gettext("Square {square}", square=f"**{square}**")
    beside = map(escape, neighbours_said(view, cell, cast, texts))
    alt = texts.gettext("The squares around {square}, as described above.", square=square)
    return "\n".join((heading, *_on_square(view, cell, texts), *beside)), alt


def _on_square(view: TableView, cell: Cell, texts: Texts) -> Iterator[str]:
    square, placed = view.board.layout[cell], view.shown[cell]
    if square.blocked:
        yield texts.gettext("Blocked: no tile can go here.")
        return
    yield _placed(placed, texts) if placed else texts.gettext("Free.")
    if placed:
        yield from _words_through(view, cell, texts)
    if square.is_premium:
        yield _premium(square, texts, used=placed is not None)
    if _is_start(view, cell):
        yield texts.gettext("The first word must cover it.")


def _placed(placed: PlacedTile, texts: Texts) -> str:
    facts = {"letter": escape(placed.letter), "points": texts.number(placed.tile.points)}
    if placed.is_blank:
        return texts.gettext("A blank is here as {letter}, worth {points}.", **facts)
    return texts.gettext("The tile {letter} is here, worth {points}.", **facts)


def _words_through(view: TableView, cell: Cell, texts: Texts) -> Iterator[str]:
    """The words that a tile belongs to, and whether it was played last."""
    words = [escape(word) for word in words_through(view, cell, texts)]
    if words:
        yield texts.gettext("Part of {words}.", words=texts.series(words))
    if isinstance(view.latest, LatestPlay) and cell in view.latest.placement.cells:
        yield texts.gettext("It was part of the latest play.")


def _premium(square: Square, texts: Texts, *, used: bool) -> str:
    """The kind of a premium square; a tile on it has used it up."""
    facts = {"kind": square_name(square, texts), "label": premium_label(square, texts)}
    if used:
        return texts.gettext("Premium square: {kind} ({label}), used.", **facts)
    return texts.gettext("Premium square: {kind} ({label}).", **facts)


def _is_start(view: TableView, cell: Cell) -> bool:
    start = view.board.layout.start
    return view.board.is_empty and start != StartCondition() and start.admits(cell)


def openings_lines(view: TableView, cast: SeatNames, texts: Texts) -> tuple[str, ...]:
    """The free premium squares, and the words that can be extended, with the free squares at their ends."""
    board = view.shown
    kinds = [f"- {escape(kind)}" for kind in premiums_said(board, tuple(board.layout.cells()), cast, texts)]
    hooks = [f"- {escape(hook)}" for hook in hooks_said(view, cast, texts)]
    return (
        texts.gettext("Free premium squares:"),
        *(kinds or [texts.gettext("No premium square is free.")]),
        *((texts.gettext("Words that can be made longer:"), *hooks) if hooks else ()),
    )
