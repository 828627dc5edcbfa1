"""Files of the field: game records (GCG) and positions (CGP), read, written and replayed."""
