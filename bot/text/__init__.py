"""Everything the bot says, in every language: catalogues, wording, and the board as text.

Nothing here uses Discord's classes; only `names.escape`, which neutralises user input, knows its markdown.
"""

from bot.text.names import SeatNames, bold, cast_of, display_names, escape
from bot.text.texts import Texts, languages, nearest, texts_for

__all__ = ["SeatNames", "Texts", "bold", "cast_of", "display_names", "escape", "languages", "nearest", "texts_for"]
