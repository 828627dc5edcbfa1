"""Ratings know against whom, and how often within a day, they were played for."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_RESULTS = sa.table("results", *map(sa.column, ("game", "server", "language", "tempo", "counted")))
_PLAYERS = sa.table("player_results", *map(sa.column, ("game", "player", "level")))
_CONTESTS = sa.table("contests", *map(sa.column, ("server", "language", "tempo")), sa.column("places", sa.JSON()))


def upgrade() -> None:
    """Make the table, and fill it with who has met in the results and contests that are counted."""
    rivalries = op.create_table(
        "rivalries",
        sa.Column("server", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("tempo", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("opponent", sa.Text(), nullable=False),
        sa.Column("recent", sa.JSON(none_as_null=True), nullable=False),
        sa.PrimaryKeyConstraint("server", "language", "tempo", "player", "opponent"),
    )
    found = {*_met_in_games(), *_met_in_contests()}
    if rows := [dict(zip(rivalries.c.keys(), (*pair, []), strict=True)) for pair in sorted(found)]:
        op.bulk_insert(rivalries, rows)


def _met_in_games() -> set[tuple[Any, ...]]:
    one, other = _PLAYERS.alias(), _PLAYERS.alias()
    pairs = sa.select(_RESULTS.c.server, _RESULTS.c.language, _RESULTS.c.tempo, one.c.player, other.c.player)
    pairs = pairs.join_from(_RESULTS, one, one.c.game == _RESULTS.c.game)
    pairs = pairs.join(other, sa.and_(other.c.game == one.c.game, other.c.player != one.c.player))
    people = (one.c.level.is_(None), other.c.level.is_(None))
    rows = op.get_bind().execute(pairs.where(*people, _RESULTS.c.counted == sa.true()).distinct())
    return {(place, *pair) for server, *pair in rows for place in _places(server)}


def _met_in_contests() -> set[tuple[Any, ...]]:
    if not sa.inspect(op.get_bind()).has_table("contests"):
        return set()
    return {
        (place, language, tempo, one, other)
        for server, language, tempo, people in op.get_bind().execute(sa.select(_CONTESTS))
        for one, other in permutations([person["player"] for person in people], 2)
        for place in _places(server)
    }


def _places(server: int | None) -> set[int]:
    """Where something counts: in its server, and over all servers, which have the number 0."""
    return {server or 0, 0}
