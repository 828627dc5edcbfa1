"""What a delivery knows about the person on turn."""

from __future__ import annotations

from bot.model.changes import Change, DeliveryEnd
from bot.model.deliveries import Capacity, DeliveryKind, NewDelivery, Target, TargetKind
from bot.model.games import Cause, GamePhase, GameResult, GameSummary, Place, PlayerResult, SummarySeat
from bot.store.repositories import Store
from bot.store.results import GAMES_TO_LEARN

NOW = 1_700_000_000_000
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
