"""GCG game records: contents, reading and writing.

The format is John Chew's GCG specification with later additions by other programs. Racks and tiles stay text because a
file can be read without knowing its alphabet; `engine.formats.replay` reads them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, assert_never

from engine.errors import BadData, Size
from engine.formats.tiletext import Origin, count_tiles, is_rack, is_word
from engine.limits import CHAT, LONGEST_NAME, LONGEST_RECORD_LINE, MOST_DIGITS, MOST_SEATS, Limits
from engine.reading import check, composed, decoded, guessed, shortened
from engine.sentences import Internal, Sentence


class MalformedGcg(BadData):
    """A game record cannot be read or replayed; `line` says where."""


@dataclass(frozen=True, slots=True)
class GcgPlayer:
    """A player: the short name used in event lines, which contains no white space, and the full name."""

    nick: str
    name: str = ""

    def __post_init__(self) -> None:
        if not self.nick or re.search(r"\s", self.nick):
            raise BadData("player", Sentence("{name} cannot be the short name of a player", name=repr(self.nick)))


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
            raise BadData("record", Internal("a note has a carriage return or begins with a blank"))


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


VARIANT = "tilewright-variant"
"""The pragma before the TOML text of a variant that other programs do not know."""


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

    @property
    def origin(self) -> Origin:
        """What the record says that it was played with."""
        variant = next((one.text for one in self.pragmas if one.name.lower() == VARIANT), "")
        names = (self.board_layout, self.tile_distribution, self.lexicon, self.game_type, variant)
        return Origin(*names, "".join(sorted(self._letters())))

    def _letters(self) -> frozenset[str]:
        played = (getattr(event, "tiles", "") + event.rack for event in self.events)
        return frozenset(filter(str.isalpha, "".join((*played, *(rack for _, rack in self.racks)))))

    def played_with(self, origin: Origin) -> GcgGame:
        """The record with what it was played with."""
        own = (GcgPragma(VARIANT, "\n" + origin.variant.strip()),) if origin.variant else ()
        return replace(
            self,
            board_layout=origin.board,
            tile_distribution=origin.tiles,
            lexicon=origin.lexicon,
            game_type=origin.game_type,
            pragmas=(*own, *(one for one in self.pragmas if one.name.lower() != VARIANT)),
        )

    def __post_init__(self) -> None:
        if len({player.nick for player in self.players}) != len(self.players):
            raise BadData("players", Internal("two have the same short name"))
        texts = [getattr(self, field) for field in TEXTS.values()]
        if re.search(r"\s", self.authority or self.id):
            raise BadData("record", Internal("the authority and a number without one are single words"))
        for text in (*texts, self.id, self.incomplete or "", *(player.name for player in self.players)):
            if text != text.strip() or "\n" in text or "\r" in text:
                raise BadData("record", Internal("{text} does not fit in one line", text=repr(text)))


WHERE = Sentence("game record")

TRADE = "The blank on {place} was traded for {tile}."
"""The note about a blank on the board that a player took for a real tile: no event of the format can tell it."""
_TRADE = re.compile(r"\bThe blank on (\S+) was traded for (\S+)\.(?=\s|\Z)")

_DIGITS = rf"[0-9]{{1,{MOST_DIGITS}}}"
_SCORE = re.compile(rf"(\+?-|\+)?({_DIGITS})\Z")
_SIGNED = re.compile(rf"(?:\+-?|-){_DIGITS}\Z")
_TOTAL = re.compile(rf"-?{_DIGITS}\Z")
_PLACE = re.compile(r"(?:[0-9]{1,2}[A-Za-z]{1,2}|[A-Za-z]{1,2}[0-9]{1,2})\Z")
_COUNT = re.compile(r"[0-9]{1,2}\Z")


def read_event(text: str, number: int, nicks: tuple[str, ...]) -> GcgEvent:
    """The event of a line such as `>nick: RACK 8D TILES +24 24`; a text after the total is its note.

    Raises `MalformedGcg` with the line's number.
    """
    player, rest = _split_nick(text[1:].lstrip(), number, nicks)
    parts = rest.split()
    if len(parts) < 3:
        short = Sentence("an event ends with what happened, its score and the player's total")
        raise MalformedGcg(WHERE, short, number)
    try:
        return _read_parts(parts, player, number)
    except MalformedGcg as error:
        return _read_with_note(parts, player, number, error)


def _read_parts(parts: list[str], player: int, number: int) -> GcgEvent:
    """The event of a line that ends with score and total."""
    score, total = (_number(part, number) for part in parts[-2:])
    common = {"player": player, "score": score, "total": total, "line": number}
    return _read_act(parts[:-2], common, parts[-2], number)


def _read_with_note(parts: list[str], player: int, number: int, error: MalformedGcg) -> GcgEvent:
    """The event whose score and total are followed by some text, as some programs write it. Raises `error`."""
    for end in range(3, len(parts)):
        if _SIGNED.match(parts[end - 2]) and _TOTAL.match(parts[end - 1]):
            with suppress(MalformedGcg):
                return replace(_read_parts(parts[:end], player, number), note=" ".join(parts[end:]))
    raise error


def _split_nick(text: str, number: int, nicks: tuple[str, ...]) -> tuple[int, str]:
    """The first player whose short name begins the text, if need be in other case, and what follows the colon."""
    followed = [nick for nick in nicks if text[len(nick) : len(nick) + 1] == ":"]
    exact = [nick for nick in followed if text.startswith(nick)]
    alike = [nick for nick in followed if text[: len(nick)].casefold() == nick.casefold()]
    if found := exact or alike:
        nick = max(found, key=len)
        return nicks.index(nick), text[len(nick) + 1 :]
    if ":" not in text:
        raise MalformedGcg(WHERE, Sentence("an event must name its player"), number)
    name = text.partition(":")[0][:40]
    raise MalformedGcg(WHERE, Sentence("there is no player {name}", name=repr(name)), number)


def _number(text: str, number: int) -> int:
    match = _SCORE.match(text)
    if not match:
        raise MalformedGcg(WHERE, Sentence("{text} is not a score", text=repr(text[:40])), number)
    return -int(match[2]) if "-" in (match[1] or "") else int(match[2])


def _read_act(parts: list[str], common: dict[str, Any], score: str, number: int) -> GcgEvent:
    """The event between the player's name and the score; the rack before it may be missing."""
    for size in (2, 1):
        act, rack = parts[-size:], parts[:-size]
        if len(rack) > 1 or len(act) != size:
            continue
        held = {**common, "rack": "".join(rack)}
        event = _read_placement(act, held, number) if size == 2 else _read_short(act[0], held, score, number)
        if event and not is_rack(event.rack):
            raise MalformedGcg(WHERE, Sentence("{text} is not a rack", text=repr(event.rack[:40])), number)
        if event:
            return event
    raise MalformedGcg(WHERE, Sentence("{text} is not an event", text=repr(" ".join(parts)[:60])), number)


