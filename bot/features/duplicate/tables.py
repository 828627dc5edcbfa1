"""The tables of duplicates."""

from __future__ import annotations

from sqlalchemy import JSON, BigInteger, Boolean, Column, ForeignKey, Index, Integer, String, Table, Text

from bot.features.duplicate.values import KEY_LENGTH
from bot.store.tables import METADATA, RowId

DUPLICATES = Table(
    "duplicates",
    METADATA,
    Column("number", RowId, primary_key=True, autoincrement=True),
    Column("server", BigInteger, nullable=False, index=True),
    Column("channel", BigInteger, nullable=False, index=True),
    Column("host", String(32), nullable=False),
    Column("setup", JSON, nullable=False),
    Column("style", JSON, nullable=False),
    Column("time", BigInteger, nullable=False),
    Column("levels", JSON, nullable=False),
    Column("opened", BigInteger, nullable=False),
    Column("daily", Boolean, nullable=False),
    Column("phase", String(8), nullable=False),
    Column("round", Integer, nullable=False),
    Column("ending", String(16)),
    Column("lobby", BigInteger),
    Column("final", BigInteger),
    Column("at", BigInteger),
    Column("due", BigInteger),
    Column("attempts", Integer, nullable=False),
    Column("owner", String(64)),
    sqlite_autoincrement=True,  # a number, and with it a nonce, is never used twice
)
"""Duplicates. `at` is when something is to be done about one, None for never; `due` is `at`, or later if a try failed
or a process holds a lease.
"""

Index("ix_duplicates_due", DUPLICATES.c.due)

DUPLICATE_ROUNDS = Table(
    "duplicate_rounds",
    METADATA,
    Column("key", RowId, primary_key=True, autoincrement=True),
    Column("duplicate", ForeignKey("duplicates.number", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("board", String(KEY_LENGTH), nullable=False),
    Column("rack", JSON, nullable=False),
    Column("began", BigInteger, nullable=False),
    Column("ends", BigInteger, nullable=False),
    Column("top", JSON, nullable=False),
    Column("points", Integer, nullable=False),
    Column("message", BigInteger),
    Column("closed", BigInteger),
    Column("players", Integer, nullable=False),
    sqlite_autoincrement=True,
)
"""The rounds of each duplicate, with the key of the board that each begins with (`board_key`).

The top is known from the beginning, and told to nobody before the round is closed.
"""

Index("uq_duplicate_rounds", DUPLICATE_ROUNDS.c.duplicate, DUPLICATE_ROUNDS.c.number, unique=True)

Index("ix_duplicate_rounds_board", DUPLICATE_ROUNDS.c.board, DUPLICATE_ROUNDS.c.closed)

DUPLICATE_PLAYERS = Table(
    "duplicate_players",
    METADATA,
    Column("duplicate", ForeignKey("duplicates.number", ondelete="CASCADE"), primary_key=True, nullable=False),
    Column("player", String(32), primary_key=True, index=True),
    Column("name", Text, nullable=False),
    Column("joined", Integer, nullable=False),
    Column("level", Integer),
    Column("has_left", Boolean, nullable=False),
)
"""Who is in a duplicate or was: people by their ids, and computer players."""

DUPLICATE_ANSWERS = Table(
    "duplicate_answers",
    METADATA,
    Column("duplicate", ForeignKey("duplicates.number", ondelete="CASCADE"), primary_key=True, nullable=False),
    Column("round", Integer, primary_key=True),
    Column("player", String(32), primary_key=True),
    Column("move", JSON, nullable=False),
    Column("points", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""The latest answer of each player in each round; those of an open round are told to nobody else."""
