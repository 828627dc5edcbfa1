"""The tables of the chat between the places of a game."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Index, String, Table, Text, false

from bot.store.tables import METADATA, game_column

CHAT_LINKS = Table(
    "chat_links",
    METADATA,
    game_column(primary=True),
    Column("channel_id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger),
    Column("by", String(32), nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""Places that have agreed to take part in the chat of a game's players."""

Index("ix_chat_links_channel_id", CHAT_LINKS.c.channel_id)

CHAT_REQUESTS = Table(
    "chat_requests",
    METADATA,
    game_column(primary=True),
    Column("channel_id", BigInteger, primary_key=True, autoincrement=False),
    Column("by", String(32), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("refused", Boolean, nullable=False, server_default=false()),
)
"""Places that were asked to take part in the chat of a game's players."""

CHAT_MUTES = Table(
    "chat_mutes",
    METADATA,
    Column("channel_id", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", String(16), primary_key=True),
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
)
"""People and servers whose chat is not relayed to a place."""
