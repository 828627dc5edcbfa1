"""Where the parts meet: what every process has (`process`), the bot and its connection to Discord, workers, upkeep."""
