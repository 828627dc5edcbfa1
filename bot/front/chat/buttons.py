"""The buttons under the question whether a place takes part in the chat of a game's players."""

from __future__ import annotations

from bot.front.chat import actions
from bot.front.core.buttons import Actions
from bot.front.core.pressing import Binding, answers

BUTTONS: tuple[Binding, ...] = (
    answers(Actions.CHAT_ACCEPT, lambda request, game: actions.switch(request, game, actions.ON)),
    answers(Actions.CHAT_REFUSE, lambda request, game: actions.switch(request, game, actions.OFF)),
)
