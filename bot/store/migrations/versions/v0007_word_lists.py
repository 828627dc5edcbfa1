"""Complete word lists of servers and people, and the editions that judge games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Replace the table of single words, which nothing has written to yet."""
    op.drop_table("words")
    op.create_table(
        "word_lists",
        sa.Column("owner", sa.String(length=64), nullable=False),
        sa.Column("lexicon", sa.String(length=64), nullable=False),
        sa.Column("added", sa.LargeBinary(), nullable=False),
        sa.Column("removed", sa.LargeBinary(), nullable=False),
        sa.Column("whole", sa.Boolean(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("by", sa.String(length=32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("owner", "lexicon", name=op.f("pk_word_lists")),
    )
    op.create_table(
        "editions",
        sa.Column("lexicon", sa.String(length=64), nullable=False),
        sa.Column("digest", sa.String(length=32), nullable=False),
        sa.Column("added", sa.LargeBinary(), nullable=False),
        sa.Column("removed", sa.LargeBinary(), nullable=False),
        sa.Column("whole", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("lexicon", "digest", name=op.f("pk_editions")),
    )
