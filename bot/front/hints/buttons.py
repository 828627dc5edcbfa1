"""The buttons for hints and for changing places with the computer."""

from __future__ import annotations

from bot.front.core.buttons import Actions
from bot.front.core.pressing import Binding, answers, edits
from bot.front.hints import actions
from engine.game.state import HintKind

BUTTONS: tuple[Binding, ...] = (
    answers(Actions.HINT, actions.ask_hint),
    edits(Actions.NUDGE, lambda request, game, turn: actions.hint(request, game, HintKind.NUDGE.value, turn)),
    edits(Actions.RANDOM, lambda request, game, turn: actions.hint(request, game, HintKind.RANDOM.value, turn)),
    edits(Actions.BEST, lambda request, game, turn: actions.hint(request, game, HintKind.BEST.value, turn)),
    answers(Actions.SWAP, actions.ask_swap),
    edits(Actions.SWAP_YES, actions.swap),
)
