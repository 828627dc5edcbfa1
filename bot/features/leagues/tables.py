"""The tables of leagues."""

from __future__ import annotations

from sqlalchemy import JSON, BigInteger, Boolean, Column, Index, Integer, String, Table, Text

from bot.store.tables import LEASED, METADATA, RowId

LEAGUES = Table(
    "leagues",
    METADATA,
    Column("number", RowId, primary_key=True, autoincrement=True),
    Column("server", BigInteger, nullable=False, index=True),
    Column("channel", BigInteger, nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("length", BigInteger, nullable=False),
    Column("pause", BigInteger, nullable=False),
    Column("size", Integer, nullable=False),
    Column("movers", Integer),
    Column("setup", JSON, nullable=False),
    Column("maker", String(32), nullable=False),
    Column("director", String(32)),
    Column("over", Boolean, nullable=False),
    Column("starts_at", BigInteger),
    Column("message_id", BigInteger),
    Column("version", Integer, nullable=False),
    Column("shown", Integer, nullable=False),
    Column("at", BigInteger),
    Column("due", BigInteger),
    Column("attempts", Integer, nullable=False),
    Column("owner", String(64)),
    sqlite_autoincrement=True,  # a number, and with it a nonce and the id of a game's request, is never used twice
)
"""Leagues. `setup` is the event that would open a game of it, `length` that of a season. `due` is None for one that has
nothing to do, else `at`, or later while the process `owner` sees to it.
"""

Index("ix_leagues_due", LEAGUES.c.due)

MEMBERS = Table(
    "league_members",
    METADATA,
    Column("league", BigInteger, primary_key=True, autoincrement=False),
    Column("person", String(32), primary_key=True),
    Column("name", Text, nullable=False),
    Column("by_ear", Boolean, nullable=False),
    Column("rating", Integer, nullable=False),
    Column("joined", Boolean, nullable=False),
)
"""Who is or was in a league."""

SEASONS = Table(
    "league_seasons",
    METADATA,
    Column("league", BigInteger, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("began", BigInteger, nullable=False),
    Column("ends", BigInteger, nullable=False),
    Column("closed", Boolean, nullable=False),
    Column("reminded", Boolean, nullable=False),
    Column("told", Boolean, nullable=False),
)
"""The seasons of leagues."""

SPOTS = Table(
    "league_spots",
    METADATA,
    Column("league", BigInteger, primary_key=True, autoincrement=False),
    Column("season", Integer, primary_key=True, autoincrement=False),
    Column("person", String(32), primary_key=True),
    Column("division", Integer, nullable=False),
    Column("line", Integer, nullable=False),
    Column("place", Integer),
)
"""Who played in which division of a season, and came out where."""

FIXTURES = Table(
    "league_fixtures",
    METADATA,
    Column("league", BigInteger, primary_key=True, autoincrement=False),
    Column("season", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("division", Integer, nullable=False),
    Column("first", String(32), nullable=False),
    Column("second", String(32), nullable=False),
    Column("game", String(16)),
    Column("sides", JSON(none_as_null=True)),
    Column("stuck", Boolean, nullable=False),
)
"""The games of seasons. `sides` are what both players did, once a game is decided."""

Index("ix_league_fixtures_game", FIXTURES.c.game)

SHEETS = Table(
    "league_sheets",
    METADATA,
    Column("league", BigInteger, primary_key=True, autoincrement=False),
    Column("season", Integer, primary_key=True, autoincrement=False),
    Column("division", Integer, primary_key=True, autoincrement=False),
    Column("message_id", BigInteger),
    Column("counted", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""The messages with the standings of divisions, and how many games they have counted."""

LEASED.append((LEAGUES, LEAGUES.c.at))
