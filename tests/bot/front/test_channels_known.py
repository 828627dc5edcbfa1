"""Channels that the mailbox knows: each is looked for in all servers once."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock, Mock

import discord
import pytest

from bot.front.posting.mailbox import Mailbox

SERVER, CHANNEL, THREAD, DIRECT = 7, 70, 71, 72


class Client:
    """Stands in for discord.py's: a server with a channel and a thread, someone's direct messages, and its looks."""

    def __init__(self) -> None:
        self.looks = 0
        self.places: dict[int, Any] = {CHANNEL: object.__new__(discord.TextChannel)}
        self.places[THREAD] = object.__new__(discord.Thread)
        for place in self.places.values():
            place.guild = self
        self.id = SERVER

    def get_guild(self, server: int) -> Client | None:
        return self if server == SERVER else None

    def get_channel_or_thread(self, channel: int) -> object | None:
        return self.places.get(channel)

    def get_channel(self, channel: int) -> object | None:
        self.looks += 1
        return object.__new__(discord.DMChannel) if channel == DIRECT else self.places.get(channel)


async def test_a_channel_is_looked_for_once_and_found_wherever_it_is() -> None:
    """Discord.py goes through all servers each time; one that is gone is unknown again."""
    client = Client()
    mailbox = Mailbox(cast("Any", client), cast("Any", None))
    assert [await mailbox.server_of(one) for one in (CHANNEL, THREAD, CHANNEL, THREAD)] == [SERVER] * 4
    assert client.looks == 2
    assert await mailbox.server_of(DIRECT) is None
    del client.places[CHANNEL]
    assert mailbox.text_channel(CHANNEL) is None


async def test_a_message_is_deleted_once_unless_that_failed() -> None:
    """Whoever asks: the turn that repeats a rack deletes it, and so does what tidies up later."""
    deleted = AsyncMock(side_effect=[TimeoutError, None])
    mailbox, asked = Mailbox(Mock(), cast("Any", None)), Mock(return_value=True)
    mailbox._message = lambda _: Mock(delete=deleted)  # type: ignore[method-assign,assignment]
    post = cast("Any", SimpleNamespace(message_id=5, channel_id=6))
    with pytest.raises(TimeoutError):
        await mailbox.remove(post, asked)
    assert not mailbox.has_removed(5)
    for _ in range(3):
        assert await mailbox.remove(post, asked)
    assert deleted.await_count == 2 == asked.call_count and mailbox.has_removed(5)
