"""Thirty people and three computer players play duplicate while the bot is killed again and again."""

from __future__ import annotations

import asyncio
import os
import re
from itertools import pairwise
from pathlib import Path

import pytest

from bot.features.duplicate.values import Ending
from engine.duplicate.rounds import after
from tests.support.duplicate_evening import Evening, evening
from tests.support.readable import text_of
from tests.support.running import EPHEMERAL
from tests.support.sentences import said
from tests.support.service import eventually

ROUNDS, PEOPLE, COMPUTERS = 20, 30, 3
SEED = int(os.environ.get("SEED", "1"))
KILLS = 0.5
"""The share of rounds in which the bot is killed."""


async def _answers(one: Evening, number: int) -> bool:
    """Let the crowd answer a round, some twice and some not at all; False if the duplicate is over."""
    open_ = await one.open_round(number)
    if open_ is None:
        return False
    plays = one.plays(open_)
    absent = one.chance.random() < 0.3
    work = [
        asyncio.create_task(one.answers(open_, person, one.chance.choices(plays, k=one.chance.choice((1, 1, 2)))))
        for person in one.crowd
        if not (absent and person is one.crowd[-1])
    ]
    if one.chance.random() < KILLS:
        await asyncio.sleep(one.chance.random() * 0.6)
        await one.kill()
    await asyncio.gather(*work)
    if absent or one.unsure:
        one.stage.clock.push(182)
    return True


@pytest.mark.soak
async def test_X17_an_evening_with_kills_loses_nothing_and_counts_nothing_twice(tmp_path: Path) -> None:
    async with evening(tmp_path, PEOPLE, SEED) as one:
        await one.begin(ROUNDS, COMPUTERS)
        number = 1
        while await _answers(one, number):
            number += 1
            one.stage.clock.push(2)
        await eventually(one.is_over, 60)
        course = await one.course()
        assert course.duplicate.ending in (Ending.ROUNDS, Ending.PLAYED_OUT)
        numbers = [round_.number for round_ in course.closed]
        assert numbers == list(range(1, len(numbers) + 1)) and len(numbers) == ROUNDS
        own = {person.id for person in one.crowd}
        for round_ in course.closed:
            kept = {key: answer.points for key, answer in course.answers[round_.number].items() if key in own}
            sure = {key for key in own if (round_.number, key) not in one.unsure}
            told = {key: one.given[round_.number, key] for key in sure if (round_.number, key) in one.given}
            assert {key: points for key, points in kept.items() if key in sure} == told
            assert max(course.answers[round_.number].values(), key=lambda a: a.points).points <= round_.points
        for (before, later), round_ in zip(pairwise(course.positions), course.closed, strict=True):
            assert after(before, round_.rack, round_.top, course.duplicate.style) == later
        await one.watcher.wait_message(lambda m: said("duplicate.the_end") in text_of(m))
        heading = re.compile(re.escape(said("duplicate.the_round", number=0)).replace("0", r"(\d+)"))
        public = [text_of(m) for m in one.watcher.visible() if not m["flags"] & EPHEMERAL]
        posted = [int(found[1]) for text in public if (found := heading.search(text.partition("\n")[0]))]
        assert posted == numbers
        assert sum(said("duplicate.the_end") in text for text in public) == 1
