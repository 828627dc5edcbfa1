"""Players are warned before turns without a score end their game."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.readable import text_of
from tests.support.running import ask, board, gathered
from tests.support.sentences import said

WARNING = "scores nothing now."


@pytest.mark.gate
async def test_C18_the_last_turn_without_a_score_is_announced(tmp_path: Path) -> None:
    """On the board of the turn that would end the game, and on no earlier one."""
    async with gathered(tmp_path, "A", "B", "RETAINS", "QVVWXYZ", words=("AT",)) as (_, ada, bruno):
        await ask(ada, "/game new")
        await ask(bruno, "/game join")
        await ada.command("/game start")
        shown = await board(ada)
        for person, name in ((ada, "Ada"), (bruno, "Bruno")) * 2 + ((ada, "Ada"),):
            assert "The game ends" not in text_of(shown)
            await ask(person, "/pass")
            shown = await board(ada, f"**{name}** passed", after=shown)
        assert WARNING in text_of(shown)
        await ask(bruno, "/pass")
        await board(ada, said("status.won_with_points"), after=shown)
