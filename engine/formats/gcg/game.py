"""The contents of a GCG file: the players, facts about the game, and its events, one class each.

Racks and tiles stay text because a file can be read without knowing its alphabet; `engine.formats.replay` reads them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from engine.errors import BadData


@dataclass(eq=False)
class MalformedGcg(BadData):
    """A game record cannot be read or replayed; `line` says where."""


@dataclass(frozen=True, slots=True)
class GcgPlayer:
    """A player: the short name used in event lines, which contains no blank, and the full name."""

    nick: str
    name: str = ""

    def __post_init__(self) -> None:
        if not self.nick or re.search(r"\s", self.nick):
            raise BadData("player", f"{self.nick!r} cannot be the short name of a player")


@dataclass(frozen=True, slots=True)
class GcgPragma:
    """A line of facts that this program does not know, kept unchanged: `#name text`."""

    name: str
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Recorded:
    """The fields that every event has.

    `player` counts from 0, `rack` is the tiles held before the event as far as they were recorded, `score` is what the
    event adds to the player's score, and `total` is the score after it. `line` is the event's line in its file.
    """

    player: int
    rack: str = ""
    score: int = 0
    total: int = 0
    note: str = ""
    line: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        first = self.note.partition("\n")[0]
        if "\r" in self.note or first != first.strip():
            raise BadData("record", "a note has a carriage return or begins with a blank")


@dataclass(frozen=True, slots=True, kw_only=True)
class GcgPlay(_Recorded):
    """Tiles were placed from a square such as `8D` (across) or `D8` (down), with one text for each square."""

    place: str
    tiles: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GcgWithdrawn(_Recorded):
    """The player's latest play was challenged off; `score` takes back its points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GcgPass(_Recorded):
    """The player passed or lost a turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GcgExchange(_Recorded):
    """Tiles were exchanged; if `tiles` is empty, only their number is known."""

    tiles: str = ""
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GcgChallengeBonus(_Recorded):
    """The player's latest play survived a challenge and gained points for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GcgRackGain(_Recorded):
    """The player gains points at the end for the tiles left on the other racks."""

    tiles: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GcgRackLoss(_Recorded):
    """The player loses the points of their own remaining tiles at the end."""

    tiles: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GcgTimePenalty(_Recorded):
    """The player loses points for overtime."""


GcgEvent = (
    GcgPlay | GcgWithdrawn | GcgPass | GcgExchange | GcgChallengeBonus | GcgRackGain | GcgRackLoss | GcgTimePenalty
)

TEXTS = {
    "title": "title",
    "description": "description",
    "lexicon": "lexicon",
    "game-type": "game_type",
    "board-layout": "board_layout",
    "tile-distribution": "tile_distribution",
}
"""The pragmas with a single text, and the fields that hold them."""


@dataclass(frozen=True, slots=True)
class GcgGame:
    """A whole record. Texts missing from the file are empty.

    `opening_note` is a note before the first event. `tile_forms` pairs the text of a tile with that of a blank standing
    for it. `racks` are the (player, tiles) at the end of an incomplete game; `incomplete` is the text after that
    pragma, or None if it is missing. Raises `BadData` for texts that do not fit on a line.
    """

    players: tuple[GcgPlayer, ...]
    events: tuple[GcgEvent, ...] = ()
    title: str = ""
    description: str = ""
    authority: str = ""
    id: str = ""
    lexicon: str = ""
    game_type: str = ""
    board_layout: str = ""
    tile_distribution: str = ""
    tile_forms: tuple[tuple[str, str], ...] = ()
    incomplete: str | None = None
    racks: tuple[tuple[int, str], ...] = ()
    opening_note: str = ""
    pragmas: tuple[GcgPragma, ...] = ()

    def __post_init__(self) -> None:
        if len({player.nick for player in self.players}) != len(self.players):
            raise BadData("players", "two have the same short name")
        texts = [getattr(self, field) for field in TEXTS.values()]
        if re.search(r"\s", self.authority or self.id):
            raise BadData("record", "the authority and a number without one are single words")
        for text in (*texts, self.id, self.incomplete or "", *(player.name for player in self.players)):
            if text != text.strip() or "\n" in text or "\r" in text:
                raise BadData("record", f"{text!r} does not fit in one line")
