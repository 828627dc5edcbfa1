"""The text files of cardwords: charset, card set, card table, bonus and dictionary.

They are Latin-1. The program's manual defines the format; each module describes the file it reads.
"""

from engine.formats.cardwords.dictionary import read_dictionary
from engine.formats.cardwords.game import Game, read_game
from engine.formats.cardwords.source import Source

__all__ = ["Game", "Source", "read_dictionary", "read_game"]
