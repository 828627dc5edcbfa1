"""The buttons under a board, under a rack and under More."""

from __future__ import annotations

from functools import partial

from bot.front.board.racks import RackOrder
from bot.front.core.buttons import Actions
from bot.front.core.pressing import Binding, answers, edits
from bot.front.look import actions

BUTTONS: tuple[Binding, ...] = (
    answers(Actions.RACK, actions.rack),
    answers(Actions.DRAW, actions.rack),
    edits(Actions.SHUFFLE, partial(actions.rack, order=RackOrder.SHUFFLE)),
    edits(Actions.SORT, partial(actions.rack, order=RackOrder.SORT)),
    edits(Actions.VOWELS, partial(actions.rack, order=RackOrder.VOWELS)),
    answers(Actions.MORE, actions.more),
    answers(Actions.SCORES, actions.scores),
    answers(Actions.WORDS, actions.words),
    answers(Actions.PLAYER_WORDS, actions.player_words),
    answers(Actions.UNSEEN, actions.unseen),
    answers(Actions.TEXT_BOARD, partial(actions.board, style="text")),
)
