"""The queue of deliveries in the database: leases, attempts, posts, and which go out next."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from bot.model.changes import Change, DeliveryEnd
from bot.model.deliveries import Capacity, Delivery, DeliveryKind, NewDelivery, SentMessage, Target, TargetKind
from bot.model.games import Cause, GamePhase, GameSummary, Place
from bot.store import outbox
from bot.store.opening import open_store
from bot.store.outbox import plan
from bot.store.queue import DELIVERIES_A_TARGET, TARGETS_AT_ONCE
from bot.store.repositories import Store
from bot.store.tables import DELIVERIES, POSTS

NOW = 1_700_000_000_000
CHANNEL = Target(TargetKind.CHANNEL, 5)
ADA = Target(TargetKind.PERSON, 1)
BRUNO = Target(TargetKind.PERSON, 2)


async def queue(store: Store, *deliveries: NewDelivery, game: str = "g1") -> None:
    """Queue deliveries by way of a change."""
    known = await store.journal.summary(game)
    first = known.sequence + 1 if known else 1
    place = Place(None, 5 if game == "g1" else 6)
    summary = GameSummary(game, place, "", "1", GamePhase.TURN, 1, None, first, NOW, NOW, ())
    await store.journal.commit(Change(Cause(f"{game}/{first}", NOW, NOW), first, ({},), summary, deliveries, None))


async def claim(store: Store, now: int = NOW, owner: str = "me", limit: int = 9) -> tuple[Delivery, ...]:
    """The deliveries that may be sent now, leased for a minute."""
    return (await store.outbox.claim(owner, now, now + 60_000, Capacity(limit))).deliveries


NOTICE = NewDelivery(DeliveryKind.NOTICE, 1, NOW, CHANNEL)
BOARD = NewDelivery(DeliveryKind.BOARD, 1, NOW, CHANNEL)
RACK = NewDelivery(DeliveryKind.RACK, 1, NOW, ADA)


async def test_a_target_is_leased_to_one_sender_at_a_time(store: Store) -> None:
    """Nobody else gets the target's next delivery until the lease ends or runs out; other targets are free."""
    await queue(store, NOTICE, NOTICE, RACK)
    first = await claim(store, owner="one")
    assert [one.id for one in first] == [1, 3]
    assert await claim(store, owner="two") == ()
    await store.outbox.done("one", [DeliveryEnd(first[0], SentMessage(5, 100), NOW)])
    assert [one.id for one in await claim(store, owner="two")] == [2]
    expired = await claim(store, NOW + 60_001, "three")
    assert [(one.id, one.attempts, one.tried) for one in expired] == [(2, 1, NOW), (3, 1, NOW)]


async def test_a_late_owner_does_not_end_the_lease_of_its_successor(store: Store) -> None:
    """A sender that returns after its lease has run out marks the delivery done, but the target stays leased."""
    await queue(store, NOTICE, NOTICE)
    (old,) = await claim(store, owner="slow")
    (new,) = await claim(store, NOW + 60_001, "next")
    await store.outbox.done("slow", [DeliveryEnd(old, SentMessage(5, 100), NOW + 60_002)])
    assert await claim(store, NOW + 60_003, "third") == ()
    await store.outbox.retry(new, "next", NOW + 99_000, "late")
    assert [one.id for one in await claim(store, NOW + 60_004, "third")] == [2]


async def test_the_nonce_has_25_characters_and_outlives_a_restart(address: str) -> None:
    """It is made from the installation and the row, and no other row has it."""
    nonces: list[list[str]] = []
    for _ in range(2):
        store = await open_store(address)
        if not nonces:
            await queue(store, NOTICE, RACK)
        nonces.append([one.nonce for one in await claim(store)])
        await store.close()
    assert nonces[0] == nonces[1]
    assert len(set(nonces[0])) == 2
    assert {len(nonce) for nonce in nonces[0]} == {25}


async def test_the_next_instant_is_told(store: Store) -> None:
    """A delivery not yet due gives its instant; a full batch means looking again at once."""
    await queue(store, NewDelivery(DeliveryKind.BOARD, 1, NOW + 2_500, CHANNEL), RACK)
    claimed = await store.outbox.claim("me", NOW, NOW + 60_000, Capacity(9))
    assert [one.kind for one in claimed.deliveries] == [DeliveryKind.RACK]
    assert claimed.next_due == NOW + 2_500
    await queue(store, NOTICE, NewDelivery(DeliveryKind.NOTICE, 1, NOW, Target(TargetKind.CHANNEL, 8)), game="g2")
    assert (await store.outbox.claim("me", NOW + 2_500, NOW + 60_000, Capacity(1))).next_due == NOW + 2_500
    assert (await store.outbox.claim("me", NOW - 1, NOW + 60_000, Capacity(0))).deliveries == ()


