"""Looking at a game without changing it, and following it elsewhere."""
