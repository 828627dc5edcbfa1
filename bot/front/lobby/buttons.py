"""The buttons of a lobby."""

from __future__ import annotations

from bot.front.board.buttons import rows
from bot.front.core.buttons import Action, button_id
from bot.front.core.message import Button, Message, Text
from bot.front.core.pressing import Pressed, pressed
from bot.front.core.request import Request
from bot.front.lobby import actions
from bot.text.levels import level_name
from engine.game.state import LEVELS


@pressed(Action.LEAVE)
async def leave(request: Request, press: Pressed) -> Message:
    """Gives the seat up."""
    return await actions.ask_leave(request, press.target.game)


@pressed(Action.ADD_COMPUTER)
async def add_computer(request: Request, press: Pressed) -> Message:
    """Asks how strong the computer player should be."""
    labels = {level: f"{level} · {level_name(level, request.texts)}" for level in LEVELS}
    buttons = [Button(button_id(Action.LEVEL, press.target.game, level), label) for level, label in labels.items()]
    question = request.texts.gettext("How strong shall the computer player be? 1 is the weakest, 8 the strongest.")
    return Message((Text(question), *rows(buttons)))


@pressed(Action.LEVEL, in_place=True)
async def seat_computer(request: Request, press: Pressed) -> Message:
    """Seats a computer player of the level pressed."""
    return await actions.add_computer(request, press.target.game, press.target.turn)


@pressed(Action.START)
async def start(request: Request, press: Pressed) -> Message:
    """Starts the game, or asks whether to start without those who are missing."""
    return await actions.ask_start(request, press.target.game)


@pressed(Action.START_YES, in_place=True)
async def start_without(request: Request, press: Pressed) -> Message:
    """Starts the game without those who are missing."""
    return await actions.start(request, press.target.game)


@pressed(Action.STOP_WAITING)
async def stop_waiting(request: Request, press: Pressed) -> Message:
    """Frees the seats that are kept."""
    return await actions.stop_waiting(request, press.target.game)


@pressed(Action.STOP)
async def stop(request: Request, press: Pressed) -> Message:
    """Ends a demonstration."""
    return await actions.end(request, press.target.game)


@pressed(Action.RESIGN)
async def resign(request: Request, press: Pressed) -> Message:
    """Asks before the player resigns."""
    return await actions.ask_resign(request, press.target.game)


@pressed(Action.REMATCH)
async def rematch(request: Request, press: Pressed) -> Message:
    """Asks those who played to play again."""
    return await actions.rematch(request, press.target.game)


@pressed(Action.REMATCH_OTHERS)
async def rematch_others(request: Request, press: Pressed) -> Message:
    """Opens a similar lobby for anybody."""
    return await actions.rematch_others(request, press.target.game)


@pressed(Action.LEAVE_YES, in_place=True)
async def leave_confirmed(request: Request, press: Pressed) -> Message:
    """Leaves a running game."""
    return await actions.leave(request, press.target.game)


@pressed(Action.RESIGN_YES, in_place=True)
async def resign_confirmed(request: Request, press: Pressed) -> Message:
    """Leaves for good."""
    return await actions.resign(request, press.target.game)


@pressed(Action.END_YES, in_place=True)
async def end(request: Request, press: Pressed) -> Message:
    """Ends the game for everybody."""
    return await actions.end(request, press.target.game)


@pressed(Action.RULES)
async def rules(request: Request, press: Pressed) -> Message:
    """Shows a page of the rules; its number replaces the turn."""
    return await actions.rules(request, press.target.game, page=press.target.turn)
