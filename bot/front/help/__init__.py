"""Help by topic."""
