"""Use cases: what the application does, without Discord, SQL or pictures. The parts it needs are ports (`ports.py`)."""
