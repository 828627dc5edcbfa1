"""Hints, and swapping places with the computer player."""
