"""Moves: played, tried, composed, challenged, exchanged, drawn by hand, typed."""
