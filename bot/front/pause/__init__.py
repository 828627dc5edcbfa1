"""Games that rest: paused, saved as files, asked about."""
