"""Analysis boards: positions in which people try moves on their own."""
