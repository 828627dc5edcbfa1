"""The table of analysis boards."""

from __future__ import annotations

from sqlalchemy import JSON, BigInteger, Column, Index, String, Table

from bot.store.tables import METADATA

BOARDS = Table(
    "analysis_boards",
    METADATA,
    Column("board", String(16), primary_key=True),
    Column("person", String(32), nullable=False),
    Column("used", BigInteger, nullable=False),
    Column("data", JSON, nullable=False),
)
"""The boards on which people try moves on their own; those not used for some days are deleted."""

Index("ix_analysis_boards_person", BOARDS.c.person, BOARDS.c.used)
Index("ix_analysis_boards_used", BOARDS.c.used)
