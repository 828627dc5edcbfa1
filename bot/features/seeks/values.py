"""Open challenges: what somebody seeks, and the message of a channel that lists them."""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.durations import DAY, HOUR

MOST_HERE = 8
"""Open challenges of one channel, and the most that its message shows."""
MOST_SERVER_NAME = 40
"""The most characters of a server's name that other servers see."""
LIVE_FOR = HOUR
SLOW_FOR = 2 * DAY
"""How long a challenge stays open, and one to a game with turns of an hour or more."""
CALM = 15_000
"""Milliseconds within which lists follow the challenges of other servers, so that many changes are one edit each."""
LOOK = HOUR
"""How long a server's list for challenges from everywhere is left alone after too many failures."""
OPENING = 120_000
"""Milliseconds in which an accepted challenge becomes a game; after that it is seen whether there is one."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The game that somebody seeks, as `/game new` takes it, the ratings of opponents, and its clock as typed."""

    preset: str
    language: str
    variant: str
    lexicon: str
    low: int | None = None
    high: int | None = None
    clock: str = ""


@dataclass(frozen=True, slots=True)
class Seek:
    """An open challenge. `number` never repeats, `by_ear` is how its person plays, `expires` when it ends.

    One that is open `everywhere` also stands in the lists of other servers, which see its `server_name`.
    """

    number: int
    server: int
    channel: int
    person: str
    name: str
    by_ear: bool
    wanted: Wanted
    expires: int
    everywhere: bool = False
    server_name: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """The list of a channel's challenges, which a process sees to now.

    `message` is where it is shown, None if nowhere. `anew` asks for a new message at the bottom of the channel, whose
    number is `post`, None until one is written down. `version` counts the changes. A list may show challenges
    from `everywhere`, too.
    """

    channel: int
    server: int
    version: int
    anew: bool
    attempts: int
    post: int | None = None
    message: int | None = None
    everywhere: bool = False


def opening_id(seek: Seek) -> str:
    """The id of the request that opens a challenge's game, so that it opens one."""
    return f"seek/{seek.number}"
