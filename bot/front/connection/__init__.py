"""The connection to Discord: the client, its sessions and their pace."""
