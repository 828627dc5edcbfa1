"""The database: tables, migrations and repositories. Only the address decides which database it is."""
