"""How a player of a given level rates the moves in a position, for analysis."""

from __future__ import annotations

from collections.abc import Callable

from engine.computer.candidates import Candidate, ignore
from engine.computer.luck import Luck
from engine.computer.planning import considered, rank
from engine.computer.player import never, seen
from engine.computer.simulating import Run
from engine.computer.tools import ComputerTools
from engine.computer.weighing import weigh
from engine.game.views import SeatView
from engine.model.levels import level
from engine.model.tiles import KnownRack
from engine.play.generator.plays import ScoredPlay


def analyse(
    view: SeatView, tools: ComputerTools, strength: int, should_stop: Callable[[], bool] = never, run: Run = map
) -> list[Candidate | None]:
    """The moves that a level considers, its choice first; None is a pass.

    A level that overlooks words gives only the move that it sees. `should_stop` and `run` are those of `player.choose`.
    Raises `ValueError` for a hidden rack and `IndexError` for a level that does not exist.
    """
    if not isinstance(view.rack, KnownRack):
        raise ValueError(f"the rack of seat {view.seat} is hidden")
    rack, skill, luck = view.rack.tiles, level(strength), Luck.of_seat(view)
    if skill.sees is not None:
        return [seen(view, rack, tools, skill, luck)]
    if skill.plans:
        return rank(view, rack, tools, skill, luck.of_turn(view), should_stop, ignore, run) or [None]
    found, _ = considered(weigh(view, rack, tools, skill, luck.of_turn(view)), view, rack, tools)
    plays = [one for one in found if isinstance(one.move, ScoredPlay)]
    # a level that ignores its leave exchanges only when it has no play
    return [*(found if skill.keeps or not plays else plays)] or [None]
