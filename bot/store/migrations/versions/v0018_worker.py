"""An index by which a worker finds the moves of computer players among all deadlines."""

from __future__ import annotations

from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Add the index."""
    op.create_index("ix_deadlines_kind", "deadlines", ["kind", "due"])
