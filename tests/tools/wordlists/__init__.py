"""Builds the word lists in `data/lexicons/` from free sources; run by a maintainer, never by the bot.

`python -m tests.tools.wordlists english` rebuilds the English list. The same sources produce the same words, whose
checksum is stored beside them.
"""
