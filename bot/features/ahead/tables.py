"""The table of moves ahead."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, String, Table, Text

from bot.store.tables import METADATA, game_column

MOVES_AHEAD = Table(
    "moves_ahead",
    METADATA,
    Column("id", String(16), primary_key=True),
    game_column(),
    Column("person", String(32), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("move", Text, nullable=False),
    Column("answers", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("state", String(16), nullable=False),
    Column("reason", String(64), nullable=False, server_default=""),
)
"""Moves that people want to play on their next turn; those played or dropped stay until the person says others."""

Index("ix_moves_ahead_game", MOVES_AHEAD.c.game, MOVES_AHEAD.c.person)
Index(
    "ix_moves_ahead_waiting",
    MOVES_AHEAD.c.game,
    sqlite_where=MOVES_AHEAD.c.state == "waiting",
    postgresql_where=MOVES_AHEAD.c.state == "waiting",
)
