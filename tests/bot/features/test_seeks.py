"""Lists of open challenges: one message a channel, whatever fails, and one opponent for each challenge."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest
from sqlalchemy import select

from bot.features.seeks.lists import SeekLists
from bot.features.seeks.refusals import SeekIsGone, TooManySeeks
from bot.features.seeks.store import SeekStore
from bot.features.seeks.tables import SEEK_POSTS
from bot.features.seeks.values import MOST_HERE, OPENING, Seek, Wanted
from bot.front.components.message import Message
from bot.service.ports import PermanentRefusal, TransientFailure
from bot.store.opening import open_store
from engine.model.durations import HOUR
from tests.support.posters import Channel, step
from tests.support.service import Killed, StillClock

CHANNEL, SERVER = 7, 5
NAMES = ("Ada", "Bruno", "Chloe")
ANY = Wanted("", "en", "", "")


@dataclass
class Bench:
    """A store, a clock and a channel."""

    store: SeekStore
    clock: StillClock
    channel: Channel = field(default_factory=Channel)

    def lists(self, owner: str = "one") -> SeekLists:
        """What a process does about lists."""
        return SeekLists(self.store, self.channel, self.clock, owner)

    async def post(self, name: str) -> None:
        """Somebody puts up a challenge for an hour."""
        now = self.clock.now()
        await self.store.post(Seek(0, SERVER, CHANNEL, name, name, False, ANY, now + HOUR), now)

    @property
    def shown(self) -> list[list[str]]:
        """Who is named in each message of the channel."""
        return [[name for name in NAMES if name in text] for text in self.channel.said()]


@pytest.fixture
async def bench(address: str) -> AsyncIterator[Bench]:
    """A bench on each kind of database."""
    store = await open_store(address)
    yield Bench(SeekStore(store.database), StillClock())
    await store.close()


async def test_X13_a_list_is_one_message_and_follows_what_is_open(bench: Bench) -> None:
    """A new challenge moves it down, others are edited in; without any it goes."""
    for name in ("Ada", "Bruno"):
        await bench.post(name)
        await step(bench.lists())
    assert bench.shown == [["Ada", "Bruno"]]
    (message,) = bench.channel.messages
    await bench.store.end(CHANNEL, "Ada", bench.clock.now())
    await step(bench.lists())
    assert bench.shown == [["Bruno"]]
    assert list(bench.channel.messages) == [message]
    bench.clock.advance(HOUR)
    await step(bench.lists())
    assert bench.shown == []
    assert await bench.store.next_due() is None


async def test_X13_the_posts_of_a_channel_do_not_pile_up(bench: Bench) -> None:
    """One is remembered, under a number that never comes again."""
    seen = []
    for name in ("Ada", "Bruno", "Chloe"):
        await bench.post(name)
        await step(bench.lists())
        (message,) = bench.channel.messages
        seen.append(message)
    assert sorted(set(seen)) == seen
    assert len(await bench.store._rows(select(SEEK_POSTS))) == 1


@pytest.mark.parametrize("late", [False, True])
async def test_X13_a_killed_process_leaves_one_list(bench: Bench, late: bool) -> None:
    """Whether it dies before or after posting; another process finds what it has posted."""
    bench.channel.fails, bench.channel.late = [Killed()], late
    await bench.post("Ada")
    with pytest.raises(Killed):
        await step(bench.lists())
    bench.clock.advance(SeekLists.lease)
    await step(bench.lists("two"))
    assert bench.shown == [["Ada"]]


async def test_X13_a_change_while_a_list_is_shown_is_shown_next(bench: Bench) -> None:
    """The message is not lost, nor is the challenge."""
    await bench.post("Ada")
    (claimed,) = await bench.store.claim("one", bench.clock.now(), bench.clock.now() + SeekLists.lease, 8)
    await bench.post("Bruno")
    number = await bench.store.begin_post(claimed)
    message = await bench.channel.post(CHANNEL, Message(()), f"seeks/{number}")
    await bench.store.shown(claimed, "one", message, bench.clock.now() + HOUR)
    await step(bench.lists("two"))
    assert bench.shown == [["Ada", "Bruno"]]


async def test_X13_a_failure_is_tried_again_and_a_refusal_ends_the_list(bench: Bench) -> None:
    """Where the bot may not write, nobody sees the challenges; elsewhere it gives up in the end."""
    await bench.post("Ada")
    bench.channel.fails = [TransientFailure()]
    await step(bench.lists())
    due = await bench.store.next_due()
    assert due is not None
    bench.clock.advance(due - bench.clock.now())
    await step(bench.lists())
    assert bench.shown == [["Ada"]]
    await bench.post("Bruno")
    bench.channel.fails = [PermanentRefusal(50001)]
    await step(bench.lists())
    assert await bench.store.open_in(CHANNEL, bench.clock.now()) == ()
    await bench.post("Chloe")
    for _ in range(SeekLists.tries):
        bench.channel.fails = [TransientFailure(1)]
        await step(bench.lists())
        due = await bench.store.next_due()
        bench.clock.advance(max(0, (due or 0) - bench.clock.now()))
    assert await bench.store.next_due() is None


async def test_X13_one_of_many_gets_a_challenge(bench: Bench) -> None:
    """Two people press at once. If no game comes of it, it is open again after a while."""
    await bench.post("Ada")
    (seek,) = await bench.store.open_in(CHANNEL, bench.clock.now())
    now = bench.clock.now()
    taken = await asyncio.gather(*(bench.store.take(seek.number, now) for _ in range(8)), return_exceptions=True)
    assert sum(isinstance(one, Seek) for one in taken) == 1
    assert sum(isinstance(one, SeekIsGone) for one in taken) == 7
    await step(bench.lists())
    assert bench.shown == []
    bench.clock.advance(OPENING)
    await step(bench.lists())
    assert bench.shown == [["Ada"]]


async def test_X13_a_channel_has_few_challenges_and_a_person_one(bench: Bench) -> None:
    """What is refused changes nothing."""
    for number in range(MOST_HERE):
        await bench.post(f"Player {number}")
    await bench.post("Player 0")
    with pytest.raises(TooManySeeks):
        await bench.post("Zoe")
    names = [seek.name for seek in await bench.store.open_in(CHANNEL, bench.clock.now())]
    assert sorted(names) == sorted({f"Player {number}" for number in range(MOST_HERE)})
