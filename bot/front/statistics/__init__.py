"""Somebody's games in figures, and the leaderboard."""
