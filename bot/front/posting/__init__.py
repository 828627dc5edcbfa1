"""Messages of the bot's own: sent once, edited, found again, told to whom, with Discord's refusals."""
