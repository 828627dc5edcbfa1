"""A server's calendar: whether it is shown, and the scheduled events in which it is. Instants and lengths are in ms."""

from __future__ import annotations

from dataclasses import dataclass

from bot.front.occasions import Occasion

MOST_SHOWN = 20
"""Events that one server gets at the same time; Discord allows 100."""
LONGEST_NAME, LONGEST_ABOUT = 100, 1000
"""Discord's limits (its API reference, "Guild Scheduled Event")."""


@dataclass(frozen=True, slots=True)
class Calendar:
    """The calendar of a server that has switched it on, or has just switched it off.

    `keeper` has switched it on; `is_told`, whether they know that the server has no room for more events.
    """

    server: int
    is_on: bool
    version: int
    attempts: int
    keeper: str | None = None
    is_told: bool = False


@dataclass(frozen=True, slots=True)
class PlannedEvent:
    """An occasion as a scheduled event has it; `event` is None until it is known that there is one."""

    key: str
    channel: int
    begins: int
    ends: int
    name: str
    about: str
    event: int | None = None


def shown_of(occasion: Occasion) -> PlannedEvent:
    """What an event shows of an occasion, as Discord keeps it: in whole seconds, and not too long."""
    begins = occasion.begins - occasion.begins % 1000
    name, about = " ".join(occasion.name.split())[:LONGEST_NAME].strip(), occasion.about.strip()[:LONGEST_ABOUT].strip()
    return PlannedEvent(occasion.key, occasion.channel, begins, begins + occasion.lasts, name, about)
