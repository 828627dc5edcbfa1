"""The buttons of the answers about word lists."""

from __future__ import annotations

from bot.front import curating
from bot.front.asking import Asked
from bot.front.components.pressing import Pressed, pressed
from bot.front.curating import MERGE, REPLACE, RESET, WHOSE, Whose
from bot.front.presenter import Message
from bot.front.refusals import UnknownAction


@pressed(REPLACE, in_place=True)
async def replace(asked: Asked, press: Pressed) -> Message:
    """Takes the list that was sent in place of the words that there are; its id stands in the place of the game."""
    return await curating.confirm(asked, press.target.game, _whose(press), merge=False)


@pressed(MERGE, in_place=True)
async def merge(asked: Asked, press: Pressed) -> Message:
    """Takes the list that was sent beside the words that there are."""
    return await curating.confirm(asked, press.target.game, _whose(press), merge=True)


@pressed(f"{RESET}_ask")
async def ask_reset(asked: Asked, press: Pressed) -> Message:
    """Asks before all changes are undone; the lexicon's name stands in the place of the game."""
    return await curating.ask_reset(asked, press.target.game, _whose(press))


@pressed(RESET, in_place=True)
async def reset(asked: Asked, press: Pressed) -> Message:
    """Undoes all changes."""
    return await curating.reset(asked, press.target.game, _whose(press))


def _whose(press: Pressed) -> Whose:
    if press.target.turn >= len(WHOSE):
        raise UnknownAction
    return WHOSE[press.target.turn]
