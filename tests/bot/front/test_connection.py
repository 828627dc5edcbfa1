"""Sessions begin one at a time, requests are paced, and all works on after the bot was stopped and started."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from itertools import pairwise
from pathlib import Path
from time import monotonic

import pytest
from discord import SessionStartLimits

from bot.front.connection.sessions import RequestPace, SessionGate
from bot.store.meta import Meta
from bot.store.postgresql import Locks
from bot.store.repositories import Store
from tests.support.pictures import text_of
from tests.support.running import DRAWS, LETTERS, answer, board, gathered, scene, started

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


async def test_buttons_previews_and_open_modals_survive_a_restart(tmp_path: Path) -> None:
    """Everything on the screen before the stop works after the start."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno)
        await ada.command("/try move:8H AT")
        preview = await answer(ada, "8H AT")
        await ada.click(preview, "Change")
        modal = ada.modal
        await stage.restart()
        await ada.click(first, "Rack")
        await answer(ada, "Your tiles")
        await ada.submit({"move": "8H CAT"}, modal)
        await ada.wait(lambda: "8H CAT" in text_of(ada.now(preview) or {}), "the changed preview")
        await stage.restart()
        await ada.click(preview, "Play")
        second = await board(bruno, "CAT", after=first)
        await bruno.click(second, "Play")
        modal = bruno.modal
        await stage.restart()
        await bruno.submit({"move": "8G SCAT"}, modal)
        await answer(bruno, "dictionary")


async def test_commands_are_registered_only_when_they_changed(tmp_path: Path) -> None:
    """The second start with the same commands registers nothing."""
    async with scene(tmp_path, is_new=True) as stage:
        registered = stage.playground.recorder.matching("PUT", r"/commands$")
        assert len(registered) == 1
        await stage.restart()
        assert len(stage.playground.recorder.matching("PUT", r"/commands$")) == 1
        assert stage.app and stage.app.core
        store = stage.app.client._meta
        await store.set("commands", "those of an older version")
        await stage.restart()
        assert len(stage.playground.recorder.matching("PUT", r"/commands$")) == 2


async def test_lobby_message_is_edited_after_a_restart(tmp_path: Path) -> None:
    """There is one lobby message, also for players who join after the restart."""
    async with gathered(tmp_path, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        await ada.command("/game new variant:tiny")
        lobby = await ada.wait_message("1 of 3")
        await stage.restart()
        await bruno.click(lobby, "Join")
        await ada.wait(lambda: "2 of 3" in text_of(ada.now(lobby) or {}), "the edited lobby")
        assert len([m for m in ada.visible() if "seats taken" in text_of(m)]) == 1


async def test_duplicated_events_are_applied_once(tmp_path: Path) -> None:
    """A press and a message that Discord delivers twice make one move and one board."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno)
        stage.playground.faults.double("INTERACTION_CREATE")
        await ada.command("/move pass")
        await board(bruno, "passed", after=first)
        stage.playground.faults.double("MESSAGE_CREATE")
        await bruno.say("8H SO")
        second = await board(ada, "SO", after=first)
        stage.clock.push(1)
        await ada.command("/word played")
        listed = await answer(ada, "SO")
        assert len(re.findall(r"\bSO\b", text_of(listed))) == 1
        assert len([m for m in ada.visible() if "played 8H SO" in text_of(m)]) == 1
        assert second


async def test_broken_connections_while_answering_lose_nothing(tmp_path: Path) -> None:
    """After a cut connection, before or after the work, the request is retried; no message is duplicated."""
    from bot.playground.faults import Cut, ServerError

    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno)
        faults = stage.playground.faults
        faults.plan(Cut(after=True), "POST", "/callback")
        faults.plan(Cut(after=True), "PATCH", "/messages/@original")
        faults.plan(Cut(after=True), "POST", r"^/channels/\d+/messages$")
        await ada.command("/play move:8H AT")
        await answer(ada, "You played")
        stage.clock.push(5)
        await board(bruno, "AT", after=first)
        faults.plan(ServerError(after=True), "POST", "/callback")
        faults.plan(Cut(after=False), "POST", r"^/channels/\d+/messages$")
        await bruno.command("/move pass")
        await answer(bruno, "You passed")
        stage.clock.push(5)
        await board(ada, "passed", after=first)
        for text in ("played 8H AT", "passed"):
            assert len([m for m in ada.visible() if text in text_of(m) and not m["flags"] & 64]) == 1
