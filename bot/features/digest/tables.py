"""The table of digests."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Integer, String, Table

from bot.store.tables import METADATA

DIGESTS = Table(
    "digests",
    METADATA,
    Column("server", BigInteger, primary_key=True, autoincrement=False),
    Column("channel", BigInteger, nullable=False),
    Column("language", String(16)),
    Column("at", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False, index=True),
    Column("attempts", Integer, nullable=False),
    Column("owner", String(64)),
)
"""Where servers want a digest. `at` is when the next week ends; `due` is later if a try failed or a process has it."""
