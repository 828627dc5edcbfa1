"""The buttons under a board and behind More."""

from __future__ import annotations

from bot.front.board.buttons import seat_of_button
from bot.front.board.racks import RackOrder
from bot.front.core.buttons import Action
from bot.front.core.message import Message
from bot.front.core.pressing import Pressed, pressed
from bot.front.core.request import Asked
from bot.front.look import actions


@pressed(Action.RACK)
async def rack(asked: Asked, press: Pressed) -> Message:
    """Shows the own rack, or that of the seat whose number stands in the place of the turn."""
    return await actions.rack(asked, press.target.game, seat=seat_of_button(press.target.turn))


@pressed(Action.MORE)
async def more(asked: Asked, press: Pressed) -> Message:
    """Shows what else there is."""
    return await actions.more(asked, press.target.game)


@pressed(Action.SCORES)
async def scores(asked: Asked, press: Pressed) -> Message:
    """Shows the score board."""
    return await actions.scores(asked, press.target.game)


@pressed(Action.WORDS)
async def words(asked: Asked, press: Pressed) -> Message:
    """Shows a page of the word list; its number stands in the place of the turn."""
    return await actions.words(asked, press.target.game, press.target.turn)


@pressed(Action.UNSEEN)
async def unseen(asked: Asked, press: Pressed) -> Message:
    """Shows the tiles that can still come."""
    return await actions.unseen(asked, press.target.game)


@pressed(Action.TEXT_BOARD)
async def text_board(asked: Asked, press: Pressed) -> Message:
    """Shows the board as text."""
    return await actions.board(asked, press.target.game, "text")


@pressed(Action.DRAW)
async def draw(asked: Asked, press: Pressed) -> Message:
    """Shows the tiles that are to be picked."""
    return await actions.rack(asked, press.target.game)


@pressed(Action.SHUFFLE, in_place=True)
async def shuffle(asked: Asked, press: Pressed) -> Message:
    """Shows the tiles in an order by chance."""
    return await actions.rack(asked, press.target.game, RackOrder.SHUFFLE, seat_of_button(press.target.turn))


@pressed(Action.SORT, in_place=True)
async def sort(asked: Asked, press: Pressed) -> Message:
    """Shows the tiles in the order of the alphabet."""
    return await actions.rack(asked, press.target.game, RackOrder.SORT, seat_of_button(press.target.turn))


@pressed(Action.VOWELS, in_place=True)
async def vowels(asked: Asked, press: Pressed) -> Message:
    """Shows the vowels first."""
    return await actions.rack(asked, press.target.game, RackOrder.VOWELS, seat_of_button(press.target.turn))
