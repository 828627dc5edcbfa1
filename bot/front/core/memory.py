"""What is remembered of requests for a while, such as why a typed move failed; a restart forgets it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, Generic, TypeVar

MOST_KEPT = 500
"""How many of the latest are kept of each kind."""

K = TypeVar("K")
V = TypeVar("V")

Postponed = Callable[[Any], Awaitable[Any]]
"""What to do for someone (`bot.front.core.sharing.Work`) once they have said which game they mean."""


class Memory(Generic[K, V]):
    """The latest values, each with the id of its owner."""

    def __init__(self) -> None:
        self._kept: OrderedDict[K, tuple[str, V]] = OrderedDict()

    def keep(self, key: K, person: str, value: V) -> None:
        """Keep a value for a person; the oldest is dropped if there is no room."""
        self._kept[key] = (person, value)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)

    def of(self, key: K) -> tuple[str, V] | None:
        """The owner of a value and the value; None if it is forgotten."""
        return self._kept.get(key)

    def take(self, key: K, person: str) -> V | None:
        """Take a person's value out; None if it is forgotten, already taken, or someone else's."""
        if self._kept.get(key, ("", None))[0] != person:
            return None
        return self._kept.pop(key)[1]
