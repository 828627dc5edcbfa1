"""What to do instead when Discord refuses a message for good. Codes are Discord's JSON error codes."""

from __future__ import annotations

from bot.model.deliveries import Delivery, DeliveryKind, NewDelivery, Target, TargetKind
from bot.model.games import GameSummary

NO_DM = 50007
"""Cannot send messages to this user."""
POST_GONE = frozenset({10008, 30046})
"""Unknown message; too many edits of a message older than an hour: the post is given up and replaced by a new one."""


def fallback(delivery: Delivery, code: int, summary: GameSummary, now: int) -> NewDelivery | None:
    """The message that reports an undeliverable one; None if nobody need be told.

    Nobody is told of a message that was itself such a report, or a courtesy: the board in the channel mentions people
    who cannot be reached. A person's closed direct messages are reported in the game's channel, a closed channel to the
    host; a reminder goes to the channel. A notice that was for one person alone becomes a call to that person there.
    """
    if delivery.kind in (DeliveryKind.UNREACHABLE, DeliveryKind.TURN):
        return None
    if delivery.kind is DeliveryKind.REMINDER:
        return remind_in_channel(delivery, summary, now) if delivery.target.kind is TargetKind.PERSON else None
    if delivery.target.kind is TargetKind.PERSON and delivery.kind not in (DeliveryKind.RACK, DeliveryKind.NOTICE):
        return None  # someone who only watches
    if delivery.target.kind is TargetKind.PERSON:
        home = Target(TargetKind.CHANNEL, summary.place.channel_id)
        if delivery.kind is DeliveryKind.NOTICE:
            return NewDelivery(DeliveryKind.NOTICE, delivery.upto, now, home, f"{delivery.target.id}/{delivery.upto}")
        return NewDelivery(DeliveryKind.UNREACHABLE, delivery.upto, now, home, str(delivery.target.id))
    if delivery.target.id != summary.place.channel_id:
        return None
    host = Target(TargetKind.PERSON, int(summary.host))
    return NewDelivery(DeliveryKind.UNREACHABLE, delivery.upto, now, host, str(code))


def remind_in_channel(delivery: Delivery, summary: GameSummary, now: int) -> NewDelivery:
    """A reminder for a person as a mention in the game's channel."""
    home = Target(TargetKind.CHANNEL, summary.place.channel_id)
    return NewDelivery(DeliveryKind.REMINDER, delivery.upto, now, home, str(delivery.upto))
