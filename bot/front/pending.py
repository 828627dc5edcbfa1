"""Wishes that wait until their person has said which game they are for; a restart forgets them."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

MOST = 500

Wish = Callable[[Any], Awaitable[Any]]
"""What `bot.front.answers` does for somebody."""


class Pending:
    """The latest wishes, by a token that the question carries."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[str, Wish]] = OrderedDict()

    def keep(self, person: str, wish: Wish) -> str:
        """Keep a person's wish; the token that finds it again."""
        token = secrets.token_hex(8)
        self._kept[token] = (person, wish)
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)
        return token

    def take(self, token: str, person: str) -> Wish | None:
        """A person's wish, once; None when it is forgotten, done already, or somebody else's."""
        if self._kept.get(token, ("", None))[0] != person:
            return None
        return self._kept.pop(token)[1]
