"""Analysis boards, on which people try moves on their own."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0022"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "analysis_boards",
        sa.Column("board", sa.String(length=16), nullable=False),
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("used", sa.BigInteger(), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("board", name=op.f("pk_analysis_boards")),
    )
    op.create_index("ix_analysis_boards_person", "analysis_boards", ["person", "used"])
    op.create_index("ix_analysis_boards_used", "analysis_boards", ["used"])