async def test_posts_are_kept_until_they_are_retired(store: Store) -> None:
    """They are live posts of one game and target, oldest first; an edited post shows its newest state."""
    await queue(store, BOARD)
    (board,) = await claim(store)
    await store.outbox.done("me", [DeliveryEnd(board, SentMessage(5, 100), NOW)])
    await queue(store, NOTICE)
    (notice,) = await claim(store)
    await store.outbox.done("me", [DeliveryEnd(notice, SentMessage(5, 101), NOW)])
    await queue(store, NewDelivery(DeliveryKind.BOARD, 3, NOW, CHANNEL))
    (second,) = await claim(store)
    await store.outbox.done("me", [DeliveryEnd(second, SentMessage(5, 100), NOW)])
    assert [(post.message_id, post.sequence) for post in await store.outbox.posts("g1", CHANNEL)] == [(100, 3)]
    assert await store.outbox.game_of(101) == "g1"
    assert await store.outbox.game_of(102) is None
    await store.outbox.retire((100,))
    assert await store.outbox.posts("g1", CHANNEL) == ()
    assert await store.outbox.game_of(100) == "g1"


async def test_what_another_release_queues_and_posts_is_left_to_it(store: Store) -> None:
    """The next one may run beside this and know further kinds and targets; whoever knows them sees to them later."""
    await queue(store, NOTICE, BOARD, RACK)
    async with store.database.write() as connection:
        await connection.execute(update(DELIVERIES).where(DELIVERIES.c.id == 1).values(kind="news"))
        await connection.execute(update(DELIVERIES).where(DELIVERIES.c.id == 3).values(target_kind="planet"))
    (board,) = await claim(store)
    assert board.id == 2
    await store.outbox.done("me", [DeliveryEnd(board, SentMessage(5, 100), NOW)])
    async with store.database.write() as connection:
        await connection.execute(update(POSTS).values(kind="news"))
    assert await store.outbox.posts("g1", CHANNEL) == () == await store.outbox.untidy()
    known = await store.contexts.of_game("g1")
    assert known and known.posts == ()
    async with store.database.write() as connection:
        await connection.execute(update(DELIVERIES).values(kind="notice", target_kind="channel"))
    assert [one.id for one in await claim(store)] == [1, 3]


async def test_a_fallback_is_queued_once_for_a_game(store: Store) -> None:
    """A channel is told once that a person accepts no direct messages."""
    told = NewDelivery(DeliveryKind.UNREACHABLE, 1, NOW, CHANNEL, about="1")
    for _ in range(2):
        await queue(store, RACK)
        (rack,) = [one for one in await claim(store) if one.kind is DeliveryKind.RACK]
        await store.outbox.fail(rack, "me", "refused 50007", NOW, told)
    (fallback,) = await claim(store, NOW + 60_001)
    assert (fallback.kind, fallback.about, fallback.target) == (DeliveryKind.UNREACHABLE, "1", CHANNEL)


async def test_old_things_are_forgotten_and_unfinished_ones_kept(store: Store) -> None:
    """Pruning deletes causes and finished deliveries, never waiting ones."""
    await queue(store, NOTICE, RACK)
    notice, _ = await claim(store)
    await store.outbox.done("me", [DeliveryEnd(notice, None, NOW)])
    await store.meta.prune(NOW + 1)
    assert await store.journal.outcome("g1/1") is None
    assert [one.kind for one in await claim(store, NOW + 60_001)] == [DeliveryKind.RACK]
    assert len(await store.journal.read("g1")) == 1


async def test_servers_are_claimed_for_in_turn(store: Store) -> None:
    """However many targets of one server wait, another server's comes second; a share includes deliveries under way."""
    notices = [NewDelivery(DeliveryKind.NOTICE, 1, NOW, Target(TargetKind.CHANNEL, 100 + n)) for n in range(4)]
    await queue(store, *notices)
    await queue(store, NewDelivery(DeliveryKind.NOTICE, 1, NOW, Target(TargetKind.CHANNEL, 200)), game="g2")
    claimed = await store.outbox.claim("me", NOW, NOW + 60_000, Capacity(9, 3, {5: 1}))
    assert [(one.tenant, one.target.id) for one in claimed.deliveries] == [(6, 200), (5, 100), (5, 101)]
    assert claimed.next_due == NOW + 60_000 or claimed.next_due is None
    assert (await store.outbox.claim("me", NOW, NOW + 60_000, Capacity(9, 3, {5: 3}))).deliveries == ()


