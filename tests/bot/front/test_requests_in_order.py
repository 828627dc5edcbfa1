"""One person's requests are handled in the order of arrival, however slow the disk is."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.front.interaction import in_flight as front_busy
from bot.front.interaction.in_flight import InFlight
from bot.model.profiles import PersonProfile
from bot.store.people import PeopleStore
from tests.support.running import answer, gathered
from tests.support.service import passes


class Requests:
    """Requests that record when they are handled; each continues until told to end."""

    def __init__(self) -> None:
        self.in_flight = InFlight()
        self.worked: list[str] = []
        self.ends: dict[str, asyncio.Event] = {}

    def come(self, person: str, name: str) -> asyncio.Task[None]:
        """Let a request arrive."""
        self.ends[name] = asyncio.Event()
        return asyncio.create_task(self._answer(person, name))

    async def _answer(self, person: str, name: str) -> None:
        with self.in_flight.answering(person) as earlier_requests:
            await earlier_requests()
            self.worked.append(name)
            await self.ends[name].wait()


async def settle() -> None:
    """Let everything continue that can."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_a_request_waits_for_the_earlier_ones_of_the_same_person() -> None:
    """Ada's second and third requests each begin after the previous one has ended."""
    requests = Requests()
    tasks = [requests.come("ada", name) for name in ("join", "add computer", "start")]
    await settle()
    assert requests.worked == ["join"]
    requests.ends["join"].set()
    await settle()
    assert requests.worked == ["join", "add computer"]
    for end in requests.ends.values():
        end.set()
    await asyncio.gather(*tasks)
    assert requests.worked == ["join", "add computer", "start"]


async def test_nobody_waits_for_somebody_else() -> None:
    """Bruno is answered while Ada still waits."""
    requests = Requests()
    tasks = [requests.come("ada", "hint"), requests.come("bruno", "rack")]
    await settle()
    assert requests.worked == ["hint", "rack"]
    for end in requests.ends.values():
        end.set()
    await asyncio.gather(*tasks)


async def test_a_request_that_takes_long_is_not_waited_for_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next request is answered while a hint is still being searched for."""
    monkeypatch.setattr(front_busy, "LONGEST_WAIT", 0.01)
    requests = Requests()
    tasks = [requests.come("ada", "hint"), requests.come("ada", "rack")]
    requests.ends["rack"].set()
    await tasks[1]
    assert not tasks[0].done()
    requests.ends["hint"].set()
    await tasks[0]


@pytest.mark.parametrize("fails", [ValueError, asyncio.CancelledError])
async def test_a_request_that_fails_holds_up_no_other(fails: type[BaseException]) -> None:
    """The requests waiting for it continue."""
    busy, done = InFlight(), []

    async def answer(work: Callable[[], Awaitable[None]]) -> None:
        with busy.answering("ada") as earlier_requests:
            await earlier_requests()
            await work()

    async def fail() -> None:
        await asyncio.sleep(0)
        raise fails

    async def succeed() -> None:
        done.append(True)

    first, second = asyncio.create_task(answer(fail)), asyncio.create_task(answer(succeed))
    await asyncio.gather(first, second, return_exceptions=True)
    assert done == [True]
    assert not second.cancelled()


async def test_D1_who_joins_may_add_a_computer_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if the database has not yet handled the join."""
    through, seen = asyncio.Event(), PeopleStore.seen

    async def slowly(people: PeopleStore, person: str, locale: str) -> PersonProfile:
        if not through.is_set():
            through.set()
            await asyncio.sleep(0.5)
        return await seen(people, person, locale)

    async with gathered(tmp_path, letters="CATSODEEE", rack_size=3, thinker=passes) as (_, ada, bruno):
        await ada.command("/game new variant:tiny")
        lobby = await bruno.wait_message("1 of 3 seats taken")
        monkeypatch.setattr(PeopleStore, "seen", slowly)
        await bruno.click(lobby, "Join")
        await bruno.command("/seat computer level:3")
        await answer(bruno, "Robot1 (level 3) joined")
        await ada.wait_message("3 of 3 seats taken")
