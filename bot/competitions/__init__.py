"""What tournaments and leagues have in common: their games are opened in threads, end and count, and they go on."""
