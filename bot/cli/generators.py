"""Positions, move generators and candidates for the commands that need them."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from time import monotonic
from typing import TYPE_CHECKING

from bot.cli import files, inputs
from bot.cli.inputs import texts
from bot.cli.prepare import compile_engine, compiling
from engine import jit

if TYPE_CHECKING:
    from engine.computer.tools import Candidate, ComputerTools
    from engine.formats.cgp import Position
    from engine.model.variant import Variant
    from engine.play.generator.encoding import LeaveTable
    from engine.play.generator.generator import Generator
    from engine.play.generator.plays import ScoredExchange, ScoredPlay
    from engine.sentences import Sentence


@dataclass(frozen=True, slots=True)
class Problem:
    """A position and the generator for its variant and words. The first rack is that of the player to move.

    `remarks` tell what was made of names in it that are not known.
    """

    position: Position
    generator: Generator
    remarks: tuple[Sentence, ...] = ()

    @property
    def variant(self) -> Variant:
        """The variant, with the position's changes to it."""
        return self.generator.variant


def read_problem(text: str, variant: str | None, lexicon: str | None, *, often: bool = False) -> Problem:
    """The problem in a CGP; `often` means that more like it follow. Raises `BadData` or `OSError`."""
    position, meant = inputs.read_position(text, variant, lexicon, inputs.default_lexicon)
    return Problem(position, _generator(meant.variant, meant.lexicon, often), meant.remarks)


@lru_cache(maxsize=8)
def _generator(variant: Variant, lexicon: str, often: bool) -> Generator:
    from engine.loading import load_graph

    with compiling(texts().gettext("Preparing the word graph")):
        words = inputs.find_words(lexicon, variant)
        graph = load_graph(words)
    with compiling(texts().gettext("Preparing the move generator")):
        from engine.play.generator.encoding import build_map
        from engine.play.generator.generator import Generator

        return Generator(variant, graph, build_map(graph, max(variant.layout.size)) if often else None)


def leaves_of(problem: Problem) -> LeaveTable | None:
    """The learnt leave values; None if there are none or no tiles are left to draw. Raises `BadData`."""
    position, variant = problem.position, problem.variant
    own, *others = position.racks
    unseen = len(variant.tile_set) - sum(1 for _ in position.board.tiles()) - len(own)
    return _leaves(variant) if unseen > len(others) * variant.rack_size else None


@lru_cache(maxsize=8)
def _leaves(variant: Variant) -> LeaveTable | None:
    from engine.loading import computers

    return computers.load_leaves(variant) if computers.learnt_file(variant) else None


def any_leaves_of(problem: Problem) -> LeaveTable:
    """The leave values that computer players use: learnt ones, or an estimate if there are none. Raises `BadData`."""
    return _any_leaves(problem.variant)


@lru_cache(maxsize=2)
def _any_leaves(variant: Variant) -> LeaveTable:
    from engine.loading import computers

    return computers.load_leaves(variant)


NOTHING = "(pass)"


Analysis = tuple[list[dict[str, object]], tuple["Sentence", ...]]
"""Moves, best first, and remarks on the position."""


def analyse(text: str, variant: str | None, lexicon: str | None, level: int, seconds: float) -> Analysis:
    """The moves that a level considers in the position of a CGP. Raises `BadData` or `OSError`.

    Level 8 thinks for at most `seconds`, counted from the moment everything is loaded.
    """
    from engine.computer.contests import RULES
    from engine.computer.player import analyse as find
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
    """Load the kernels in advance: loading them at their first use would take from the player's thinking time."""
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
    from engine.formats.tiletext import write_rack
    from engine.play.generator.plays import ScoredPlay
    from engine.play.placement import write_move

    if isinstance(move, ScoredPlay):
        return write_move(position.board, move.placement, variant)
    return f"(exch {write_rack(move.tiles, variant)})"
