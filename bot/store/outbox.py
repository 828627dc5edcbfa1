"""The queue of deliveries, the leases of their targets, and the resulting posts.

Deliveries are sent in the order they were queued, one at a time to each target. Of those that show a state, only the
newest is worth sending. Servers get equal turns (`choose`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from sqlalchemy import Delete, Select, Update, and_, bindparam, delete, func, insert, or_, select, union, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.fairness import fair_choice
from bot.model.changes import ClaimedDeliveries, DeliveryEnd
from bot.model.deliveries import (
    ASKS_UNTIL_MOVED,
    OF_A_TURN,
    REPLACES,
    SHOWS_GAME,
    SHOWS_MORE,
    Capacity,
    Delivery,
    DeliveryKind,
    NewDelivery,
    Post,
    SentMessage,
    Target,
)
from bot.model.errors import LostRace
from bot.store.database import Database, Repository, lasting
from bot.store.journal import new_delivery_row
from bot.store.queue import look
from bot.store.rows import (
    Statement,
    among,
    any_of,
    delivery_of,
    execute,
    fetch,
    hold_game,
    is_known,
    numbered,
    padded,
    post_of,
    put,
    putting,
    row_of,
    target_of,
    target_row,
)
from bot.store.tables import DELIVERIES, LEASES, POSTS


class Outbox(Repository):
    """The queue of deliveries and what became of them. `installation` begins every nonce."""

    def __init__(self, database: Database, installation: str) -> None:
        super().__init__(database)
        self._installation = installation

    async def claim(
        self,
        owner: str,
        now: int,
        until: int,
        capacity: Capacity,
        ended: Sequence[DeliveryEnd] = (),
        *,
        news: bool = False,
    ) -> ClaimedDeliveries:
        """Lease what may be sent now, at most one delivery per target; the leases last until the given instant.

        In the same transaction, the deliveries that have `ended` are marked as done. `news` says that something has
        been queued, so that a look beforehand would only cost time.
        """
        if not ended and not news:
            async with self._database.read() as connection:
                what = await self._plan(connection, capacity, now)
            # A sender with a full target wakes often, which must not hold up writers.
            if not what.superseded and not (capacity.most and choose(what.ready, capacity)):
                return ClaimedDeliveries(
                    (), now if what.ready and not capacity.most else what.next_due, bool(what.ready) or what.queued
                )
        async with self._database.write("claim") as connection:
            await _end(connection, ended, owner)
            what = await self._plan(connection, capacity, now)
            if what.superseded:
                await execute(connection, _finish(what.superseded, "superseded", now))
            chosen = choose(what.ready, capacity) if capacity.most else []
            claimed = await _take(connection, chosen, owner, now, until)
            outdated = await _outdated(connection, *_replaced(ended))
        again = now if len(chosen) == capacity.most < len(what.ready) else what.next_due
        return ClaimedDeliveries(tuple(claimed), again, len(chosen) < len(what.ready) or what.queued, outdated)

    @lasting
    async def hand_back(self, delivery: Delivery, owner: str, due: int) -> None:
        """Put a claimed delivery off until the given instant, as if it had not been claimed, and end its lease."""
        same = {"id": delivery.id, "status": "waiting", "attempts": delivery.attempts + 1}
        before = {"due": due, "attempts": delivery.attempts, "tried": delivery.tried}
        async with self._database.write() as connection:
            await execute(connection, _release(owner, [delivery.target]))
            await connection.execute(update(DELIVERIES).filter_by(**same).values(before))

    async def done(self, owner: str, ended: Sequence[DeliveryEnd]) -> tuple[Post, ...]:
        """Mark deliveries as done and end their leases, like `claim`; returns the posts that they made obsolete."""
        async with self._database.write() as connection:
            await _end(connection, ended, owner)
            return await _outdated(connection, *_replaced(ended))

    @lasting
    async def retry(self, delivery: Delivery, owner: str, due: int, error: str) -> None:
        """Put a delivery off until the given instant and end its lease. `error` names the failure for the log.

        One that is superseded would be due at once, so the lease lasts until then.
        """
        async with self._database.write() as connection:
            if delivery.superseded:
                mine = update(LEASES).filter_by(**target_row(delivery.target), owner=owner)
                await connection.execute(mine.values(until=due))
            else:
                await execute(connection, _release(owner, [delivery.target]))
            row = update(DELIVERIES).where(DELIVERIES.c.id == delivery.id, DELIVERIES.c.status == "waiting")
            await connection.execute(row.values(due=due, error=error[:64]))

    async def fail(self, delivery: Delivery, owner: str, error: str, now: int, *fallbacks: NewDelivery) -> None:
        """End a delivery that cannot be made; queue its fallbacks, except those that this game has already had."""
        async with self._database.write() as connection:
            await execute(connection, _release(owner, [delivery.target]))
            await execute(connection, _finish([delivery.id], "failed", now, error[:64]))
            for fallback in fallbacks:
                if fallback.target:
                    await _queue_once(connection, delivery.game, fallback, fallback.target)

    async def queue(self, game: str, delivery: NewDelivery, since: int) -> bool:
        """Queue a delivery; False if the same one has been due for its target since an instant."""
        assert delivery.target
        row = new_delivery_row(game, delivery, delivery.target)
        same = {key: row[key] for key in ("game", "kind", "target_kind", "target_id", "about")}
        recent = select(DELIVERIES.c.id).filter_by(**same).where(DELIVERIES.c.due > since).limit(1)
        async with self._database.write() as connection:
            await hold_game(connection, game)
            if (await connection.execute(recent)).first() is not None:
                return False
            await connection.execute(insert(DELIVERIES), [row])
        return True

    async def queue_again(self, game: str, view: NewDelivery) -> None:
        """Queue the newest view of a game once more for a target, unless it is there or on its way.

        Raises `LostRace` if the game has newer events than it shows.
        """
        assert view.target
        async with self._database.write() as connection:
            if await hold_game(connection, game) > view.upto:
                raise LostRace
            status = await _newest_status(connection, game, view.target)
            live = select(POSTS.c.message_id).where(POSTS.c.live, POSTS.c.game == game, POSTS.c.kind == view.kind.value)
            there = (await connection.execute(live.filter_by(**target_row(view.target)).limit(1))).first()
            if status == "failed" or (status != "waiting" and there is None):
                await connection.execute(insert(DELIVERIES), [new_delivery_row(game, view, view.target)])

    async def keep(self, post: Post) -> None:
        """Remember a message of the bot's that was no delivery, to be tidied up once it is outdated."""
        row = {**row_of(POSTS, post), **target_row(post.target)}
        async with self._database.write() as connection:
            await execute(connection, (putting(POSTS, connection), row))

    async def posts(self, game: str, target: Target) -> tuple[Post, ...]:
        """The live posts of a game in a target, oldest first."""
        query = select(POSTS).where(POSTS.c.game == game, POSTS.c.live, is_known(POSTS)).filter_by(**target_row(target))
        rows = await self._rows(query.order_by(POSTS.c.sequence, POSTS.c.message_id))
        return tuple(post_of(row) for row in rows)

    async def is_lost(self, game: str, target: Target) -> bool:
        """Whether the newest view of a game could not be sent to a target, and nothing has replaced it."""
        async with self._database.read() as connection:
            return await _newest_status(connection, game, target) == "failed"

    async def boards(self, game: str, sequence: int) -> tuple[Post, ...]:
        """The live boards of a game, in all targets, that show it at least up to an event."""
        kind = DeliveryKind.BOARD.value
        query = select(POSTS).where(POSTS.c.game == game, POSTS.c.live, POSTS.c.kind == kind)
        rows = await self._rows(query.where(POSTS.c.sequence >= sequence))
        return tuple(post_of(row) for row in rows)

    async def outdated(self, target: Target) -> Post | None:
        """The newest live post in a target, of any game, that a later post there has made obsolete."""
        async with self._database.read() as connection:
            return next(iter(await _outdated(connection, {target})), None)

    async def untidy(self) -> tuple[Target, ...]:
        """The targets that have live posts made obsolete by a later one."""
        return tuple(target_of(row) for row in await self._found(_untidy()))

    async def game_of(self, message_id: int) -> str | None:
        """The game that a posted message shows."""
        query = select(POSTS.c.game).where(POSTS.c.message_id == message_id)
        return await self._value(str, query)

    async def retire(self, message_ids: tuple[int, ...]) -> tuple[Post, ...]:
        """Remember that posts have lost their buttons or are gone; returns the newest obsolete post of each target."""
        if not message_ids:
            return ()
        these = padded((one,) for one in message_ids)
        async with self._database.write() as connection:
            rows = await fetch(connection, _retiring(len(these)), numbered("posts", these))
            return await _outdated(connection, {target_of(row) for row in rows})

    async def hold(self, target: Target, owner: str, until: int) -> bool:
        """Lease a target until an instant, so that nothing is sent there meanwhile; False if it is leased already."""
        async with self._database.write("claim") as connection:
            leased = select(LEASES.c.owner).filter_by(**target_row(target))
            if (await connection.execute(leased)).first():
                return False
            await put(connection, LEASES, {**target_row(target), "owner": owner, "until": until})
            return True

    @lasting
    async def let_go(self, target: Target, owner: str) -> None:
        """End the lease of a target."""
        async with self._database.write() as connection:
            await execute(connection, _release(owner, [target]))

    async def _plan(self, connection: AsyncConnection, capacity: Capacity, now: int) -> SendingPlan:
        found = await look(connection, now, len(capacity.full))
        made = plan([delivery_of(row, self._installation) for row in found.rows], capacity.full, now)
        due = min((one for one in (made.next_due, found.due) if one is not None), default=None)
        return replace(made, next_due=due, queued=made.queued or found.leased)


