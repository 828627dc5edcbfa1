"""People, servers, drafts, deadlines and facts about the installation; profiles in memory; what a delivery knows."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import update

from bot.model.changes import Change, DeadlineFilter, DeliveryEnd
from bot.model.deliveries import Capacity, DeliveryKind, NewDelivery, Target, TargetKind
from bot.model.games import Cause, GamePhase, GameResult, GameSummary, Place, PlayerResult, SummarySeat
from bot.model.processes import DeadProcesses, ProcessKind
from bot.model.profiles import PersonProfile, ServerFile, ServerProfile
from bot.settings import sqlite_url
from bot.store import people
from bot.store.opening import open_store
from bot.store.people import Profiles
from bot.store.processes import Signals
from bot.store.ratings import GAMES_TO_LEARN
from bot.store.repositories import Store
from bot.store.tables import PROCESSES
from engine.game.clock import Deadline, Due
from engine.model.tiles import Tile
from tests.support.databases import first_due

NOW = 1_700_000_000_000
MINUTE = 60_000


async def set_deadline(
    store: Store, game: str, at: int | None, server: int | None = None, kind: Due = Due.WINDOWS
) -> None:
    """A game with a deadline."""
    known = await store.journal.summary(game)
    first = known.sequence + 1 if known else 1
    place = Place(server, int(game))
    summary = GameSummary(game, place, "", "1", GamePhase.TURN, 1, None, first, NOW, NOW, ())
    deadline = None if at is None else Deadline(at, kind, 1)
    await store.journal.commit(Change(Cause(f"{game}/{first}", NOW, NOW), first, ({},), summary, (), deadline))


async def test_profiles_are_kept_and_have_defaults(store: Store) -> None:
    """An unknown person has the default settings; saved settings are read back."""
    assert await store.people.person("1") == PersonProfile("1")
    profile = PersonProfile("1", "de", True, True, 77, NOW)
    await store.people.change_person(profile.id, lambda _: profile)
    await store.people.change_person(profile.id, lambda known: replace(known, locale="fr"))
    assert await store.people.person("1") == replace(profile, locale="fr")
    assert await store.people.server(4) == ServerProfile(4)
    await store.people.change_server(4, lambda _: ServerProfile(4, "nl", "classic", "dutch"))
    assert await store.people.server(4) == ServerProfile(4, "nl", "classic", "dutch")


async def test_C20_themes_and_variants_of_one_name_are_kept_apart(store: Store) -> None:
    """Each kind has its own table and its own number; a newer file takes the place of the older."""
    theme = ServerFile(4, "mine", "a", "1", NOW)
    assert await store.themes.save(theme, 1)
    assert await store.themes.save(replace(theme, text="b"), 1)
    assert not await store.themes.save(replace(theme, name="other"), 1)
    assert await store.variants.all(4) == ()
    assert await store.variants.save(replace(theme, text="c"), 1)
    assert await store.themes.find(4, "mine") == replace(theme, text="b")
    assert await store.themes.find(5, "mine") is None
    assert await store.themes.remove(4, "mine")
    assert not await store.themes.remove(4, "mine")
    assert await store.variants.all(4) == (replace(theme, text="c"),)


async def test_C13_the_order_outlives_a_restart_and_is_each_player_s_own(address: str) -> None:
    """The order is kept for each game and player, guests included; an empty order means none."""
    store = await open_store(address)
    await set_deadline(store, "1", None)
    laid = (Tile("B", 3), Tile("", 0), Tile("A", 1))
    await store.people.keep_rack_order("1", "101", laid[:1])
    await store.people.keep_rack_order("1", "101", laid)
    await store.people.keep_rack_order("1", "101#2", laid[1:])
    await store.close()
    store = await open_store(address)
    assert await store.people.rack_order("1", "101") == laid
    assert await store.people.rack_order("1", "101#2") == laid[1:]
    await store.people.keep_rack_order("1", "101", ())
    assert await store.people.rack_order("1", "101") == await store.people.rack_order("2", "101") == ()
    await store.close()


async def test_the_first_value_of_a_key_wins(store: Store) -> None:
    """Two processes that start at once agree on the installation's id."""
    values = await asyncio.gather(*(store.meta.first("key", value) for value in "abc"))
    assert len(set(values)) == 1
    assert await store.meta.get("key") == values[0]
    await store.meta.set("key", "later")
    assert await store.meta.get("key") == "later"


