"""Sessions begin one at a time in each bucket, and requests are paced, over all processes of a token."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import pairwise
from time import monotonic

import pytest
from discord import SessionStartLimits

from bot.front.connection.pace import RequestPace
from bot.front.connection.sessions import SessionGate
from bot.store.locks import Locks
from bot.store.meta import Meta
from bot.store.repositories import Store

PAUSE = 0.3


@pytest.fixture
async def beyond(store: Store) -> AsyncIterator[Locks]:
    """The locks of another process, if there can be one."""
    made = store.locks if store.locks.is_local else Locks(store.url)
    yield made
    await made.close()


def entrance(locks: Locks, meta: Meta, *remaining: int, concurrency: int = 1, pause: float = 0.0) -> SessionGate:
    """An entrance; Discord says one after the other how many sessions may still begin."""
    told = list(remaining or (9,))

    async def limits() -> SessionStartLimits:
        left = told.pop(0) if len(told) > 1 else told[0]
        return SessionStartLimits(total=9, remaining=left, reset_after=1, max_concurrency=concurrency)

    made = SessionGate(locks.hold, meta, limits, pause)
    made.concurrency = concurrency
    return made


async def test_X10_a_bucket_lets_one_shard_in_at_a_time(store: Store, beyond: Locks) -> None:
    """The next one waits, in another process too; other buckets do not."""
    one, two = (entrance(locks, store.meta, concurrency=2) for locks in (store.locks, beyond))
    await one.enter(0)
    await two.enter(1)
    waiting = asyncio.create_task(two.enter(2))
    await asyncio.sleep(0.1)
    assert not waiting.done()
    await one.let_next(0)
    await waiting
    assert two.is_in(2)
    await two.let_next(1)
    await two.let_next(2)


async def test_X10_sessions_of_a_bucket_begin_apart(store: Store, beyond: Locks) -> None:
    """However many processes want one at once; another bucket has a pace of its own."""
    begun: list[tuple[float, float]] = []

    async def open_(shard: int, locks: Locks) -> None:
        through = entrance(locks, store.meta, concurrency=2, pause=PAUSE)
        await through.enter(shard)
        earliest = monotonic()
        await through.begin(shard)
        begun.append((earliest, monotonic()))
        await through.let_next(shard)

    await asyncio.gather(*(open_(shard, locks) for shard in (0, 2) for locks in (store.locks, beyond)))
    # A busy machine may be late in telling either, so the earliest instant counts of one and the latest of the next.
    assert all(after - before >= 0.9 * PAUSE for (before, _), (_, after) in pairwise(begun))
    # Nobody in the other bucket has begun, so nothing is to wait for.
    other = entrance(store.locks, store.meta, concurrency=2, pause=3600.0)
    await other.enter(1)
    await other.let_next(1)


async def test_X10_the_pause_outlives_the_process_that_began_a_session(store: Store, beyond: Locks) -> None:
    """One that dies lets go of the lock at once, but Discord still counts its session."""
    dying = entrance(store.locks, store.meta)
    await dying.enter(0)
    begun = monotonic()
    await dying.begin(0)
    await dying.let_next(0)
    heir = entrance(beyond, store.meta, pause=PAUSE)
    await heir.enter(0)
    assert monotonic() - begun >= 0.9 * PAUSE
    await heir.let_next(0)


async def test_X10_without_starts_left_a_shard_waits_for_the_next_day(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    made = entrance(store.locks, store.meta, 0, 1)
    await made.enter(0)
    assert "Discord lets no session begin today" in caplog.text
    await made.let_next(0)


async def test_X10_requests_are_shared_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second's worth goes at once; afterwards each request waits for this process's share of the rate."""
    now, slept = 0.0, list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    pace = RequestPace(50, lambda: now)
    pace.share(5)
    for _ in range(12):
        await pace.take()
    assert slept == pytest.approx([0.1, 0.2])
    now = 1.0
    slept.clear()
    for _ in range(9):
        await pace.take()
    assert slept == pytest.approx([0.1])