async def test_a_delivery_that_is_handed_back_was_never_tried(store: Store) -> None:
    """Only its owner can hand it back; a delivery that another sender has claimed since stays as it is."""
    await queue(store, NOTICE)
    (first,) = await claim(store, owner="one")
    await store.outbox.hand_back(first, "one", NOW + 5)
    assert await claim(store, NOW + 4) == ()
    (again,) = await claim(store, NOW + 5, "two")
    assert (again.attempts, again.tried) == (0, None)
    (third,) = await claim(store, NOW + 60_006, "three")
    await store.outbox.hand_back(again, "two", NOW)
    assert (third.attempts, third.tried) == (1, NOW + 5)
    assert await claim(store, NOW + 60_007) == ()


async def test_what_newer_posts_make_old_is_found(store: Store) -> None:
    """The newest old post comes first; a rack replaces the call to that turn, and only the end makes racks old."""
    calls = [NewDelivery(kind, 1, NOW, ADA) for kind in (DeliveryKind.TURN, DeliveryKind.NOTICE, DeliveryKind.RACK)]
    for number, one in enumerate([*calls, BOARD, NOTICE, NewDelivery(DeliveryKind.END, 2, NOW, CHANNEL)]):
        await queue(store, one)
        (sent,) = await claim(store)
        await store.outbox.done("me", [DeliveryEnd(sent, SentMessage(5, 100 + number), NOW)])
    assert set(await store.outbox.untidy()) == {ADA, CHANNEL}
    for target, messages in ((ADA, (102, 100)), (CHANNEL, (103,))):
        for message in messages:
            post = await store.outbox.outdated(target)
            assert post
            assert post.message_id == message
            await store.outbox.retire((message,))
        assert await store.outbox.outdated(target) is None
    assert await store.outbox.untidy() == ()


async def test_the_end_of_a_game_makes_its_racks_and_calls_old_wherever_it_is_told(store: Store) -> None:
    """People who follow it in the channel keep no buttons in their direct messages."""
    shown = (NewDelivery(DeliveryKind.RACK, 1, NOW, ADA), NewDelivery(DeliveryKind.TURN, 1, NOW, BRUNO), BOARD)
    for number, one in enumerate(shown):
        await queue(store, one)
        (sent,) = await claim(store)
        await store.outbox.done("me", [DeliveryEnd(sent, SentMessage(5, 100 + number), NOW)])
    assert await store.outbox.untidy() == ()
    await queue(store, NewDelivery(DeliveryKind.END, 2, NOW, CHANNEL))
    (end,) = await claim(store)
    claimed = await store.outbox.claim("me", NOW, NOW + 1, Capacity(9), [DeliveryEnd(end, SentMessage(5, 200), NOW)])
    assert {post.message_id for post in claimed.outdated} == {100, 101, 102}
    assert set(await store.outbox.untidy()) == {ADA, BRUNO, CHANNEL}


async def test_a_long_queue_of_one_target_does_not_hide_another(store: Store) -> None:
    """Only the start of a target's queue is read."""
    await queue(store, *[NOTICE] * (3 * DELIVERIES_A_TARGET), RACK)
    assert [one.kind for one in await claim(store)] == [DeliveryKind.NOTICE, DeliveryKind.RACK]