_TARGET = (POSTS.c.target_kind, POSTS.c.target_id)


@cache
def _retiring(count: int) -> Any:
    these = update(POSTS).where(among("posts", count, POSTS.c.message_id))
    return these.values(live=False).returning(*_TARGET)


def _is_outdated() -> Any:
    """Whether a post is live although a later one, live or not, has made it obsolete."""
    newer = POSTS.alias()
    same = [newer.c[name] == POSTS.c[name] for name in ("game", "target_kind", "target_id")]
    replaced = [and_(newer.c.kind == new.value, any_of(POSTS.c.kind, _values(old))) for new, old in REPLACES.items()]
    later = newer.c.message_id > POSTS.c.message_id
    is_replaced = select(newer.c.game).where(*same, later, or_(*replaced)).exists()
    end = newer.c.game == POSTS.c.game, newer.c.kind == DeliveryKind.END.value
    is_over = and_(any_of(POSTS.c.kind, _values(OF_A_TURN)), select(newer.c.game).where(*end).exists())
    board = newer.c.game == POSTS.c.game, any_of(newer.c.kind, _values(SHOWS_GAME)), newer.c.sequence > POSTS.c.sequence
    has_moved = and_(any_of(POSTS.c.kind, _values(ASKS_UNTIL_MOVED)), select(newer.c.game).where(*board).exists())
    return and_(POSTS.c.live, is_known(POSTS), or_(is_replaced, is_over, has_moved))