def _read_placement(act: list[str], common: dict[str, Any], number: int) -> GcgEvent | None:
    place, tiles = act
    if not _PLACE.match(place):
        return None
    if not is_word(tiles):
        raise MalformedGcg(WHERE, Sentence("{text} is not a word", text=repr(tiles[:40])), number)
    return GcgPlay(place=place.upper(), tiles=tiles, **common)


def _read_short(act: str, common: dict[str, Any], score: str, number: int) -> GcgEvent | None:
    match act:
        case "-":
            return GcgPass(**common)
        case "--":
            return GcgWithdrawn(**common)
        case "(challenge)":
            return GcgChallengeBonus(**common)
        case "(time)":
            return GcgTimePenalty(**common)
    if act[0] == "-":
        return _read_exchange(act[1:], common, number)
    if act[0] == "(" and act[-1] == ")":
        return _read_end_rack(act[1:-1], common, score, number)
    return None


def _read_exchange(tiles: str, common: dict[str, Any], number: int) -> GcgEvent:
    if _COUNT.match(tiles) and int(tiles):
        return GcgExchange(count=int(tiles), **common)
    if not is_rack(tiles):
        raise MalformedGcg(WHERE, Sentence("{text} cannot be exchanged", text=repr(tiles[:40])), number)
    return GcgExchange(tiles=tiles, count=count_tiles(tiles), **common)


