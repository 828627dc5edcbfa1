"""The nouns of the game: immutable values with text forms that read back."""
