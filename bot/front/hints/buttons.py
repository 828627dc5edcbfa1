"""The buttons for hints and for changing places with the computer."""

from __future__ import annotations

from bot.front.core.buttons import Action
from bot.front.core.message import Message
from bot.front.core.pressing import Pressed, pressed
from bot.front.core.request import Request
from bot.front.hints import actions
from engine.game.state import HintKind


@pressed(Action.HINT)
async def choose(request: Request, press: Pressed) -> Message:
    """Asks which kind of hint to give."""
    return await actions.ask_hint(request, press.target.game, press.target.turn)


@pressed(Action.NUDGE, in_place=True)
async def nudge(request: Request, press: Pressed) -> Message:
    """Tells where to look, or what for."""
    return await actions.hint(request, press.target.game, HintKind.NUDGE.value, press.target.turn)


@pressed(Action.RANDOM, in_place=True)
async def random_word(request: Request, press: Pressed) -> Message:
    """Tells a word that can be played."""
    return await actions.hint(request, press.target.game, HintKind.RANDOM.value, press.target.turn)


@pressed(Action.BEST, in_place=True)
async def best(request: Request, press: Pressed) -> Message:
    """Tells the best move."""
    return await actions.hint(request, press.target.game, HintKind.BEST.value, press.target.turn)


@pressed(Action.SWAP)
async def ask_swap(request: Request, press: Pressed) -> Message:
    """Asks before places are changed."""
    return await actions.ask_swap(request, press.target.game, press.target.turn)


@pressed(Action.SWAP_YES, in_place=True)
async def swap(request: Request, press: Pressed) -> Message:
    """Changes places."""
    return await actions.swap(request, press.target.game, press.target.turn)
