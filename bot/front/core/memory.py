"""Wishes that wait until their person has said which game they are for; a restart forgets them."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

MOST_QUESTIONS = 500

Wish = Callable[[Any], Awaitable[Any]]
"""What `bot.front.core.answering` does for somebody."""


class Pending:
    """The latest wishes, by a token that the question carries."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[str, Wish]] = OrderedDict()

    def keep(self, person: str, wish: Wish) -> str:
        """Keep a person's wish; the token that finds it again."""
        token = secrets.token_hex(8)
        self._kept[token] = (person, wish)
        while len(self._kept) > MOST_QUESTIONS:
            self._kept.popitem(last=False)
        return token

    def take(self, token: str, person: str) -> Wish | None:
        """A person's wish, once; None when it is forgotten, done already, or somebody else's."""
        if self._kept.get(token, ("", None))[0] != person:
            return None
        return self._kept.pop(token)[1]


MOST_REASONS = 500


class Reasons:
    """The latest failures by the message that caused them."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, tuple[str, Exception]] = OrderedDict()

    def keep(self, message: int, person: str, error: Exception) -> None:
        """Keep why a person's message failed."""
        self._kept[message] = (person, error)
        while len(self._kept) > MOST_REASONS:
            self._kept.popitem(last=False)

    def of(self, message: int) -> tuple[str, Exception] | None:
        """Whose message it was and why it failed, None when that is forgotten."""
        return self._kept.get(message)
