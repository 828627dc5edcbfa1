"""Results say which ratings they count towards, and what they have done to them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the columns. `bot/store/ratings.py` fills them for earlier results when it counts these."""
    op.add_column("results", sa.Column("language", sa.String(16)))
    op.add_column("results", sa.Column("tempo", sa.String(16)))
    op.add_column("results", sa.Column("counted", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("player_results", sa.Column("rating_before", sa.Integer()))
    op.add_column("player_results", sa.Column("rating", sa.Integer()))
    op.create_index(
        "ix_results_uncounted",
        "results",
        ["number"],
        sqlite_where=sa.text("rated = 1 AND counted = 0"),
        postgresql_where=sa.text("rated AND NOT counted"),
    )
