"""Places between which chat is relayed, and whom they have muted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Create the two tables of chat."""
    op.create_table(
        "chat_links",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.Column("by", sa.String(length=32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.game"], name=op.f("fk_chat_links_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "channel_id", name=op.f("pk_chat_links")),
    )
    op.create_index("ix_chat_links_channel_id", "chat_links", ["channel_id"], unique=False)
    op.create_table(
        "chat_mutes",
        sa.Column("channel_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("channel_id", "kind", "id", name=op.f("pk_chat_mutes")),
    )
