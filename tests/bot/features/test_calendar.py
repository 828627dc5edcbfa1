"""The calendar: as many events as are planned, whatever is moved, cancelled or killed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

import pytest

from bot.features.calendar.calendars import CALENDAR_LOOK_GAP, SOON, Calendars
from bot.features.calendar.store import LONGEST_NAME, MOST_SHOWN, CalendarStore, PlannedEvent, shown_of
from bot.front.occasions import HOUR, Occasion, Occasions
from bot.service.ports import PermanentRefusal, TransientFailure
from bot.store.opening import open_store
from bot.store.repositories import Store
from bot.text import Texts, texts_for
from engine.model.durations import DAY, MINUTE
from tests.support.later import at_gate
from tests.support.posters import step
from tests.support.service import Killed, StillClock

SERVER, CHANNEL = 5, 7


@dataclass
class Server:
    """A server that keeps events; `fails` are raised before, or `late` after, what is done next."""

    events: dict[int, PlannedEvent] = field(default_factory=dict)
    ids: count[int] = field(default_factory=lambda: count(1001))
    fails: list[BaseException] = field(default_factory=list)
    told: list[tuple[int, str]] = field(default_factory=list)

    def _may_fail(self) -> None:
        if self.fails:
            raise self.fails.pop()

    async def find(self, _: int, shown: PlannedEvent, others: Collection[int]) -> int | None:
        """An event with the same facts."""
        self._may_fail()
        wanted = replace(shown, key="", about="", event=None)
        found = (event for event, one in self.events.items() if replace(one, key="", about="", event=None) == wanted)
        return next((event for event in found if event not in others), None)

    async def make(self, _: int, shown: PlannedEvent) -> int:
        """Keep an event."""
        self._may_fail()
        self.events[made := next(self.ids)] = replace(shown, event=None)
        return made

    async def change(self, _: int, shown: PlannedEvent) -> None:
        """Keep another one in its place."""
        self._may_fail()
        if shown.event in self.events:
            self.events[shown.event] = replace(shown, event=None)

    async def remove(self, _: int, event: int) -> None:
        """Forget an event."""
        self._may_fail()
        self.events.pop(event, None)

    async def tell_full(self, server: int, person: str) -> None:
        """Somebody is told that there is no room."""
        self.told.append((server, person))

    def shown(self) -> dict[str, int]:
        """When what begins; nothing is there twice."""
        begins = {one.key: one.begins for one in self.events.values()}
        assert len(begins) == len(self.events)
        return begins


class Mortal:
    """Stands for something whose process is killed before or after its `left`th method, together with others."""

    def __init__(self, real: Any, lives: Lives) -> None:
        self._real = real
        self._lives = lives

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._real, name)

        async def call(*args: Any, **kwargs: Any) -> Any:
            self._lives.step()
            made = await method(*args, **kwargs)
            self._lives.step()
            return made

        return call


@dataclass
class Lives:
    """How many steps a process lives."""

    left: int

    def step(self) -> None:
        """Live on, or be killed."""
        if self.left == 0:
            raise Killed
        self.left -= 1


@dataclass
class Bench:
    """A server, its calendar and what is planned."""

    database: Store
    clock: StillClock
    server: Server = field(default_factory=Server)
    planned: dict[str, Occasion] = field(default_factory=dict)

    @property
    def store(self) -> CalendarStore:
        """The calendars as they are stored."""
        return CalendarStore(self.database.database)

    async def _coming(self, server: int, _: Texts) -> list[Occasion]:
        return list(self.planned.values()) if server == SERVER else []

    def calendars(self, owner: str = "one", lives: Lives | None = None) -> Calendars:
        """What a process does about calendars, for as long as it lives."""
        store, events = self.store, self.server
        people, occasions = self.database.people, Occasions(lambda: [self._coming])
        if lives:
            return Calendars(Mortal(store, lives), Mortal(events, lives), occasions, people, self.clock, owner)  # type: ignore[arg-type]
        return Calendars(store, events, occasions, people, self.clock, owner)

    def plan(self, key: str, begins: int, name: str = "Open") -> None:
        """Plan something, or move it."""
        self.planned[key] = Occasion(key, CHANNEL, begins, name, "Come and play.")

    async def look(self, owner: str = "one") -> dict[str, int]:
        """Look at the calendar as soon as it is due, and say what is shown."""
        calendars = self.calendars(owner)
        calendars.note(SERVER)
        await step(calendars)
        return self.server.shown()


@pytest.fixture
async def bench(address: str) -> AsyncIterator[Bench]:
    """A bench on each kind of database, whose calendar is on."""
    store = await open_store(address)
    made = Bench(store, StillClock())
    await made.calendars().switch(SERVER, on=True)
    yield made
    await store.close()


async def test_events_follow_what_is_planned_moved_and_cancelled(bench: Bench) -> None:
    begins = bench.clock.now() + DAY
    bench.plan("a", begins)
    bench.plan("b", begins + HOUR)
    assert await bench.look() == {"a": begins, "b": begins + HOUR}
    bench.plan("a", begins + DAY)
    assert await bench.look() == {"a": begins + DAY, "b": begins + HOUR}
    del bench.planned["a"]
    assert await bench.look() == {"b": begins + HOUR}
    assert list(bench.server.events) == [1002]


async def test_an_event_that_has_begun_stays_and_nothing_is_made_at_the_last_minute(bench: Bench) -> None:
    """The feature tells no more of what has begun; Discord ends the event by itself."""
    begins = bench.clock.now() + DAY
    bench.plan("a", begins)
    bench.plan("late", bench.clock.now() + SOON)
    await bench.look()
    bench.clock.advance(DAY - SOON // 2)
    assert await bench.look() == {"a": begins}
    bench.clock.advance(SOON)
    del bench.planned["a"]
    assert await bench.look() == {"a": begins}
    assert await bench.store.events(SERVER) == ()


async def test_only_the_first_are_shown_and_long_words_are_cut(bench: Bench) -> None:
    for number in range(MOST_SHOWN + 5):
        bench.plan(str(number), bench.clock.now() + DAY - number * MINUTE, name="x" * 200)
    shown = await bench.look()
    assert set(shown) == {str(number) for number in range(5, MOST_SHOWN + 5)}
    assert {len(one.name) for one in bench.server.events.values()} == {LONGEST_NAME}


async def test_what_somebody_has_deleted_by_hand_does_not_come_back(bench: Bench) -> None:
    bench.plan("a", bench.clock.now() + DAY)
    await bench.look()
    bench.server.events.clear()
    assert await bench.look() == {}
    bench.plan("a", bench.clock.now() + 2 * DAY)
    assert await bench.look() == {}


async def test_switching_off_takes_away_what_has_not_begun(bench: Bench) -> None:
    bench.plan("a", bench.clock.now() + DAY)
    await bench.look()
    await bench.calendars().switch(SERVER, on=False)
    assert await bench.look() == {}
    assert await bench.store.next_due() is None
    await bench.calendars().switch(SERVER, on=True)
    assert set(await bench.look()) == {"a"}


async def test_a_server_that_has_not_switched_it_on_gets_nothing(bench: Bench) -> None:
    await bench.calendars().switch(SERVER, on=False)
    await bench.look()
    await bench.calendars().switch(SERVER, on=False)
    bench.plan("a", bench.clock.now() + DAY)
    assert await bench.look() == {}
    assert not await bench.calendars().is_on(SERVER)


@pytest.mark.parametrize("act", ["plan", "switch off", *at_gate(["move", "cancel"])])
async def test_a_process_killed_at_any_step_leaves_each_event_once(bench: Bench, act: str) -> None:
    """Before and after each request and statement; another process goes on when the lease ends, or looks by itself."""
    begins = bench.clock.now() + 300 * DAY
    for lives in count():
        bench.planned.clear()
        bench.plan("other", begins)
        await bench.calendars().switch(SERVER, on=True)
        if act != "plan":
            bench.plan("a", begins)
        await bench.look()
        wanted = _acted(bench, act, begins)
        if act == "switch off":
            await bench.calendars().switch(SERVER, on=False)
        mortal = bench.calendars("one", Lives(lives))
        mortal.note(SERVER)
        try:
            await step(mortal)
        except Killed:
            bench.clock.advance(CALENDAR_LOOK_GAP)
            await step(bench.calendars("two"))
            assert bench.server.shown() == wanted
        else:
            assert bench.server.shown() == wanted
            break
    assert lives > 8


def _acted(bench: Bench, act: str, begins: int) -> dict[str, int]:
    """What is shown after something has been done."""
    match act:
        case "plan":
            bench.plan("a", begins)
        case "move":
            bench.plan("a", begins + DAY)
        case "cancel":
            del bench.planned["a"]
        case _:
            return {}
    return {key: one.begins for key, one in bench.planned.items()}


async def test_a_change_while_the_calendar_is_shown_is_shown_next(bench: Bench) -> None:
    bench.plan("a", bench.clock.now() + DAY)
    one, two = bench.calendars(), bench.calendars("two")
    (claimed,) = await one.claimed()
    await bench.store.touch({SERVER}, bench.clock.now())
    assert await two.claimed() == ()
    await one.see_to(claimed)
    bench.plan("b", bench.clock.now() + DAY)
    await step(two)
    assert set(bench.server.shown()) == {"a", "b"}
    assert await bench.store.next_due() == bench.clock.now() + CALENDAR_LOOK_GAP


async def test_without_the_permission_it_looks_again_in_a_day_and_forgets_a_server_that_is_gone(bench: Bench) -> None:
    bench.plan("a", bench.clock.now() + 9 * DAY)
    bench.server.fails = [PermanentRefusal(50013)]
    await bench.look()
    assert await bench.store.next_due() == bench.clock.now() + DAY
    bench.clock.advance(DAY)
    await step(bench.calendars())
    assert set(bench.server.shown()) == {"a"}
    bench.plan("a", bench.clock.now() + DAY)
    bench.server.fails = [PermanentRefusal(10004)]
    await bench.look()
    assert await bench.store.next_due() is None
    assert await bench.store.events(SERVER) == ()


async def test_whoever_has_switched_it_on_is_told_once_that_there_is_no_room(bench: Bench) -> None:
    """Discord allows a server so many events; it looks again in a day, and adds what was missing."""
    await bench.calendars().switch(SERVER, on=True, keeper="9")
    bench.plan("a", bench.clock.now() + 9 * DAY)
    for _ in range(2):
        bench.server.fails = [PermanentRefusal(30038)]
        await bench.look()
        assert (bench.server.told, bench.server.shown()) == ([(SERVER, "9")], {})
        bench.clock.advance(DAY)
    await step(bench.calendars())
    assert set(bench.server.shown()) == {"a"}


async def test_an_outage_of_discord_puts_it_off_and_ends_nothing(bench: Bench) -> None:
    bench.plan("a", bench.clock.now() + 99 * DAY)
    bench.server.fails = [TransientFailure() for _ in range(Calendars.tries)]
    while bench.server.fails:
        await step(bench.calendars())
        due = await bench.store.next_due()
        assert due is not None
        bench.clock.advance(due - bench.clock.now())
    await step(bench.calendars())
    assert set(bench.server.shown()) == {"a"}


async def test_what_is_coming_up_is_listed_in_order(bench: Bench) -> None:
    bench.plan("later", bench.clock.now() + DAY)
    bench.plan("sooner", bench.clock.now() + HOUR)
    bench.plan("over", bench.clock.now())
    coming = await bench.calendars().coming(SERVER, texts_for("en"))
    assert [one.key for one in coming] == ["sooner", "later"]
    assert coming[0] == shown_of(bench.planned["sooner"])
