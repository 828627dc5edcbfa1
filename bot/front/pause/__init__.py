"""Pausing, resuming, saving and exporting games, and asking whether to continue quiet ones."""
