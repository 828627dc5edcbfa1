"""Puzzles: positions in which one move stands out, with the answer that a simulation has confirmed."""
