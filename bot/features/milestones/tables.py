"""The tables of milestones."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Index, String, Table, Text

from bot.store.tables import METADATA

MILESTONES = Table(
    "milestones",
    METADATA,
    Column("server", BigInteger, primary_key=True, autoincrement=False),
    Column("person", String(32), primary_key=True),
    Column("kind", String(16), primary_key=True),
    Column("game", String(16), nullable=False),
    Column("name", Text, nullable=False),
    Column("word", Text, nullable=False),
    Column("amount", BigInteger, nullable=False),
)
"""What people have reached in a server, and in which game; the key lets nobody reach anything twice."""

Index("ix_milestones_game", MILESTONES.c.game)

MILESTONE_SWITCHES = Table(
    "milestone_switches",
    METADATA,
    Column("owner", String(32), primary_key=True),
    Column("kind", String(16), primary_key=True),
    Column("told", Boolean, nullable=False),
)
"""Which milestones a person or a server wants told; `owner` is the id of either. Without a row, one is told."""
