"""The best moves in a position, and what a computer player does there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.computer.endgame import is_known
from engine.computer.player import analyse, choose, never
from engine.computer.simulating import Run
from engine.computer.tools import Candidate, ComputerTools
from engine.formats.cgp import CgpPosition, view_of
from engine.game.commands import Command
from engine.game.state import Setup
from engine.game.views import SeatView
from engine.model.rules import Rules
from engine.words.lexicon import Lexicon, WordList

AT_SIGHT, AHEAD = 7, 8
"""The levels whose rating of moves is shown: by equity, and by simulation or search."""


def view_at(position: CgpPosition, setup: Setup) -> SeatView:
    """What the player to move knows in a position of a game's variant and dictionary, with the default rules."""
    named = Lexicon.of(setup.lexicon.name, setup.variant.alphabet, WordList.of(()))
    view = view_of(position, setup.variant, Rules(), named)
    return replace(view, table=replace(view.table, setup=replace(setup, rules=Rules())))


def find_moves(
    view: SeatView, tools: ComputerTools, *, ahead: bool, should_stop: Callable[[], bool] = never, run: Run = map
) -> list[Candidate | None]:
    """The best moves, best first; None is a pass.

    They are ordered by equity, or if `ahead` by simulation. Once nothing is hidden, the rest of the game is searched in
    any case. Raises `ValueError` for a hidden rack.
    """
    return analyse(view, tools, AHEAD if ahead or is_known(view) else AT_SIGHT, should_stop, run)


def answer(
    view: SeatView, tools: ComputerTools, level: int, should_stop: Callable[[], bool] = never, run: Run = map
) -> Command:
    """What a computer player of a level does: a play, an exchange or a pass. Raises `ValueError` for a hidden rack."""
    return choose(view, tools, should_stop, strength=level, run=run)