@cache
def _untidy() -> Select[Any]:
    return select(*_TARGET).where(_is_outdated()).distinct()


@cache
def _outdated_posts(targets: int, games: int) -> Any:
    """Select the newest of the live posts that a later post has made obsolete, in each target that has one.

    Only of so many `targets` and `games`, which are not both 0.
    """
    there = [among("targets", targets, *_TARGET)] if targets else []
    of_games = [among("games", games, POSTS.c.game)] if games else []
    live = union(*(select(POSTS.c.message_id).where(POSTS.c.live, where) for where in (*there, *of_games)))
    place = func.row_number().over(partition_by=_TARGET, order_by=POSTS.c.message_id.desc())
    old = select(POSTS, place.label("place")).where(_is_outdated(), POSTS.c.message_id.in_(live))
    ranked = old.subquery()
    return select(ranked).where(ranked.c.place == 1)


async def _outdated(
    connection: AsyncConnection, targets: Collection[Target], games: Collection[str] = ()
) -> tuple[Post, ...]:
    """The newest live post that a later one has made obsolete, in each of some targets and wherever games have one."""
    if not targets and not games:
        return ()
    there, of_games = padded((one.kind.value, one.id) for one in targets), padded((one,) for one in games)
    values = numbered("targets", there) | numbered("games", of_games)
    return tuple(map(post_of, await fetch(connection, _outdated_posts(len(there), len(of_games)), values)))


