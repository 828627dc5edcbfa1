"""Profiles that every request and message needs, kept in memory: read once, and dropped when they change.

Whoever changes one drops it here and signals to the other processes; a process that may miss signals keeps nothing,
and what a signal has missed is read again after a while, unless there are no others. What is changed is always read in
its own transaction.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TypeVar

from bot.model.profiles import ChannelProfile, PersonProfile, ServerProfile
from bot.store.signals import Signals, Topic

P = TypeVar("P", PersonProfile, ServerProfile, ChannelProfile)
AGE = 10.0
"""Seconds after which a profile is read again, where another process may have changed it."""
MOST_PROFILES = 10_000
"""How many profiles are kept."""


class Profiles:
    """The profiles that this process has read lately."""

    def __init__(self, signals: Signals) -> None:
        self._signals = signals
        self._kept: OrderedDict[str, tuple[PersonProfile | ServerProfile | ChannelProfile, float]] = OrderedDict()
        self.changes = 0
        """How often profiles have changed: what a transaction reads that began before a change is not kept."""

    def find(self, kind: type[P], owner: object) -> P | None:
        """The profile of a person, server or channel; None if it has to be read."""
        found, at = self._kept.get(_key(kind, owner), (None, 0.0))
        is_fresh = self._signals.is_alone or (self._signals.hears and monotonic() - at < AGE)
        return found if is_fresh and isinstance(found, kind) else None

    def keep(self, profile: P, since: int) -> P:
        """Keep a profile read in a transaction that began when there had been `since` changes; returns it."""
        if since == self.changes:
            key = _key(type(profile), profile.id)
            self._kept[key] = profile, monotonic()
            self._kept.move_to_end(key)
            if len(self._kept) > MOST_PROFILES:
                self._kept.popitem(last=False)
        return profile

    @contextmanager
    def changing(self, kind: type[P], owner: object) -> Iterator[None]:
        """A transaction that changes a profile: it is dropped afterwards, here and in the other processes."""
        try:
            yield
        finally:
            self.drop(_key(kind, owner))
            self._signals.tell(Topic.PROFILES, _key(kind, owner))

    def drop(self, key: str) -> None:
        """Drop a profile that another process has changed; all of them if it is not known which."""
        self.changes += 1
        if key:
            self._kept.pop(key, None)
        else:
            self._kept.clear()


def _key(kind: type[PersonProfile | ServerProfile | ChannelProfile], owner: object) -> str:
    return f"{kind.__name__}/{owner}"
