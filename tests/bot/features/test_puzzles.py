"""Which puzzle a person gets: never one twice, however quickly they ask, and near their rating."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from bot.features.puzzles.puzzles import NEAR, Puzzles
from bot.features.puzzles.refusals import NoPuzzleLeft
from engine.loading.puzzles import load_puzzle_lines
from tests.support.puzzles import collection_of, giving
from tests.support.service import ADA, BRUNO, HOME, Process, StillClock, process

COUNT = 15


@pytest.fixture
async def run(address: str) -> AsyncIterator[Process]:
    async with process(address, StillClock()) as made:
        yield made


def puzzles(run: Process, lines: Sequence[str], read: list[str] | None = None) -> Puzzles:
    """The service with these puzzles in English alone; `read` notes the languages that are read."""

    def load(language: str) -> Sequence[str]:
        if read is not None:
            read.append(language)
        return lines

    return giving(run.store, run.clock, collection_of(run.store, load, lambda: ("en",)))


async def test_X8_everyone_gets_each_puzzle_once_until_none_is_left(run: Process) -> None:
    """Also when they ask twice at once, after a restart, and while someone else is given the same ones."""
    lines, seen = load_puzzle_lines("en")[:COUNT], set[str]()
    for _ in range(COUNT):
        service = puzzles(run, lines)
        first = (await service.give(ADA.id, "Ada", "en", HOME.guild_id)).attempt.puzzle
        again, other = await asyncio.gather(
            service.give(ADA.id, "Ada", "en", None), service.give(BRUNO.id, "Bruno", "en", None)
        )
        assert again.attempt.puzzle == first
        assert other.attempt.is_open
        assert first not in seen
        seen.add(first)
        await service.give_up(ADA.id, "Ada", first)
    with pytest.raises(NoPuzzleLeft):
        await service.give(ADA.id, "Ada", "en", HOME.guild_id)


async def test_X8_a_puzzle_is_one_of_those_nearest_to_the_rating(run: Process) -> None:
    """The first is for a beginner: among the easiest."""
    service = puzzles(run, load_puzzle_lines("en"))
    difficulties = sorted((await service.collection.common("en")).values())
    given = await service.give(ADA.id, "Ada", "en", None)
    assert given.keyed.puzzle.difficulty in nearest(difficulties)


def nearest(difficulties: list[int]) -> list[int]:
    """The difficulties nearest to the usual one, at which an untried puzzle is as strong as a beginner."""
    return sorted(difficulties, key=lambda one: abs(one - 75))[:NEAR]


async def test_X8_the_first_who_asks_need_not_wait_for_the_files(run: Process, tmp_path: Path) -> None:
    """They are read ahead."""
    read: list[str] = []
    service = puzzles(run, load_puzzle_lines("en")[:COUNT], read)
    await service.collection.prepare()
    assert read == ["en"]
    await service.give(ADA.id, "Ada", "en", None)
    assert read == ["en"]
