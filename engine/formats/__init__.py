"""Game records (GCG) and positions (CGP): reading, writing and replaying them."""
