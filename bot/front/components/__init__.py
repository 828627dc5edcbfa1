"""Buttons, select menus and modals: what pressing or filling in one of them does."""

from bot.front.components import (
    board,
    chatting,
    choosing,
    composing,
    guide,
    helping,
    limits,
    lobby,
    modals,
    permissions,
    private,
    ranking,
    resting,
    settings,
    typing,
    words,
)
from bot.front.components.modals import submitted
from bot.front.components.pressing import PressedItem

__all__ = [
    "PressedItem",
    "board",
    "chatting",
    "choosing",
    "composing",
    "guide",
    "helping",
    "limits",
    "lobby",
    "modals",
    "permissions",
    "private",
    "ranking",
    "resting",
    "settings",
    "submitted",
    "typing",
    "words",
]