def _read_end_rack(tiles: str, common: dict[str, Any], score: str, number: int) -> GcgEvent:
    if not is_rack(tiles):
        raise MalformedGcg(WHERE, Sentence("{text} is not a rack", text=repr(tiles[:40])), number)
    # Tiles worth less than nothing make a loss that adds points.
    kind = GcgRackLoss if "-" in score or tiles == common["rack"] != "" else GcgRackGain
    return kind(tiles=tiles, **common)


_UTF_8 = ("utf-8", "utf8")
_OTHER_ENCODINGS = (
    *("iso-8859-1", "latin-1", "latin1", "windows-1252", "cp1252", "ansi"),
    *("ascii", "us-ascii", "utf-16", "utf16"),
)
"""Names that programs also write into files in UTF-8, so that the bytes decide."""
_DECLARED = "#character-encoding"
_ENCODING = re.compile(rb"#character-encoding[ \t]+([^\r\n]*)")
_PRAGMA = re.compile(r"#([A-Za-z][A-Za-z0-9_-]*)(?:\s+(.*))?\Z", re.DOTALL)
_OTHERS = ("note", "character-encoding", "id", "tile", "incomplete")
_NUMBERED = re.compile(r"(player|rack)([0-9]{1,2})\Z")


def read(data: bytes, limits: Limits = CHAT) -> GcgGame:
    """The record in the bytes of a file. Raises `MalformedGcg` with the number of the bad line, and `TooLarge`."""
    check(WHERE, Size.BYTES, len(data), limits.record_bytes)
    reader = _GcgReader(limits)
    for number, line in _lines(data):
        check(WHERE, Size.LINE, len(line), LONGEST_RECORD_LINE, number)
        reader.take(number, line)
    return reader.finish()


def _lines(data: bytes) -> Iterator[tuple[int, str]]:
    """The lines with their numbers, except the line that names the encoding."""
    declared = _ENCODING.match(data)
    name = declared[1].decode("latin-1").strip() if declared else ""
    if name and name.lower() not in (*_UTF_8, *_OTHER_ENCODINGS):
        unknown = Sentence("the encoding {name} is not known; use UTF-8 or ISO-8859-1", name=shortened(name))
        raise MalformedGcg(WHERE, unknown, 1)
    try:
        text = (decoded if name.lower() in _UTF_8 else guessed)(data, WHERE)
    except BadData as error:
        raise MalformedGcg(WHERE, error.reason, error.line) from None
    lines = enumerate(re.split(r"\r\n|\r|\n", composed(text, WHERE)), 1)
    return ((number, line) for number, line in lines if number > 1 or not line.startswith(_DECLARED))


def trades(note: str) -> Iterator[tuple[str, str]]:
    """The square and the tile of each blank that a note says was traded after its event."""
    return ((found[1], found[2]) for found in _TRADE.finditer(note))


