"""Duplicate: everyone plays the same rack on the same board, each scores the own move, and the best one stays."""
