"""Fair use: how much one person, channel or server may ask of the bot. This table is the only place for limits.

There are two kinds of limits. Games are counted in the database: open lobbies, running games, demonstrations and paused
games. Everything else is a rate, an amount per minute, hour, day or year. Reviews and absences are counted in the
database too, since a day is longer than many a process lives; each process counts all other rates in memory by itself.

Each limit is a `Bound` of two numbers. `usual` applies until a server's moderators choose another number, up to `most`.
Limits for a person are counted in each server separately; across all servers and direct messages, nobody gets more than
`most`.

The defaults are generous enough for a class of thirty people in one server or channel. The operator changes them with
the setting `TILEWRIGHT_LIMITS` (`read_limits`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.sentences import Sentence

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
YEAR = 365 * DAY


class Limit(StrEnum):
    """What is limited."""

    LOBBIES = "lobbies"  # games that are gathering players
    GAMES = "games"  # running games with at least one person
    DEMONSTRATIONS = "demonstrations"  # running games of computer players only
    PAUSED = "paused"  # games saved for later
    OPENINGS = "openings"  # games, and thus threads, opened in an hour
    THINKING = "thinking"  # seconds in an hour spent on computer moves, hints and analysis boards
    HINTS = "hints"  # hints, and positions of analysis boards thought about, in an hour
    IMPORTS = "imports"  # word lists and variants uploaded in an hour
    FILES = "files"  # files requested and games loaded from files in an hour
    PICTURES = "pictures"  # private answers with pictures in a minute: boards, racks, statistics
    REVIEWS = "reviews"  # reviews of finished games requested in a day
    PUZZLES = "puzzles"  # new puzzles given to one person in an hour
    AWAY = "away"  # days in a year on which the clocks of one person stand still
    MENTIONS = "mentions"  # answers to mentions and direct messages that ask for nothing in particular, in a minute
    REQUESTS = "requests"  # commands, buttons and typed moves in a minute


class Per(StrEnum):
    """Who or what a limit counts for. A thread belongs to its channel."""

    PERSON = "person"
    CHANNEL = "channel"
    SERVER = "server"


@dataclass(frozen=True, slots=True)
class Bound:
    """The default, and the most and the least that a server's moderators may choose instead."""

    usual: int
    most: int
    least: int = 1


Bounds = Mapping[str, Bound]
"""The limits by name, such as `lobbies_per_person`."""

LIMITS: Bounds = {
    "lobbies_per_person": Bound(5, 20),
    "lobbies_per_channel": Bound(40, 200),
    "lobbies_per_server": Bound(60, 300),
    "games_per_person": Bound(25, 100),
    "games_per_channel": Bound(100, 400),
    "games_per_server": Bound(250, 1_000),
    "demonstrations_per_person": Bound(2, 5, 0),
    "demonstrations_per_channel": Bound(4, 20, 0),
    "demonstrations_per_server": Bound(8, 40, 0),
    "paused_per_person": Bound(40, 200),
    "paused_per_server": Bound(500, 2_000),
    "openings_per_person": Bound(40, 200),
    "openings_per_server": Bound(600, 3_000),
    "thinking_per_person": Bound(3_600, 14_400, 0),
    "thinking_per_server": Bound(10_800, 36_000, 0),
    "hints_per_person": Bound(120, 600, 0),
    "hints_per_server": Bound(2_000, 10_000, 0),
    "imports_per_person": Bound(20, 100, 0),
    "imports_per_server": Bound(150, 1_000, 0),
    "files_per_person": Bound(60, 300, 0),
    "files_per_server": Bound(900, 5_000, 0),
    "pictures_per_person": Bound(90, 300, 5),
    "pictures_per_server": Bound(1_500, 6_000, 50),
    "reviews_per_person": Bound(5, 50, 0),
    "reviews_per_server": Bound(150, 1_000, 0),
    "puzzles_per_person": Bound(60, 300, 0),
    "puzzles_per_server": Bound(1_000, 5_000, 0),
    "away_per_person": Bound(28, 365, 0),
    "mentions_per_person": Bound(6, 30, 0),
    "mentions_per_server": Bound(60, 600, 0),
    "requests_per_person": Bound(150, 600, 30),
    "requests_per_server": Bound(3_000, 12_000, 300),
}

COUNTED = frozenset({Limit.LOBBIES, Limit.GAMES, Limit.DEMONSTRATIONS, Limit.PAUSED})
"""The limits on games, counted in the database."""

_BY_MINUTE = dict.fromkeys((Limit.PICTURES, Limit.MENTIONS, Limit.REQUESTS), MINUTE)
_OTHER_SPANS = {**_BY_MINUTE, Limit.REVIEWS: DAY, Limit.AWAY: YEAR}
SPANS: Mapping[Limit, int] = {one: _OTHER_SPANS.get(one, HOUR) for one in Limit if one not in COUNTED}
"""The period of each rate, in milliseconds."""

DEMONSTRATIONS_SHARE = 0.5
"""Demonstrations get this share of the thinking time; the rest is reserved for games with people."""

LARGEST_BOUND = 1_000_000
_ENTRY = re.compile(r"\s*([a-z_]+)\s*=\s*(\d{1,7})\s*(?:\.\.\s*(\d{1,7})\s*)?", re.ASCII)


def limit_name(limit: Limit, per: Per) -> str:
    """The name of a limit in the table and the settings."""
    return f"{limit.value}_per_{per.value}"


def scopes_of(limit: Limit) -> tuple[Per, ...]:
    """The scopes for which a limit has a number."""
    return tuple(per for per in Per if limit_name(limit, per) in LIMITS)


@dataclass(eq=False)
class LimitsRefused(ValueError):
    """A text names no limits; `reason` continues after the name of the setting that holds it."""

    reason: str

    def __str__(self) -> str:
        return self.reason


def read_limits(text: str) -> Bounds:
    """The limits, with those named in a text replaced: `lobbies_per_person=3, games_per_server=100..500`.

    A single number is fixed; of two, the first is the default and the second the most that moderators may choose.
    Raises `LimitsRefused`.
    """
    found = dict(LIMITS)
    for entry in filter(str.strip, text.split(",")):
        match = _ENTRY.fullmatch(entry)
        if match is None:
            raise LimitsRefused(
                Sentence(
                    "has {entry}; write name=number or name=default..maximum, separated by commas",
                    entry=repr(entry.strip()),
                )
            )
        name, usual, most = match[1], int(match[2]), int(match[3] or match[2])
        if name not in LIMITS:
            raise LimitsRefused(
                Sentence("has no limit named {name}; choose from {known}", name=repr(name), known=", ".join(LIMITS))
            )
        found[name] = _bound(name, usual, most)
    return found


def _bound(name: str, usual: int, most: int) -> Bound:
    least = LIMITS[name].least
    if not least <= usual <= most <= LARGEST_BOUND:
        raise LimitsRefused(
            Sentence(
                "must have {name} from {least} to {most}, and the default not above the maximum",
                name=name,
                least=least,
                most=LARGEST_BOUND,
            )
        )
    return Bound(usual, most, least)
