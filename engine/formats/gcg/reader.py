"""Reading GCG game records."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from engine.errors import BadData
from engine.formats.gcg.events import read_event
from engine.formats.gcg.game import TEXTS, GcgEvent, GcgGame, GcgPlayer, GcgPragma, MalformedGcg
from engine.formats.tiletext import is_rack

WHERE = "game record"
LARGEST = 1 << 20
"""A record of more bytes is refused; a long game with notes has a few thousand."""

_ENCODINGS = {"utf-8": "utf-8", "utf8": "utf-8", "iso-8859-1": "latin-1", "latin-1": "latin-1", "latin1": "latin-1"}
_ENCODING = re.compile(rb"#character-encoding[ \t]+([^\r\n]*)")
_PRAGMA = re.compile(r"#([A-Za-z][A-Za-z0-9_-]*)(?:\s+(.*))?\Z", re.DOTALL)
_OTHERS = ("note", "character-encoding", "id", "tile", "incomplete")
_NUMBERED = re.compile(r"(player|rack)([0-9]{1,2})\Z")


def read(data: bytes) -> GcgGame:
    """The record in the bytes of a file. Raises `MalformedGcg` with the number of the line that is wrong."""
    reader = _Reader()
    for number, line in _lines(data):
        reader.take(number, line)
    return reader.finish()


def _lines(data: bytes) -> Iterator[tuple[int, str]]:
    """The lines with their numbers, without the one that names the encoding."""
    if len(data) > LARGEST:
        raise MalformedGcg(WHERE, f"has more than {LARGEST} bytes", 1)
    encoding, marked = "latin-1", data.removeprefix(b"\xef\xbb\xbf")
    declared = _ENCODING.match(marked)
    if marked is not data:
        encoding = "utf-8"
    if declared:
        name = declared[1].decode("latin-1").strip()
        if name.lower() not in _ENCODINGS:
            raise MalformedGcg(WHERE, f"the encoding {name!r} is not known; there are UTF-8 and ISO-8859-1", 1)
        encoding = _ENCODINGS[name.lower()]
    text = unicodedata.normalize("NFC", _decoded(marked, encoding))
    lines = enumerate(re.split(r"\r\n|\r|\n", text), 1)
    return ((number, line) for number, line in lines if number > 1 or not declared)


def _decoded(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        before = re.findall(rb"\r\n|\r|\n", data[: error.start])
        raise MalformedGcg(WHERE, "is not UTF-8 text, as it says", len(before) + 1) from None


class _Reader:
    """What has been read so far."""

    def __init__(self) -> None:
        self._players: dict[int, GcgPlayer] = {}
        self._facts: dict[str, Any] = {}
        self._forms: list[tuple[str, str]] = []
        self._racks: dict[int, str] = {}
        self._events: list[GcgEvent] = []
        self._opening_note = ""
        self._others: list[GcgPragma] = []
        self._extend: Callable[[str], None] | None = None

    def take(self, number: int, line: str) -> None:
        """Reads the next line. Raises `MalformedGcg`."""
        text = line.strip()
        pragma = _PRAGMA.match(text)
        if text.startswith(">"):
            self._extend = None
            self._events.append(read_event(text, number, self._nicks(number)))
        elif pragma and (_is_known(pragma[1].lower()) or not self._in_note):
            self._extend = None
            self._take_pragma(pragma[1], (pragma[2] or "").strip(), number)
        elif text and self._extend:
            self._extend(line[3:] if line.startswith("#- ") else "" if text == "#-" else text)
        elif text:
            raise MalformedGcg(WHERE, f"{_short(text)} is neither an event nor a fact of the game", number)

    def _nicks(self, number: int) -> tuple[str, ...]:
        """The short names of the players by number, complete as soon as there is an event."""
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
            self._add_note(text)
            self._extend = self._continue_note
        elif name == "character-encoding":
            raise MalformedGcg(WHERE, "the encoding is named elsewhere than in the first line", number)
        elif name in TEXTS:
            self._facts[TEXTS[name]] = text
        elif name in ("id", "tile", "incomplete"):
            self._take_fact(name, text, number)
        else:
            self._others.append(GcgPragma(original, text))
            self._extend = self._add_to_pragma

    def _take_player(self, player: int, text: str, number: int) -> None:
        nick, name = (*text.split(maxsplit=1), "", "")[:2]
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
            raise MalformedGcg(WHERE, f"{_short(text)} is no rack", number)
        self._racks[player - 1] = text

    def _take_fact(self, name: str, text: str, number: int) -> None:
        if name == "id":
            *authority, identity = text.split(maxsplit=1) or [""]
            self._facts |= {"authority": "".join(authority), "id": identity}
        elif name == "incomplete":
            if not is_rack(text):
                raise MalformedGcg(WHERE, f"{_short(text)} is no rack", number)
            self._facts["incomplete"] = text
        else:
            forms = text.split()
            if len(forms) != 2:
                raise MalformedGcg(WHERE, "a tile is declared by two forms, such as [CH] [ch]", number)
            self._forms.append((forms[0], forms[1]))

    @property
    def _in_note(self) -> bool:
        return self._extend == self._continue_note

    def _continue_note(self, text: str) -> None:
        self._add_note(text, continued=True)

    def _add_note(self, text: str, *, continued: bool = False) -> None:
        before = self._events[-1].note if self._events else self._opening_note
        note = f"{before}\n{text}" if before or continued else text
        if self._events:
            self._events[-1] = replace(self._events[-1], note=note)
        else:
            self._opening_note = note

    def _add_to_pragma(self, text: str) -> None:
        latest = self._others.pop()
        self._others.append(replace(latest, text=f"{latest.text}\n{text}"))

    def finish(self) -> GcgGame:
        """The whole record. Raises `MalformedGcg` when it has no players."""
        self._nicks(1)
        players = tuple(self._players[n] for n in sorted(self._players))
        return GcgGame(
            players,
            tuple(self._events),
            tile_forms=tuple(self._forms),
            racks=tuple(sorted(self._racks.items())),
            opening_note=self._opening_note,
            pragmas=tuple(self._others),
            **self._facts,
        )


def _is_known(pragma: str) -> bool:
    return pragma in TEXTS or pragma in _OTHERS or _NUMBERED.match(pragma) is not None


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:39] + "…")
