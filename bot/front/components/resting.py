"""The buttons of paused and quiet games."""

from __future__ import annotations

from bot.front import resting
from bot.front.asking import Asked
from bot.front.components.pressing import Pressed, pressed
from bot.front.presenter import Action, Message


@pressed(Action.RESUME)
async def resume(asked: Asked, press: Pressed) -> Message:
    """Lets the paused game go on here."""
    return await resting.resume(asked, press.target.game)


@pressed(Action.REMIND)
async def nudge(asked: Asked, press: Pressed) -> Message:
    """Reminds the player on turn."""
    return await resting.nudge(asked, press.target.game)


@pressed(Action.KEEP)
async def keep(asked: Asked, press: Pressed) -> Message:
    """Keeps a quiet game open."""
    return await resting.keep_open(asked, press.target.game)


@pressed(Action.END)
async def end(asked: Asked, press: Pressed) -> Message:
    """Asks whether the game is to be kept or to end."""
    return await resting.ask_end(asked, press.target.game)


@pressed("pause_yes", in_place=True)
async def pause(asked: Asked, press: Pressed) -> Message:
    """Keeps the game for later."""
    return await resting.pause(asked, press.target.game)
