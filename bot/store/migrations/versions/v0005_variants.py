"""Variants of servers, and settings of channels."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Create both tables."""
    op.create_table(
        "variants",
        sa.Column("server", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("by", sa.String(length=32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("server", "name", name=op.f("pk_variants")),
    )
    op.create_table(
        "channels",
        sa.Column("channel", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("channel", name=op.f("pk_channels")),
    )
