"""The fair-use limits in a server's panel."""
