"""Makes room for the scores of boards with large factors, which may exceed 32 bits."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Widen the columns on PostgreSQL; SQLite keeps 64 bits anyway."""
    if op.get_bind().dialect.name != "postgresql":
        return
    for table, column in (("seats", "score"), ("player_results", "score"), ("player_results", "best_points")):
        op.alter_column(table, column, type_=sa.BigInteger(), existing_type=sa.Integer(), existing_nullable=False)
