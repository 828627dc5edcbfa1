"""The text files of cardwords (ledger K5 to K9): charset, card set, card table, bonus and dictionary.

They are Latin-1. The form was described in the program's manual; each module says what it reads.
"""

from engine.formats.cardwords.dictionary import read_dictionary
from engine.formats.cardwords.game import Game, read_game
from engine.formats.cardwords.source import Source

__all__ = ["Game", "Source", "read_dictionary", "read_game"]