async def test_a_look_reads_a_bounded_number_of_targets(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many targets of a server wait, or have to wait longer, another server's is found."""
    later, more = Target(TargetKind.CHANNEL, 300), 2 * TARGETS_AT_ONCE
    await queue(store, NewDelivery(DeliveryKind.NOTICE, 1, NOW + 500, later))
    waiting = [NewDelivery(DeliveryKind.NOTICE, 1, NOW, Target(TargetKind.CHANNEL, 1_000 + n)) for n in range(more)]
    await queue(store, *waiting)
    await queue(store, NewDelivery(DeliveryKind.NOTICE, 1, NOW, Target(TargetKind.CHANNEL, 200)), game="g2")
    looked = []
    monkeypatch.setattr(outbox, "plan", lambda queue, *given: looked.append(len(queue)) or plan(queue, *given))
    claimed = await store.outbox.claim("me", NOW, NOW + 60_000, Capacity(3, 9))
    assert [one.target.id for one in claimed.deliveries] == [1_000, 200, 1_001]
    assert max(looked) == TARGETS_AT_ONCE
    assert claimed.next_due == NOW


async def test_targets_that_have_to_wait_hide_nobody(store: Store) -> None:
    """Those whose first delivery was refused for now, and those without room, are not among the bounded number."""
    failing = [Target(TargetKind.CHANNEL, 1_000 + n) for n in range(TARGETS_AT_ONCE)]
    await queue(store, *(NewDelivery(DeliveryKind.NOTICE, 1, NOW + 9_000, one) for one in failing))
    await queue(store, *(NewDelivery(DeliveryKind.NOTICE, 1, NOW, one) for one in failing))
    full = {Target(TargetKind.CHANNEL, 5_000 + n): NOW + 700 for n in range(TARGETS_AT_ONCE)}
    await queue(store, *(NewDelivery(DeliveryKind.NOTICE, 1, NOW, one) for one in full), RACK)
    claimed = await store.outbox.claim("me", NOW, NOW + 60_000, Capacity(9, full=full))
    assert [one.kind for one in claimed.deliveries] == [DeliveryKind.RACK]
    assert claimed.next_due == NOW + 700


async def test_a_newer_state_is_sent_although_the_older_one_had_to_wait(store: Store) -> None:
    """An older board that was tried is searched for at once; an untried one is dropped."""
    await queue(store, BOARD)
    (old,) = await claim(store)
    await store.outbox.retry(old, "me", NOW + 9_000, "transient")
    assert await claim(store) == ()
    await queue(store, BOARD)
    (found,) = await claim(store)
    assert (found.id, found.superseded) == (old.id, True)
    await store.outbox.done("me", [DeliveryEnd(found, None, NOW)])
    assert [one.id for one in await claim(store)] == [2]


HOME = Target(TargetKind.CHANNEL, 5)
K = DeliveryKind


def one(
    number: int, kind: DeliveryKind, target: Target = HOME, due: int = 0, tries: int = 0, game: str = "g"
) -> Delivery:
    """A delivery of the queue."""
    return Delivery(number, game, target, kind, number, due, "n", attempts=tries, tried=0 if tries else None)


def ready(*queue: Delivery, now: int = 100) -> list[int]:
    """The numbers of the deliveries that may be sent."""
    return [delivery.id for delivery in plan(queue, {}, now).ready]


def test_each_target_gets_its_oldest_first() -> None:
    """Notices keep their order; different targets do not wait for each other."""
    assert ready(one(1, K.NOTICE), one(2, K.NOTICE), one(3, K.RACK, ADA), one(4, K.NOTICE, ADA)) == [1, 3]


def test_only_the_newest_state_is_shown() -> None:
    """A board supersedes earlier boards and lobbies, the end supersedes all of them; notices stay."""
    assert ready(one(1, K.LOBBY), one(2, K.LOBBY)) == [2]
    assert ready(one(1, K.LOBBY), one(2, K.BOARD)) == [2]
    assert ready(one(1, K.BOARD), one(2, K.BOARD), one(3, K.END)) == [3]
    assert ready(one(1, K.BOARD), one(2, K.NOTICE), one(3, K.BOARD)) == [2]
    assert ready(one(1, K.END), one(2, K.LOBBY)) == [1]
    assert ready(one(1, K.RACK, ADA), one(2, K.RACK, ADA)) == [2]
    assert plan([one(1, K.LOBBY), one(2, K.BOARD), one(3, K.END)], {}, 0).superseded == (1, 2)


def test_games_do_not_supersede_each_other() -> None:
    """A person's rack in one game does not affect another game."""
    assert ready(one(1, K.RACK, ADA), one(2, K.RACK, ADA, game="h")) == [1]


def test_what_is_not_due_holds_up_its_target_only() -> None:
    """A pause before the next attempt keeps the order within a target and gives its instant."""
    found = plan([one(1, K.NOTICE, due=500), one(2, K.NOTICE), one(3, K.RACK, ADA)], {}, 100)
    assert [delivery.id for delivery in found.ready] == [3]
    assert found.next_due == 500


def test_a_leased_target_is_left_alone_until_the_lease_is_over() -> None:
    """Another sender is writing there now."""
    assert plan([one(1, K.BOARD)], {HOME: 300}, 299).ready == ()
    assert plan([one(1, K.BOARD)], {HOME: 300}, 299).next_due == 300
    assert len(plan([one(1, K.BOARD)], {HOME: 300}, 300).ready) == 1


def test_what_was_tried_is_looked_for_even_when_it_is_superseded() -> None:
    """Its post may exist, and would otherwise keep its buttons for ever."""
    found = plan([one(1, K.BOARD, tries=1, due=900), one(2, K.BOARD)], {}, 100)
    assert [(delivery.id, delivery.superseded) for delivery in found.ready] == [(1, True)]
    assert found.superseded == ()


def test_an_empty_queue_waits_until_it_is_woken() -> None:
    """Nothing to send, nothing to wait for."""
    found = plan([], {}, 100)
    assert (found.ready, found.superseded, found.next_due) == ((), (), None)
