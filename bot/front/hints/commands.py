"""`/hint` and `/swap`, and the buttons for hints and for swapping places with the computer player."""

from __future__ import annotations

from discord.app_commands import Choice
from discord.app_commands import locale_str as _

from bot.front.components.buttons import Actions
from bot.front.components.custom_ids import Action
from bot.front.components.payloads import OfTurn
from bot.front.hints import actions
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import Binding, answers, edits, reports
from bot.front.interaction.slash import CommandOption, slash
from bot.service.rights import Right
from engine.game.state import HintKind

_KINDS = [
    Choice(name=_("where to look, or what for"), value=HintKind.NUDGE.value),
    Choice(name=_("a word that you can play"), value=HintKind.RANDOM.value),
    Choice(name=_("the best move"), value=HintKind.BEST.value),
]


def _gives(action: Action[[str, int], OfTurn], kind: HintKind) -> Binding:
    """A button that gives a hint of a kind, in place of the message that it is on."""
    return reports(action, lambda request, show, game, turn: actions.hint(request, show, game, kind.value, turn))


FRONT = Front(
    commands=(
        slash(
            actions.hint,
            _("Get help with your move; only you see it, but the others hear of it"),
            Right.PLAYER,
            options={
                "kind": CommandOption(
                    _("How much it should tell you; by default, a word that you can play"), choices=_KINDS
                )
            },
        ),
        slash(
            actions.ask_swap,
            _("Swap racks and scores with the computer player, on your turn"),
            Right.ON_TURN,
            name="swap",
        ),
    ),
    buttons=(
        answers(Actions.HINT, actions.ask_hint),
        _gives(Actions.NUDGE, HintKind.NUDGE),
        _gives(Actions.RANDOM, HintKind.RANDOM),
        _gives(Actions.BEST, HintKind.BEST),
        answers(Actions.SWAP, actions.ask_swap),
        edits(actions.SWAP_YES, actions.swap),
    ),
)
