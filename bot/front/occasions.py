"""What features tell elsewhere: what is coming up in servers, what happened in a week, trophies, and streaks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from bot.model.honours import Trophy
from bot.text.texts import Texts

WEEK = 7 * 24 * 3_600_000


@dataclass(frozen=True, slots=True)
class Week:
    """The week of a server that ends before the instant `until`; `lasts` differs where clocks change meanwhile."""

    server: int
    until: int
    lasts: int = WEEK

    @property
    def since(self) -> int:
        """When it began."""
        return self.until - self.lasts


Paragraph = Callable[[Week, Texts], Awaitable[str]]
"""Words a feature's paragraph of a digest: lines with a bold heading, in the language of the digest."""


Trophies = Callable[[int, str, Texts], Awaitable[Sequence[Trophy]]]
"""Tells a feature's trophies of a person in a server, for their profile."""


@dataclass(frozen=True, slots=True)
class Streak:
    """A person has solved a server's puzzle of the day on so many days in a row."""

    person: str
    name: str
    days: int


Streaks = Callable[[int, int, Sequence[Streak]], Awaitable[None]]
"""Tells the streaks of people in a server, where it has not been told of them, in the channel of the puzzles."""


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
