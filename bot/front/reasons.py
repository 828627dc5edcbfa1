"""Why typed moves failed, kept for the button that tells their authors; a restart forgets them."""

from __future__ import annotations

from collections import OrderedDict

MOST = 500


class Reasons:
    """The latest failures by the message that caused them."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, tuple[str, Exception]] = OrderedDict()

    def keep(self, message: int, person: str, error: Exception) -> None:
        """Keep why a person's message failed."""
        self._kept[message] = (person, error)
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)

    def of(self, message: int) -> tuple[str, Exception] | None:
        """Whose message it was and why it failed, None when that is forgotten."""
        return self._kept.get(message)
