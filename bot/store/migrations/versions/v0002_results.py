"""Results of finished games, for statistics and ratings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create the two tables of results."""
    op.create_table(
        "results",
        sa.Column("number", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("server", sa.BigInteger(), nullable=True),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.game"], name=op.f("fk_results_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_results")),
        sa.UniqueConstraint("game", name=op.f("uq_results_game")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_results_server", "results", ["server", "number"], unique=False)
    op.create_table(
        "player_results",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("level", sa.Integer(), nullable=True),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("bingos", sa.Integer(), nullable=False),
        sa.Column("best_points", sa.Integer(), nullable=False),
        sa.Column("best_word", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["results.game"], name=op.f("fk_player_results_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "seat", name=op.f("pk_player_results")),
    )
    op.create_index(op.f("ix_player_results_player"), "player_results", ["player"], unique=False)
