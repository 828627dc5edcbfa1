"""Positions to try moves in: what a move leads to, and which moves are best."""
