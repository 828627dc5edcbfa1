"""Deliveries: passes the queue to the sender, and makes sure that each message is sent once.

A delivery is leased, sent with a nonce that never changes, and marked done. Failures are retried later, even by the
next process; if Discord refuses a message for good, the bot tells someone it can reach.

A worker is free as soon as its message is sent. A target that can take no message yet (`budget`) gets no
worker: its deliveries wait in the database.

Messages sent at about the same time are marked as done together, in the transaction that claims the next ones.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from bot.logs import about
from bot.model.changes import ClaimedDeliveries, DeliveryContext, DeliveryEnd
from bot.model.deliveries import (
    REPLACES,
    Capacity,
    Delivery,
    DeliveryKind,
    NewDelivery,
    Post,
    SentMessage,
    Target,
    TargetKind,
)
from bot.model.errors import TooManyAtOnce, UnknownGame, describe
from bot.model.games import GameSummary
from bot.model.measures import Measures
from bot.model.processes import Checkpoint, Checkpoints
from bot.model.profiles import Reach, is_closed
from bot.service.ports import Clock, PermanentRefusal, Sender, TransientFailure
from bot.service.sending.budget import Budget, ButtonRemover
from bot.service.tasks import POLL, Workers, pause, repeat
from bot.store.repositories import Store
from engine.game.state import Person

LOG = logging.getLogger(__name__)
DELIVERY_LEASE = 120_000
SEND_SECONDS = 90
"""Seconds after which a send counts as failed; the lease outlasts it, so that nobody else sends meanwhile."""
SENT_AT_ONCE = 32
SENDING_SHARE = 8
"""How many of the messages being sent at once may belong to one server's games."""
FEW, LOOK_AGAIN = 8, 100
"""While fewer workers are free, the milliseconds between two looks at the queue, which may be long then."""
DOUBT = 120_000
"""Milliseconds after the first try when a nonce no longer prevents a duplicate: the message is searched for first."""
COLLECTED_FOR = 500
"""Milliseconds for which a sent message may wait, to be marked as done together with those still being sent."""
GIVE_UP = 24 * 3600 * 1000
UNEXPECTED_TRIES = 7
"""How often to try a delivery that fails for an unforeseen reason, so that it does not block a channel for ever."""

NO_DM = 50007
"""Discord's usual code for closed direct messages. To a person, every other final refusal means the same."""
POST_GONE = frozenset({10008, 30046})
"""Unknown message; too many edits of a message older than an hour: the post is given up and replaced by a new one."""

UNKNOWN = ClaimedDeliveries((), None, waiting=True)
"""While a claim is made, and if it fails: something may be due."""

ContextTask = asyncio.Task[dict[int, DeliveryContext]]


class _Full(Exception):
    """Someone else has written to the target since its delivery was claimed."""


