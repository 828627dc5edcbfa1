"""The buttons under a board and under More."""

from __future__ import annotations

from bot.front.board.buttons import seat_of_button
from bot.front.board.racks import RackOrder
from bot.front.core.buttons import Action
from bot.front.core.message import Message
from bot.front.core.pressing import Pressed, pressed
from bot.front.core.request import Request
from bot.front.look import actions


@pressed(Action.RACK)
async def rack(request: Request, press: Pressed) -> Message:
    """Shows the player's rack, or that of the seat whose number replaces the turn."""
    return await actions.rack(request, press.target.game, seat=seat_of_button(press.target.turn))


@pressed(Action.MORE)
async def more(request: Request, press: Pressed) -> Message:
    """Shows what else there is."""
    return await actions.more(request, press.target.game)


@pressed(Action.SCORES)
async def scores(request: Request, press: Pressed) -> Message:
    """Shows the score board."""
    return await actions.scores(request, press.target.game)


@pressed(Action.WORDS)
async def words(request: Request, press: Pressed) -> Message:
    """Shows a page of the word list; its number replaces the turn."""
    return await actions.words(request, press.target.game, press.target.turn)


@pressed(Action.UNSEEN)
async def unseen(request: Request, press: Pressed) -> Message:
    """Shows the tiles still to come."""
    return await actions.unseen(request, press.target.game)


@pressed(Action.TEXT_BOARD)
async def text_board(request: Request, press: Pressed) -> Message:
    """Shows the board as text."""
    return await actions.board(request, press.target.game, "text")


@pressed(Action.DRAW)
async def draw(request: Request, press: Pressed) -> Message:
    """Shows the tiles to pick."""
    return await actions.rack(request, press.target.game)


@pressed(Action.SHUFFLE, in_place=True)
async def shuffle(request: Request, press: Pressed) -> Message:
    """Shows the tiles in random order."""
    return await actions.rack(request, press.target.game, RackOrder.SHUFFLE, seat_of_button(press.target.turn))


@pressed(Action.SORT, in_place=True)
async def sort(request: Request, press: Pressed) -> Message:
    """Shows the tiles in alphabetical order."""
    return await actions.rack(request, press.target.game, RackOrder.SORT, seat_of_button(press.target.turn))


@pressed(Action.VOWELS, in_place=True)
async def vowels(request: Request, press: Pressed) -> Message:
    """Shows the vowels first."""
    return await actions.rack(request, press.target.game, RackOrder.VOWELS, seat_of_button(press.target.turn))
