"""How long `/play` takes in a quiet game for two: until the private receipt appears, and until the new board does.

The bot is unchanged except for its words and tiles, and the playground runs in the same process. The test uses only
features of older versions too, so it can be copied into one of them to compare both. `PLAYS` may be set.
"""

from __future__ import annotations

import os
from pathlib import Path
from statistics import median
from time import perf_counter

import pytest

from bot.service.budget import SPAN
from tests.support.running import answer, board, gathered, started

PLAYS = int(os.environ.get("PLAYS", "30"))
RACKS = ("A", "C", "CATSDOG", "HORNFAR")
"""The draws for the start, and the racks."""


@pytest.mark.benchmark
@pytest.mark.timeout(600)
async def test_a_play_of_two_people(tmp_path: Path) -> None:
    """The same play repeatedly, undone each time."""
    receipts: list[float] = []
    boards: list[float] = []
    async with gathered(tmp_path, *RACKS, letters="CATSDOGHORNFARMNETTOE" * 2, words=("CATS", "HORNS")) as (
        stage,
        ada,
        bruno,
    ):
        shown = await started(ada, bruno)
        for number in range(PLAYS + 3):
            stage.clock.push(SPAN / 1000 + 1)
            begun = perf_counter()
            await ada.command("/play move:8H CATS")
            await answer(ada, "You played")
            told = perf_counter()
            played = await board(bruno, "8H CATS", after=shown)
            seen = perf_counter()
            if number >= 3:
                receipts.append(1000 * (told - begun))
                boards.append(1000 * (seen - begun))
            stage.clock.push(SPAN / 1000 + 1)
            await ada.click(played, "Undo")
            shown = await board(bruno, "Ada", after=played)
    print(f"\nPLAY receipt {median(receipts):.1f} ms, board {median(boards):.1f} ms, of {PLAYS} plays")
