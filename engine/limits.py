"""How large anything may be that is read from files and texts: the only place for such numbers.

Some limits belong to the game itself, since boards, racks and arrays are made for them; they are constants. Others
depend on who waits for the answer: `Limits` holds them, `CHAT` for files that anyone sends, and `COMMAND_LINE` for
files on a person's own machine. Readers check while they read and raise `engine.errors.TooLarge`.
"""

from __future__ import annotations

from dataclasses import dataclass

# --- the game -----------------------------------------------------------------------------------------------------

MAX_SIDE = 64
"""Squares of a side of the board."""
MAX_FACTOR = 99
"""The largest factor of a square."""
MAX_RACK = 20
"""Tiles on a full rack."""
MAX_LETTERS = 60
"""Letters of an alphabet: a node of a word graph has room for no more."""
MAX_FORMS = 64
"""Texts that may stand for one letter."""
LONGEST_LETTER = 8
"""Characters of a letter, or of what stands for it."""
LONGEST_WORD = 31
"""Letters of a word."""
MOST_TILES = 2000
"""Tiles of a set."""
MOST_OF_A_KIND = 999
MOST_POINTS = 9999
"""Points of a tile, square or bonus that a file may ask for."""
MOST_LANGUAGES = 50
"""Languages of one variant."""
MOST_SEATS = 60
"""Racks of a position, or players of a record."""

# --- texts --------------------------------------------------------------------------------------------------------

LONGEST_MOVE = 200
"""Characters of a typed move; the longest sensible one is far shorter."""
LONGEST_ABOUT = 100
"""Characters of what a variant says of itself."""
LONGEST_NAME = 200
"""Characters of a player's name in a game record."""
LONGEST_WORD_LINE = 1000
"""Characters of a line of a word list: a word of the longest letters in brackets, their accents apart, has fewer."""
LONGEST_RECORD_LINE = 20_000
"""Characters of a line of a game record, which may be a note."""
LONGEST_POSITION = 30_000
"""Characters of a position; a full board with brackets everywhere has fewer."""
MOST_MARKS = 30
"""Combining marks in a row, as in Unicode's stream-safe texts: putting more in order takes quadratic time."""
MOST_DIGITS = 19
"""Digits of a number in a file, as many as 64 bits hold."""
LONGEST_KEY = 64
"""Characters of a key or number of a TOML text."""
MOST_KEY_PARTS = 8
"""Parts of a dotted key of a TOML text."""
DEEPEST = 32
"""How deeply lists and tables of a file may be nested."""
MOST_FAULTS = 100
"""Faults of one file that are listed: the first hundred tell enough of a text that is something else altogether."""
UNPACKING_MEMORY = 80 << 20
"""Bytes of memory for unpacking a file; the highest level of xz needs 65 MiB."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How large files may be for one kind of reader.

    `list_bytes` are those of a word list after unpacking and `words` its lines; `graph_bytes` those of a KWG or KLV2
    file. `variant_characters` also holds for the files of cardwords that are no dictionaries. `record_bytes` are those
    of a GCG file and `game_bytes` those of a game as JSON; `events` holds for both.
    """

    list_bytes: int
    words: int
    graph_bytes: int
    variant_characters: int
    record_bytes: int
    game_bytes: int
    events: int

    def events_with(self, tiles: int) -> int:
        """The events that a game with that many tiles may have: each takes time that grows with them."""
        return min(self.events, self.events * 400 // max(tiles, 1))


CHAT = Limits(
    list_bytes=8_000_000,
    words=1_000_000,
    graph_bytes=8_000_000,
    variant_characters=256 << 10,
    record_bytes=1 << 20,
    game_bytes=4_000_000,
    events=20_000,
)
"""For files that anyone may send. A list of all words of the largest language fits."""

COMMAND_LINE = Limits(
    list_bytes=256 << 20,
    words=8_000_000,
    graph_bytes=256 << 20,
    variant_characters=4 << 20,
    record_bytes=16 << 20,
    game_bytes=64 << 20,
    events=100_000,
)
"""For a person's own files. A graph of as many nodes as a child index can name fits."""
