"""One placement: reading it, its geometry, its score, and finding all of them."""