def _replaced(ended: Iterable[DeliveryEnd]) -> tuple[set[Target], set[str]]:
    """The targets where a new message may have made an older one obsolete, and the games that have some elsewhere."""
    sent = [one.delivery for one in ended if one.sent]
    shown = {one.game for one in sent if one.kind in SHOWS_GAME or one.kind is DeliveryKind.END}
    return {one.target for one in sent if one.kind in REPLACES}, shown


def _values(kinds: Iterable[DeliveryKind]) -> list[str]:
    return sorted(kind.value for kind in kinds)


async def _end(connection: AsyncConnection, ended: Sequence[DeliveryEnd], owner: str) -> None:
    """End deliveries and their leases; remember the posts that there are."""
    if not ended:
        return
    steps: list[Statement] = [_release(owner, [one.delivery.target for one in ended])]
    for status, superseded in (("superseded", True), ("done", False)):
        if these := [one for one in ended if one.delivery.superseded is superseded]:
            steps.append(_finish([one.delivery.id for one in these], status, max(one.at for one in these)))
    if posts := [_post_row(one.delivery, one.sent) for one in ended if one.sent]:
        steps.append((putting(POSTS, connection), posts))
    await execute(connection, *steps)


def _finish(ids: Sequence[int], status: str, now: int, error: str | None = None) -> Statement:
    """End deliveries, at least one."""
    these = padded((one,) for one in ids)
    return _finishing(len(these)), {**numbered("ids", these), "status": status, "finished": now, "error": error}


@cache
def _finishing(count: int) -> Update:
    return update(DELIVERIES).where(among("ids", count, DELIVERIES.c.id))


async def _take(
    connection: AsyncConnection, chosen: Sequence[Delivery], owner: str, now: int, until: int
) -> list[Delivery]:
    """Lease targets and count the tries; returns the deliveries that their previous senders have not just ended."""
    if not chosen:
        return []
    leases = [{**target_row(one.target), "owner": owner, "until": until} for one in chosen]
    seen = padded((one.id, one.attempts) for one in chosen)
    taking = _take_up(len(seen)), {**numbered("seen", seen), "now": now}
    _, found = await execute(connection, (putting(LEASES, connection), leases), taking)
    taken = {row.id for row in found.rows}
    if gone := [one.target for one in chosen if one.id not in taken]:
        await execute(connection, _release(owner, gone))
    return [one for one in chosen if one.id in taken]


@cache
def _take_up(count: int) -> Any:
    """Count a try of so many deliveries if they are still as they were `seen`."""
    these = among("seen", count, DELIVERIES.c.id, DELIVERIES.c.attempts), DELIVERIES.c.status == "waiting"
    tried = func.coalesce(DELIVERIES.c.tried, bindparam("now", type_=DELIVERIES.c.tried.type))
    values = {"attempts": DELIVERIES.c.attempts + 1, "tried": tried}
    return update(DELIVERIES).where(*these).values(values).returning(DELIVERIES.c.id)


def _release(owner: str, targets: Sequence[Target]) -> Statement:
    """End the leases of targets, at least one."""
    there = padded((one.kind.value, one.id) for one in targets)
    return _releasing(len(there)), {**numbered("targets", there), "by": owner}


