"""The journal: each change is written whole or not at all; and queries that find their rows by an index."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.model.changes import Change, Outcome
from bot.model.deliveries import Capacity, Delivery, DeliveryKind, NewDelivery, Target, TargetKind
from bot.model.errors import LostRace
from bot.model.games import Cause, GamePhase, GameSummary, Place, SummarySeat
from bot.store.opening import open_store
from bot.store.repositories import Store
from bot.store.tables import METADATA
from engine.game.clock import Deadline, Due
from tests.support.databases import first_due, games_in
from tests.support.transactions import heard

NOW = 1_700_000_000_000


def change(game: str = "g1", first: int = 1, cause: str = "c1", channel: int = 5, **summary: object) -> Change:
    """A change of two events."""
    seats = (SummarySeat("1", "Ada", True, 0, True), SummarySeat("computer-1", "Robot1", False, 3, True))
    facts = GameSummary(game, Place(9, channel), "Fri", "1", GamePhase.TURN, 4, "1", first + 1, NOW, NOW + first, seats)
    facts = replace(facts, **summary)  # type: ignore[arg-type]
    events = tuple({"type": "E", "n": first + i, "text": "Ü"} for i in range(2))
    board = NewDelivery(DeliveryKind.BOARD, first + 1, NOW)
    rack = NewDelivery(DeliveryKind.RACK, first + 1, NOW, Target(TargetKind.PERSON, 1))
    return Change(Cause(cause, NOW, NOW), first, events, facts, (board, rack), Deadline(NOW, Due.COMPUTER, 4, 1))


async def everything(store: Store, game: str = "g1") -> tuple[object, ...]:
    """All that a change writes."""
    queue = await store.outbox.claim("test", NOW - 1, NOW, Capacity(0))
    return (
        await store.journal.read(game),
        await store.journal.summary(game),
        queue.next_due,
        await first_due(store),
        await store.journal.outcome("c1"),
    )


async def test_what_is_committed_is_read_back(store: Store) -> None:
    """Events in order, the summary with its seats, the cause's outcome, the deadline."""
    await store.journal.commit(change())
    await store.journal.commit(change(first=3, cause="c2"))
    assert [data["n"] for data in await store.journal.read("g1")] == [1, 2, 3, 4]
    assert [data["n"] for data in await store.journal.read("g1", 3)] == [4]
    assert (await store.journal.read("g1"))[0] == {"type": "E", "n": 1, "text": "Ü"}
    assert await store.journal.summary("g1") == change(first=3).summary
    assert await store.journal.outcome("c2") == Outcome("g1", 3, 4)
    assert await store.journal.outcome("c3") is None
    assert await store.journal.summary("nothing") is None
    (alarm,) = (await store.alarms.claim("me", NOW, NOW + 1, 9)).alarms
    assert alarm.deadline == Deadline(NOW, Due.COMPUTER, 4, 1)


@pytest.mark.parametrize(
    "late",
    [
        pytest.param(change(first=1, cause="other"), id="another opening of the same id"),
        pytest.param(change(first=2, cause="other"), id="a number that is taken"),
        pytest.param(change(first=9, cause="other"), id="a gap"),
        pytest.param(change(first=3, cause="c1"), id="a cause that was applied"),
        pytest.param(change("g2", cause="other"), id="a second game in the channel"),
    ],
)
async def test_who_comes_second_loses_and_changes_nothing(store: Store, late: Change) -> None:
    """Each key of the journal rejects a whole change."""
    await store.journal.commit(change())
    before = await everything(store)
    with pytest.raises(LostRace):
        await store.journal.commit(late)
    assert await everything(store) == before
    assert await store.journal.summary("g2") is None