async def test_deadlines_are_leased_in_order_and_come_back(store: Store) -> None:
    """The earliest comes first, each to one process; a lease that runs out frees it, and retries are counted."""
    for game, at in (("1", NOW + 5), ("2", NOW), ("3", NOW + 1000)):
        await set_deadline(store, game, at)
    assert await first_due(store) == NOW
    first = (await store.alarms.claim("one", NOW + 5, NOW + 300, 9)).alarms
    assert [alarm.game for alarm in first] == ["2", "1"]
    assert (await store.alarms.claim("two", NOW + 5, NOW + 300, 9)).alarms == ()
    await store.alarms.retry(first[0], "one", NOW + 100)
    again = (await store.alarms.claim("two", NOW + 100, NOW + 400, 9)).alarms
    assert [(alarm.game, alarm.attempts) for alarm in again] == [("2", 1)]
    assert [a.game for a in (await store.alarms.claim("two", NOW + 300, NOW + 500, 9)).alarms] == ["1"]


async def test_N12_each_server_gets_its_turn_with_its_deadlines(store: Store) -> None:
    """A server with many takes no more than its share, also of what is under way; what is left over is told."""
    for game in range(1, 5):
        await set_deadline(store, str(game), NOW + game, 8)
    await set_deadline(store, "5", NOW + 9, 9)
    rung = await store.alarms.claim("me", NOW + 9, NOW + 300, 2)
    assert [(alarm.game, alarm.tenant) for alarm in rung.alarms] == [("1", 8), ("5", 9)]
    assert (rung.waiting, rung.next_due) == (True, NOW + 300)
    full = await store.alarms.claim("me", NOW + 9, NOW + 300, 9, 2, {8: 2})
    assert (full.alarms, full.waiting, full.next_due) == ((), True, NOW + 300)
    rest = await store.alarms.claim("me", NOW + 9, NOW + 300, 9, 4, {8: 1})
    assert [alarm.game for alarm in rest.alarms] == ["2", "3", "4"]
    assert not rest.waiting


async def test_a_computer_s_move_is_left_to_the_workers_for_a_while(store: Store) -> None:
    """A bot takes it when it has been due for its patience; a worker takes nothing else."""
    await set_deadline(store, "1", NOW, kind=Due.COMPUTER)
    await set_deadline(store, "2", NOW + 100)
    bot, worker = DeadlineFilter(patience=50), DeadlineFilter(others=False)
    early = await store.alarms.claim("bot", NOW + 49, NOW + 300, 9, minding=bot)
    assert (early.alarms, early.next_due) == ((), NOW + 50)
    late = await store.alarms.claim("bot", NOW + 50, NOW + 300, 9, minding=bot)
    assert ([alarm.game for alarm in late.alarms], late.next_due) == (["1"], NOW + 100)
    idle = await store.alarms.claim("worker", NOW + 100, NOW + 500, 9, minding=worker)
    assert (idle.alarms, idle.next_due) == ((), NOW + 300)
    again = await store.alarms.claim("worker", NOW + 300, NOW + 500, 9, minding=worker)
    assert ([alarm.game for alarm in again.alarms], again.next_due) == (["1"], NOW + 500)


async def test_a_deadline_is_reset_only_while_the_game_stands_still(store: Store) -> None:
    """A process that looked at an older state must not overwrite the deadline of a newer one."""
    await set_deadline(store, "1", NOW)
    await set_deadline(store, "1", NOW + 70)
    await store.alarms.reset("1", 1, None)
    assert await first_due(store) == NOW + 70
    await store.alarms.reset("1", 2, Deadline(NOW + 90, Due.FINAL_PASS, 4))
    assert await first_due(store) == NOW + 90
    await store.alarms.reset("1", 2, None)
    assert await first_due(store) is None


