"""Which language the bot speaks to whom, and the names of commands in it."""
