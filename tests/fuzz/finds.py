"""Past finds that are too large to keep as files: each is made when needed."""

from __future__ import annotations

import json
import lzma
import struct
from collections.abc import Callable
from typing import Any

from engine.formats import gamejson
from engine.game.codec import encode
from tests.fuzz.surfaces import events
from tests.support.records import CLUB
from tests.support.sentences import said


def _game_of(count: int) -> bytes:
    """A game whose tile set has `count` tiles of a kind."""
    game: Any = json.loads(gamejson.write(events()))

    def swollen(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: count if key == "count" else swollen(one) for key, one in value.items()}
        return [swollen(one) for one in value] if isinstance(value, list) else value

    return json.dumps(swollen(game)).encode()


def _doubling(levels: int) -> bytes:
    """A word graph in which each level leads to the next by six letters: few bytes, but 6 ** `levels` words."""
    nodes = [(1 << 22) | 2, (1 << 22) | 2]
    letters = 6
    for level in range(levels):
        following = 0 if level == levels - 1 else 2 + (level + 1) * letters
        for letter in range(1, letters + 1):
            last = (1 << 22) if letter == letters else 0
            nodes.append((letter << 24) | (1 << 23) | last | following)
    return struct.pack(f"<{len(nodes)}I", *nodes)


def _xz_of_brackets(count: int) -> bytes:
    return lzma.compress(b"[" * count, preset=9)


def _below_one() -> bytes:
    return json.dumps([{**encode(event), "v": version} for event in events() for version in (0, -1)]).encode()


FINDS: dict[str, dict[str, Callable[[], bytes]]] = {
    "variant": {
        "hexadecimal number of 5,000 digits": lambda: b"about = 0x" + b"f" * 5_000,
        "decimal number of 5,000 digits": lambda: b"about = " + b"9" * 5_000,
        "keys nested 3,000 deep": lambda: b"a = " + b"{a=" * 3_000 + b"1" + b"}" * 3_000,
        "lists nested 3,000 deep": lambda: b"a = " + b"[" * 3_000 + b"]" * 3_000,
        "dotted key of 16,000 parts": lambda: b".".join([b"a"] * 16_000) + b" = 1",
        "20,000 letters": lambda: (
            b'[languages.en]\nalphabet = "' + " ".join(map(chr, range(0x4E00, 0x9C20))).encode() + b'"'
        ),
    },
    "settings": {
        "hexadecimal number of 5,000 digits": lambda: b"port = 0x" + b"f" * 5_000,
        "decimal number of 5,000 digits": lambda: b"port = " + b"9" * 5_000,
        "lists nested 3,000 deep": lambda: b"port = " + b"[" * 3_000 + b"]" * 3_000,
        "dotted key of 5,000 parts": lambda: b".".join([b"a"] * 5_000) + b" = 1",
        "an address with half a bracket": lambda: b'api = "http://[a"',
        "an address with a strange port": lambda: b'gateway = "wss://a:x99/"',
    },
    "gamejson": {
        said("formats.tiles_kind", most="10^11"): lambda: _game_of(10**11),
        "nested 100,000 deep": lambda: b"[" * 100_000,
        "a number of 5,000 digits": lambda: b'{"format": ' + b"9" * 5_000 + b"}",
    },
    "journal": {"version below 1": _below_one},
    "saves": {
        "nested 100,000 deep": lambda: b'{"kind": ' + b"[" * 100_000,
        "a number of 5,000 digits": lambda: b'{"kind": ' + b"9" * 5_000 + b"}",
    },
    "kwg": {"10^11 words in 600 bytes": lambda: _doubling(14)},
    "gcg": {
        "a note of 500,000 lines": lambda: CLUB.encode() + b"#note x\n" + b"more\n" * 500_000,
        "a note of 500,000 lines without end": lambda: b"#player1 a A\n#player2 b B\n#note " + b"x\r\n" * 500_000,
    },
    "words": {
        "a line of 100,000 opened brackets in 152 bytes": lambda: _xz_of_brackets(100_000),
        "a line of 400,000 accents": lambda: lzma.compress(("A" + "\u0301" * 200_000 + "\u0323" * 200_000).encode()),
    },
}
"""Finds by surface and description."""
