"""The buttons of paused and quiet games."""

from __future__ import annotations

from bot.front.core.buttons import Action
from bot.front.core.message import Message
from bot.front.core.pressing import Pressed, pressed
from bot.front.core.request import Asked
from bot.front.pause import actions


@pressed(Action.RESUME)
async def resume(asked: Asked, press: Pressed) -> Message:
    """Lets the paused game go on here."""
    return await actions.resume(asked, press.target.game)


@pressed(Action.REMIND)
async def nudge(asked: Asked, press: Pressed) -> Message:
    """Reminds the player on turn."""
    return await actions.nudge(asked, press.target.game)


@pressed(Action.KEEP)
async def keep(asked: Asked, press: Pressed) -> Message:
    """Keeps a quiet game open."""
    return await actions.keep_open(asked, press.target.game)


@pressed(Action.END)
async def end(asked: Asked, press: Pressed) -> Message:
    """Asks whether the game is to be kept or to end."""
    return await actions.ask_end(asked, press.target.game)


@pressed(Action.PAUSE_YES, in_place=True)
async def pause(asked: Asked, press: Pressed) -> Message:
    """Keeps the game for later."""
    return await actions.pause(asked, press.target.game)
