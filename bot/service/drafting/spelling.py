"""A word, or the rest of one, typed into a composition: where its tiles go in the line that was chosen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.service.drafting.beginnings import line_through
from bot.service.drafting.composing import Composition
from engine.errors import RuleViolation, TilesNotOnRack
from engine.game.state import Setup
from engine.model.board import Board
from engine.model.coordinates import Cell
from engine.model.tiles import KnownRack, Tiles
from engine.play.notation import PlayIntent, read_move, read_word
from engine.play.placement import Placement, exact, resolve


def spelt(one: Composition, text: str, board: Board, rack: KnownRack, setup: Setup) -> Composition:
    """The composition with what was typed: a word in its line, or a whole move such as `8H HELLO` in its place.

    The word may include letters that are on the board and tiles placed before, or be only what comes after them. It
    goes onto the next square if it can, else as near as it can, and need not be in the dictionary. Raises the refusals
    of a typed move: which tiles are missing if it fits but for these, else as if it were to begin on the next square.
    """
    if len(text.split()) > 1:
        move = read_move(text, setup.variant, setup.orientation)
        return _with(replace(one, laid=()), resolve(move, board, rack, setup.variant), board)
    cursor = one.cursor or max(cell for cell, _ in one.laid)
    intent = PlayIntent(cursor, one.direction, read_word(text, setup.variant))
    full, left = board.place(dict(one.laid)), rack.minus(Tiles.of(placed.tile for _, placed in one.laid))
    anywhere = [replace(intent, cell=cell) for cell in line_through(cursor, one.direction, board.layout)]
    whole = [found for found in exact(anywhere, full, left, setup.variant) if _is_one_word(found, one, full)]
    if whole:
        return _with(one, min(whole, key=lambda found: _distance(found, cursor)), board)
    try:
        return _with(one, resolve(intent, full, left, setup.variant), board)
    except RuleViolation:
        _check_tiles(anywhere, full, left, setup)
        raise


def _check_tiles(intents: Iterable[PlayIntent], full: Board, left: KnownRack, setup: Setup) -> None:
    """Raises `TilesNotOnRack` if that is what one of the intents lacks."""
    for intent in intents:
        try:
            resolve(intent, full, left, setup.variant)
        except TilesNotOnRack:
            raise
        except RuleViolation:
            continue


def _is_one_word(found: Placement, one: Composition, full: Board) -> bool:
    """Whether the tiles placed before belong to the same word."""
    run = found.on(full).run(found.cell, found.direction)
    return all(cell in run for cell, _ in one.laid)


def _distance(found: Placement, cursor: Cell) -> tuple[int, int]:
    """How far the nearest new tile is from the next square, then the first one."""
    far = [abs(cell.row - cursor.row) + abs(cell.column - cursor.column) for cell in found.cells]
    return min(far), far[0]


def _with(one: Composition, found: Placement, board: Board) -> Composition:
    """The composition with the tiles of a placement after those placed before."""
    after = replace(one, direction=found.direction, held=None, letter="")
    for cell, placed in found.tiles:
        after = replace(after, cursor=cell).take(placed.tile, board)
        after = after.name(placed.letter, board) if after.needs_letter else after
    return after
