"""Gives a deadline to lobbies that were opened before quiet lobbies had deadlines."""

from __future__ import annotations

from alembic import op

revision = "0008"
down_revision = "0007"


SET_DEADLINES = """
INSERT INTO deadlines (game, kind, turn, seat, at, due, attempts, owner)
SELECT game, 'lobby', turn, NULL, changed + 86400000, changed + 86400000, 0, NULL FROM games
WHERE phase = 'lobby' AND game NOT IN (SELECT game FROM deadlines)
"""
"""The deadline is a day after the lobby's latest change, as in the engine."""


def upgrade() -> None:
    """Set a deadline for each lobby."""
    op.execute(SET_DEADLINES)
