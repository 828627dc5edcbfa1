"""Handing shards over to another process."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.model.shards import HeldShards, Lease
from bot.service.processes import shardshare as module
from bot.service.processes.outages import Outages
from bot.service.processes.reachable import UnreachableShards
from bot.service.processes.shardshare import ShardLeases
from tests.support.service import StillClock, eventually


@dataclass
class Table:
    """Two shards, both of this process, which has to hand one over."""

    released: list[int] = field(default_factory=list)

    async def claim(self, *_: Any) -> HeldShards:
        """This process's share."""
        mine = tuple(Lease(shard, "me", None, True) for shard in (0, 1) if shard not in self.released)
        return HeldShards(2, mine, () if self.released else (1,), ())

    async def release(self, owner: str, served: list[int], unserved: list[int], now: int) -> None:
        """Give up leases."""
        self.released += [*served, *unserved]


@dataclass
class Sessions:
    """The sessions with Discord."""

    connected: frozenset[int] = frozenset({0, 1})

    async def open_shard(self, shard: int) -> None:
        """Begin a session."""

    async def close_shard(self, shard: int) -> None:
        """End a session."""


async def test_X10_answers_under_way_do_not_delay_a_handover() -> None:
    """The shard is free for the other process while an answer still takes long."""
    table, answered = Table(), asyncio.Event()
    games: Any = type("Games", (), {"reach": UnreachableShards()})()
    clock = StillClock()
    sharing = ShardLeases(table, "me", clock, UnreachableShards(), Outages(games, clock), answered.wait, shared=True)  # type: ignore[arg-type]
    running = asyncio.create_task(sharing.run(Sessions()))
    try:
        await eventually(lambda: table.released == [1])
        assert not answered.is_set()
    finally:
        running.cancel()
        answered.set()
        await asyncio.gather(running, return_exceptions=True)


@dataclass
class Silent(Table):
    """A table that answers once; then the network loses everything."""

    asked: int = 0

    async def claim(self, *_: Any) -> HeldShards:
        """Both shards at first, later nothing at all."""
        self.asked += 1
        if self.asked > 1:
            await asyncio.Event().wait()
        return HeldShards(2, tuple(Lease(shard, "me", None, True) for shard in (0, 1)), (), ())


@dataclass
class Counted(Sessions):
    """Sessions that remember which were closed."""

    closed: list[int] = field(default_factory=list)

    async def close_shard(self, shard: int) -> None:
        """End a session."""
        self.closed.append(shard)


@pytest.mark.parametrize("shared", [True, False])
async def test_X10_shards_are_given_up_while_a_claim_gets_no_answer(
    monkeypatch: pytest.MonkeyPatch,
    shared: bool,
) -> None:
    """Others take this process for dead, and it must not go on answering beside them. The only process goes on."""
    monkeypatch.setattr(module, "ABANDON_SECONDS", 0.2)
    games: Any = type("Games", (), {"reach": UnreachableShards()})()
    clock, sessions, table = StillClock(), Counted(), Silent()
    sharing = ShardLeases(
        table, "me", clock, UnreachableShards(), Outages(games, clock), asyncio.Event().wait, shared=shared
    )  # type: ignore[arg-type]
    running = asyncio.create_task(sharing.run(sessions))
    try:
        await eventually(lambda: sharing.held == {0, 1})
        sharing.wake()
        await eventually(lambda: table.asked == 2)
        sharing.wake()
        await eventually(lambda: table.asked == 3)
        assert sorted(sessions.closed) == ([0, 1] if shared else [])
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
