"""A paused game frees its channel and keeps a name of its own; games record whether time matters in them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Change the table of games."""
    op.add_column("games", sa.Column("timed", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.drop_index("uq_games_running", table_name="games")
    running = sa.text("phase NOT IN ('over', 'paused')")
    op.create_index(
        "uq_games_running", "games", ["channel_id"], unique=True, sqlite_where=running, postgresql_where=running
    )
    paused = sa.text("phase = 'paused'")
    op.create_index(
        "uq_games_paused", "games", ["guild_id", "name"], unique=True, sqlite_where=paused, postgresql_where=paused
    )
