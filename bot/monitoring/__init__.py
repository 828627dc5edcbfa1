"""How the bot is doing, for those who run it: health, readiness and metrics over HTTP."""
