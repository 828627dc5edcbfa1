"""A channel for tests that only keeps what is posted there, and loops that do what is due at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any
from unittest.mock import patch

from bot.front.components.message import Message, Text
from bot.front.posting.poster import Poster
from bot.service.ports import UNKNOWN_CHANNEL, PermanentRefusal
from bot.service.tasks import DueLoop
from bot.text import Texts, texts_for


class Channel(Poster):
    """Messages by id, each posted once under its key; `fails` are raised by the next calls, after posting if `late`."""

    def __init__(self) -> None:
        self.messages: dict[int, Message] = {}
        self.keys: dict[str, int] = {}
        self.notes: list[tuple[int, str]] = []
        self.fails: list[BaseException] = []
        self.late = False
        self._ids = count(1001)

    def _may_fail(self, late: bool = False) -> None:
        if self.fails and self.late is late:
            raise self.fails.pop()

    async def texts(self, *_: Any) -> Texts:
        """English."""
        return texts_for("en")

    async def find(self, _: int, key: str) -> int | None:
        """The message with a key."""
        return self.keys.get(key)

    async def post(self, _: int, message: Message, key: str) -> int:
        """Keep a message."""
        self._may_fail()
        if key not in self.keys:
            self.keys[key] = next(self._ids)
            self.messages[self.keys[key]] = message
        self._may_fail(late=True)
        return self.keys[key]

    async def change(self, _: int, message: int, shown: Message) -> bool:
        """Keep another one in its place."""
        self._may_fail()
        if message in self.messages:
            self.messages[message] = shown
        return message in self.messages

    async def update(self, channel: int, message: int, shown: Message) -> None:
        """Keep another one in its place."""
        await self.change(channel, message, shown)

    async def note(self, _: int, message: int, text: str) -> None:
        """Keep what is put on a message."""
        self._may_fail()
        self.notes.append((message, text))

    async def remove(self, _: int, message: int) -> None:
        """Forget a message."""
        self._may_fail()
        self.messages.pop(message, None)

    def said(self) -> list[str]:
        """The texts of each message."""
        return [
            "\n".join(block.content for block in one.blocks if isinstance(block, Text))
            for one in self.messages.values()
        ]


@contextmanager
def first_thread_deleted(channel: int) -> Iterator[list[int]]:
    """The first message elsewhere than in this channel finds its thread deleted; yields the thread, once it has."""
    post, lost = Poster.post, list[int]()

    async def deleted(poster: Poster, place: int, message: Message, key: str) -> int:
        if place != channel and not lost:
            lost.append(place)
            raise PermanentRefusal(UNKNOWN_CHANNEL)
        return await post(poster, place, message, key)

    with patch.object(Poster, "post", deleted):
        yield lost


async def step(loop: DueLoop[Any]) -> None:
    """Do what is due now, and wait until it is done."""
    await loop.take_note()
    for one in await loop.claimed():
        await loop.see_to(one)
