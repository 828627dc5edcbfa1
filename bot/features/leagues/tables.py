"""The tables of leagues."""

from __future__ import annotations

from sqlalchemy import JSON, BigInteger, Boolean, Column, Index, Integer, String, Table, Text

from bot.store.competitions import competition_table
from bot.store.tables import METADATA

LEAGUES = competition_table(
    "leagues",
    Column("length", BigInteger, nullable=False),
    Column("pause", BigInteger, nullable=False),
    Column("size", Integer, nullable=False),
    Column("movers", Integer),
    Column("over", Boolean, nullable=False),
    Column("starts_at", BigInteger),
)
"""Leagues. `length` is that of a season."""

MEMBERS = Table(
    "league_members",
    METADATA,
    Column("league", BigInteger, primary_key=True, autoincrement=False),
    Column("person", String(32), primary_key=True),
    Column("name", Text, nullable=False),
    Column("by_ear", Boolean, nullable=False),
    Column("rating", Integer, nullable=False),
    Column("joined", Boolean, nullable=False),
    Column("gone", Boolean),
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
    Column("correction", Integer),
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
    Column("listed", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""The messages with the standings of divisions, and numbers for what they show."""
