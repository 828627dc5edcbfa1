"""The tables of tournaments."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, String, Table, Text

from bot.store.competitions import competition_table
from bot.store.tables import METADATA

TOURNAMENTS = competition_table(
    "tournaments",
    Column("format", String(32), nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("hill", Integer, nullable=False),
    Column("grace", BigInteger),
    Column("pause", BigInteger),
    Column("level", Integer),
    Column("starts", BigInteger),
    Column("check_in", BigInteger, nullable=False),
    Column("low", Integer),
    Column("high", Integer),
    Column("state", String(16), nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("begun", Integer, nullable=False),
    Column("told", Integer, nullable=False),
    Column("called", Boolean, nullable=False),
    Column("ended", BigInteger),
    Column("next_at", BigInteger),
    Column("ties", String(16)),
    Column("absences", Boolean),
)
"""Tournaments; those without `ties` and `absences` were made when the better seed played on, and everyone could be
away.
"""

ENTRANTS = Table(
    "tournament_entrants",
    METADATA,
    Column("tournament", BigInteger, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("person", String(32), nullable=False),
    Column("name", Text, nullable=False),
    Column("by_ear", Boolean, nullable=False),
    Column("rating", Integer, nullable=False),
    Column("dropped", Boolean, nullable=False),
    Column("here", Boolean, nullable=False),
    Column("leaving", String(16)),
)
"""Who plays in tournaments."""

Index("uq_tournament_entrants_person", ENTRANTS.c.tournament, ENTRANTS.c.person, unique=True)

MAKERS = Table(
    "tournament_makers",
    METADATA,
    Column("server", BigInteger, primary_key=True, autoincrement=False),
    Column("person", String(32), primary_key=True),
)
"""Who makes tournaments besides the moderators."""

BOARDS = Table(
    "tournament_boards",
    METADATA,
    Column("tournament", BigInteger, primary_key=True, autoincrement=False),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("board", Integer, primary_key=True, autoincrement=False),
    Column("first", Integer, nullable=False),
    Column("second", Integer),
    Column("game", String(16)),
    Column("first_points", Integer),
    Column("second_points", Integer),
    Column("forfeit", Boolean, nullable=False),
    Column("stuck", Boolean, nullable=False),
    Column("correction", Integer),
    Column("ruling", String(16)),
    Column("advances", Integer),
)
"""The pairs of all rounds, by the numbers of entrants; without `second` it is a bye."""

Index("ix_tournament_boards_game", BOARDS.c.game)

SHEETS = Table(
    "tournament_sheets",
    METADATA,
    Column("tournament", BigInteger, primary_key=True, autoincrement=False),
    Column("of", String(16), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("message", BigInteger, nullable=False),
    Column("listed", BigInteger, nullable=False),
    Column("listed_at", BigInteger, nullable=False),
)
"""The messages about rounds, and numbers for what they show."""
