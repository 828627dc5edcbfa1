"""Which shards people can reach the bot through: commands in the games of other servers wait, or make time up first."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping

from bot.model.shards import shard_of


class UnreachableShards:
    """The shards that are out of reach: those `held` by this process, whose commands wait, and those of nobody.

    `notice` is called before every command, since time may have been lost since the last one without anyone noticing.
    `make_up` is called with a game and the instant since when nobody has served its shard, before a command that came
    another way, such as a deadline, is decided. `give_back` is called with a game and its shard while `owing` names the
    shard: the time that it lost earlier may not be in the game's journal yet.
    """

    def __init__(self) -> None:
        self.count = 1
        self.notice: Callable[[], object] = lambda: None
        self.make_up: Callable[[str, int], Awaitable[None]] | None = None
        self.give_back: Callable[[str, int], Awaitable[None]] | None = None
        self.owing: Collection[int] = ()
        self._held: set[int] = set()
        self._unserved: Mapping[int, int] = {}
        self._changed = asyncio.Event()

    @property
    def is_whole(self) -> bool:
        """Whether no shard is out of reach, and none owes its games any time."""
        return not self._held and not self._unserved and not self.owing

    def hold(self, shard: int) -> None:
        """Make commands in the games of a shard wait."""
        self._held.add(shard)

    def release(self, shard: int) -> None:
        """Let commands in the games of a shard through again."""
        self._held.discard(shard)
        self._changed.set()
        self._changed = asyncio.Event()

    def note_unserved(self, since: Mapping[int, int]) -> None:
        """Note the shards that no process serves, each with the instant since when."""
        self._unserved = since

    async def wait(self, server: int | None) -> None:
        """Return when the shard of a server is not held."""
        while shard_of(server, self.count) in self._held:
            await self._changed.wait()

    async def settle(self, game: str, server: int | None) -> None:
        """Let a game's journal have all the time that its shard has lost."""
        shard, since = shard_of(server, self.count), self.unserved_since(server)
        if self.give_back and shard in self.owing:
            await self.give_back(game, shard)
        if self.make_up and since is not None:
            await self.make_up(game, since)

    def unserved_since(self, server: int | None) -> int | None:
        """Since when nobody has served the shard of a server; None if it is served."""
        return self._unserved.get(shard_of(server, self.count))
