"""A local stand-in for Discord: gateway, REST and a page in the browser, on loopback only."""
