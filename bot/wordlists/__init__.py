"""How the word lists in `data/lexicons/` are made from free sources; run by a maintainer, never by the bot.

`python -m bot.wordlists english` rebuilds the English list. The same sources give the same words, and their
checksum is kept beside them.
"""
