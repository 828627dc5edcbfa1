"""Which plays a computer player considers."""

from __future__ import annotations

from engine.computer.luck import Luck
from engine.computer.weighing import MOST_AT_END, weigh
from engine.model.levels import level
from tests.support.computers import tools, view_of
from tests.support.games import tiles

CARE = "\n" * 7 + ".......CARE"


def test_of_a_large_rack_the_best_plays_are_enough_at_the_end() -> None:
    """There can be a million plays to weigh one by one, and nobody goes out with that many tiles anyway."""
    held = tiles("AEINRSTLOUDGM")
    view = view_of(CARE, "AEINRSTLOUDGM", pool=0)
    every = tools().generator.all(view.table.board, held)
    plays = weigh(view, held, tools(), level(8), Luck(b"")).plays
    assert len(every) > MOST_AT_END == len(plays)
    assert [plays[i] for i in range(20)] == [every[i] for i in range(20)]


def test_of_any_other_rack_every_play_is_weighed_at_the_end() -> None:
    """The play that goes out need not be among those with the highest scores."""
    held = tiles("AEINRST")
    view = view_of(CARE, "AEINRST", pool=0)
    every = tools().generator.all(view.table.board, held)
    assert len(weigh(view, held, tools(), level(8), Luck(b"")).plays) == len(every)
