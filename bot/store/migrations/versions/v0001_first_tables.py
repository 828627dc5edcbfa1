"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create all tables."""
    make_games()
    make_what_belongs_to_games()
    make_deliveries()
    make_posts()
    make_settings()


def make_games() -> None:
    """Games, their seats and their journal."""
    op.create_table(
        "games",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("host", sa.String(length=32), nullable=False),
        sa.Column("phase", sa.String(length=16), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("on_turn", sa.String(length=32), nullable=True),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("opened", sa.BigInteger(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game", name=op.f("pk_games")),
    )
    op.create_index("ix_games_channel_id", "games", ["channel_id"], unique=False)
    op.create_index(
        "uq_games_running",
        "games",
        ["channel_id"],
        unique=True,
        sqlite_where=sa.text("phase != 'over'"),
        postgresql_where=sa.text("phase != 'over'"),
    )
    op.create_table(
        "seats",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("person", sa.Boolean(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("in_play", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.game"], name=op.f("fk_seats_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "seat", name=op.f("pk_seats")),
    )
    op.create_index(op.f("ix_seats_player"), "seats", ["player"], unique=False)
    op.create_table(
        "events",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.game"], name=op.f("fk_events_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "sequence", name=op.f("pk_events")),
    )


def make_what_belongs_to_games() -> None:
    """What a game needs besides its journal."""
    op.create_table(
        "causes",
        sa.Column("id", sa.String(length=128), nullable=False),
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.game"], name=op.f("fk_causes_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_causes")),
    )
    op.create_index(op.f("ix_causes_at"), "causes", ["at"], unique=False)
    op.create_table(
        "deadlines",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("owner", sa.String(length=32), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.game"], name=op.f("fk_deadlines_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", name=op.f("pk_deadlines")),
    )
    op.create_index(op.f("ix_deadlines_due"), "deadlines", ["due"], unique=False)
    op.create_table(
        "drafts",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("opened", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.game"], name=op.f("fk_drafts_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_drafts")),
    )
    op.create_index(op.f("ix_drafts_opened"), "drafts", ["opened"], unique=False)


def make_deliveries() -> None:
    """The queue of messages, and the processes that send them."""
    op.create_table(
        "deliveries",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("target_kind", sa.String(length=16), nullable=False),
        sa.Column("target_id", sa.BigInteger(), nullable=False),
        sa.Column("upto", sa.Integer(), nullable=False),
        sa.Column("about", sa.String(length=32), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("tried", sa.BigInteger(), nullable=True),
        sa.Column("finished", sa.BigInteger(), nullable=True),
        sa.Column("error", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.game"], name=op.f("fk_deliveries_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deliveries")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_deliveries_finished", "deliveries", ["finished"], unique=False)
    op.create_index("ix_deliveries_game", "deliveries", ["game"], unique=False)
    op.create_index(
        "ix_deliveries_waiting",
        "deliveries",
        ["id"],
        unique=False,
        sqlite_where=sa.text("status = 'waiting'"),
        postgresql_where=sa.text("status = 'waiting'"),
    )
    op.create_table(
        "leases",
        sa.Column("target_kind", sa.String(length=16), nullable=False),
        sa.Column("target_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("owner", sa.String(length=32), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("target_kind", "target_id", name=op.f("pk_leases")),
    )


def make_posts() -> None:
    """The messages posted, and where."""
    op.create_table(
        "posts",
        sa.Column("message_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("target_kind", sa.String(length=16), nullable=False),
        sa.Column("target_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.game"], name=op.f("fk_posts_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("message_id", name=op.f("pk_posts")),
    )
    op.create_index("ix_posts_game", "posts", ["game", "target_kind", "target_id"], unique=False)
    op.create_table(
        "targets",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("target_kind", sa.String(length=16), nullable=False),
        sa.Column("target_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.game"], name=op.f("fk_targets_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "target_kind", "target_id", name=op.f("pk_targets")),
    )


def make_settings() -> None:
    """People, servers, the installation."""
    op.create_table(
        "people",
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("dm_channel", sa.BigInteger(), nullable=True),
        sa.Column("dm_closed_since", sa.BigInteger(), nullable=True),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_people")),
    )
    op.create_table(
        "servers",
        sa.Column("server", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("server", name=op.f("pk_servers")),
    )
    op.create_table(
        "words",
        sa.Column("server", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("lexicon", sa.String(length=64), nullable=False),
        sa.Column("word", sa.String(length=128), nullable=False),
        sa.Column("added", sa.Boolean(), nullable=False),
        sa.Column("by", sa.String(length=32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("server", "lexicon", "word", name=op.f("pk_words")),
    )
    op.create_table(
        "meta",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_meta")),
    )
