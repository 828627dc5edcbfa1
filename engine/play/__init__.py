"""Single placements: reading them, their geometry and score, and finding all of them."""
