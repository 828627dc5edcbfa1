"""Reviews of finished games: their queue, the graded turns, who asked, and who lets others see them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "reviews",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("requested", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("owner", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.game"], name=op.f("fk_reviews_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", name=op.f("pk_reviews")),
    )
    waiting = sa.text("state = 'waiting'")
    op.create_index(
        "ix_reviews_waiting", "reviews", ["place", "requested"], sqlite_where=waiting, postgresql_where=waiting
    )
    op.create_table(
        "reviewed_turns",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["reviews.game"], name=op.f("fk_reviewed_turns_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "turn", name=op.f("pk_reviewed_turns")),
    )
    op.create_table(
        "review_requests",
        sa.Column("id", _ID, autoincrement=True, nullable=False),
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("server", sa.BigInteger(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_review_requests")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_review_requests_server", "review_requests", ["server", "at"])
    op.create_index("ix_review_requests_person", "review_requests", ["person", "at"])
    op.create_table(
        "review_consents",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("player", sa.String(length=48), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.game"], name=op.f("fk_review_consents_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "player", name=op.f("pk_review_consents")),
    )