async def test_a_channel_takes_a_new_game_once_the_old_one_is_over(store: Store) -> None:
    """A channel's running game is found first, otherwise its newest finished game."""
    await store.journal.commit(change("g1", phase=GamePhase.OVER))
    await store.journal.commit(change("g2", cause="c2", opened=NOW + 1, phase=GamePhase.OVER))
    found = await store.journal.in_channel(5)
    assert found
    assert found.game == "g2"
    await store.journal.commit(change("g3", cause="c3", opened=NOW - 5))
    found = await store.journal.in_channel(5)
    assert found
    assert found.game == "g3"
    assert await store.journal.in_channel(6) is None


async def test_games_of_a_person_are_those_that_go_on(store: Store) -> None:
    """Finished games and seats that a player left do not count; the latest change comes first."""
    await store.journal.commit(change("g1", channel=1))
    await store.journal.commit(change("g2", channel=2, cause="c2", changed=NOW + 50))
    await store.journal.commit(change("g3", channel=3, cause="c3", phase=GamePhase.OVER))
    left = (SummarySeat("1", "Ada", True, 0, False),)
    await store.journal.commit(change("g4", channel=4, cause="c4", seats=left))
    assert [summary.game for summary in await store.journal.of_person("1")] == ["g2", "g1"]
    assert await store.journal.of_person("2") == ()


async def test_public_deliveries_go_to_every_place_that_shows_the_game(store: Store) -> None:
    """They go to the game's own channel, and to watching channels until they stop; racks go only to their player."""
    watcher = Target(TargetKind.CHANNEL, 66)
    await store.journal.commit(change())
    assert await store.journal.show("g1", watcher)
    assert not await store.journal.show("g1", watcher, NewDelivery(DeliveryKind.BOARD, 2, NOW))
    await store.journal.commit(change(first=3, cause="c2"))
    await store.journal.hide("g1", watcher)
    await store.journal.commit(change(first=5, cause="c3"))
    claimed = (await store.outbox.claim("me", NOW, NOW + 1, Capacity(9))).deliveries
    shown = {(one.kind, one.target.id): one.upto for one in claimed}
    assert shown == {(DeliveryKind.BOARD, 5): 6, (DeliveryKind.BOARD, 66): 4, (DeliveryKind.RACK, 1): 6}


LARGE = tuple(f"SCAN {name}" for name in METADATA.tables if name not in ("processes", "leases", "shards"))


@pytest.fixture
def statements() -> Iterator[list[tuple[str, Any]]]:
    """The statements that are executed meanwhile, with their values."""
    found: list[tuple[str, Any]] = []

    def executed(_: Any, statement: str, values: Any) -> None:
        if statement.lstrip().upper().startswith(("SELECT", "UPDATE", "DELETE")):
            found.append((statement, values))

    with heard(executed):
        yield found


async def test_X11_frequent_queries_never_scan_what_grows(tmp_path: Path, statements: list[tuple[str, Any]]) -> None:
    """Requests and deliveries, tidying a target, and finding games with clocks and counts for operators."""
    url = games_in(tmp_path)
    store = await open_store(url)
    here = Target(TargetKind.CHANNEL, 5)
    statements.clear()
    await store.outbox.outdated(here)
    await store.outbox.untidy()
    await store.outbox.retire((1, 2))
    await store.contexts.of_request("1", Place(1, 2), "game")
    await store.contexts.of_deliveries([Delivery(1, "game", here, DeliveryKind.BOARD, 1, 0, "nonce")])
    await store.journal.of_person("1")
    await store.outbox.claim("me", 0, 1, Capacity(9), news=True)
    await store.journal.timed()
    await store.counting.counts(0)
    done = list(statements)
    await store.close()
    assert len(done) >= 8
    with closing(sqlite3.connect(tmp_path / "games.db")) as connection:
        plans = {one: [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {one}", given)] for one, given in done}
    partial = ("ix_posts_live", "ix_games_timed", "uq_games_", "ix_deliveries_waiting")
    for statement, plan in plans.items():
        scans = [step for step in plan if step.startswith(LARGE)]
        assert all(any(name in step for name in partial) for step in scans), (statement, plan)
