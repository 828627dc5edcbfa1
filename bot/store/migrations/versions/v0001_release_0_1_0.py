"""The tables of release 0.1.0, the first one. Upgrades begin here; a new database never runs them."""

from __future__ import annotations

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Nothing to change: a new database gets all tables as `bot/store/tables.py` has them, whatever the release."""
