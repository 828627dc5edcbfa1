"""Games on hold and in files: paused, saved, sealed, loaded, and their copies."""
