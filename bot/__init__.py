"""The application around the game: Discord, pictures, storage, languages, playground, command line."""
