"""The database: tables, migrations and repositories. Only the address decides which database it is."""

from bot.store.opening import open_store
from bot.store.sqlstore import SqlStore

__all__ = ["SqlStore", "open_store"]
