"""Avatars: fetched meanwhile, kept for a week, and shown only for people who allow it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.fairness import on_behalf_of
from bot.model.profiles import PersonProfile
from bot.playground.faces import face
from bot.render import AVATAR
from bot.service import avatars as module
from bot.service.avatars import HOUR, WEEK, AvatarFolder, Avatars
from bot.service.ports import AvatarUnavailable
from tests.support.records import Here
from tests.support.service import StillClock

HASH = "0123456789abcdef" * 2
PIXELS = AVATAR * AVATAR * 3


class People:
    """Everyone has an avatar of their own, unless they have other settings."""

    def __init__(self) -> None:
        self.changed: dict[str, PersonProfile] = {}

    async def people(self, people: object) -> dict[str, PersonProfile]:
        return {str(one): self.changed.get(str(one), profile(str(one))) for one in people}  # type: ignore[attr-defined]


def profile(person: str) -> PersonProfile:
    return PersonProfile(person, avatar=f"{int(person):032x}")


class Files:
    """A CDN that counts what it is asked for; `gate` holds it up."""

    def __init__(self, data: bytes | None = None) -> None:
        self.asked: list[str] = []
        self.now: Counter[str] = Counter()
        self.most = 0
        self.data = face(HASH, 16) if data is None else data
        self.gate = asyncio.Event()
        self.gate.set()
        self.news = asyncio.Condition()

    async def fetch(self, person: str, avatar: str) -> bytes:
        async with self.news:
            self.asked.append(person)
            self.news.notify_all()
        self.now["all"] += 1
        self.most = max(self.most, self.now["all"])
        try:
            await self.gate.wait()
        finally:
            self.now["all"] -= 1
        if not self.data:
            raise AvatarUnavailable
        return self.data

    async def was_asked(self, count: int) -> None:
        """Wait until it has been asked so many times."""
        async with self.news:
            await self.news.wait_for(lambda: len(self.asked) == count)


Make = Callable[..., tuple[Avatars, Files]]


@pytest.fixture
def people() -> People:
    return People()


@pytest.fixture
def clock() -> StillClock:
    return StillClock()


@pytest.fixture
def make(tmp_path: Path, people: People, clock: StillClock) -> Make:
    def made(data: bytes | None = None) -> tuple[Avatars, Files]:
        files = Files(data)
        return Avatars(people, Here(), files.fetch, tmp_path / "avatars", clock), files  # type: ignore[arg-type]

    return made


async def settled(avatars: Avatars) -> None:
    while avatars._tasks:
        await asyncio.wait(tuple(avatars._tasks.values()))


async def test_no_picture_waits_and_the_next_one_shows_it(make: Make) -> None:
    avatars, files = make()
    files.gate.clear()
    assert await avatars.at_hand(["1"]) == {}
    files.gate.set()
    await settled(avatars)
    assert {who: len(pixels) for who, pixels in (await avatars.at_hand(["1", "1"])).items()} == {"1": PIXELS}
    assert files.asked == ["1"]


async def test_whoever_switches_it_off_is_not_shown_at_once_nor_asked_for(make: Make, people: People) -> None:
    avatars, files = make()
    await avatars.at_hand(["1"])
    await settled(avatars)
    people.changed["1"] = replace(profile("1"), shows_avatar=False)
    people.changed["2"] = replace(profile("2"), shows_avatar=False)
    assert await avatars.at_hand(["1", "2"]) == {}
    assert files.asked == ["1"]


@pytest.mark.parametrize("avatar", [None, "", "../../etc", "A" * 32, f"{HASH}0"])
async def test_what_is_no_hash_is_not_asked_for(make: Make, people: People, avatar: str | None) -> None:
    avatars, files = make()
    people.changed["1"] = replace(profile("1"), avatar=avatar)
    assert await avatars.at_hand(["1"]) == {}
    await settled(avatars)
    assert files.asked == []


async def test_it_is_kept_for_a_week_also_by_the_next_process(make: Make, clock: StillClock) -> None:
    first, files = make()
    await first.at_hand(["1"])
    await settled(first)
    clock.advance(WEEK - HOUR)
    second, again = make()
    await second.at_hand(["1"])
    await settled(second)
    assert await second.at_hand(["1"]) == await first.at_hand(["1"]) != {}
    clock.advance(2 * HOUR)
    assert await second.at_hand(["1"]) == {}
    await settled(second)
    assert (files.asked, again.asked) == (["1"], ["1"])


@pytest.mark.parametrize("data", [b"", b"no picture", face(HASH, 16)[:60]], ids=["none", "text", "cut"])
async def test_what_cannot_be_had_is_asked_for_again_after_an_hour(make: Make, clock: StillClock, data: bytes) -> None:
    avatars, files = make(data)
    for _ in range(3):
        assert await avatars.at_hand(["1"]) == {}
        await settled(avatars)
    assert files.asked == ["1"]
    clock.advance(HOUR)
    await avatars.at_hand(["1"])
    await settled(avatars)
    assert files.asked == ["1", "1"]


async def test_a_few_at_once_and_one_of_a_server(make: Make) -> None:
    """A server with many new faces does not keep another one waiting."""
    avatars, files = make()
    files.gate.clear()
    with on_behalf_of("tenant/1"):
        await avatars.at_hand([str(one) for one in range(100, 100 + 2 * module.MOST_WAITING)])
    with on_behalf_of("tenant/2"):
        await avatars.at_hand(["7"])
    await files.was_asked(2)
    assert files.asked[-1] == "7"
    assert len(avatars._tasks) == module.MOST_WAITING + 1
    for server in range(3, 9):
        with on_behalf_of(f"tenant/{server}"):
            await avatars.at_hand([str(server)])
    await files.was_asked(module.AT_ONCE)
    files.gate.set()
    await settled(avatars)
    assert files.most == module.AT_ONCE


async def test_memory_is_bounded(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "IN_MEMORY", 2)
    avatars, _ = make()
    await avatars.at_hand(["1", "2", "3"])
    await settled(avatars)
    assert len(avatars._kept) == 2


def test_the_disk_keeps_the_newest_of_a_week(tmp_path: Path) -> None:
    folder = AvatarFolder(tmp_path)
    for number in range(6):
        folder.write(f"{number:032x}", b"x", WEEK + number * HOUR)
    folder.tidy(2 * WEEK + HOUR, most=3)
    assert sorted(int(file.name, 16) for file in tmp_path.iterdir()) == [3, 4, 5]
    folder.tidy(2 * WEEK + 4 * HOUR)
    assert [int(file.name, 16) for file in tmp_path.iterdir()] == [5]


def test_a_disk_that_fails_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    folder = AvatarFolder(tmp_path / "file")
    folder.write(HASH, b"x", WEEK)
    folder.tidy(WEEK)
    assert folder.read(HASH, WEEK) is None
