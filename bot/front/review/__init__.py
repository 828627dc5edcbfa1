"""Reviews of finished games: requested, paged through, shared."""
