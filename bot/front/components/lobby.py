"""The buttons of a lobby."""

from __future__ import annotations

from bot.front import hosting, looking, seating
from bot.front.asking import Asked
from bot.front.components.pressing import Pressed, pressed
from bot.front.ids import button_id
from bot.front.presenter import Action, Button, Message, Text
from bot.front.presenter.buttons import rows
from bot.text.levels import level_name
from engine.game.state import LEVELS

LEVEL = "level"
"""The action of a button that seats a computer player; the level stands in the place of the turn."""


@pressed(Action.JOIN)
async def join(asked: Asked, press: Pressed) -> Message:
    """Takes a seat."""
    return await seating.join(asked, press.target.game)


@pressed(Action.LEAVE)
async def leave(asked: Asked, press: Pressed) -> Message:
    """Gives the seat up."""
    return await hosting.ask_leave(asked, press.target.game)


@pressed(Action.ADD_COMPUTER)
async def add_computer(asked: Asked, press: Pressed) -> Message:
    """Asks how strong the computer player shall be."""
    labels = {level: f"{level} · {level_name(level, asked.texts)}" for level in LEVELS}
    buttons = [Button(button_id(LEVEL, press.target.game, level), label) for level, label in labels.items()]
    question = asked.texts.gettext("How strong shall the computer player be? 1 is the weakest, 8 the strongest.")
    return Message((Text(question), *rows(buttons)))


@pressed(LEVEL, in_place=True)
async def seat_computer(asked: Asked, press: Pressed) -> Message:
    """Seats a computer player of the level pressed."""
    return await hosting.add_computer(asked, press.target.game, press.target.turn)


@pressed(Action.RULES)
async def rules(asked: Asked, press: Pressed) -> Message:
    """Shows a page of the rules; its number stands in the place of the turn."""
    return await looking.rules(asked, press.target.game, page=press.target.turn)


@pressed(Action.START)
async def start(asked: Asked, press: Pressed) -> Message:
    """Starts the game, or asks whether to start without those who are missing."""
    return await hosting.ask_start(asked, press.target.game)


@pressed("start_yes", in_place=True)
async def start_without(asked: Asked, press: Pressed) -> Message:
    """Starts the game without those who are missing."""
    return await hosting.start(asked, press.target.game)


@pressed(Action.STOP_WAITING)
async def stop_waiting(asked: Asked, press: Pressed) -> Message:
    """Frees the seats that are kept."""
    return await hosting.stop_waiting(asked, press.target.game)
