"""The buttons of paused and quiet games."""

from __future__ import annotations

from bot.front.core.buttons import Actions
from bot.front.core.pressing import Binding, answers, edits
from bot.front.pause import actions

BUTTONS: tuple[Binding, ...] = (
    answers(Actions.RESUME, actions.resume),
    answers(Actions.REMIND, actions.nudge),
    answers(Actions.KEEP, actions.keep_open),
    answers(Actions.END, actions.ask_end),
    edits(Actions.PAUSE_YES, actions.pause),
)
