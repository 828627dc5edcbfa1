"""Opening, filling, starting and ending games, and their rules."""