class Deliveries:
    """The loop that sends. `owner` names this process among several; `poll` is as for `bot.service.tasks.repeat`."""

    def __init__(
        self,
        store: Store,
        sender: Sender,
        clock: Clock,
        budget: Budget,
        checkpoints: Checkpoints,
        owner: str,
        measures: Measures | None = None,
        poll: Callable[[], int] = lambda: POLL,
    ) -> None:
        self._store = store
        self._poll = poll
        self._outbox = store.outbox
        self._people = store.people
        self._sender = sender
        self._clock = clock
        self._budget = budget
        self._checkpoints = checkpoints
        self._owner = owner
        self._measures = measures or Measures()
        self._tidier = ButtonRemover(store.outbox, sender, clock, budget)
        self._ended: list[DeliveryEnd] = []
        self._claimed = ClaimedDeliveries((), None)
        self._looked = 0
        self._news = True
        self._queued = False
        self._woken = asyncio.Event()
        self._workers = Workers(SENT_AT_ONCE, self._woken.set)

    def wake(self, *, queued: bool = False) -> None:
        """Look again; `queued` says that this process has queued a delivery, so that there is one to claim."""
        self._news, self._queued = True, self._queued or queued
        self._woken.set()

    async def run(self) -> None:
        """Send until cancelled."""
        tidying = asyncio.create_task(self._tidier.run(), name="tidying")
        try:
            await repeat("the deliveries", self._step, self._clock, self._woken, self._poll)
        finally:
            tidying.cancel()
            await self._workers.stop()
            if self._ended:
                await self._outbox.done(self._owner, self._ended)
            await asyncio.gather(tidying, return_exceptions=True)

    async def _step(self) -> int | None:
        now = self._clock.now()
        if self._workers.free < FEW and now < self._looked + LOOK_AGAIN:
            return self._looked + LOOK_AGAIN
        if not self._workers.free:
            return None
        if self._ended and not self._may_claim(now):
            return await self._end(now)
        capacity = Capacity(self._workers.free, SENDING_SHARE, self._workers.under_way, self._budget.full(now))
        ended, news, self._news, self._queued = tuple(self._ended), self._queued, False, False
        self._claimed, self._looked = UNKNOWN, now
        self._claimed = await self._outbox.claim(self._owner, now, now + DELIVERY_LEASE, capacity, ended, news=news)
        self._has_ended(ended, self._claimed.outdated)
        if not self._claimed.deliveries:
            return self._claimed.next_due
        contexts = asyncio.create_task(self._store.contexts.of_deliveries(self._claimed.deliveries))
        for delivery in self._claimed.deliveries:
            with about(game=delivery.game, cause=f"delivery/{delivery.id}"):  # the task inherits both
                self._workers.start(self._deliver(delivery, contexts), f"delivery {delivery.id}", delivery.tenant)
        return self._claimed.next_due

    def _may_claim(self, now: int) -> bool:
        """Whether there may be something to send besides what is being sent, as far as this process knows."""
        due = self._claimed.next_due
        return self._news or self._claimed.waiting or (due is not None and due <= now)

    async def _end(self, now: int) -> int | None:
        """Mark completed deliveries as done, together with those that are still being sent if these end soon."""
        due, until = self._claimed.next_due, self._ended[0].at + COLLECTED_FOR
        if self._workers.under_way and now < until:
            return until if due is None else min(until, due)
        ended = tuple(self._ended)
        self._has_ended(ended, await self._outbox.done(self._owner, ended))
        return due

    def _has_ended(self, ended: tuple[DeliveryEnd, ...], outdated: tuple[Post, ...]) -> None:
        del self._ended[: len(ended)]
        for post in outdated:
            self._tidier.note(post)

    async def _deliver(self, delivery: Delivery, contexts: ContextTask) -> None:
        """Send a delivery. If that fails, something is due again at an instant that is not known yet."""
        is_sent = False
        try:
            is_sent = await self._try(delivery, contexts)
        finally:
            self._news = self._news or not is_sent

    async def _try(self, delivery: Delivery, contexts: ContextTask) -> bool:
        try:
            context = await _context(delivery, contexts)
            if await self._goes_elsewhere(delivery, context):
                return False
            if self._is_pointless(delivery, context):
                raise PermanentRefusal(NO_DM)
            sent = await self._send(delivery, context)
        except _Full:
            free = self._budget.free_at(delivery.target, self._clock.now())
            await self._outbox.hand_back(delivery, self._owner, free)
        except PermanentRefusal as refusal:
            await self._refused(delivery, refusal.code)
        except TransientFailure as failure:
            await self._failed(delivery, "transient", failure.retry_after or 0)
        except (OSError, TooManyAtOnce) as error:  # lost connections and timeouts
            await self._failed(delivery, type(error).__name__)
        except Exception as error:
            LOG.error("delivery %d (%s) failed: %s", delivery.id, delivery.kind.value, describe(error))
            await self._failed(delivery, type(error).__name__, expected=False)
        else:
            await self._checkpoints.reach(Checkpoint.AFTER_DISCORD_ACCEPTED)
            await self._sent(delivery, context, sent)
            return True
        return False

    def _is_pointless(self, delivery: Delivery, context: DeliveryContext) -> bool:
        if delivery.target.kind is not TargetKind.PERSON or delivery.superseded:
            return False
        return is_closed(context.people[str(delivery.target.id)], self._clock.now())

    async def _goes_elsewhere(self, delivery: Delivery, context: DeliveryContext) -> bool:
        """Whether the person chose to get a reminder in the channel or not at all, instead of directly."""
        if delivery.kind is not DeliveryKind.REMINDER or delivery.target.kind is not TargetKind.PERSON:
            return False
        reach = context.people[str(delivery.target.id)].reminders
        if reach == Reach.DIRECT.value:
            return False
        now = self._clock.now()
        summary = context.game.summary
        instead = (remind_in_channel(delivery, summary, now),) if reach == Reach.MENTION.value else ()
        await self._outbox.fail(delivery, self._owner, f"reminders: {reach}", now, *instead)
        return True

    async def _send(self, delivery: Delivery, context: DeliveryContext) -> SentMessage | None:
        in_doubt = delivery.tried is not None and self._clock.now() - delivery.tried > DOUBT
        async with asyncio.timeout(SEND_SECONDS):
            if delivery.superseded or in_doubt:
                found = await self._sender.find(delivery)
                if found or delivery.superseded:
                    return found
            if not self._budget.try_message(delivery.target):
                raise _Full
            return await self._sender.send(delivery, context)

    async def _sent(self, delivery: Delivery, context: DeliveryContext, sent: SentMessage | None) -> None:
        if sent and delivery.target.kind is TargetKind.PERSON:
            await self._people.dm_works(context.people[str(delivery.target.id)], sent.channel_id)
        await self._checkpoints.reach(Checkpoint.BEFORE_MARKED_DONE)
        now = self._clock.now()
        self._measures.delivered((now - delivery.due) / 1000)
        self._ended.append(DeliveryEnd(delivery, sent, now))

    async def _failed(self, delivery: Delivery, error: str, least: int = 0, *, expected: bool = True) -> None:
        now = self._clock.now()
        attempts = delivery.attempts + 1
        hopeless = now - (delivery.tried or now) > GIVE_UP if expected else attempts >= UNEXPECTED_TRIES
        if hopeless:
            await self._outbox.fail(delivery, self._owner, error, now)
        else:
            await self._outbox.retry(delivery, self._owner, now + max(least, pause(attempts)), error)

    async def _refused(self, delivery: Delivery, code: int) -> None:
        now = self._clock.now()
        LOG.info("delivery %d (%s) was refused with code %d", delivery.id, delivery.kind.value, code)
        if code in POST_GONE and delivery.attempts < UNEXPECTED_TRIES:
            await self._give_up_posts(delivery)
            await self._outbox.retry(delivery, self._owner, now, f"refused {code}")
            return
        if delivery.target.kind is TargetKind.PERSON and code not in POST_GONE:
            await self._remember_closed(delivery, now)
        summary = await self._store.journal.summary(delivery.game)
        instead = fallback(delivery, code, summary, now) if summary else ()
        if summary and not _is_home(delivery.target, summary):
            await self._store.journal.hide(delivery.game, delivery.target)
        await self._outbox.fail(delivery, self._owner, f"refused {code}", now, *instead)

    async def _remember_closed(self, delivery: Delivery, now: int) -> None:
        if not is_closed(await self._people.person(str(delivery.target.id)), now):
            await self._people.dm_refused(str(delivery.target.id), now)

    async def _give_up_posts(self, delivery: Delivery) -> None:
        posts = await self._outbox.posts(delivery.game, delivery.target)
        same = REPLACES.get(delivery.kind, {delivery.kind})
        await self._outbox.retire(tuple(post.message_id for post in posts if post.kind in same))


