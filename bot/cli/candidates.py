"""The analysis of `tilewright moves --level`: the moves that a computer player considers."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from time import monotonic
from typing import TYPE_CHECKING

from bot.cli import files, inputs
from bot.cli.language import texts
from bot.cli.prepare import compile_engine
from engine import jit

if TYPE_CHECKING:
    from engine.computer.candidates import Candidate
    from engine.computer.tools import ComputerTools
    from engine.formats.cgp import Position
    from engine.model.variant import Variant
    from engine.play.generator.plays import ScoredExchange, ScoredPlay
    from engine.sentences import Sentence

NOTHING = "(pass)"


Analysis = tuple[list[dict[str, object]], tuple["Sentence", ...]]
"""Moves, best first, and remarks on the position."""


def analyse(text: str, variant: str | None, lexicon: str | None, level: int, seconds: float) -> Analysis:
    """The moves that a level considers in the position of a CGP. Raises `BadData` or `OSError`.

    Level 8 thinks for at most `seconds`, counted from the moment everything is loaded.
    """
    from engine.computer.analysing import analyse as find
    from engine.computer.contests import RULES
    from engine.computer.simulating import LANES
    from engine.formats.cgp import view_of

    position, meant = inputs.read_position(text, variant, lexicon, inputs.default_lexicon)
    tools = tools_for(meant.variant, meant.lexicon)
    view = view_of(position, meant.variant, RULES, tools.lexicon)
    load_kernels()
    with ThreadPoolExecutor(min(LANES, os.cpu_count() or 1)) as pool:
        end = monotonic() + seconds
        found = find(view, tools, level, lambda: monotonic() > end, pool.map)
    return [as_data(one, position, meant.variant) for one in found], meant.remarks


def load_kernels() -> None:
    """Loads the kernels in advance: loading them at their first use would take from the player's thinking time."""
    from engine.computer.kernels import endgame, listing, simulation
    from engine.play.generator.kernels import search

    jit.load(search.best_plays, simulation.deal_tiles, simulation.simulate, endgame.search, listing.list_moves)


@lru_cache(maxsize=2)
def tools_for(variant: Variant, lexicon: str) -> ComputerTools:
    """The tools of computer players for a variant and a lexicon, by name or file. Raises `BadData` or `OSError`."""
    from engine.loading.computers import load_tools

    words = inputs.find_words(lexicon, variant)
    compile_engine()
    with files.waiting(texts().gettext("Preparing the computer player")):
        return load_tools(variant, words)


def as_data(found: Candidate | None, position: Position, variant: Variant) -> dict[str, object]:
    """A move and its evaluation: the chance of winning in per cent, the lead, the deals played, whether it is proven.

    Chance and lead are null if the move was not evaluated in that way.
    """
    from engine.formats.tiletext import write_rack

    shown: dict[str, object] = {"move": NOTHING, "score": 0, "equity": 0.0}
    leave = position.racks[0]
    if found:
        move, leave = found.move, found.move.leave
        shown = {"move": _name(move, position, variant), "score": move.score, "equity": move.equity}
    chance, lead = (found.chance, found.lead) if found else (None, None)
    return shown | {
        "leave": write_rack(leave, variant),
        "win": None if chance is None else round(100 * chance, 2),
        "lead": None if lead is None else round(lead, 2),
        "deals": found.deals if found else 0,
        "proven": bool(found and found.proven),
    }


def _name(move: ScoredPlay | ScoredExchange, position: Position, variant: Variant) -> str:
    from engine.formats.tiletext import write_move, write_rack
    from engine.play.generator.plays import ScoredPlay

    if isinstance(move, ScoredPlay):
        return write_move(position.board, move.placement, variant)
    return f"(exch {write_rack(move.tiles, variant)})"
