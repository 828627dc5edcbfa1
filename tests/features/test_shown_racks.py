"""Public racks, and the counts of tiles that are always public; by ledger code."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.game.views import table_view
from engine.model.rules import Rules
from engine.model.tiles import Tiles
from tests.support.games import Table
from tests.support.readable import text_of
from tests.support.ruled import begun
from tests.support.running import ask, board, gathered


def shown(rule: str) -> list[Tiles | None]:
    """The public racks after a first play."""
    table = Table(Rules().with_value("show_racks", rule)).start("CATSDOG", "AEINRST")
    table.play("8H CAT")
    return [seat.shown for seat in table_view(table.game).seats]


def test_C7_no_rack_is_shown_without_the_rule() -> None:
    """Off is the default."""
    assert shown("off") == [None, None] and Rules().show_racks.value == "off"


def test_N15_the_rack_of_the_player_on_turn_is_shown() -> None:
    """The racks of others are not."""
    first, second = shown("mover")
    assert first is None and second is not None and len(second) == 7


def test_C7_all_racks_are_shown() -> None:
    """This includes racks that are waiting for new tiles, with the tiles they hold."""
    first, second = shown("all")
    assert [len(rack or ()) for rack in (first, second)] == [4, 7]


@pytest.mark.parametrize("rule", ["mover", "all"])
def test_C7_nothing_is_shown_in_the_lobby(rule: str) -> None:
    """There are no racks yet."""
    table = Table(Rules().with_value("show_racks", rule))
    assert not any(seat.shown for seat in table_view(table.game).seats)


async def test_C7_N15_racks_in_the_messages_of_the_bot(tmp_path: Path) -> None:
    """Everyone reads and sees them; with `mover`, only that of the player on turn."""
    async with gathered(
        tmp_path, "CAT", "SOD", letters="CATSODEEERN", rack_size=3, people=("Ada", "Bruno", "Chloe")
    ) as (_, ada, bruno, chloe):
        first = await begun((ada, bruno), "show_racks mover")
        assert "**Ada** holds A C T." in text_of(first) and "**Bruno** holds" not in text_of(first)
        await ask(ada, "/pass", "You passed")
        later = await board(chloe, "**Ada** passed", after=first)
        assert "**Bruno** holds D O S." in text_of(later) and "**Ada** holds" not in text_of(later)
