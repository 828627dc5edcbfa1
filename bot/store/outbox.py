"""The queue of deliveries, the leases of their targets, and the posts that came of them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import and_, delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.service.changes import Claimed
from bot.service.ports import Delivery, DeliveryKind, NewDelivery, Post, Sent, Target
from bot.service.queue import plan
from bot.store.database import Database, finishing
from bot.store.journal import new_delivery_row
from bot.store.rows import delivery_of, post_of, target_of, target_row
from bot.store.statements import hold_game, put
from bot.store.tables import DELIVERIES, LEASES, POSTS

KEEPS_BUTTONS = frozenset(
    {
        DeliveryKind.LOBBY,
        DeliveryKind.BOARD,
        DeliveryKind.RACK,
        DeliveryKind.TURN,
        DeliveryKind.END,
        DeliveryKind.CHAT_QUESTION,
    }
)
"""Kinds whose posts are edited later, or lose their buttons to a newer one."""


class SqlOutbox:
    """Implements `bot.service.storage.Outbox`. `installation` begins every nonce."""

    def __init__(self, database: Database, installation: str) -> None:
        self._database = database
        self._installation = installation

    @finishing
    async def claim(self, owner: str, now: int, until: int, limit: int) -> Claimed:
        """Lease what may be sent now, at most one delivery a target; the leases hold until the instant given."""
        if await self._is_empty():
            return Claimed((), None)
        async with self._database.write("claim") as connection:
            leases = (await connection.execute(select(LEASES))).all()
            rows = (await connection.execute(_waiting().order_by(DELIVERIES.c.id))).all()
            queue = [delivery_of(row, self._installation) for row in rows]
            what = plan(queue, {target_of(row): row.until for row in leases}, now)
            await _finish(connection, what.superseded, "superseded", now)
            claimed = [one for one in what.ready[:limit] if await _take(connection, one, owner, now, until)]
        return Claimed(tuple(claimed), now if len(what.ready) > limit else what.next_due)

    @finishing
    async def done(self, delivery: Delivery, owner: str, sent: Sent | None, now: int) -> None:
        """End a delivery and its lease; remember the post, when there is one."""
        async with self._database.write() as connection:
            await _release(connection, delivery.target, owner)
            await _finish(connection, (delivery.id,), "superseded" if delivery.superseded else "done", now)
            if sent:
                await put(connection, POSTS, _post_row(delivery, sent))

    @finishing
    async def retry(self, delivery: Delivery, owner: str, due: int, error: str) -> None:
        """Put a delivery back until the instant given and end its lease. `error` names the failure for the log."""
        async with self._database.write() as connection:
            await _release(connection, delivery.target, owner)
            row = update(DELIVERIES).where(DELIVERIES.c.id == delivery.id, DELIVERIES.c.status == "waiting")
            await connection.execute(row.values(due=due, error=error[:64]))

    @finishing
    async def fail(
        self, delivery: Delivery, owner: str, error: str, now: int, fallback: NewDelivery | None = None
    ) -> None:
        """End a delivery that cannot be made; queue its fallback unless the same was queued for this game before."""
        async with self._database.write() as connection:
            await _release(connection, delivery.target, owner)
            await _finish(connection, (delivery.id,), "failed", now, error[:64])
            if fallback and fallback.target:
                await _queue_once(connection, delivery.game, fallback, fallback.target)

    @finishing
    async def posts(self, game: str, target: Target) -> tuple[Post, ...]:
        """The live posts of a game in a target, oldest first."""
        query = select(POSTS).where(POSTS.c.game == game, POSTS.c.live).filter_by(**target_row(target))
        async with self._database.read() as connection:
            rows = (await connection.execute(query.order_by(POSTS.c.sequence, POSTS.c.message_id))).all()
        return tuple(post_of(row) for row in rows)

    @finishing
    async def boards(self, game: str, sequence: int) -> tuple[Post, ...]:
        """The live boards of a game, in all targets, that show it at least up to an event."""
        kind = DeliveryKind.BOARD.value
        query = select(POSTS).where(POSTS.c.game == game, POSTS.c.live, POSTS.c.kind == kind)
        async with self._database.read() as connection:
            rows = (await connection.execute(query.where(POSTS.c.sequence >= sequence))).all()
        return tuple(post_of(row) for row in rows)

    @finishing
    async def outdated(self) -> tuple[Post, ...]:
        """The live posts, of any game, behind which a newer one shows the same to the same target, oldest first."""
        newer = POSTS.alias()
        own = (DeliveryKind.RACK.value, DeliveryKind.TURN.value, DeliveryKind.CHAT_QUESTION.value)
        same = [newer.c[name] == POSTS.c[name] for name in ("game", "target_kind", "target_id")]
        later = (newer.c.message_id > POSTS.c.message_id, newer.c.kind.in_([kind.value for kind in KEEPS_BUTTONS]))
        public = and_(newer.c.kind.not_in(own), POSTS.c.kind.not_in(own))
        alike = or_(newer.c.kind == POSTS.c.kind, public)
        query = select(POSTS).where(POSTS.c.live, select(newer.c.game).where(*same, *later, alike).exists())
        async with self._database.read() as connection:
            rows = (await connection.execute(query.order_by(POSTS.c.message_id))).all()
        return tuple(post_of(row) for row in rows)

    @finishing
    async def game_of(self, message_id: int) -> str | None:
        """The game that a posted message shows."""
        query = select(POSTS.c.game).where(POSTS.c.message_id == message_id)
        async with self._database.read() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    @finishing
    async def retire(self, message_ids: tuple[int, ...]) -> None:
        """Remember that posts have no buttons any more, or are gone."""
        if not message_ids:
            return
        async with self._database.write() as connection:
            await connection.execute(update(POSTS).where(POSTS.c.message_id.in_(message_ids)).values(live=False))

    @finishing
    async def release_all(self) -> None:
        """End all leases: no other process is there that could hold one."""
        async with self._database.write() as connection:
            await connection.execute(delete(LEASES))

    @finishing
    async def _is_empty(self) -> bool:
        async with self._database.read() as connection:
            return (await connection.execute(_waiting().limit(1))).first() is None


def _waiting() -> Any:
    return select(DELIVERIES).where(DELIVERIES.c.status == "waiting")


async def _finish(
    connection: AsyncConnection, ids: tuple[int, ...], status: str, now: int, error: str | None = None
) -> None:
    if ids:
        values = {"status": status, "finished": now, "error": error}
        await connection.execute(update(DELIVERIES).where(DELIVERIES.c.id.in_(ids)).values(values))


async def _take(connection: AsyncConnection, one: Delivery, owner: str, now: int, until: int) -> bool:
    """Lease the target of a delivery and count the try; False when its sender of before has just ended it."""
    await put(connection, LEASES, {**target_row(one.target), "owner": owner, "until": until})
    waits = (DELIVERIES.c.id == one.id, DELIVERIES.c.status == "waiting", DELIVERIES.c.attempts == one.attempts)
    tried = now if one.tried is None else one.tried
    counted = update(DELIVERIES).where(*waits).values(attempts=one.attempts + 1, tried=tried)
    if (await connection.execute(counted)).rowcount:
        return True
    await _release(connection, one.target, owner)
    return False


async def _release(connection: AsyncConnection, target: Target, owner: str) -> None:
    await connection.execute(delete(LEASES).filter_by(**target_row(target)).where(LEASES.c.owner == owner))


async def _queue_once(connection: AsyncConnection, game: str, fallback: NewDelivery, target: Target) -> None:
    await hold_game(connection, game)
    row = new_delivery_row(game, fallback, target)
    same = {key: row[key] for key in ("game", "kind", "target_kind", "target_id", "about")}
    if (await connection.execute(select(DELIVERIES.c.id).filter_by(**same).limit(1))).first() is None:
        await connection.execute(insert(DELIVERIES), [row])


def _post_row(delivery: Delivery, sent: Sent) -> dict[str, Any]:
    return {
        "message_id": sent.message_id,
        "channel_id": sent.channel_id,
        "game": delivery.game,
        **target_row(delivery.target),
        "kind": delivery.kind.value,
        "sequence": delivery.upto,
        "live": delivery.kind in KEEPS_BUTTONS,
    }
