"""How long 200 people wait for their receipts in one round of duplicate, and everyone for the next round's message."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from statistics import median

import pytest

from tests.support.duplicate_evening import evening

PEOPLE, ROUNDS = 200, 4


@pytest.mark.benchmark
async def test_two_hundred_people_answer_at_once(tmp_path: Path) -> None:
    """The service and the posts are real; the receipts are measured without the way through Discord."""
    async with evening(tmp_path, PEOPLE, 1) as one:
        await one.begin(ROUNDS, 0)
        nexts: list[float] = []
        for number in range(1, ROUNDS + 1):
            open_ = await one.open_round(number)
            assert open_
            plays, begun = one.plays(open_), time.perf_counter()
            await asyncio.gather(*(one.answer(open_, person, one.chance.choice(plays)) for person in one.crowd))
            if number < ROUNDS:
                await one.open_round(number + 1)
                nexts.append(time.perf_counter() - begun)
        waits = sorted(one.waits)
        assert len(waits) == PEOPLE * ROUNDS
        print()
        print(f"receipts of {PEOPLE} people at once: median {median(waits):.2f} s, longest {waits[-1]:.2f} s")
        print(f"from the first answer to the next round's message: median {median(nexts):.2f} s")
