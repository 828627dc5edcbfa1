"""Public racks, and the counts of tiles that are always public; by ledger code."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.game.views import table_view
from engine.model.rules import Rules
from tests.support.games import Table
from tests.support.readable import text_of
from tests.support.ruled import begun
from tests.support.running import ask, board, gathered


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


@pytest.mark.parametrize(("rule", "counts"), [("off", [None, None]), ("mover", [None, 7]), ("all", [4, 7])])
def test_C7_N15_no_rack_is_shown_or_that_of_the_player_on_turn_or_all(rule: str, counts: list[int | None]) -> None:
    """Of racks that wait for new tiles, those that they hold; in the lobby there are none. Off is the default."""
    assert Rules().show_racks.value == "off"
    table = Table(Rules().with_value("show_racks", rule))
    assert not any(seat.shown for seat in table_view(table.game).seats)
    table.start("CATSDOG", "AEINRST").play("8H CAT")
    assert [seat.shown and len(seat.shown) for seat in table_view(table.game).seats] == counts
