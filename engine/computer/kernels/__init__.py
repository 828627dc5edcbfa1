"""The compiled loops of computer players: tables of leaves, self-play for training, simulation and endgames."""
