"""What is coming up in servers: features tell it, and whichever keeps a calendar shows it, without knowing each other.

Among the `Hooks` that a feature makes, `occasions` have what looks up the coming occasions of one server, as its own
tables have them now. Nothing is kept here: an occasion that has moved is told with another instant under the same key,
and one that is cancelled is told no more. So a feature that is killed loses none. After a change, `Occasions.changed`
tells that it is time to look again; where that is lost too, a calendar looks by itself before long.

    def _hooks(bot: BotProcess) -> Hooks:
        return Hooks(occasions=(Starts(LeagueStore(bot.store.database), bot.clock).coming_up,))

    async def coming_up(self, server: int, texts: Texts) -> list[Occasion]:
        seasons = await self._store.coming(server, self._clock.now())
        return [Occasion(f"league/{one.number}/start", one.channel, one.starts, name_text(one, texts), ...)]

and, where a season is planned, moved or cancelled: `bot.occasions.changed(server)`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from bot.text.texts import Texts

HOUR = 3_600_000


@dataclass(frozen=True, slots=True)
class Occasion:
    """Something that begins in a channel at a known instant, in words for everyone in the server.

    `key` tells it from all others of its server, and stays the same when it moves. `lasts` is in milliseconds; a whole
    season is better told as two occasions, its start and its end.
    """

    key: str
    channel: int
    begins: int
    name: str
    about: str
    lasts: int = HOUR


ComingUp = Callable[[int, Texts], Awaitable[Sequence[Occasion]]]
"""Looks up the occasions of a server that have not begun, in its language."""


class Occasions:
    """What all features have planned.

    Once all features are made, `sources` returns where they look it up, and `followers` who is told of a server whose
    occasions have changed.
    """

    def __init__(
        self,
        sources: Callable[[], Sequence[ComingUp]],
        followers: Callable[[], Sequence[Callable[[int], object]]] = tuple,
    ) -> None:
        self._sources = sources
        self._followers = followers

    async def of(self, server: int, texts: Texts) -> list[Occasion]:
        """What is coming up in a server, the first to begin first."""
        found = [one for look_up in self._sources() for one in await look_up(server, texts)]
        return sorted(found, key=lambda one: (one.begins, one.key))

    def changed(self, server: int) -> None:
        """Something in a server is planned, moved or cancelled."""
        for follower in self._followers():
            follower(server)