async def test_a_new_start_frees_what_the_last_process_had_leased(address: str) -> None:
    """Nobody waits for the lease of a dead process."""
    store = await open_store(address)
    await set_deadline(store, "1", NOW)
    await store.alarms.claim("dead", NOW, NOW + 300_000, 9)
    await store.close()
    store = await open_store(address)
    assert [alarm.game for alarm in (await store.alarms.claim("new", NOW, NOW + 300_000, 9)).alarms] == ["1"]
    await store.close()


async def silence(store: Store, process: str, milliseconds: int) -> None:
    """Let a process have been silent for a while."""
    async with store.database.write() as connection:
        row = update(PROCESSES).where(PROCESSES.c.id == process)
        await connection.execute(row.values(seen=PROCESSES.c.seen - milliseconds))


async def test_X10_processes_live_as_long_as_they_are_seen(store: Store) -> None:
    """A process lives until it leaves or falls silent; the oldest comes first."""
    assert await store.processes.seen("a", ProcessKind.BOT, "1")
    assert await store.processes.seen("b", ProcessKind.WORKER, "2")
    assert not await store.processes.seen("a", ProcessKind.BOT, "1")
    living = await store.processes.living(MINUTE)
    assert [(one.id, one.kind, one.version) for one in living] == [
        ("a", ProcessKind.BOT, "1"),
        ("b", ProcessKind.WORKER, "2"),
    ]
    assert all(one.started <= one.seen for one in living)
    await silence(store, "a", 2 * MINUTE)
    assert [one.id for one in await store.processes.living(MINUTE)] == ["b"]
    assert await store.processes.bury(MINUTE) == DeadProcesses(("a",))
    assert await store.processes.bury(MINUTE) == DeadProcesses()
    await store.processes.leave("b")
    assert await store.processes.living(MINUTE) == ()


async def test_X10_the_dead_hold_nothing(store: Store) -> None:
    """What a silent process had leased is due for the others; the leases of the living stay."""
    for number in ("1", "2"):
        await set_deadline(store, number, NOW)
    for owner in ("dead", "alive"):
        await store.processes.seen(owner, ProcessKind.BOT, "")
        assert len((await store.alarms.claim(owner, NOW, NOW + MINUTE, 1)).alarms) == 1
    assert (await store.alarms.claim("new", NOW, NOW + MINUTE, 9)).alarms == ()
    await silence(store, "dead", 2 * MINUTE)
    assert await store.processes.bury(MINUTE) == DeadProcesses(("dead",), deadlines=1)
    (freed,) = (await store.alarms.claim("new", NOW, NOW + MINUTE, 9)).alarms
    await store.processes.leave("alive")
    (left,) = (await store.alarms.claim("new", NOW, NOW + MINUTE, 9)).alarms
    assert {freed.game, left.game} == {"1", "2"}


