"""Alembic runs this for every migration, within the transaction of the connection it is given."""

from __future__ import annotations

from alembic import context

from bot.store.tables import METADATA

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=METADATA,
    render_as_batch=connection.dialect.name == "sqlite",
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
