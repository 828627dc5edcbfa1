"""The buttons of paused and quiet games."""

from __future__ import annotations

from bot.front.core.buttons import Action
from bot.front.core.message import Message
from bot.front.core.pressing import Pressed, pressed
from bot.front.core.request import Request
from bot.front.pause import actions


@pressed(Action.RESUME)
async def resume(request: Request, press: Pressed) -> Message:
    """Resumes the paused game here."""
    return await actions.resume(request, press.target.game)


@pressed(Action.REMIND)
async def nudge(request: Request, press: Pressed) -> Message:
    """Reminds the player on turn."""
    return await actions.nudge(request, press.target.game)


@pressed(Action.KEEP)
async def keep(request: Request, press: Pressed) -> Message:
    """Keeps a quiet game open."""
    return await actions.keep_open(request, press.target.game)


@pressed(Action.END)
async def end(request: Request, press: Pressed) -> Message:
    """Asks whether to keep the game or to end it."""
    return await actions.ask_end(request, press.target.game)


@pressed(Action.PAUSE_YES, in_place=True)
async def pause(request: Request, press: Pressed) -> Message:
    """Keeps the game for later."""
    return await actions.pause(request, press.target.game)
