"""Talk between the places of a game."""
