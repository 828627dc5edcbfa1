"""The nouns of the game: immutable values with readable text forms."""
