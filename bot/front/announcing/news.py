"""Which events a message still has to tell."""

from __future__ import annotations

from collections.abc import Sequence

from bot.front.posting.composers import Announcement
from bot.model.deliveries import DeliveryKind
from bot.service.sending.fanout import TOLD_ALONE, is_shown_anew, news_for
from engine.game.events import Challenged, Event, Played
from engine.game.state import GameState


def news_of(told: Announcement) -> Sequence[Event]:
    """The events that a board tells: those not shown yet, without those that have a message of their own."""
    return not_told_alone(_to_tell(told.events, told.shown, told.state, told.context.before))


def news_for_player(told: Announcement, seats: Sequence[int]) -> Sequence[Event]:
    """The events that a message to the player of these seats tells."""
    return news_for(told.events, seats, _called_until(told))


def _called_until(told: Announcement) -> int:
    """The number of the last event that a call to someone's turn has told; 0 without one."""
    return max((post.sequence for post in told.posts if post.kind is DeliveryKind.TURN), default=0)


def _to_tell(events: Sequence[Event], shown: int, state: GameState, before: int | None) -> Sequence[Event]:
    """The events not shown yet; if none of them needs a new board, all that the edited board tells, with these.

    `before` says up to which event the posts before that board have told the game.
    """
    anew = [number for number, event in enumerate(events[:shown]) if is_shown_anew(event, state)]
    if not anew or any(is_shown_anew(event, state) for event in events[shown:]):
        return events[shown:]
    last = anew[-1]
    if before is not None and before <= last:
        return events[before:]
    return [event for event in events if event.at >= events[last].at]


def not_told_alone(events: Sequence[Event]) -> Sequence[Event]:
    """The events without those that have a message of their own; a challenge stays beside the play that it is about."""
    plays = set[int]()
    kept = list[Event]()
    for event in events:
        if isinstance(event, Played):
            plays.add(event.seat)
        if not isinstance(event, TOLD_ALONE) or (isinstance(event, Challenged) and event.seat in plays):
            kept.append(event)
    return kept


def only_refresh(new: Sequence[Event], state: GameState) -> bool:
    """Whether events only change what the previous board shows."""
    return bool(new) and not any(is_shown_anew(event, state) for event in new)


def is_play_unseen(challenge: Challenged, told: Announcement) -> bool:
    """Whether nothing has shown the play of a challenge, so that the board tells both in order."""
    plays = [n for n, event in enumerate(told.events, 1) if isinstance(event, Played) and event.seat == challenge.seat]
    return bool(plays) and plays[-1] > told.shown
