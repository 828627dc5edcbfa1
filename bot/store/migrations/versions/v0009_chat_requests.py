"""Places that were asked to take part in the chat of a game's players."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Create the table of requests."""
    op.create_table(
        "chat_requests",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("by", sa.String(length=32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("refused", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.ForeignKeyConstraint(["game"], ["games.game"], name=op.f("fk_chat_requests_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "channel_id", name=op.f("pk_chat_requests")),
    )
