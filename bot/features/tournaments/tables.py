"""The tables of tournaments."""

from __future__ import annotations

from sqlalchemy import JSON, BigInteger, Boolean, Column, Index, Integer, String, Table, Text

from bot.store.tables import LEASED, METADATA, RowId

TOURNAMENTS = Table(
    "tournaments",
    METADATA,
    Column("number", RowId, primary_key=True, autoincrement=True),
    Column("server", BigInteger, nullable=False, index=True),
    Column("channel", BigInteger, nullable=False, index=True),
    Column("name", Text, nullable=False),
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
    Column("setup", JSON, nullable=False),
    Column("maker", String(32), nullable=False),
    Column("director", String(32)),
    Column("state", String(16), nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("begun", Integer, nullable=False),
    Column("posted", Integer, nullable=False),
    Column("told", Integer, nullable=False),
    Column("linked", Integer, nullable=False),
    Column("called", Boolean, nullable=False),
    Column("ended", BigInteger),
    Column("next_at", BigInteger),
    Column("message_id", BigInteger),
    Column("version", Integer, nullable=False),
    Column("shown", Integer, nullable=False),
    Column("at", BigInteger),
    Column("due", BigInteger),
    Column("attempts", Integer, nullable=False),
    Column("owner", String(64)),
    sqlite_autoincrement=True,  # a number, and with it a nonce and the id of a game's request, is never used twice
)
"""Tournaments. `setup` is the event that would open a game of it. `due` is None for one that has nothing to do, else
`at`, or later while the process `owner` sees to it.
"""

Index("ix_tournaments_due", TOURNAMENTS.c.due)

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
)
"""The pairs of all rounds, by the numbers of entrants; without `second` it is a bye."""

Index("ix_tournament_boards_game", BOARDS.c.game)

LEASED.append((TOURNAMENTS, TOURNAMENTS.c.at))
