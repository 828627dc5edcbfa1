"""One person's requests are handled in the order of arrival, and hold up nobody else."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from bot.fairness import beneficiary, on_behalf_of
from bot.front.components import layout as pictures_module
from bot.front.components.layout import WAITING, Pictures, drawing_threads
from bot.front.components.message import Image, Message
from bot.front.interaction import answering
from bot.front.interaction import request as front_busy
from bot.front.interaction.request import MOST_ANSWERING, InFlight, SentTimes, instant_of
from bot.model.errors import TooManyAtOnce
from bot.model.games import EARLIEST
from bot.model.profiles import PersonProfile
from bot.render import Picture, Style
from bot.store.people import PeopleStore
from tests.support.pictures import pictures_of, text_of
from tests.support.running import answer, ask, gathered, started
from tests.support.scenes import rack
from tests.support.sentences import said
from tests.support.service import passes


async def test_a_person_has_so_many_requests_under_way() -> None:
    """One more is refused at once and counts for nobody else; the work is done on behalf of the person."""
    busy, end, keys = InFlight(), asyncio.Event(), set[str]()

    async def ask(person: str) -> None:
        with busy.answering(person) as earlier:
            await earlier()
            keys.add(beneficiary())
            await end.wait()

    waiting = [asyncio.create_task(ask("ada")) for _ in range(MOST_ANSWERING)]
    await asyncio.sleep(0)
    with pytest.raises(TooManyAtOnce):
        await ask("ada")
    other = asyncio.create_task(ask("bruno"))
    await asyncio.sleep(0)
    assert keys == {"person/ada", "person/bruno"}
    end.set()
    await asyncio.gather(*waiting, other)
    await ask("ada")


async def test_pictures_of_one_person_do_not_hold_up_anothers(monkeypatch: pytest.MonkeyPatch) -> None:
    """People take turns; a person may have a limited number waiting; nobody waits for ever."""
    begun, go_on, drawn = threading.Event(), threading.Event(), list[str]()

    def draw(image: Image, style: Style) -> Picture:
        begun.set()
        go_on.wait()
        drawn.append(image.filename)
        return Picture(b"", "image/png", 1, 1)

    monkeypatch.setattr(pictures_module, "draw", draw)
    monkeypatch.setattr(pictures_module, "THREADS", 1)
    pool = drawing_threads()
    pictures = Pictures(pool)

    def draws(person: str, number: int) -> asyncio.Task[object]:
        with on_behalf_of(person):
            message = Message((Image(rack(), f"{person}{number}", ""),))
            return asyncio.create_task(pictures.files(message, Style()))

    first = draws("a", 0)
    await asyncio.to_thread(begun.wait)
    many = [draws("a", number) for number in range(1, WAITING + 1)]
    await asyncio.sleep(0)
    quiet = draws("b", 0)
    with pytest.raises(TooManyAtOnce):
        await draws("a", 99)
    go_on.set()
    await asyncio.gather(first, *many, quiet)
    assert drawn.index("b0") <= 2
    begun.clear()
    go_on.clear()
    monkeypatch.setattr(pictures_module, "PICTURE_SECONDS", 0.01)
    with pytest.raises(TooManyAtOnce):
        await draws("a", 100)
    go_on.set()
    pool.shutdown()


async def test_an_answer_without_time_for_its_picture_comes_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The request is answered, not refused."""

    async def refuse(drawn: list[asyncio.Future[Picture]]) -> list[Picture]:
        if drawn:
            raise TooManyAtOnce
        return []

    async with gathered(tmp_path, thinker=passes) as (_, ada, bruno):
        await started(ada, bruno)
        monkeypatch.setattr(pictures_module, "_all", refuse)
        told = await ask(ada, "/board style:picture")
        assert not pictures_of(told)
        assert said("status.tiles_pool", 7) in text_of(told)


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


async def test_a_form_whose_text_takes_long_opens_without_it_and_is_no_error(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """On a slow machine that is nobody's fault; a bug in it still is an error."""

    async def asked(wait: float) -> str:
        async def facts(*_: object) -> Any:
            await asyncio.sleep(wait)
            raise ZeroDivisionError

        monkeypatch.setattr(answering, "with_facts", facts)
        return await answering.text_at_once(Mock(), AsyncMock(return_value="Label"))

    for name in ("request_of", "named_game"):
        monkeypatch.setattr(answering, name, Mock())
    monkeypatch.setattr(answering, "FORM_TEXT_SECONDS", 0.01)
    assert await asked(60.0) == "" and {one.levelname for one in caplog.records} == {"WARNING"}
    assert await asked(0.0) == "" and caplog.records[-1].levelname == "ERROR"


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

    async def slowly(people: PeopleStore, person: str, locale: str | None, avatar: str | None) -> PersonProfile:
        if not through.is_set():
            through.set()
            await asyncio.sleep(0.5)
        return await seen(people, person, locale, avatar)

    async with gathered(tmp_path, letters="CATSODEEE", rack_size=3, thinker=passes) as (_, ada, bruno):
        await ada.command("/game new variant:tiny")
        lobby = await bruno.wait_message("1 of 3 seats taken")
        monkeypatch.setattr(PeopleStore, "seen", slowly)
        await bruno.click(lobby, "Join")
        await bruno.command("/seat computer level:3")
        await answer(bruno, "Robot1 (level 3) joined")
        await ada.wait_message("3 of 3 seats taken")


DISCORD = 1_800_000_000_000
LATENCY, LATE = 100, 3_000


def snowflake(instant: int) -> int:
    """One that Discord made at an instant."""
    return (instant - instant_of(0)) << 22


class Clocks:
    """Discord's clock, and a machine's two that may differ from it."""

    def __init__(self, ahead: int = 0) -> None:
        self.discord, self.ahead = DISCORD, ahead
        self.times = SentTimes(lambda: (self.discord - DISCORD) * 1_000_000)

    def did(self, late: int = 0) -> int:
        """How long before its arrival something was done, according to the machine; the next is ten seconds later."""
        done = snowflake(self.discord)
        self.discord += LATENCY + late
        arrived = self.discord + self.ahead
        self.discord += 10_000
        return arrived - self.times.of(done, arrived)


@pytest.mark.parametrize("ahead", [0, 86_400_000, -3_600_000], ids=["right", "a day ahead", "an hour behind"])
def test_c3_what_arrives_late_was_done_earlier_whatever_this_machines_clock_says(ahead: int) -> None:
    """By this machine's clock, less the usual delay; nobody pays for the difference of the clocks."""
    clocks = Clocks(ahead)
    assert [clocks.did(late) for late in (0, 0, LATE, 20_000, 0, LATE)] == [0, 0, LATE, 20_000, 0, LATE]


@pytest.mark.parametrize("step", [86_400_000, -3_600_000, EARLIEST + 1])
def test_c3_a_clock_that_is_set_changes_when_something_was_done_for_nobody(step: int) -> None:
    """From the first thing on that arrives after it."""
    clocks = Clocks()
    assert clocks.did() == 0
    clocks.ahead += step
    assert [clocks.did(late) for late in (0, 0, LATE)] == [0, 0, LATE]
