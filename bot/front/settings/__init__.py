"""What people, channels and servers have chosen, and who may do what in a server."""
