"""The size limits for everything read from files and texts: the only place for these numbers.

Some limits belong to the game itself, since boards, racks and arrays are made for them; they are constants. Others
depend on who is waiting for the answer: `Limits` holds them, `CHAT` for files that anyone may send, and `COMMAND_LINE`
for files on a person's own machine. Readers check while they read and raise `engine.errors.TooLarge`.
"""

from __future__ import annotations

from dataclasses import dataclass

# --- the game -----------------------------------------------------------------------------------------------------

MAX_SIDE = 64
"""Squares along a side of the board."""
MAX_FACTOR = 99
"""The largest letter or word factor of a square."""
MAX_RACK = 20
"""Tiles on a full rack."""
MAX_LETTERS = 60
"""Letters in an alphabet: a node of a word graph has no room for more."""
MAX_FORMS = 64
"""Forms that one letter may have."""
LONGEST_LETTER = 8
"""Characters in a letter, or in one of its forms."""
LONGEST_WORD = 31
"""Letters in a word."""
MOST_TILES = 2000
"""Tiles in a set."""
MOST_OF_A_KIND = 999
MOST_POINTS = 9999
"""Points that a file may give to a tile, square or bonus."""
MOST_LANGUAGES = 50
"""Languages of one variant."""
MOST_SEATS = 60
"""Racks in a position, or players in a record."""

# --- texts --------------------------------------------------------------------------------------------------------

LONGEST_MOVE = 200
"""Characters in a typed move; the longest sensible one is far shorter."""
LONGEST_ABOUT = 100
"""Characters in the description of a variant."""
LONGEST_NAME = 200
"""Characters in a player's name in a game record."""
LONGEST_WORD_LINE = 1000
"""Characters in a line of a word list: a word of the longest letters, in brackets and with loose accents, has fewer."""
LONGEST_RECORD_LINE = 20_000
"""Characters in a line of a game record, which may be a note."""
LONGEST_POSITION = 30_000
"""Characters in a position; a full board with every letter in brackets has fewer."""
LONGEST_PUZZLE = 40_000
"""Characters in the line of a puzzle: a position, and a few moves."""
MOST_PUZZLES = 16 << 20
"""Bytes of the puzzles of one language, unpacked; a thousand have about half a million."""
MOST_MARKS = 30
"""Combining marks in a row, as in Unicode's stream-safe text: sorting longer runs takes quadratic time."""
MOST_DIGITS = 19
"""Digits of a number in a file, as many as fit into 64 bits."""
LONGEST_KEY = 64
"""Characters in a key or number of a TOML text."""
MOST_KEY_PARTS = 8
"""Parts of a dotted key in a TOML text."""
DEEPEST = 32
"""How deeply lists and tables in a file may be nested."""
MOST_FAULTS = 100
"""Faults listed for one file: the first hundred say enough about a text that is something else altogether."""
UNPACKING_MEMORY = 80 << 20
"""Bytes of memory for unpacking a file; xz at its highest level needs 65 MiB."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How large files may be for one kind of reader.

    `list_bytes` limits a word list after unpacking and `words` its lines; `graph_bytes` limits a KWG or KLV2 file.
    `variant_characters` also applies to the files of cardwords except dictionaries. `record_bytes` limits a GCG file
    and `game_bytes` a game as JSON; `events` applies to both.
    """

    list_bytes: int
    words: int
    graph_bytes: int
    variant_characters: int
    record_bytes: int
    game_bytes: int
    events: int

    def events_with(self, tiles: int) -> int:
        """How many events a game with that many tiles may have: the time for each grows with the number of tiles."""
        return min(self.events, self.events * 400 // max(tiles, 1))


CHAT = Limits(
    list_bytes=64_000_000,
    words=4_000_000,
    graph_bytes=8_000_000,
    variant_characters=256 << 10,
    record_bytes=1 << 20,
    game_bytes=4_000_000,
    events=20_000,
)
"""For files that anyone may send. A full word list of the largest language fits."""

COMMAND_LINE = Limits(
    list_bytes=256 << 20,
    words=8_000_000,
    graph_bytes=256 << 20,
    variant_characters=4 << 20,
    record_bytes=16 << 20,
    game_bytes=64 << 20,
    events=100_000,
)
"""For a person's own files. A graph with as many nodes as a child index can address fits."""
