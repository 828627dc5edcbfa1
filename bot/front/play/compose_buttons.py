"""The buttons and menus of the message for composing a move."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from bot.front.core.buttons import Actions
from bot.front.core.message import Message
from bot.front.core.payloads import Arrow
from bot.front.core.pressing import Binding, Pressed, answers, edits, with_press
from bot.front.core.request import Request
from bot.front.play import compose
from bot.front.play.compose_messages import TURN_PAGE
from engine.model.coordinates import Direction

_STEPS = {
    Arrow.LEFT: (Direction.ACROSS, -1),
    Arrow.UP: (Direction.DOWN, -1),
    Arrow.DOWN: (Direction.DOWN, 1),
    Arrow.RIGHT: (Direction.ACROSS, 1),
}


async def _tile(request: Request, draft_id: str, tile: int) -> Message:
    """Takes a tile of the rack."""
    return await compose.tap(request, draft_id, compose.take(tile))


async def _letter(request: Request, press: Pressed, draft_id: str, part: int) -> Message:  # noqa: ARG001
    """Says which letter the blank is."""
    chosen = press.value
    return await compose.tap(request, draft_id, compose.on(lambda one, board: one.name(chosen, board)))


async def _row(request: Request, press: Pressed, draft_id: str) -> Message:
    """Chooses the row of the next square, or turns the page of the menu."""
    number = press.number(TURN_PAGE)
    if press.value.startswith(TURN_PAGE):
        return await compose.tap(request, draft_id, lambda one, _: replace(one, rows=number))
    return await compose.tap(request, draft_id, compose.on(lambda one, board: one.go(board, row=number)))


async def _column(request: Request, press: Pressed, draft_id: str) -> Message:
    """Chooses the column of the next square, or turns the page of the menu."""
    number = press.number(TURN_PAGE)
    if press.value.startswith(TURN_PAGE):
        return await compose.tap(request, draft_id, lambda one, _: replace(one, columns=number))
    return await compose.tap(request, draft_id, compose.on(lambda one, board: one.go(board, column=number)))


async def _step(request: Request, draft_id: str, arrow: Arrow) -> Message:
    """Moves the next square by one."""
    way, by = _STEPS[arrow]
    return await compose.tap(request, draft_id, compose.on(lambda one, board: one.step(way, by, board)))


BUTTONS: tuple[Binding, ...] = (
    answers(Actions.COMPOSE, compose.begin),
    answers(Actions.TRIES, compose.tries),
    edits(Actions.COMPOSE_ON, partial(compose.tap, change=lambda one, _: one)),
    edits(Actions.TILE, _tile),
    with_press(Actions.LETTER, _letter),
    with_press(Actions.ROW, _row),
    with_press(Actions.COLUMN, _column),
    edits(Actions.STEP, _step),
    edits(Actions.TURN, partial(compose.tap, change=lambda one, _: one.turned())),
    edits(Actions.BACK, partial(compose.tap, change=lambda one, _: one.back())),
    edits(Actions.CLEAR, partial(compose.tap, change=lambda one, _: one.cleared())),
    edits(Actions.ZOOM, partial(compose.tap, change=lambda one, _: replace(one, zoomed=not one.zoomed))),
    edits(Actions.KEEP_TRY, compose.keep),
    edits(Actions.PUT_AWAY, compose.put_away),
)
