"""Keeps the speeds that people and channels chose for moving pictures: 0, once the slowest, is now the fastest."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

_LAST = 9
_PEOPLE = sa.table("people", sa.column("person", sa.String), sa.column("settings", sa.JSON))
_CHANNELS = sa.table("channels", sa.column("channel", sa.BigInteger), sa.column("settings", sa.JSON))


def upgrade() -> None:
    """Count the speeds from the other end."""
    for table, key in ((_PEOPLE, _PEOPLE.c.person), (_CHANNELS, _CHANNELS.c.channel)):
        for name, settings in op.get_bind().execute(sa.select(key, table.c.settings)).all():
            if (speed := settings.get("animation")) is not None:
                turned = {**settings, "animation": _LAST - speed}
                op.execute(sa.update(table).where(key == name).values(settings=turned))
