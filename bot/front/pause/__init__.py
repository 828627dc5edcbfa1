"""Pausing, resuming, saving and exporting games, and asking whether quiet ones go on."""
