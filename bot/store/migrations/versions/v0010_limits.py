"""Columns for counting the games of a person, a channel and a server."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

MARK_DEMONSTRATIONS = """
UPDATE games SET demonstration = true
WHERE phase NOT IN ('lobby', 'over') AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.game = games.game AND seats.person)
"""


def upgrade() -> None:
    """Record which games are demonstrations and which channel a thread belongs to; index what is counted."""
    op.add_column("games", sa.Column("demonstration", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("games", sa.Column("root_id", sa.BigInteger()))
    for name in ("host", "guild_id", "root_id"):
        op.create_index(op.f(f"ix_games_{name}"), "games", [name, "phase"])
    op.execute("UPDATE games SET root_id = channel_id")
    op.execute(MARK_DEMONSTRATIONS)
