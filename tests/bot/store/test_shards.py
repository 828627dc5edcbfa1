"""Leases of shards: claimed, spread evenly, handed over, and taken from the dead."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import AsyncIterator
from unittest.mock import AsyncMock, patch

import pytest
from sqlalchemy import update

from bot.model.processes import HeldShards, ProcessKind, ShardsRefused, quotas, shard_of
from bot.store.opening import open_store
from bot.store.processes import Topic
from bot.store.repositories import Store
from bot.store.tables import PROCESSES
from tests.support.sentences import said
from tests.support.service import eventually

NOW = 1_700_000_000_000
LATER = NOW + 60_000


@pytest.fixture
async def store(shared: str) -> AsyncIterator[Store]:
    opened = await open_store(shared)
    yield opened
    await opened.close()


@pytest.fixture
async def either(address: str) -> AsyncIterator[Store]:
    opened = await open_store(address)
    yield opened
    await opened.close()


async def enter(store: Store, *processes: str) -> None:
    """Processes show a sign of life."""
    for process in processes:
        await store.processes.seen(process, ProcessKind.BOT, "1")


async def silence(store: Store, process: str) -> None:
    """A process has not been seen for a minute."""
    async with store.database.write() as connection:
        seen = PROCESSES.c.seen - 60_000
        await connection.execute(update(PROCESSES).where(PROCESSES.c.id == process).values(seen=seen))


async def claim(store: Store, process: str, count: int = 8) -> HeldShards:
    """A process claims its share and counts all that it holds as connected."""
    held = await store.shards.claim(process, count, (), NOW)
    return await store.shards.claim(process, count, numbers(held), NOW)


def numbers(holding: HeldShards) -> list[int]:
    """The shards that a process holds."""
    return [lease.shard for lease in holding.mine]


def test_X10_shards_are_spread_evenly_and_few_move() -> None:
    """The numbers differ by at most one, and whoever has more keeps more."""
    luck = random.Random(1)
    for _ in range(200):
        held = {str(n): luck.randint(0, 9) for n in range(luck.randint(1, 7))}
        shards = luck.randint(1, 40)
        quota = quotas(held, shards)
        assert sum(quota.values()) == shards
        assert max(quota.values()) - min(quota.values()) <= 1
        assert all(quota[one] >= quota[two] for one in held for two in held if held[one] > held[two])


def test_X10_direct_messages_belong_to_the_first_shard() -> None:
    assert shard_of(None, 16) == 0
    assert {shard_of(server << 22, 4) for server in range(8)} == {0, 1, 2, 3}


async def test_X10_one_process_holds_all(either: Store) -> None:
    """Also with SQLite, and again after a restart."""
    await enter(either, "a")
    assert numbers(await claim(either, "a")) == list(range(8))
    await either.release_all()
    await enter(either, "b")
    holding = await claim(either, "b")
    assert numbers(holding) == list(range(8))
    assert {lease.served for lease in holding.mine} == {NOW}


async def test_X10_a_newcomer_gets_its_share_from_those_with_more(store: Store) -> None:
    """A shard moves only when its owner has released it."""
    await enter(store, "a")
    await claim(store, "a")
    await enter(store, "b")
    assert numbers(await claim(store, "b")) == []
    surplus = (await claim(store, "a")).surplus
    assert len(surplus) == 4
    await store.shards.release("a", surplus[:2], surplus[2:], LATER)
    holding = await claim(store, "b")
    assert numbers(holding) == sorted(surplus)
    assert (await claim(store, "a")).surplus == ()
    await enter(store, "c")
    given = [*(await claim(store, "a")).surplus, *(await claim(store, "b")).surplus]
    assert len(given) == 2


async def test_X10_the_shards_of_a_dead_process_are_taken(store: Store) -> None:
    """Its leases count for nobody, and those who live know since when its shards are not served."""
    await enter(store, "a", "b")
    first = numbers(await claim(store, "a"))
    second = numbers(await claim(store, "b"))
    assert sorted(first + second) == list(range(8))
    await silence(store, "a")
    holding = await store.shards.claim("b", 8, second, LATER)
    assert numbers(holding) == list(range(8))
    assert holding.taken == len(first)
    assert {lease.shard: lease.served for lease in holding.mine} == {
        shard: NOW if shard in first else LATER for shard in range(8)
    }
    assert numbers(await store.shards.claim("a", 8, first, LATER)) == []  # the dead one returns and holds nothing
    await enter(store, "a")
    assert numbers(await claim(store, "a")) == []


async def test_X10_a_process_that_is_removed_while_it_claims_holds_nothing(store: Store) -> None:
    """Its sign of life may grow too old between two questions to the database."""
    await enter(store, "a", "b")
    await claim(store, "b")
    with patch.object(store.shards, "_ordered", AsyncMock(return_value=["b"])):
        assert numbers(await store.shards.claim("a", 8, (), NOW)) == []
    assert numbers(await claim(store, "a"))


async def test_X10_a_shard_that_nobody_serves_is_known(store: Store) -> None:
    """It is served once its owner is connected."""
    await enter(store, "a", "b")
    await store.shards.claim("a", 2, (), NOW)
    other = (await claim(store, "b", 2)).others
    assert [lease.is_served for lease in other] == [False]
    await claim(store, "a", 2)
    assert [lease.is_served for lease in (await claim(store, "b", 2)).others] == [True]


async def test_X10_shards_chosen_by_hand_are_refused_while_another_process_holds_them(store: Store) -> None:
    """So is another number of shards in all; the number can change once nobody serves the old one."""
    await enter(store, "a", "b")
    assert numbers(await store.shards.claim("a", 4, (), NOW, by_hand=(0, 1))) == [0, 1]
    with pytest.raises(ShardsRefused, match="serves the shard 1"):
        await store.shards.claim("b", 4, (), NOW, by_hand=(1, 2))
    with pytest.raises(ShardsRefused, match=re.escape(said("store.another_process", there=4, here=8))):
        await store.shards.claim("b", 8, (), NOW, by_hand=(5,))
    assert numbers(await store.shards.claim("b", 4, (), NOW, by_hand=(2, 3))) == [2, 3]
    await silence(store, "a")
    await silence(store, "b")
    await enter(store, "c")
    assert numbers(await claim(store, "c", 6)) == list(range(6))


async def test_X10_changes_among_the_processes_are_told_at_once(shared: str) -> None:
    """Whoever comes, goes or gives up a shard wakes the others, which would otherwise look after seconds."""
    here, there = await open_store(shared), await open_store(shared)
    heard: list[Topic] = []
    for topic in (Topic.PROCESSES, Topic.SHARDS):
        here.signals.on(topic, lambda _, topic=topic: heard.append(topic))  # type: ignore[misc]
    listening = asyncio.create_task(here.signals.run())
    try:
        await eventually(lambda: len(heard) == 2)  # it listens from now on
        await enter(there, "a")
        await eventually(lambda: heard[2:] == [Topic.PROCESSES])
        await enter(there, "a")  # a sign of life is no news
        await there.shards.release("a", (), (), NOW)
        await eventually(lambda: heard[3:] == [Topic.SHARDS])
        await there.processes.leave("a")
        await eventually(lambda: heard[4:] == [Topic.PROCESSES])
    finally:
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        await there.close()
        await here.close()
