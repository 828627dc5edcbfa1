"""Use cases: what the application does, without Discord, SQL or pictures. Its outside needs are ports (`ports.py`)."""
