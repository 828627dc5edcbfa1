"""One square of a board in words, and what a board has to play for: free premium squares, and words that can grow."""

from __future__ import annotations

from collections.abc import Iterator

from bot.text.boards import premium_label
from bot.text.cast import SeatNames
from bot.text.names import escape
from bot.text.spoken import hooks_said, neighbours_said, premiums_said, square_name, words_through
from bot.text.texts import Texts
from engine.game.state import LatestPlay
from engine.game.views import TableView
from engine.model.board import PlacedTile
from engine.model.coordinates import Cell
from engine.model.layout import Square, StartCondition


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
