"""The order in which players have arranged their racks."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Make room for one order for each player of a game."""
    op.create_table(
        "rack_orders",
        sa.Column("game", sa.String(16), sa.ForeignKey("games.game", ondelete="CASCADE"), primary_key=True),
        sa.Column("player", sa.String(48), primary_key=True),
        sa.Column("tiles", sa.JSON(), nullable=False),
    )
