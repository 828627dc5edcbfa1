"""All buttons, menus and modals: importing this module registers those of every feature."""

from __future__ import annotations

from bot.front.chat import buttons as chat_buttons
from bot.front.core.pressing import PressedItem
from bot.front.help import buttons as help_buttons
from bot.front.hints import buttons as hints_buttons
from bot.front.limits import buttons as limits_buttons
from bot.front.lobby import buttons as lobby_buttons
from bot.front.look import buttons as look_buttons
from bot.front.pause import buttons as pause_buttons
from bot.front.play import buttons as play_buttons
from bot.front.play import compose_buttons
from bot.front.play.modals import submitted
from bot.front.seats import buttons as seats_buttons
from bot.front.settings import buttons as settings_buttons
from bot.front.statistics import buttons as statistics_buttons
from bot.front.words import buttons as words_buttons

ROOMS = (
    chat_buttons,
    compose_buttons,
    help_buttons,
    hints_buttons,
    limits_buttons,
    lobby_buttons,
    look_buttons,
    pause_buttons,
    play_buttons,
    seats_buttons,
    settings_buttons,
    statistics_buttons,
    words_buttons,
)

__all__ = ["ROOMS", "PressedItem", "submitted"]
