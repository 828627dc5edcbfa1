"""A duplicate between two people whose bot is killed from outside again and again: each message appears once."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from tests.support.keeping import Kill, nursery
from tests.support.killing import Act, Stage, Step, command, play_through, press, stage
from tests.support.logged import errors_in
from tests.support.playground import Person
from tests.support.readable import buttons_of, text_of
from tests.support.sentences import said
from tests.support.service import eventually

SEED = int(os.environ.get("SEED", "1"))
KILLS, LONGEST = 8, 7.0
"""How often the bot is killed, and the longest that it lives meanwhile, in seconds."""
WORDS = ("CAT", "CATS", "SO", "OS", "DO", "SOD")
ONE_ANSWERED = said("duplicate.answered_of", 2, answered=1)
SIGNS = (
    said("duplicate.same_tiles"),
    said("duplicate.the_round", number=1),
    said("duplicate.the_round", number=2),
    said("duplicate.the_end"),
)


def both(line: str) -> Act:
    """Lets both people use a command."""

    async def act(on: Stage, _: Person) -> None:
        await on.bruno.command(line)
        await on.ada.command(line)

    return act


STEPS = (
    Step("Ada", command("/duplicate new variant:tiny rounds:2 time:86400"), SIGNS[0]),
    Step("Bruno", press("Join"), said("duplicate.players_in", 2)),
    Step("Ada", press("Start"), SIGNS[1]),
    Step("Bruno", command("/duplicate answer move:8G CAT"), ONE_ANSWERED),
    Step("Ada", command("/play move:8H CAT"), SIGNS[2]),
    Step("Ada", both("/play move:8F CATS"), SIGNS[3]),
)


@pytest.mark.soak
async def test_X17_kills_from_outside_lose_no_answer_and_repeat_no_message(tmp_path: Path) -> None:
    chance = random.Random(SEED)
    plan = [Kill(after=chance.uniform(0.3, LONGEST), away=chance.choice((0.0, 0.0, 200.0))) for _ in range(KILLS)]
    with nursery() as made:
        async with stage(made, tmp_path, "CATSODEEE", WORDS, (), plan) as on:
            await play_through(on, STEPS)
            public = [text_of(message) for message in on.public()]
            assert [sum(sign in text.partition("\n- ")[0] for text in public) for sign in SIGNS] == [1, 1, 1, 1]
            await eventually(lambda: [buttons_of(message) for message in on.public()[:-1]] == [[], [], []])
            assert on.sees(said("duplicate.found_by", names="**Ada** and **Bruno**"))
            assert errors_in(on.keeper.log) == []
            assert on.keeper.deaths
