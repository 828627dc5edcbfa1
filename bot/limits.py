"""Fair use: how much one person, one channel or one server may ask of the bot. This table is the only place for it.

There are two kinds of limits. Games are counted as they stand in the database: lobbies that are open, games that run,
demonstrations, games that are paused. Everything else is a rate: so much in a minute or an hour, counted in memory, by
each process for itself.

Each limit is a `Bound` of two numbers. `usual` holds until a server's moderators choose another number for their
server, up to `most`. What holds for a person is counted in each server on its own; in all servers and direct messages
together, nobody has more than `most`.

The defaults are so wide that a class of thirty people in one server, or in one channel, does not meet them. Whoever
runs the bot changes them by the setting `TILEWRIGHT_LIMITS` (`read_limits`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

MINUTE, HOUR = 60_000, 3_600_000


class Limit(StrEnum):
    """What is limited."""

    LOBBIES = "lobbies"  # games that gather players
    GAMES = "games"  # games that run, with a person at the table
    DEMONSTRATIONS = "demonstrations"  # games that run, of computer players only
    PAUSED = "paused"  # games that are kept for later
    OPENINGS = "openings"  # games opened in an hour, and with them threads
    THINKING = "thinking"  # seconds in an hour that computer players think and hints are looked for
    HINTS = "hints"  # hints in an hour
    IMPORTS = "imports"  # word lists and variants that are sent in an hour
    FILES = "files"  # files that are asked for, and games taken from files, in an hour
    PICTURES = "pictures"  # private answers with pictures in a minute: boards, racks, statistics
    REQUESTS = "requests"  # commands, buttons and typed moves in a minute


class Per(StrEnum):
    """Whose count it is. A thread belongs to its channel."""

    PERSON = "person"
    CHANNEL = "channel"
    SERVER = "server"


@dataclass(frozen=True, slots=True)
class Bound:
    """The number that holds, and the most and the least that the moderators of a server may choose in its place."""

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
    "requests_per_person": Bound(150, 600, 30),
    "requests_per_server": Bound(3_000, 12_000, 300),
}

COUNTED = frozenset({Limit.LOBBIES, Limit.GAMES, Limit.DEMONSTRATIONS, Limit.PAUSED})
"""The limits of games, counted in the database."""

SPANS: Mapping[Limit, int] = {
    one: MINUTE if one in (Limit.PICTURES, Limit.REQUESTS) else HOUR for one in Limit if one not in COUNTED
}
"""The time in which a rate is counted, in milliseconds."""

DEMONSTRATIONS_SHARE = 0.5
"""Demonstrations get this part of the thinking time; the rest is kept for games that people play."""

LARGEST = 1_000_000
_ENTRY = re.compile(r"\s*([a-z_]+)\s*=\s*(\d{1,7})\s*(?:\.\.\s*(\d{1,7})\s*)?", re.ASCII)


def limit_name(limit: Limit, per: Per) -> str:
    """The name of a limit as the table and the settings have it."""
    return f"{limit.value}_per_{per.value}"


def scopes_of(limit: Limit) -> tuple[Per, ...]:
    """For whom there is a number of a limit."""
    return tuple(per for per in Per if limit_name(limit, per) in LIMITS)


def read_limits(text: str) -> Bounds:
    """The limits with those in their place that a text names: `lobbies_per_person=3, games_per_server=100..500`.

    One number holds as it is; of two, the first holds unless moderators choose another one, up to the second. Raises
    `ValueError`, whose message goes on behind the setting's name.
    """
    found = dict(LIMITS)
    for entry in filter(str.strip, text.split(",")):
        match = _ENTRY.fullmatch(entry)
        if match is None:
            raise ValueError(f"has {entry.strip()!r}; write name=number or name=usual..most, separated by commas")
        name, usual, most = match[1], int(match[2]), int(match[3] or match[2])
        if name not in LIMITS:
            raise ValueError(f"has no limit named {name!r}; there are {', '.join(LIMITS)}")
        found[name] = _bound(name, usual, most)
    return found


def _bound(name: str, usual: int, most: int) -> Bound:
    least = LIMITS[name].least
    if not least <= usual <= most <= LARGEST:
        raise ValueError(f"must have {name} from {least} to {LARGEST}, the usual number not above the most")
    return Bound(usual, most, least)
