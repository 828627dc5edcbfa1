"""The buttons of the answers about word lists."""

from __future__ import annotations

from functools import partial

from bot.front.core.buttons import Actions
from bot.front.core.pressing import Binding, answers, edits
from bot.front.words import lists

BUTTONS: tuple[Binding, ...] = (
    edits(Actions.REPLACE_WORDS, partial(lists.confirm, merge=False)),
    edits(Actions.MERGE_WORDS, partial(lists.confirm, merge=True)),
    answers(Actions.ASK_RESET_WORDS, lists.ask_reset),
    edits(Actions.RESET_WORDS, lists.reset),
)
