"""Indexes for the live posts of a target and for games with a clock, instead of searching all posts and games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Add the indexes."""
    columns = ["target_kind", "target_id", "message_id"]
    op.create_index(
        "ix_posts_live", "posts", columns, sqlite_where=sa.text("live = 1"), postgresql_where=sa.text("live")
    )
    op.create_index(
        "ix_games_timed", "games", ["game"], sqlite_where=sa.text("timed = 1"), postgresql_where=sa.text("timed")
    )
