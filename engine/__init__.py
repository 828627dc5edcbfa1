"""The game itself: pure, typed and deterministic; no network, no database, no clock of its own."""
