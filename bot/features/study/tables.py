"""The tables of word study."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float, Index, Integer, String, Table

from bot.store.tables import METADATA

CARDS = Table(
    "study_cards",
    METADATA,
    Column("person", String(32), primary_key=True),
    Column("lexicon", String(64), primary_key=True),
    Column("kind", String(16), primary_key=True),
    Column("letters", String(128), primary_key=True),
    Column("deck", String(16), nullable=False),
    Column("state", Integer, nullable=False),
    Column("step", Integer),
    Column("stability", Float, nullable=False),
    Column("difficulty", Float, nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
)
"""What people have been asked in word study, and how well they know it; a person has a bounded number of rows."""

Index("ix_study_cards_due", CARDS.c.person, CARDS.c.lexicon, CARDS.c.due)

SESSIONS = Table(
    "study_sessions",
    METADATA,
    Column("person", String(32), primary_key=True),
    Column("lexicon", String(64), nullable=False),
    Column("variant", String(32), nullable=False),
    Column("language", String(16), nullable=False),
    Column("deck", String(16), nullable=False),
    Column("base", String(128), nullable=False),
    Column("number", Integer, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("letters", String(128), nullable=False),
    Column("asked", Integer, nullable=False),
    Column("right", Integer, nullable=False),
    Column("day", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
)
"""Where people are in word study: one row each, with the question asked now (`kind` and `letters`, empty for none)."""
