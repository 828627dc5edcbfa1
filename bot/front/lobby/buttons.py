"""The buttons of a lobby, and those that end a game or open the next one."""

from __future__ import annotations

from bot.front.board.buttons import rows
from bot.front.core.buttons import Actions
from bot.front.core.message import Button, Message, Text
from bot.front.core.pressing import Binding, answers, edits
from bot.front.core.request import Request
from bot.front.lobby import actions
from bot.text.levels import level_name
from engine.game.state import LEVELS


async def _ask_level(request: Request, game: str) -> Message:
    """Asks how strong the computer player should be."""
    labels = {level: f"{level} · {level_name(level, request.texts)}" for level in LEVELS}
    buttons = [Button(Actions.LEVEL.id(game, level), label) for level, label in labels.items()]
    question = request.texts.gettext("How strong shall the computer player be? 1 is the weakest, 8 the strongest.")
    return Message((Text(question), *rows(buttons)))


BUTTONS: tuple[Binding, ...] = (
    answers(Actions.LEAVE, actions.ask_leave),
    edits(Actions.LEAVE_YES, actions.leave),
    answers(Actions.ADD_COMPUTER, _ask_level),
    edits(Actions.LEVEL, actions.add_computer),
    answers(Actions.RULES, actions.rules),
    answers(Actions.START, actions.ask_start),
    edits(Actions.START_YES, actions.start),
    answers(Actions.STOP_WAITING, actions.stop_waiting),
    answers(Actions.STOP, actions.end),
    edits(Actions.END_YES, actions.end),
    answers(Actions.RESIGN, actions.ask_resign),
    edits(Actions.RESIGN_YES, actions.resign),
    answers(Actions.REMATCH, actions.rematch),
    answers(Actions.REMATCH_OTHERS, actions.rematch_others),
)
