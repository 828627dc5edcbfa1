"""Moves that are not played yet: previews, and moves composed tile by tile."""
