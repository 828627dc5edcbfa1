"""Turns that seats lose to a challenge that failed."""

from __future__ import annotations

from engine.game import events as ev
from engine.game.asking import Chain
from engine.game.context import Context
from engine.game.drawing import draw_rest
from engine.game.endings import end_if_over
from engine.game.phases import Turn


def skip_lost_turns(chain: Chain, context: Context) -> None:
    """Skips seats that lose this turn, until one may move or the game ends.

    Who may move has picked its tiles by then.
    """
    while isinstance(chain.state.phase, Turn) and chain.state.seats[chain.state.phase.seat].lost_turns:
        chain.add(ev.TurnSkipped(context.now, chain.state.phase.seat))
        end_if_over(chain, context)
    if chain.state.on_turn is not None and chain.state.turn != chain.before.turn:
        draw_rest(chain, chain.state.on_turn, context)
