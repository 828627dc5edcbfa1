"""Greetings: each server once, whatever fails, whoever plays with the bot, and wherever it may write."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest

from bot.features.greeting.greetings import FRESH, GREETING_WAIT, OF_ONE_OWNER, Greetings
from bot.features.greeting.store import Arrival, GreetingStore
from bot.service.ports import UNKNOWN_CHANNEL, PermanentRefusal, TransientFailure
from bot.store.opening import open_store
from bot.store.repositories import Store
from bot.text import Texts, texts_for
from engine.model.durations import DAY, HOUR
from tests.support.posters import Channel, step
from tests.support.sentences import said
from tests.support.service import Killed, StillClock

SERVER, CHANNEL, OWNER = 5, 7, 11
UNHEARD = said("greeting.unheard")


@dataclass
class Bench:
    """A database, a clock, and the messages that are posted. Whoever has invited the bot is its server's owner."""

    database: Store
    clock: StillClock
    channel: Channel = field(default_factory=Channel)
    takes_messages: bool = True
    is_in: bool = True

    async def inviter(self, arrival: Arrival) -> int | None:
        """The owner, unless the bot has left the server."""
        if not self.is_in:
            raise PermanentRefusal(10004)
        return arrival.keeper

    async def direct(self, person: int) -> int:
        """A channel of direct messages."""
        if not self.takes_messages:
            raise PermanentRefusal(50007)
        return person

    async def texts(self, *_: object) -> Texts:
        """English."""
        return texts_for("en")

    async def name(self, _: Arrival) -> str:
        """The same for every server."""
        return "Den"

    def greetings(self, owner: str = "one") -> Greetings:
        """What a process does about greetings."""
        return Greetings(GreetingStore(self.database.database), self, self.channel, (), self.clock, owner)

    async def arrive(self, server: int = SERVER, *, ago: int = 0, channel: int | None = CHANNEL) -> None:
        """The bot comes into a server of the same owner, and whatever is due is done."""
        greetings = self.greetings()
        await greetings.arrived(Arrival(server, channel, OWNER, "en"), self.clock.now() - ago)
        self.clock.advance(GREETING_WAIT)
        await step(greetings)

    async def due(self) -> int | None:
        """When a greeting can be claimed next."""
        return await GreetingStore(self.database.database).next_due()


@pytest.fixture
async def bench(address: str) -> AsyncIterator[Bench]:
    """A bench on each kind of database."""
    store = await open_store(address)
    yield Bench(store, StillClock())
    await store.close()


async def test_a_server_is_greeted_once_also_if_the_bot_comes_again(bench: Bench) -> None:
    for _ in range(3):
        await bench.arrive()
        bench.clock.advance(DAY)
    (told,) = bench.channel.said()
    assert said("greeting.what_i_am") in told and UNHEARD not in told
    assert await bench.due() is None


async def test_a_server_in_which_the_bot_has_long_been_is_not_greeted(bench: Bench) -> None:
    """Discord tells of all servers at each start; of one into which the bot has come while it was off, too."""
    await bench.arrive(ago=FRESH + 1)
    assert await bench.due() is None and not bench.channel.messages
    await bench.arrive(ago=FRESH)
    assert len(bench.channel.messages) == 1


async def test_a_process_that_dies_greets_nobody_twice(bench: Bench) -> None:
    """Neither before nor after the message is posted; another process goes on once the lease has ended."""
    bench.channel.late, bench.channel.fails = True, [Killed()]
    with pytest.raises(Killed):
        await bench.arrive()
    bench.clock.advance(HOUR)
    await step(bench.greetings("two"))
    assert len(bench.channel.messages) == 1 and await bench.due() is None


async def test_two_processes_that_hear_of_a_server_greet_it_once(bench: Bench) -> None:
    """While a shard changes hands, both do."""
    both = [bench.greetings(name) for name in ("one", "two")]
    for greetings in both:
        await greetings.arrived(Arrival(SERVER, CHANNEL, OWNER, "en"), bench.clock.now())
    bench.clock.advance(GREETING_WAIT)
    claimed = [one for greetings in both for one in await greetings.claimed()]
    assert len(claimed) == 1
    bench.clock.advance(HOUR)
    for greetings in both:
        await step(greetings)
    assert len(bench.channel.messages) == 1


async def test_where_the_bot_may_not_write_its_host_is_told(bench: Bench) -> None:
    """Also if the channel refuses what the bot thought it could write."""
    await bench.arrive(channel=None)
    bench.channel.fails = [PermanentRefusal(50013)]
    await bench.arrive(SERVER + 1)
    assert [UNHEARD in told for told in bench.channel.said()] == [True, True]


async def test_nobody_is_tried_for_ever(bench: Bench) -> None:
    """A host who takes no messages, and a Discord that fails for long."""
    bench.takes_messages = False
    await bench.arrive(channel=None)
    assert await bench.due() is None
    bench.channel.fails = [TransientFailure() for _ in range(100)]
    await bench.arrive(SERVER + 1)
    tries = 1
    while (due := await bench.due()) is not None:
        bench.clock.advance(due - bench.clock.now())
        await step(bench.greetings())
        tries += 1
    assert tries == Greetings.tries and not bench.channel.messages
    await bench.arrive(SERVER + 1)
    assert await bench.due() is None


async def test_a_server_that_removes_the_bot_at_once_hears_nothing_until_it_comes_again(bench: Bench) -> None:
    bench.is_in, bench.channel.fails = False, [PermanentRefusal(50001)]
    await bench.arrive()
    assert await bench.due() is None and not bench.channel.messages
    bench.is_in = True
    await bench.arrive()
    assert len(bench.channel.messages) == 1


async def test_somebody_who_makes_server_after_server_is_soon_left_alone(bench: Bench) -> None:
    """The bot then greets the owner's further servers after a day at the earliest."""
    greetings = bench.greetings()
    for server in range(20):
        await greetings.arrived(Arrival(server, CHANNEL, OWNER, "en"), bench.clock.now())
    await greetings.arrived(Arrival(99, CHANNEL, OWNER + 1, "en"), bench.clock.now())
    bench.clock.advance(GREETING_WAIT)
    for _ in range(20):
        await step(greetings)
    assert len(bench.channel.messages) == OF_ONE_OWNER.most + 1


async def test_a_removed_channel_counts_as_one_that_refuses(bench: Bench) -> None:
    bench.channel.fails = [PermanentRefusal(UNKNOWN_CHANNEL)]
    await bench.arrive()
    assert UNHEARD in bench.channel.said()[0]
