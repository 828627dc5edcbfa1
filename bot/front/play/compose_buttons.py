"""The buttons and menus of the message for composing a move. All but the first carry a draft's id."""

from __future__ import annotations

from dataclasses import replace

from bot.front.core.buttons import Action
from bot.front.core.message import Message
from bot.front.core.pressing import Pressed, pressed
from bot.front.core.request import Request
from bot.front.play import compose
from bot.front.play.compose_messages import TURN_PAGE
from engine.model.coordinates import Direction

_STEPS = ((Direction.ACROSS, -1), (Direction.DOWN, -1), (Direction.DOWN, 1), (Direction.ACROSS, 1))


@pressed(Action.COMPOSE)
async def begin(request: Request, press: Pressed) -> Message:
    """Opens the message for composing a move."""
    return await compose.begin(request, press.target.game)


@pressed(Action.TRIES)
async def tries(request: Request, press: Pressed) -> Message:
    """Compares the moves tried for this turn."""
    return await compose.tries(request, press.target.game)


@pressed(Action.COMPOSE_ON, in_place=True)
async def compose_on(request: Request, press: Pressed) -> Message:
    """Goes back from the comparison to the composed move."""
    return await compose.tap(request, press.target.game, lambda one, _: one)


@pressed(Action.TILE, in_place=True)
async def tile(request: Request, press: Pressed) -> Message:
    """Takes a tile of the rack; its number replaces the turn."""
    return await compose.tap(request, press.target.game, compose.take(press.target.turn))


@pressed(Action.LETTER, in_place=True)
async def letter(request: Request, press: Pressed) -> Message:
    """Says which letter the blank is."""
    chosen = press.value
    return await compose.tap(request, press.target.game, compose.on(lambda one, board: one.name(chosen, board)))


@pressed(Action.ROW, in_place=True)
async def row(request: Request, press: Pressed) -> Message:
    """Chooses the row of the next square, or turns the page of the menu."""
    number = press.number(TURN_PAGE)
    if press.value.startswith(TURN_PAGE):
        return await compose.tap(request, press.target.game, lambda one, _: replace(one, rows=number))
    return await compose.tap(request, press.target.game, compose.on(lambda one, board: one.go(board, row=number)))


@pressed(Action.COLUMN, in_place=True)
async def column(request: Request, press: Pressed) -> Message:
    """Chooses the column of the next square, or turns the page of the menu."""
    number = press.number(TURN_PAGE)
    if press.value.startswith(TURN_PAGE):
        return await compose.tap(request, press.target.game, lambda one, _: replace(one, columns=number))
    return await compose.tap(request, press.target.game, compose.on(lambda one, board: one.go(board, column=number)))


@pressed(Action.STEP, in_place=True)
async def step(request: Request, press: Pressed) -> Message:
    """Moves the next square by one: left, up, down or right."""
    way, by = _STEPS[press.target.turn % len(_STEPS)]
    return await compose.tap(request, press.target.game, compose.on(lambda one, board: one.step(way, by, board)))


@pressed(Action.TURN, in_place=True)
async def turn(request: Request, press: Pressed) -> Message:
    """Switches between across and down."""
    return await compose.tap(request, press.target.game, lambda one, _: one.turned())


@pressed(Action.BACK, in_place=True)
async def back(request: Request, press: Pressed) -> Message:
    """Takes the latest tile back."""
    return await compose.tap(request, press.target.game, lambda one, _: one.back())


@pressed(Action.CLEAR, in_place=True)
async def clear(request: Request, press: Pressed) -> Message:
    """Takes all tiles back."""
    return await compose.tap(request, press.target.game, lambda one, _: one.cleared())


@pressed(Action.ZOOM, in_place=True)
async def zoom(request: Request, press: Pressed) -> Message:
    """Switches between the whole board and the part around the next square."""
    return await compose.tap(request, press.target.game, lambda one, _: replace(one, zoomed=not one.zoomed))


@pressed(Action.KEEP_TRY, in_place=True)
async def keep(request: Request, press: Pressed) -> Message:
    """Keeps the move and compares it with the others of this turn."""
    return await compose.keep(request, press.target.game)


@pressed(Action.PUT_AWAY, in_place=True)
async def put_away(request: Request, press: Pressed) -> None:
    """Takes everything back and removes the message."""
    await compose.put_away(request, press.target.game)