class _GcgReader:
    """What has been read so far."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._players: dict[int, GcgPlayer] = {}
        self._nicks: tuple[str, ...] = ()
        self._totals: dict[int, int] = {}
        self._mover = -1
        self._facts: dict[str, Any] = {}
        self._forms: list[tuple[str, str]] = []
        self._racks: dict[int, str] = {}
        self._events: list[GcgEvent] = []
        self._notes: dict[int, list[str]] = {}
        """Note lines by the number of events before the note."""
        self._others: list[tuple[str, list[str]]] = []
        self._open: list[str] | None = None
        """The lines of a text that the next line may continue."""
        self._in_note = False

    def take(self, number: int, line: str) -> None:
        """Read the next line. Raises `MalformedGcg` and `TooLarge`."""
        text = line.strip()
        pragma = _PRAGMA.match(text)
        if text.startswith(">"):
            self._open, self._in_note = None, False
            check(WHERE, Size.EVENTS, len(self._events) + 1, self._limits.events, number)
            self._nicks = self._nicks or self._declared(number)
            self._events.append(self._told_apart(read_event(text, number, self._nicks)))
        elif pragma and (_is_known(pragma[1].lower()) or not self._in_note):
            self._open, self._in_note = None, False
            self._take_pragma(pragma[1], (pragma[2] or "").strip(), number)
        elif text and self._open is not None:
            self._open.append(line[3:] if line.startswith("#- ") else "" if text == "#-" else text)
        elif text:
            neither = Sentence("{text} is neither an event nor a fact of the game", text=shortened(text))
            raise MalformedGcg(WHERE, neither, number)

    def _declared(self, number: int) -> tuple[str, ...]:
        """The players' short names in order; final once there is an event."""
        if sorted(self._players) != list(range(1, len(self._players) + 1)) or not self._players:
            late = Sentence("the players are not declared one by one before the first event")
            raise MalformedGcg(WHERE, late, number)
        return tuple(self._players[n].nick for n in sorted(self._players))

    def _told_apart(self, event: GcgEvent) -> GcgEvent:
        """The event of the right one among players with one short name: whom the total fits, else who has the turn."""
        same = [n for n, nick in enumerate(self._nicks) if nick == self._nicks[event.player]]
        if len(same) > 1:
            fits = [n for n in same if self._totals.get(n, 0) + event.score == event.total]
            event = replace(event, player=fits[0] if len(fits) == 1 else self._on_turn(event, same))
        self._totals[event.player] = event.total
        if isinstance(event, GcgPlay | GcgPass | GcgExchange):
            self._mover = event.player
        return event

    def _on_turn(self, event: GcgEvent, same: list[int]) -> int:
        """The player among some whose turn it is, or was if the event belongs to the latest play."""
        belongs = isinstance(event, GcgWithdrawn | GcgChallengeBonus | GcgRackGain)
        after = self._mover if belongs else self._mover + 1
        return min(same, key=lambda player: (player - after) % len(self._nicks))

    def _take_pragma(self, original: str, text: str, number: int) -> None:
        name = original.lower()
        numbered = _NUMBERED.match(name)
        if numbered and numbered[1] == "player":
            self._take_player(int(numbered[2]), text, number)
        elif numbered:
            self._take_rack(int(numbered[2]), text, number)
        elif name == "note":
            self._take_note(text)
        elif name == "character-encoding":
            raise MalformedGcg(WHERE, Sentence("the encoding must be named in the first line"), number)
        elif name in TEXTS:
            self._facts[TEXTS[name]] = text
        elif name in ("id", "tile", "incomplete"):
            self._take_fact(name, text, number)
        else:
            self._open = [text]
            self._others.append((original, self._open))

    def _take_player(self, player: int, text: str, number: int) -> None:
        nick, name = (*text.split(maxsplit=1), "", "")[:2]
        check(WHERE, Size.NAME, len(text), LONGEST_NAME, number)
        check(WHERE, Size.PLAYERS, len(self._players) + 1, MOST_SEATS, number)
        if self._events:
            raise MalformedGcg(WHERE, Sentence("a player is declared after the first event"), number)
        if not player or player in self._players:
            raise MalformedGcg(WHERE, Sentence("player {number} cannot be declared here", number=player), number)
        try:
            self._players[player] = GcgPlayer(nick, name)
        except BadData as error:
            raise MalformedGcg(WHERE, error.reason, number) from None

    def _take_rack(self, player: int, text: str, number: int) -> None:
        if player not in self._players:
            raise MalformedGcg(WHERE, Sentence("there is no player {name}", name=player), number)
        if not is_rack(text):
            raise MalformedGcg(WHERE, Sentence("{text} is not a rack", text=shortened(text)), number)
        self._racks[player - 1] = text

    def _take_fact(self, name: str, text: str, number: int) -> None:
        if name == "id":
            *authority, identity = text.split(maxsplit=1) or [""]
            self._facts |= {"authority": "".join(authority), "id": identity}
        elif name == "incomplete":
            if not is_rack(text):
                raise MalformedGcg(WHERE, Sentence("{text} is not a rack", text=shortened(text)), number)
            self._facts["incomplete"] = text
        else:
            forms = text.split()
            if len(forms) != 2:
                raise MalformedGcg(WHERE, Sentence("a tile must be declared with two forms, such as [CH] [ch]"), number)
            self._forms.append((forms[0], forms[1]))

    def _take_note(self, text: str) -> None:
        """Start the note after the latest event, or continues it."""
        lines = self._notes.setdefault(len(self._events), [])
        if lines == [""]:
            lines.clear()
        lines.append(text)
        self._open, self._in_note = lines, True

    def finish(self) -> GcgGame:
        """The whole record. Raises `MalformedGcg` if it has no players."""
        self._declared(1)
        notes = {after: "\n".join(lines) for after, lines in self._notes.items()}
        events = (_with_note(one, notes.get(n, "")) for n, one in enumerate(self._events, 1))
        players = [self._players[n] for n in sorted(self._players)]
        nicks = distinct(player.nick for player in players)
        return GcgGame(
            tuple(replace(player, nick=nick) for player, nick in zip(players, nicks, strict=True)),
            tuple(events),
            tile_forms=tuple(self._forms),
            racks=tuple(sorted(self._racks.items())),
            opening_note=notes.get(0, ""),
            pragmas=tuple(GcgPragma(name, "\n".join(lines)) for name, lines in self._others),
            **self._facts,
        )


