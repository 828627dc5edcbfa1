"""The processes that serve one database: who lives, who holds which shards, and what time was lost."""
