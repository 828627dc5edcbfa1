"""What follows a move: its tiles are drawn, turns are skipped, the game ends."""

from __future__ import annotations

from engine.game import events as ev
from engine.game.asking import Chain
from engine.game.context import Context
from engine.game.endings import end_if_over
from engine.game.skipping import skip_lost_turns
from engine.game.windows import draw_for_latest, settle
from engine.play.placement import Placement
from engine.play.scoring import ScoreSheet


def put_down(chain: Chain, seat: int, placement: Placement, sheet: ScoreSheet, context: Context) -> None:
    """A play goes on the board; its tiles are drawn at once unless it may be undone."""
    chain.add(ev.Played(context.now, seat, placement, sheet))
    if not chain.state.rules.undo:
        draw_for_latest(chain, context)


def go_on(chain: Chain, context: Context) -> None:
    """Behind a move: the end, if it is one, else turns lost to earlier challenges are skipped."""
    latest = chain.state.latest
    if latest and not chain.state.seats[latest.seat].is_human:
        # A computer player takes nothing back, so nobody waits for that.
        settle(chain, context)
    end_if_over(chain, context)
    skip_lost_turns(chain, context)
