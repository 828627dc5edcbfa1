"""The table of people who are away."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, String, Table, false

from bot.store.tables import METADATA

ABSENCES = Table(
    "absences",
    METADATA,
    Column("person", String(32), primary_key=True),
    Column("starts", BigInteger, primary_key=True, autoincrement=False),
    Column("ends", BigInteger, nullable=False),
    Column("ended", BigInteger),
    Column("settled", Boolean, nullable=False, server_default=false(), index=True),
)
"""When people are and were away. Once a row is `settled`, all their games know that they are back."""
