"""The menu of topics under `/help`."""

from __future__ import annotations

from bot.front.core.buttons import Actions
from bot.front.core.pressing import Binding, with_press
from bot.front.help import actions

BUTTONS: tuple[Binding, ...] = (
    with_press(Actions.TOPIC, lambda request, press: actions.guide(request, "".join(press.values[:1]))),
)
