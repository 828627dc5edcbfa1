"""A local stand-in for Discord: gateway, REST API and a web page, on loopback only."""
