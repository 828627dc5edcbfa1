"""How long a move waits for others, or can be undone, and the replacement tiles that wait for that (ledger D4)."""

from __future__ import annotations

from engine.game import events as ev
from engine.game.asking import Chain
from engine.game.context import Context
from engine.game.drawing import draw
from engine.game.state import GameState, LatestPlay


def answer_deadline(state: GameState, now: int) -> int:
    """The instant until which a play that was made now waits for the answers of others."""
    return now + state.rules.patience


def settle(chain: Chain, context: Context) -> None:
    """Closes the window to undo the latest move: from here on its replacement tiles are in hand."""
    latest = chain.state.latest
    if not chain.state.rules.undo or not latest or not latest.open:
        return
    if not (isinstance(latest, LatestPlay) and draw_for_latest(chain, context)):
        chain.add(ev.WindowsClosed(context.now))


def draw_for_latest(chain: Chain, context: Context) -> bool:
    """Draws what the latest play owes its rack; False when that is nothing."""
    assert isinstance(chain.state.latest, LatestPlay)
    return draw(chain, chain.state.latest.seat, context)