async def _context(delivery: Delivery, contexts: ContextTask) -> DeliveryContext:
    """What a delivery needs to know, read together with those claimed at the same time."""
    if context := (await asyncio.shield(contexts)).get(delivery.id):
        return context
    raise UnknownGame(delivery.game)


def _is_home(target: Target, summary: GameSummary) -> bool:
    """Whether a target is the game's home or a person, not just a place that watches."""
    return target.kind is TargetKind.PERSON or target.id == summary.place.channel_id


def fallback(delivery: Delivery, code: int, summary: GameSummary, now: int) -> tuple[NewDelivery, ...]:
    """The messages that report an undeliverable one; none if nobody needs to know.

    A report or a courtesy that cannot be delivered is not reported in turn: the board in the channel mentions people
    who cannot be reached. A person's closed direct messages are reported in the game's channel, a closed channel to the
    host and to the person on turn; a reminder goes to the channel. A notice that was for one person alone becomes a
    call to that person there.
    """
    if delivery.kind in (DeliveryKind.UNREACHABLE, DeliveryKind.TURN, DeliveryKind.ARCHIVE):
        return ()
    if delivery.kind is DeliveryKind.REMINDER:
        in_private = delivery.target.kind is TargetKind.PERSON
        return (remind_in_channel(delivery, summary, now),) if in_private else ()
    if delivery.target.kind is TargetKind.PERSON:
        return _in_channel_instead(delivery, summary, now)
    if delivery.target.id != summary.place.channel_id:
        return ()
    people = dict.fromkeys((summary.host, *_on_turn(summary)))
    return tuple(
        NewDelivery(DeliveryKind.UNREACHABLE, delivery.upto, now, Target(TargetKind.PERSON, int(one)), str(code))
        for one in people
    )


def _in_channel_instead(delivery: Delivery, summary: GameSummary, now: int) -> tuple[NewDelivery, ...]:
    """What the channel is told when a message to a person does not arrive."""
    home, person = Target(TargetKind.CHANNEL, summary.place.channel_id), delivery.target.id
    match delivery.kind:
        case DeliveryKind.NOTICE:
            return (NewDelivery(DeliveryKind.NOTICE, delivery.upto, now, home, f"{person}/{delivery.upto}"),)
        case DeliveryKind.RACK:
            return (NewDelivery(DeliveryKind.UNREACHABLE, delivery.upto, now, home, str(person)),)
        case _:
            return ()


def _on_turn(summary: GameSummary) -> tuple[str, ...]:
    """The member who types for the player on turn, if that is a person."""
    seat = next((seat for seat in summary.seats if seat.person and seat.player == summary.on_turn), None)
    member = Person(seat.player, seat.name).member if seat else ""
    return (member,) if member.isdecimal() else ()


def remind_in_channel(delivery: Delivery, summary: GameSummary, now: int) -> NewDelivery:
    """A reminder for a person as a mention in the game's channel."""
    home = Target(TargetKind.CHANNEL, summary.place.channel_id)
    return NewDelivery(DeliveryKind.REMINDER, delivery.upto, now, home, str(delivery.upto))
