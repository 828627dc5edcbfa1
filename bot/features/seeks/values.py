"""Open challenges: what somebody seeks, and the message of a channel that lists them."""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.durations import DAY, HOUR

MOST_HERE = 8
"""Open challenges of one channel: one message shows them all."""
LIVE_FOR = HOUR
SLOW_FOR = 2 * DAY
"""How long a challenge stays open, and one to a game with turns of an hour or more."""
OPENING = 120_000
"""Milliseconds in which an accepted challenge becomes a game; after that it is open again."""


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
    """An open challenge. `number` never repeats, `by_ear` is how its person plays, `expires` when it ends."""

    number: int
    server: int
    channel: int
    person: str
    name: str
    by_ear: bool
    wanted: Wanted
    expires: int


@dataclass(frozen=True, slots=True)
class Listing:
    """The list of a channel's challenges, which a process sees to now.

    `message` is where it is shown, None if nowhere. `anew` asks for a new message at the bottom of the channel, whose
    number is `post`, None until one is written down. `version` counts the changes.
    """

    channel: int
    server: int
    version: int
    anew: bool
    attempts: int
    post: int | None = None
    message: int | None = None
