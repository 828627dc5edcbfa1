"""Drafts that are composed tile by tile."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Keep the tiles of a draft, and find a person's drafts in a game."""
    op.add_column("drafts", sa.Column("composed", sa.Text(), nullable=False, server_default=""))
    op.create_index("ix_drafts_game", "drafts", ["game", "person"])
