"""Which deliveries go out next."""

from __future__ import annotations

from bot.model.deliveries import Delivery, DeliveryKind, Target, TargetKind
from bot.store.outbox import plan

HOME = Target(TargetKind.CHANNEL, 5)
ADA = Target(TargetKind.PERSON, 1)
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
