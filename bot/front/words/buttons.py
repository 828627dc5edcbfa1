"""The buttons of the answers about word lists."""

from __future__ import annotations

from bot.front.core.buttons import WHOSE, Action, Whose
from bot.front.core.errors import UnknownAction
from bot.front.core.message import Message
from bot.front.core.pressing import Pressed, pressed
from bot.front.core.request import Request
from bot.front.words import lists


@pressed(Action.REPLACE_WORDS, in_place=True)
async def replace(request: Request, press: Pressed) -> Message:
    """Uses the uploaded list instead of the existing words; the list's id replaces the game."""
    return await lists.confirm(request, press.target.game, _whose(press), merge=False)


@pressed(Action.MERGE_WORDS, in_place=True)
async def merge(request: Request, press: Pressed) -> Message:
    """Adds the uploaded list to the existing words."""
    return await lists.confirm(request, press.target.game, _whose(press), merge=True)


@pressed(Action.ASK_RESET_WORDS)
async def ask_reset(request: Request, press: Pressed) -> Message:
    """Asks before undoing all changes; the lexicon's name replaces the game."""
    return await lists.ask_reset(request, press.target.game, _whose(press))


@pressed(Action.RESET_WORDS, in_place=True)
async def reset(request: Request, press: Pressed) -> Message:
    """Undoes all changes."""
    return await lists.reset(request, press.target.game, _whose(press))


def _whose(press: Pressed) -> Whose:
    if press.target.turn >= len(WHOSE):
        raise UnknownAction
    return WHOSE[press.target.turn]
