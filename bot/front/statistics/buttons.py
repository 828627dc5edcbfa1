"""Turning the pages of a leaderboard."""

from __future__ import annotations

from bot.front.core.buttons import Actions
from bot.front.core.pressing import Binding, edits
from bot.front.statistics import actions

BUTTONS: tuple[Binding, ...] = (edits(Actions.LEADERS, actions.leaderboard),)
