"""Games at rest: paused, saved as files, or in question."""
