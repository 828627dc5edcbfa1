"""Named word lists of servers, and editions of several lists."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Add the table; an edition that does not say what it changes goes on changing the list that it is named after."""
    op.create_table(
        "named_lists",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("server", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.String(length=96), nullable=False),
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("base", sa.String(length=64), nullable=False),
        sa.Column("letters", sa.JSON(), nullable=False),
        sa.Column("variant", sa.String(length=32), nullable=False),
        sa.Column("language", sa.String(length=16), nullable=False),
        sa.Column("by", sa.String(length=32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_named_lists")),
    )
    op.create_index("uq_named_lists_server", "named_lists", ["server", "key"], unique=True)
    op.add_column("editions", sa.Column("bases", sa.String(length=128), server_default="", nullable=False))
    with op.batch_alter_table("editions") as table:
        table.alter_column("lexicon", type_=sa.String(length=128), existing_type=sa.String(length=64))
