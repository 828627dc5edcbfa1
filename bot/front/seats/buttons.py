"""The buttons about seats."""

from __future__ import annotations

from bot.front.core.buttons import Actions
from bot.front.core.pressing import Binding, answers, edits
from bot.front.seats import actions

BUTTONS: tuple[Binding, ...] = (
    answers(Actions.JOIN, actions.join),
    answers(Actions.TAKE_BACK, actions.take_back),
    answers(Actions.GIVE_SEAT, actions.give_seat),
    edits(Actions.REMOVE_YES, actions.remove),
)
