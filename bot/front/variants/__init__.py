"""Boards and tile sets, and those that a server adds."""
