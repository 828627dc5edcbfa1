"""The tables of calendars."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Integer, String, Table, Text

from bot.store.tables import LEASED, METADATA

CALENDARS = Table(
    "calendars",
    METADATA,
    Column("server", BigInteger, primary_key=True, autoincrement=False),
    Column("is_on", Boolean, nullable=False),
    Column("version", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False, index=True),
    Column("attempts", Integer, nullable=False),
    Column("owner", String(64)),
    Column("keeper", String(32)),
    Column("is_told", Boolean),
)
"""The servers whose calendar is on, or whose events are still to be taken away. `version` counts what has changed."""

CALENDAR_EVENTS = Table(
    "calendar_events",
    METADATA,
    Column("server", BigInteger, primary_key=True, autoincrement=False),
    Column("key", String(64), primary_key=True),
    Column("event", BigInteger),
    Column("channel", BigInteger, nullable=False),
    Column("begins", BigInteger, nullable=False),
    Column("ends", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("about", Text, nullable=False),
)
"""The scheduled events by what they are about. One without an id is about to be made, or has been."""

LEASED.append((CALENDARS, CALENDARS.c.at))
