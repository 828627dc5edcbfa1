"""`all` with A, L and L on the rack: players are asked what they mean."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.playground import Person
from tests.support.readable import buttons_of
from tests.support.running import Scene, ask, board, gathered, started


async def rack(stage: Scene, person: Person, channel: str) -> list[str]:
    """A person's letters."""
    return sorted(await stage.rack(person, channel))


@pytest.mark.parametrize(("button", "count", "kept"), [("All my tiles", 4, "A"), ("Only A, L, L", 3, "C")])
@pytest.mark.parametrize("typed", ["ALL", "all", " All "])
async def test_D3_exchange_all_asks_where_it_could_mean_letters(
    tmp_path: Path, typed: str, button: str, count: int, kept: str
) -> None:
    """Nothing is exchanged before the answer; both answers do what they say."""
    async with gathered(tmp_path, "A", "C", "ALLC", "ATSE", letters="AALLLLCATSEE", rack_size=4) as (stage, ada, bruno):
        first = await started(ada, bruno)
        channel = ada.channel_id()
        assert await rack(stage, ada, channel) == ["A", "C", "L", "L"]
        asked = await ask(ada, f"/exchange tiles:{typed}", "all your tiles, or only A, L, L?")
        assert buttons_of(asked) == ["All my tiles", "Only A, L, L", "Cancel"]
        assert (await stage.state(channel)).on_turn == (await stage.state(channel)).seat_of(ada.id)
        await ada.click(asked, button)
        await board(bruno, f"{count} tiles", after=first)
        left = await rack(stage, ada, channel)
        assert len(left) == 4
        assert kept in left


async def test_D3_exchange_all_is_not_asked_about_where_it_is_plain(tmp_path: Path) -> None:
    """Not if the rack lacks the letters, nor if they are the whole rack, nor for single letters."""
    async with gathered(tmp_path, "A", "C", "ALL", "ATS", letters="AALLLLCATSEETT", rack_size=3) as (_, ada, bruno):
        await started(ada, bruno)
        await ask(ada, "/exchange tiles:all", "You exchanged")
        await ask(bruno, "/exchange tiles:ALL", "You exchanged")
        await ask(ada, "/exchange tiles:A", "")
