"""Puzzles from the games of a server: who allows them, the games searched for them, and what was found."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    """Add the column and the tables."""
    op.add_column("people", sa.Column("gives_puzzles", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "puzzle_games",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("server", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("reached", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("owner", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.game"], name=op.f("fk_puzzle_games_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", name=op.f("pk_puzzle_games")),
    )
    op.create_index("ix_puzzle_games_server", "puzzle_games", ["server", "at"])
    waiting = sa.text("state = 'waiting'")
    op.create_index("ix_puzzle_games_waiting", "puzzle_games", ["due"], sqlite_where=waiting, postgresql_where=waiting)
    op.create_table(
        "puzzle_sources",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(
            ["game"], ["puzzle_games.game"], name=op.f("fk_puzzle_sources_game"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game", "person", name=op.f("pk_puzzle_sources")),
    )
    op.create_index(op.f("ix_puzzle_sources_person"), "puzzle_sources", ["person"])
    op.create_table(
        "game_puzzles",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("puzzle", sa.String(length=24), nullable=False),
        sa.Column("server", sa.BigInteger(), nullable=False),
        sa.Column("language", sa.String(length=16), nullable=False),
        sa.Column("difficulty", sa.Integer(), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["puzzle_games.game"], name=op.f("fk_game_puzzles_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "puzzle", name=op.f("pk_game_puzzles")),
    )
    op.create_index(op.f("ix_game_puzzles_puzzle"), "game_puzzles", ["puzzle"])
    op.create_index("ix_game_puzzles_server", "game_puzzles", ["server", "language", "at"])
