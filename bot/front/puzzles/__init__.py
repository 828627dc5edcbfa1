"""Puzzles: solving them, and the puzzle of the day."""
