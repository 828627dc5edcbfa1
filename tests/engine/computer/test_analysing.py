"""What each level thinks of the moves of a position."""

from __future__ import annotations

import pytest

from engine.computer.analysing import analyse
from engine.computer.contests import RULES
from engine.computer.player import choose
from engine.formats import cgp
from engine.formats.cgp import view_of
from engine.game.commands import Exchange, Pass, Play
from engine.game.views import SeatView
from tests.engine.computer.test_endgame import ending
from tests.support.computers import after, tools
from tests.support.games import STANDARD
from tests.support.records import OPEN

CARE = OPEN.replace("15", "7CARE4", 8).replace("7CARE4", "15", 7)


def view(text: str) -> SeatView:
    """What the player to move of a CGP knows."""
    return view_of(cgp.read(text, STANDARD), STANDARD, RULES, tools().lexicon)


@pytest.mark.parametrize("level", range(1, 9))
@pytest.mark.parametrize("rack", ["AEINRST", "VVWWUUC", "ADEHNOT"])
def test_the_move_that_a_level_chooses_comes_first(level: int, rack: str) -> None:
    seen = view(f"{CARE} {rack}/ 30/12 0")
    found = analyse(seen, tools(), level, after(2))[0]
    match choose(seen, tools(), after(2), strength=level):
        case Play(_, placement, _):
            assert found
            assert found.move.placement == placement  # type: ignore[union-attr]
        case Exchange(_, given, _):
            assert found
            assert found.move.tiles == given  # type: ignore[union-attr]
        case Pass():
            assert found is None


def test_level_8_tells_chances_leads_and_deals() -> None:
    """The moves listed first were simulated most often; nothing is proven while tiles are hidden."""
    found = analyse(view(f"{CARE} ADEHNOT/ 30/12 0"), tools(), 8, after(3))
    assert len(found) > 1
    assert all(
        one and one.chance is not None and 0 <= one.chance <= 1 and one.deals and not one.proven for one in found
    )


def test_endings_are_proven() -> None:
    """Only the best move has a proven lead."""
    found = analyse(ending("AT", "Q"), tools(), 8)
    assert found[0]
    assert found[0].proven
    assert found[0].lead is not None
    assert all(one is None or one.lead is None for one in found[1:])
    assert len({repr(one.move) for one in found if one}) == sum(one is not None for one in found)


def test_an_ending_that_time_cuts_short_is_not_proven() -> None:
    found = analyse(ending("AEINRST", "DEILORS"), tools(), 8, after(1))
    assert found[0]
    assert not found[0].proven


def test_a_pass_is_an_answer_too() -> None:
    """A player who can neither play nor exchange passes."""
    assert analyse(ending("V", "V"), tools(), 8) == [None]
    assert analyse(ending("V", "V"), tools(), 7) == [None]


def test_racks_of_a_position_that_are_not_told_are_full() -> None:
    """Racks that a position leaves out are full as far as the tiles suffice; the rest is the pool."""
    opened = view(f"{OPEN} AEINRST/ 0/0 0")
    assert [seat.tiles for seat in opened.table.seats] == [7, 7]
    assert opened.table.pool == 86
    part = view(f"{OPEN} AEINRST/Q 0/0 0")
    assert part.table.seats[1].tiles == 7
    three = view(f"{OPEN} AEI// 5/7/9 2")
    assert [seat.tiles for seat in three.table.seats] == [3, 7, 7]
    assert [seat.score for seat in three.table.seats] == [5, 7, 9]
    assert three.table.scoreless == 2


def test_what_other_racks_hold_is_not_seen() -> None:
    """The view of a position is the same whatever its other racks hold, as long as some tiles are hidden."""
    assert view(f"{CARE} ADEHNOT/QZXJKVW 30/12 0") == view(f"{CARE} ADEHNOT/ 30/12 0")
