"""How long 200 people wait for their receipts in one round of duplicate, and everyone for the next round's message."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from statistics import median

import pytest

from bot.features.duplicate.duplicates import OpenRound
from bot.features.duplicate.store import DuplicateStore
from bot.features.duplicate.values import Answer, NewAnswer
from tests.support.duplicate_evening import Evening, evening

PEOPLE, ROUNDS = 200, 4


async def _one_by_one(one: Evening, open_: OpenRound) -> float:
    """The seconds until all answers are written if none waits for others."""
    assert one.stage.app and one.stage.app.core
    store, clock, play = DuplicateStore(one.stage.app.core.store.database), one.stage.clock, one.plays(open_)[0]
    crowd = one.crowd[1:]  # without the last one, the round stays open
    given = [NewAnswer(open_.round.number, Answer(who.id, play.placement, 1, clock.now()), who.name) for who in crowd]
    begun = time.perf_counter()
    await asyncio.gather(*(store.answer(one.number, [answer], clock.now()) for answer in given))
    return time.perf_counter() - begun


@pytest.mark.benchmark
async def test_two_hundred_people_answer_at_once(tmp_path: Path) -> None:
    """The service and the posts are real; the receipts are measured without the way through Discord."""
    async with evening(tmp_path, PEOPLE, 1) as one:
        await one.begin(ROUNDS, 0)
        nexts: list[float] = []
        for number in range(1, ROUNDS + 1):
            open_ = await one.open_round(number)
            assert open_
            if number == ROUNDS:
                alone = await _one_by_one(one, open_)
            plays, begun = one.plays(open_), time.perf_counter()
            await asyncio.gather(*(one.answer(open_, person, one.chance.choice(plays)) for person in one.crowd))
            if number < ROUNDS:
                await one.open_round(number + 1)
                nexts.append(time.perf_counter() - begun)
        waits = sorted(one.waits)
        assert len(waits) == PEOPLE * ROUNDS
        print()
        print(f"receipts of {PEOPLE} people at once: median {median(waits):.2f} s, longest {waits[-1]:.2f} s")
        print(f"the same {PEOPLE} answers, each in a transaction of its own: {alone:.2f} s for the last one")
        print(f"from the first answer to the next round's message: median {median(nexts):.2f} s")
