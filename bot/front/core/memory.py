"""What is remembered of people's requests for a while, such as why a typed move failed; a restart forgets it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, Generic, TypeVar

MOST = 500
"""So many of the latest are kept of each kind."""

K = TypeVar("K")
V = TypeVar("V")

Postponed = Callable[[Any], Awaitable[Any]]
"""What is done for somebody (`bot.front.core.sharing.Work`) once they have said which game they mean."""


class Memory(Generic[K, V]):
    """The latest values, each with the id of the person whom it belongs to."""

    def __init__(self) -> None:
        self._kept: OrderedDict[K, tuple[str, V]] = OrderedDict()

    def keep(self, key: K, person: str, value: V) -> None:
        """Keep a value for a person; the oldest one makes room for it."""
        self._kept[key] = (person, value)
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)

    def of(self, key: K) -> tuple[str, V] | None:
        """Whose value it is and the value; None when it is forgotten."""
        return self._kept.get(key)

    def take(self, key: K, person: str) -> V | None:
        """A person's value, once; None when it is forgotten, taken already, or somebody else's."""
        if self._kept.get(key, ("", None))[0] != person:
            return None
        return self._kept.pop(key)[1]
