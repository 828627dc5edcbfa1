"""What every button, menu and form does: the bindings of all rooms in one registry."""

from __future__ import annotations

from bot.front.chat import buttons as chat_buttons
from bot.front.core.pressing import registry
from bot.front.help import buttons as help_buttons
from bot.front.hints import buttons as hints_buttons
from bot.front.limits import buttons as limits_buttons
from bot.front.lobby import buttons as lobby_buttons
from bot.front.look import buttons as look_buttons
from bot.front.pause import buttons as pause_buttons
from bot.front.play import buttons as play_buttons
from bot.front.play import compose_buttons
from bot.front.seats import buttons as seats_buttons
from bot.front.settings import buttons as settings_buttons
from bot.front.statistics import buttons as statistics_buttons
from bot.front.words import buttons as words_buttons

REGISTRY = registry(
    chat_buttons.BUTTONS,
    compose_buttons.BUTTONS,
    help_buttons.BUTTONS,
    hints_buttons.BUTTONS,
    limits_buttons.BUTTONS,
    lobby_buttons.BUTTONS,
    look_buttons.BUTTONS,
    pause_buttons.BUTTONS,
    play_buttons.BUTTONS,
    seats_buttons.BUTTONS,
    settings_buttons.BUTTONS,
    statistics_buttons.BUTTONS,
    words_buttons.BUTTONS,
)
