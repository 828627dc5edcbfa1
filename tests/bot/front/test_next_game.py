"""After a move, a player is told where else it is their turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.readable import text_of
from tests.support.running import DRAWS, LETTERS, ask, gathered, started
from tests.support.sentences import said


@pytest.mark.gate
async def test_behind_a_move_the_next_game_is_named_with_its_link(tmp_path: Path) -> None:
    """After a play and after a pass, until it is no longer their turn elsewhere."""
    async with gathered(tmp_path, *DRAWS, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        await started(ada, bruno)
        ada.place = bruno.place = "games"
        second = await started(ada, bruno, "variant:tiny")
        told = await ask(ada, "/play move:8H CAT", "You played 8H CAT")
        assert said("core.also_your_turn_game") in text_of(told)
        assert ada.channel_id("general") in text_of(told)
        assert second["channel_id"] not in text_of(told)
        told = await ask(bruno, "/pass", "You passed")
        assert "also your turn" not in text_of(told)
        ada.place = "general"
        told = await ask(ada, "/pass", "You passed")
        assert said("core.also_your_turn_game") in text_of(told)
        assert ada.channel_id("games") in text_of(told)
