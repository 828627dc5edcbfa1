"""Reading GCG game records."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine.errors import BadData, Size
from engine.formats.gcg.events import read_event
from engine.formats.gcg.game import TEXTS, GcgEvent, GcgGame, GcgPlayer, GcgPragma, MalformedGcg
from engine.formats.tiletext import is_rack
from engine.limits import CHAT, LONGEST_NAME, LONGEST_RECORD_LINE, MOST_SEATS, Limits
from engine.reading import check, composed, shortened

WHERE = "game record"
_ENCODINGS = {"utf-8": "utf-8", "utf8": "utf-8", "iso-8859-1": "latin-1", "latin-1": "latin-1", "latin1": "latin-1"}
_ENCODING = re.compile(rb"#character-encoding[ \t]+([^\r\n]*)")
_PRAGMA = re.compile(r"#([A-Za-z][A-Za-z0-9_-]*)(?:\s+(.*))?\Z", re.DOTALL)
_OTHERS = ("note", "character-encoding", "id", "tile", "incomplete")
_NUMBERED = re.compile(r"(player|rack)([0-9]{1,2})\Z")


def read(data: bytes, limits: Limits = CHAT) -> GcgGame:
    """The record in the bytes of a file. Raises `MalformedGcg` with the number of the bad line, and `TooLarge`."""
    check(WHERE, Size.BYTES, len(data), limits.record_bytes)
    reader = _Reader(limits)
    for number, line in _lines(data):
        check(WHERE, Size.LINE, len(line), LONGEST_RECORD_LINE, number)
        reader.take(number, line)
    return reader.finish()


def _lines(data: bytes) -> Iterator[tuple[int, str]]:
    """The lines with their numbers, except the line that names the encoding."""
    encoding, marked = "latin-1", data.removeprefix(b"\xef\xbb\xbf")
    declared = _ENCODING.match(marked)
    if marked is not data:
        encoding = "utf-8"
    if declared:
        name = declared[1].decode("latin-1").strip()
        if name.lower() not in _ENCODINGS:
            raise MalformedGcg(WHERE, f"the encoding {shortened(name)} is not known; there are UTF-8 and ISO-8859-1", 1)
        encoding = _ENCODINGS[name.lower()]
    text = composed(_decoded(marked, encoding), WHERE)
    lines = enumerate(re.split(r"\r\n|\r|\n", text), 1)
    return ((number, line) for number, line in lines if number > 1 or not declared)


def _decoded(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        before = len(re.findall(rb"\r\n|\r|\n", data[: error.start]))
        raise MalformedGcg(WHERE, "is not UTF-8 text, as it says", before + 1) from None


class _Reader:
    """What has been read so far."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._players: dict[int, GcgPlayer] = {}
        self._nicks: tuple[str, ...] = ()
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
        """Reads the next line. Raises `MalformedGcg` and `TooLarge`."""
        text = line.strip()
        pragma = _PRAGMA.match(text)
        if text.startswith(">"):
            self._open, self._in_note = None, False
            check(WHERE, Size.EVENTS, len(self._events) + 1, self._limits.events, number)
            self._nicks = self._nicks or self._declared(number)
            self._events.append(read_event(text, number, self._nicks))
        elif pragma and (_is_known(pragma[1].lower()) or not self._in_note):
            self._open, self._in_note = None, False
            self._take_pragma(pragma[1], (pragma[2] or "").strip(), number)
        elif text and self._open is not None:
            self._open.append(line[3:] if line.startswith("#- ") else "" if text == "#-" else text)
        elif text:
            raise MalformedGcg(WHERE, f"{shortened(text)} is neither an event nor a fact of the game", number)

    def _declared(self, number: int) -> tuple[str, ...]:
        """The players' short names by number; final once there is an event."""
        if sorted(self._players) != list(range(1, len(self._players) + 1)) or not self._players:
            raise MalformedGcg(WHERE, "the players are not declared one by one before the first event", number)
        return tuple(self._players[n].nick for n in sorted(self._players))

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
            raise MalformedGcg(WHERE, "the encoding is named elsewhere than in the first line", number)
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
            raise MalformedGcg(WHERE, "a player is declared behind the first event", number)
        if not player or player in self._players:
            raise MalformedGcg(WHERE, f"player {player} cannot be declared here", number)
        if nick in (other.nick for other in self._players.values()):
            raise MalformedGcg(WHERE, f"two players have the short name {nick!r}", number)
        try:
            self._players[player] = GcgPlayer(nick, name)
        except BadData as error:
            raise MalformedGcg(WHERE, error.reason, number) from None

    def _take_rack(self, player: int, text: str, number: int) -> None:
        if player not in self._players:
            raise MalformedGcg(WHERE, f"there is no player {player}", number)
        if not is_rack(text):
            raise MalformedGcg(WHERE, f"{shortened(text)} is no rack", number)
        self._racks[player - 1] = text

    def _take_fact(self, name: str, text: str, number: int) -> None:
        if name == "id":
            *authority, identity = text.split(maxsplit=1) or [""]
            self._facts |= {"authority": "".join(authority), "id": identity}
        elif name == "incomplete":
            if not is_rack(text):
                raise MalformedGcg(WHERE, f"{shortened(text)} is no rack", number)
            self._facts["incomplete"] = text
        else:
            forms = text.split()
            if len(forms) != 2:
                raise MalformedGcg(WHERE, "a tile is declared by two forms, such as [CH] [ch]", number)
            self._forms.append((forms[0], forms[1]))

    def _take_note(self, text: str) -> None:
        """Starts the note after the latest event, or continues it."""
        lines = self._notes.setdefault(len(self._events), [])
        if lines == [""]:
            lines.clear()
        lines.append(text)
        self._open, self._in_note = lines, True

    def finish(self) -> GcgGame:
        """The whole record. Raises `MalformedGcg` when it has no players."""
        self._declared(1)
        notes = {after: "\n".join(lines) for after, lines in self._notes.items()}
        events = (_with_note(one, notes.get(n, "")) for n, one in enumerate(self._events, 1))
        players = tuple(self._players[n] for n in sorted(self._players))
        return GcgGame(
            players,
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


def _is_known(pragma: str) -> bool:
    return pragma in TEXTS or pragma in _OTHERS or _NUMBERED.match(pragma) is not None
