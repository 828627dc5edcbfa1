"""Puzzles: who has tried which, ratings, votes, and the puzzle of the day."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "puzzles",
        sa.Column("puzzle", sa.String(length=24), nullable=False),
        sa.Column("language", sa.String(length=16), nullable=False),
        sa.Column("mean", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("good", sa.Integer(), nullable=False),
        sa.Column("dull", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("puzzle", name=op.f("pk_puzzles")),
    )
    op.create_table(
        "puzzle_attempts",
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("puzzle", sa.String(length=24), nullable=False),
        sa.Column("language", sa.String(length=16), nullable=False),
        sa.Column("began", sa.BigInteger(), nullable=False),
        sa.Column("moves", sa.JSON(), nullable=False),
        sa.Column("solved", sa.Boolean(), nullable=False),
        sa.Column("finished", sa.BigInteger(), nullable=True),
        sa.Column("vote", sa.String(length=8), nullable=True),
        sa.Column("server", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("person", "puzzle", name=op.f("pk_puzzle_attempts")),
    )
    op.create_index("ix_puzzle_attempts_puzzle", "puzzle_attempts", ["puzzle", "server"])
    op.create_table(
        "puzzle_solvers",
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("language", sa.String(length=16), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("mean", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("tried", sa.Integer(), nullable=False),
        sa.Column("solved", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("person", "language", name=op.f("pk_puzzle_solvers")),
    )
    op.create_table(
        "puzzle_channels",
        sa.Column("server", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("language", sa.String(length=16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("owner", sa.String(length=64), nullable=True),
        sa.PrimaryKeyConstraint("server", name=op.f("pk_puzzle_channels")),
    )
    op.create_index("ix_puzzle_channels_due", "puzzle_channels", ["due"])
    op.create_table(
        "puzzle_days",
        sa.Column("number", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("server", sa.BigInteger(), nullable=False),
        sa.Column("puzzle", sa.String(length=24), nullable=False),
        sa.Column("language", sa.String(length=16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_puzzle_days")),
        sqlite_autoincrement=True,
    )
    op.create_index("uq_puzzle_days_at", "puzzle_days", ["server", "at"], unique=True)
