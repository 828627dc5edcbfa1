"""A person's games in figures, and the leaderboard."""
