"""Hints, and changing places with the computer player."""
