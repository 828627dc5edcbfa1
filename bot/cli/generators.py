"""Positions and move generators for the commands that need them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from bot.cli import inputs
from bot.cli.language import texts
from bot.cli.prepare import compiling

if TYPE_CHECKING:
    from engine.formats.cgp import Position
    from engine.model.variant import Variant
    from engine.play.generator.generator import Generator
    from engine.play.generator.leaves import LeaveTable
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
        from engine.play.generator.generator import Generator
        from engine.play.generator.wordmap import build_map

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
