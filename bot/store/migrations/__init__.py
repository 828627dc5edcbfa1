"""The history of the tables, as Alembic migrations."""