async def test_X10_a_process_that_the_server_has_lost_is_dead_sooner(shared: str) -> None:
    """One that is only slow keeps what it holds as long as its connection lives."""
    mine, other = await open_store(shared), await open_store(shared)
    try:
        for store, process in ((mine, "mine"), (other, "other")):
            await store.processes.sign(process)
            await store.processes.seen(process, ProcessKind.BOT, "")
            await silence(store, process, MINUTE // 2)
        assert await mine.processes.bury(MINUTE, MINUTE // 4) == DeadProcesses()
        await other.close()
        assert await mine.processes.bury(MINUTE, 3 * MINUTE // 4) == DeadProcesses()
        assert await mine.processes.bury(MINUTE, MINUTE // 4) == DeadProcesses(("other",))
    finally:
        await mine.close()


class Heard(Signals):
    """Signals that are heard or not, as a test says."""

    def __init__(self) -> None:
        super().__init__(sqlite_url(Path("games.db")))
        self.connected, self.alone = True, False
        self.told: list[str] = []

    @property
    def is_alone(self) -> bool:
        return self.alone

    @property
    def hears(self) -> bool:
        return self.connected

    def tell(self, topic: str, about: str = "") -> None:
        self.told.append(about)


ADA = PersonProfile("1")


def kept() -> tuple[Profiles, Heard]:
    """Profiles that know Ada's."""
    signals = Heard()
    known = Profiles(signals)
    known.keep(ADA, known.changes)
    assert known.find(PersonProfile, "1") == ADA
    return known, signals


def test_a_change_drops_a_profile_here_and_in_every_other_process() -> None:
    """Also if the transaction fails, since its commit may have been made."""
    (here, signals), (there, _) = kept(), kept()
    with pytest.raises(ConnectionResetError), here.changing(PersonProfile, "1"):
        raise ConnectionResetError
    for about in signals.told:
        there.drop(about)
    assert here.find(PersonProfile, "1") is there.find(PersonProfile, "1") is None


def test_what_was_read_before_a_change_is_not_kept_after_it() -> None:
    """A transaction that began earlier may see the profile as it was."""
    known, _ = kept()
    since = known.changes
    with known.changing(PersonProfile, "1"):
        pass
    known.keep(replace(ADA, locale="de"), since)
    assert known.find(PersonProfile, "1") is None


def test_a_lost_signal_heals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is used without a connection, all is dropped once there is one again, and nothing is used for long."""
    known, signals = kept()
    signals.connected = False
    assert known.find(PersonProfile, "1") is None
    signals.connected = True
    known.drop("")
    assert known.find(PersonProfile, "1") is None
    known, _ = kept()
    monkeypatch.setattr(people, "AGE", 0.0)
    assert known.find(PersonProfile, "1") is None


def test_a_profile_does_not_grow_old_where_no_other_process_can_change_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games in which people think for a minute would read all of theirs at each move."""
    known, signals = kept()
    monkeypatch.setattr(people, "AGE", 0.0)
    signals.alone = True
    assert known.find(PersonProfile, "1") == ADA


HERE = Target(TargetKind.CHANNEL, 5)


async def ended(store: Store, number: int, best_word: str) -> None:
    """Keep the result of a finished game of Ada's."""
    game = f"g{number}"
    seats = (SummarySeat("1", "Ada", True, 30, True),)
    summary = GameSummary(game, Place(9, 100 + number), "", "1", GamePhase.OVER, 1, None, 1, NOW, NOW, seats)
    result = GameResult(game, 9, NOW, True, (PlayerResult("1", "Ada", None, 1, 30, 0, 30, best_word),))
    await store.journal.commit(Change(Cause(game, NOW, NOW), 1, ({},), summary, (), None, result=result))


async def knows(store: Store, kind: DeliveryKind) -> bool:
    """Whether a message about the running game assumes that Ada, who is on turn, knows how to make a move."""
    await store.outbox.queue("now", NewDelivery(kind, 1, NOW, HERE), NOW)
    (delivery,) = (await store.outbox.claim("me", NOW, NOW + 1, Capacity(9), news=True)).deliveries
    await store.outbox.done("me", [DeliveryEnd(delivery, None, NOW)])
    return (await store.contexts.of_deliveries([delivery]))[delivery.id].knows_moves


async def test_after_three_games_with_a_play_boards_do_not_explain_how_to_move(store: Store) -> None:
    """Games without a play of one's own teach nothing; other messages never explain it."""
    seats = (SummarySeat("1", "Ada", True, 0, True),)
    summary = GameSummary("now", Place(9, 5), "", "1", GamePhase.TURN, 1, "1", 1, NOW, NOW, seats)
    await store.journal.commit(Change(Cause("now", NOW, NOW), 1, ({},), summary, (), None))
    await ended(store, 0, "")
    for number in range(1, GAMES_TO_LEARN + 1):
        assert not await knows(store, DeliveryKind.BOARD)
        await ended(store, number, "CAT")
    assert await knows(store, DeliveryKind.BOARD)
    assert await knows(store, DeliveryKind.TURN)
    assert not await knows(store, DeliveryKind.NOTICE)
