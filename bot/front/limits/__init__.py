"""The limits of fair use in the panel of a server."""
