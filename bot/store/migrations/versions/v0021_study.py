"""Word study: what each person has learnt, and where they are."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "study_cards",
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("lexicon", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("letters", sa.String(length=128), nullable=False),
        sa.Column("deck", sa.String(length=16), nullable=False),
        sa.Column("state", sa.Integer(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=True),
        sa.Column("stability", sa.Float(), nullable=False),
        sa.Column("difficulty", sa.Float(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("person", "lexicon", "kind", "letters", name=op.f("pk_study_cards")),
    )
    op.create_index("ix_study_cards_due", "study_cards", ["person", "lexicon", "due"])
    op.create_table(
        "study_sessions",
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("lexicon", sa.String(length=64), nullable=False),
        sa.Column("variant", sa.String(length=32), nullable=False),
        sa.Column("language", sa.String(length=16), nullable=False),
        sa.Column("deck", sa.String(length=16), nullable=False),
        sa.Column("base", sa.String(length=128), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("letters", sa.String(length=128), nullable=False),
        sa.Column("asked", sa.Integer(), nullable=False),
        sa.Column("right", sa.Integer(), nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_study_sessions")),
    )
