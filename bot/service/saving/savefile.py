"""The content of a saved game's file, and how it is read: first by the reading process, then by the bot."""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.engines.reading.reports import Output
from bot.model.errors import SaveDamaged
from bot.model.words import LONGEST_NAMES, Edition, PackedWords
from engine.errors import EngineError
from engine.formats.gamejson import read_object
from engine.game import events as ev
from engine.game.codec import decode, encode
from engine.game.evolve import replay
from engine.game.phases import Paused
from engine.game.state import GameState
from engine.limits import COMMAND_LINE

KIND = "game"
_DAMAGE = (
    *(EngineError, LookupError, TypeError, ValueError, AttributeError, AssertionError, ArithmeticError),
    *(RecursionError, zlib.error),
)


@dataclass(frozen=True, slots=True)
class Save:
    """The content of a file. `installation` and `game` say whose game it is, `edition` what makes its lexicon."""

    installation: str
    game: str
    events: tuple[ev.Event, ...]
    state: GameState
    edition: Edition | None

    @property
    def name(self) -> str:
        """The name of the file's content: the game and the pause at which it was saved."""
        return hashlib.sha256(f"{self.installation}/{self.game}/{len(self.events)}".encode()).hexdigest()[:24]


def content_of(installation: str, game: str, events: Iterable[ev.Event], edition: Edition | None) -> bytes:
    """The content of a file, packed and not yet sealed. Takes a moment."""
    content: dict[str, Any] = {
        "kind": KIND,
        "installation": installation,
        "game": game,
        "events": [encode(event) for event in events],
    }
    if edition:
        words = edition.words
        content["words"] = {"added": _text(words.added), "removed": _text(words.removed), "whole": words.whole}
        content["words"]["bases"] = edition.bases
    return zlib.compress(json.dumps(content, separators=(",", ":")).encode(), 9)


def read_content(packed: bytes) -> Save:
    """The save in a file's content. Takes a moment, longer for malicious content. Raises `SaveDamaged`."""
    try:
        text = zlib.decompressobj().decompress(packed, COMMAND_LINE.game_bytes)
        content = read_object(text, "save", COMMAND_LINE.game_bytes)
        if content["kind"] != KIND:
            raise ValueError(content["kind"])
        events = tuple(decode(one) for one in content["events"])
        edition = _edition(content.get("words"))
        return Save(str(content["installation"]), str(content["game"]), events, _resting(events), edition)
    except _DAMAGE as error:
        raise SaveDamaged from error


def _edition(content: Mapping[str, Any] | None) -> Edition | None:
    if not content:
        return None
    packed = PackedWords(_bytes(content["added"]), _bytes(content["removed"]), bool(content["whole"]))
    packed.unpack()
    bases = str(content["bases"])
    if len(bases) > LONGEST_NAMES:
        raise ValueError(bases)
    return Edition(packed, bases)


def _resting(events: tuple[ev.Event, ...]) -> GameState:
    state = replay(events)
    if not isinstance(state.phase, Paused):
        raise TypeError("a saved game is paused")
    return state


def hand_over(save: Save) -> Output:
    """A save as plain data, one event per line, so that no reader needs all of it at once."""
    edition = save.edition or Edition(PackedWords(), "")
    words = edition.words
    facts = {
        "installation": save.installation,
        "game": save.game,
        "words": save.edition is not None,
        "bases": edition.bases,
        "whole": words.whole,
        "lengths": [len(words.added), len(words.removed)],
    }
    lines = b"\n".join(json.dumps(encode(event), separators=(",", ":")).encode() for event in save.events)
    return Output(facts, words.added + words.removed + lines)


def take_over(output: Output) -> Save:
    """The save from the data of `hand_over`. Takes a moment. Raises `SaveDamaged`."""
    try:
        facts = output.facts
        added, removed = map(int, facts["lengths"])
        words = PackedWords(output.data[:added], output.data[added : added + removed], bool(facts["whole"]))
        events = tuple(decode(json.loads(line)) for line in output.data[added + removed :].split(b"\n"))
        state = _resting(events)
        edition = Edition(words, str(facts["bases"])) if facts["words"] else None
        return Save(str(facts["installation"]), str(facts["game"]), events, state, edition)
    except _DAMAGE as error:
        raise SaveDamaged from error


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _bytes(text: str) -> bytes:
    return base64.b64decode(text, validate=True)
