"""Variants as TOML text: reading one, reporting all its faults at once, and writing one.

A file gives the board, the rack size, the points that moves score besides their words, and the letters and tiles of
each language:

    name = "standard"             # small letters, digits, - and _
    about = "The usual game."     # one line, optional
    rack_size = 7
    pass_points = 0               # what a pass scores
    [bonuses]                     # points by number of tiles played
    7 = 50
    [exchange_points]             # points by number of tiles exchanged
    7 = -2
    [colours]                     # of the picture: engine.model.variant.COLOURS
    letter_2 = "#8fc3ea"
    [layout]
    start = "8H"                  # a cell; or a row "8", a column "H", or "" for anywhere
    rows = \"\"\"...\"\"\"              # one character a square: model.layout.STANDARD_KEY plus [layout.key]
    [layout.key]
    "5" = { points = 5, letter = 2, word = 1 }
    [languages.en]
    alphabet = "A B C"            # letters in order; other forms after a slash: "A/a/à"
    folds = "ẞ/SS"                # signs that stand for several letters, optional like the next two
    drops_accents = true          # whether an accent that no letter has is ignored
    meant = "K/C/QU"              # what people may mean by a sign that the alphabet lacks
    tiles = "?2/0 A9/1 A1/-3"     # letter, number of tiles / points of each; ? is a wildcard

Instead of [languages], `languages = "standard"` takes the tile sets of that name in all languages
(`engine.formats.languagetoml`), or the letters and tiles of another variant.
"""

from engine.formats.varianttoml.reader import Shared, Tongues, VariantFile, read
from engine.formats.varianttoml.writer import write

__all__ = ["Shared", "Tongues", "VariantFile", "read", "write"]
