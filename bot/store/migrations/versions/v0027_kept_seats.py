"""Who can come back to a seat, and an index for the games that began as one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    """Add the column and the indexes."""
    op.add_column("seats", sa.Column("owner", sa.String(length=32), nullable=True))
    op.create_index(op.f("ix_seats_owner"), "seats", ["owner"])
    op.create_index("ix_games_opened", "games", ["opened"])