def _with_note(event: GcgEvent, note: str) -> GcgEvent:
    """An event with the note of the lines after it, which follows a text at the end of its own line."""
    return replace(event, note=f"{event.note}\n{note}" if event.note and note else event.note or note)


def distinct(nicks: Iterable[str]) -> list[str]:
    """Short names of players, with the number of the player after one that is taken already."""
    taken: list[str] = []
    for number, nick in enumerate(nicks, 1):
        free = nick
        while free in taken:
            free = f"{free}_{number}"
        taken.append(free)
    return taken


def _is_known(pragma: str) -> bool:
    return pragma in TEXTS or pragma in _OTHERS or _NUMBERED.match(pragma) is not None


def write(game: GcgGame) -> bytes:
    """The bytes of a file that `read` understands; the first line names the encoding for texts beyond ASCII."""
    text = "\n".join([*_header(game), *_events(game), *_footer(game)]) + "\n"
    return text.encode() if text.isascii() else f"#character-encoding UTF-8\n{text}".encode()


def _header(game: GcgGame) -> Iterator[str]:
    for number, player in enumerate(game.players, 1):
        yield f"#player{number} {player.nick} {player.name}".rstrip()
    for pragma, name in TEXTS.items():
        if text := getattr(game, name):
            yield f"#{pragma} {text}"
    if game.id:
        yield f"#id {game.authority} {game.id}" if game.authority else f"#id {game.id}"
    for large, small in game.tile_forms:
        yield f"#tile {large} {small}"
    for other in game.pragmas:
        yield from _continued(f"#{other.name}", other.text, marked=other.name == VARIANT)
    if game.opening_note:
        yield from _continued("#note", game.opening_note)


def _events(game: GcgGame) -> Iterator[str]:
    for event in game.events:
        # a missing rack leaves two blanks: some readers rely on them
        score = "-0" if isinstance(event, GcgRackLoss) and not event.score else f"{event.score:+d}"
        yield f">{game.players[event.player].nick}: {event.rack} {move_text(event)} {score} {event.total}"
        if event.note:
            yield from _continued("#note", event.note)


def _footer(game: GcgGame) -> Iterator[str]:
    for player, tiles in game.racks:
        yield f"#rack{player + 1} {tiles}"
    if game.incomplete is not None:
        yield f"#incomplete {game.incomplete}".rstrip()


def _continued(head: str, text: str, *, marked: bool = False) -> Iterator[str]:
    """A text of several lines; a line that could be mistaken for something else is marked as a continuation.

    Programs that skip facts that they do not know skip all of it only if every line is `marked`.
    """
    first, *more = text.split("\n")
    yield f"{head} {first}".rstrip()
    for line in more:
        plain = not marked and line and line == line.strip() and line[0] not in "#>"
        yield line if plain else f"#- {line}" if line else "#-"


def move_text(event: GcgEvent) -> str:
    """The event in the notation of event lines: `8D TILES`, `-`, `--`, `-ABC`, `(challenge)`, `(ABC)`."""
    match event:
        case GcgPlay():
            return f"{event.place} {event.tiles}"
        case GcgWithdrawn():
            return "--"
        case GcgPass():
            return "-"
        case GcgExchange():
            return f"-{event.tiles or event.count}"
        case GcgChallengeBonus():
            return "(challenge)"
        case GcgRackGain() | GcgRackLoss():
            return f"({event.tiles})"
        case GcgTimePenalty():
            return "(time)"
        case _:
            assert_never(event)
