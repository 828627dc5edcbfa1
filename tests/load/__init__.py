"""Simulated servers that play real games with a bot in a process of its own, and what that costs.

`python -m tests.load --servers 1000 --seconds 120` prints the figures. The bot is the real one, over real sockets; the
stand-in for Discord is the playground, and people act in its process without pages, since thousands of pages would cost
more than the bot.
"""
