"""The whole game: its state, what is asked of it, what happened to it."""
