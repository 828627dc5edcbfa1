"""Changes of the tables since release 0.1.0, as Alembic migrations."""