@cache
def _releasing(count: int) -> Delete:
    these = among("targets", count, LEASES.c.target_kind, LEASES.c.target_id)
    return delete(LEASES).where(these, LEASES.c.owner == bindparam("by"))


async def _newest_status(connection: AsyncConnection, game: str, target: Target) -> str | None:
    """What has become of the newest view of a game for a target."""
    kinds = DELIVERIES.c.kind.in_(_values(SHOWS_GAME))
    query = select(DELIVERIES.c.status).where(DELIVERIES.c.game == game, kinds).filter_by(**target_row(target))
    status: str | None = (await connection.execute(query.order_by(DELIVERIES.c.id.desc()).limit(1))).scalar()
    return status


async def _queue_once(connection: AsyncConnection, game: str, fallback: NewDelivery, target: Target) -> None:
    await hold_game(connection, game)
    row = new_delivery_row(game, fallback, target)
    same = {key: row[key] for key in ("game", "kind", "target_kind", "target_id", "about")}
    if (await connection.execute(select(DELIVERIES.c.id).filter_by(**same).limit(1))).first() is None:
        await connection.execute(insert(DELIVERIES), [row])


def _post_row(delivery: Delivery, sent: SentMessage) -> dict[str, Any]:
    return {
        "message_id": sent.message_id,
        "channel_id": sent.channel_id,
        "game": delivery.game,
        **target_row(delivery.target),
        "kind": delivery.kind.value,
        "sequence": delivery.upto,
        "live": delivery.kind in REPLACES.keys() | ASKS_UNTIL_MOVED,
    }


@dataclass(frozen=True, slots=True)
class SendingPlan:
    """A plan for the queue: the deliveries to send, those no longer needed, and when to look again.

    `queued` says that a delivery waits for an earlier one to the same target.
    """

    ready: tuple[Delivery, ...]
    superseded: tuple[int, ...]
    next_due: int | None
    queued: bool = False


def choose(ready: Iterable[Delivery], capacity: Capacity) -> list[Delivery]:
    """The deliveries to send now; each tenant gets its turn, however much the others have waiting."""
    share = capacity.most if capacity.share is None else capacity.share
    return fair_choice(ready, lambda one: one.tenant, capacity.under_way, share, capacity.most)


def plan(queue: Iterable[Delivery], leased: Mapping[Target, int], now: int) -> SendingPlan:
    """The plan for the waiting deliveries, in their order; `leased` targets are busy until the given instants.

    A delivery superseded after it was tried stays in the plan: its post may exist and has to be found. A board that
    waits to be superseded does not hold up other messages.
    """
    ready: list[Delivery] = []
    superseded: list[int] = []
    instants: list[int] = []
    queued = False
    for target, waiting in _by_target(queue).items():
        if target in leased and leased[target] > now:
            instants.append(leased[target])
            queued = True
            continue
        marked = [replace(one, superseded=_is_superseded(one, waiting)) for one in waiting]
        superseded += [one.id for one in marked if one.superseded and not one.attempts]
        left = [one for one in marked if one.attempts or not one.superseded]
        head, queued = left[0], queued or len(left) > 1
        if head.due <= now or head.superseded or (len(left) > 1 and _was_put_off(head)):
            ready.append(head)
        else:
            instants.append(head.due)
    return SendingPlan(tuple(ready), tuple(superseded), min(instants, default=None), queued)


def _was_put_off(delivery: Delivery) -> bool:
    return delivery.kind is DeliveryKind.BOARD and not delivery.attempts


def _by_target(queue: Iterable[Delivery]) -> dict[Target, list[Delivery]]:
    targets: dict[Target, list[Delivery]] = {}
    for delivery in queue:
        targets.setdefault(delivery.target, []).append(delivery)
    return targets


def _is_superseded(delivery: Delivery, waiting: list[Delivery]) -> bool:
    more = SHOWS_MORE.get(delivery.kind, frozenset())
    return any(one.game == delivery.game and one.kind in more and one.id > delivery.id for one in waiting)
