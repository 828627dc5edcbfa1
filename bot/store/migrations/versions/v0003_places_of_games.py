"""The games that a channel shows are found by an index: every request asks for them."""

from __future__ import annotations

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the index."""
    op.create_index("ix_targets_target_kind", "targets", ["target_kind", "target_id"])
