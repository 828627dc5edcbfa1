"""Which tiles to exchange."""

from __future__ import annotations

from engine.computer.candidates import Candidate
from engine.computer.tools import ComputerTools
from engine.game.views import SeatView
from engine.model.tiles import Tiles


def exchanges(view: SeatView, rack: Tiles, tools: ComputerTools, count: int) -> list[Candidate]:
    """The best exchanges that the rules and the pool allow, at most `count` of them."""
    most = most_exchanged(view)
    if not most:
        return []
    return [Candidate(swap, swap.equity) for swap in tools.generator.exchanges(rack, most, tools.leaves)[:count]]


def most_exchanged(view: SeatView) -> int:
    """How many tiles may be exchanged now."""
    pool = view.table.exchangeable
    return pool if pool >= view.table.rules.needed_in_pool(1, view.table.variant.rack_size) else 0
