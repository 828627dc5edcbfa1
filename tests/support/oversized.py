"""Inputs that are small to send and costly to read, and inputs just beyond a limit: for every reader, by name."""

from __future__ import annotations

import json
import lzma
import struct
from collections.abc import Callable, Mapping
from typing import Any

from engine.formats import cardwords, cgp, gamejson, gcg, klv, varianttoml
from engine.formats.cardwords import Source
from engine.game import codec
from engine.limits import (
    CHAT,
    DEEPEST,
    LONGEST_KEY,
    LONGEST_NAME,
    LONGEST_POSITION,
    LONGEST_RECORD_LINE,
    LONGEST_WORD_LINE,
    MAX_FORMS,
    MAX_LETTERS,
    MAX_SIDE,
    MOST_DIGITS,
    MOST_KEY_PARTS,
    MOST_LANGUAGES,
    MOST_MARKS,
    MOST_SEATS,
    MOST_TILES,
)
from engine.loading import parse_word_list
from engine.model.board import STANDARD as USUAL
from engine.model.tiles import Tiles
from engine.play.notation import read_move, read_tiles
from engine.words.graph import kwg
from tests.support.games import STANDARD, Table, variant_of
from tests.support.malformed import HEAD
from tests.support.words import ENGLISH, SPANISH

HUGE = 10**11


def packed(text: bytes) -> bytes:
    """The bytes as an xz file."""
    return lzma.compress(text, preset=1)


def layered_graph(layers: int, *, words: bool, letters: int = 26) -> bytes:
    """A graph in which every letter of a layer leads to the next layer: letters ** layers paths in few nodes."""
    nodes = [2 << 8 | 64, 64]
    for layer in range(layers):
        below = len(nodes) + letters if layer < layers - 1 else 0
        ends = 128 if words and not below else 0
        nodes += [below << 8 | ends | (64 if n == letters else 0) | n for n in range(1, letters + 1)]
    return struct.pack(f"<{len(nodes)}I", *nodes)


def finished_game() -> dict[str, Any]:
    """A short game as JSON data."""
    table = Table(variant=variant_of("CATSDOGHORNFARMNETTOE"), names=("ada", "bruno", "chloe"))
    table.start()
    while table.game.on_turn is not None:
        table.pass_()
    return dict(json.loads(gamejson.write(table.events)))


def changed_game(**changes: object) -> str:
    """That game with fields of its event 8, which draws tiles, changed."""
    game = finished_game()
    game["events"][7] |= changes
    return json.dumps(game)


def crowded_game() -> str:
    """That game with more players than allowed."""
    game = finished_game()
    joined = next(event for event in game["events"] if event["type"] == "Joined")
    place = game["events"].index(joined)
    game["events"][place:place] = [joined | {"seat": None}] * (MOST_SEATS + 1)
    return json.dumps(game)


def opening(**changes: object) -> dict[str, Any]:
    """The data of an opening, with parts of its variant changed."""
    data: dict[str, Any] = json.loads(json.dumps(finished_game()["events"][0]))
    data["setup"]["variant"] |= changes
    return data


def variant_text(old: str = "", new: str = "") -> str:
    """A variant's text, with a part replaced."""
    text = (
        'name = "mine"\nrack_size = 2\n[layout]\nstart = "1A"\nrows = "..."\n[languages.en]\n'
        'alphabet = "A B"\ntiles = "A9/1 B9/1"\n'
    )
    assert old in text
    return text.replace(old, new, 1) if old else text + new


TINY = {
    "charset": "2\nA\nB\n",
    "cards": "2\n[A 1] [B 1]",
    "table": "2*1 (0,0) (0,0) B; (9,9)",
    "bonus": "-1:0\n0:0\n1:0",
}


def cardwords_with(words: str = "AB\n", **files: str) -> object:
    """Read the files of a tiny game, some of them replaced."""
    texts = TINY | files
    parts = tuple(Source(name, texts[name]) for name in ("charset", "cards", "table", "bonus"))
    assert len(parts) == 4
    return cardwords.read_game("mine", "en", parts, [Source("words", words)])


def words(data: bytes | Callable[[], bytes], alphabet: object = ENGLISH) -> Callable[[], object]:
    """Read a word list; one that is long or packed is made only then."""
    return lambda: parse_word_list(data if isinstance(data, bytes) else data(), alphabet, "words.txt")  # type: ignore[arg-type]


def variant(old: str = "", new: str = "") -> Callable[[], object]:
    """Read a variant."""
    return lambda: varianttoml.read(variant_text(old, new), "mine.toml")


def record(text: str) -> Callable[[], object]:
    """Read a game record."""
    return lambda: gcg.read(text.encode())


BEYOND: Mapping[str, Callable[[], object]] = {
    # word lists
    "many words, packed": lambda: words(packed(b"AB\n" * (CHAT.words + 1)))(),
    "many bytes, packed": lambda: words(packed(b"A" * 30 + b"\n" + b"ABCDEFGHIJKLMNOPQRSTUVWXYZABC\n" * 2_200_000))(),
    "many bytes, plain": lambda: words(b"ABCDEFGHIJKLMNOPQRSTUVWXYZABC\n" * 2_200_000)(),
    "one endless line, packed": lambda: words(packed(b"[" * CHAT.list_bytes))(),
    "a long line": words(b"AB\n" + b"A" * (LONGEST_WORD_LINE + 1) + b"\nAB\n"),
    "many accents": words(("A" + "\u0315\u0300" * MOST_MARKS + "\n").encode()),
    "accents that come apart": words(("A" + "\u0f73" * 300_000 + "\n").encode()),
    # word graphs and leaves
    "a graph of many words": lambda: kwg.decode(layered_graph(8, words=True), 26),
    "a graph of many bytes": lambda: kwg.decode(bytes(CHAT.graph_bytes + 4), 26),
    "leaves of many bytes": lambda: klv.decode(bytes(CHAT.graph_bytes + 4), 26),
    # variants
    "a long variant": variant(new="#" * CHAT.variant_characters),
    "a key of many parts": variant(new=".".join(["a"] * (MOST_KEY_PARTS + 1)) + " = 1\n"),
    "a key of 16,000 parts": variant(new=".".join(["a"] * 16_000) + " = 1\n"),
    "a table of many parts": variant(new=f"[{'.'.join(['a'] * 3000)}]\n"),
    "nested lists": variant(new=f"a = {'[' * (DEEPEST + 1)}{']' * (DEEPEST + 1)}\n"),
    "nested tables": variant(new="a = " + "{a = " * 3000 + "1" + "}" * 3000),
    "a hexadecimal number": variant("2", "0x" + "f" * 5000),
    "a decimal number": variant("2", "9" * 5000),
    "a long key": variant(new="a" * (LONGEST_KEY + 1) + " = 1\n"),
    "many languages": variant(
        new="".join(f"[languages.a{chr(97 + n // 26)}{chr(97 + n % 26)}]\n" for n in range(MOST_LANGUAGES))
    ),
    # records, positions, games
    "a long record": record(HEAD + "#note x\n" * (CHAT.record_bytes // 8)),
    "a long line of a record": record(HEAD + "#note " + "x" * LONGEST_RECORD_LINE),
    "many events of a record": record(HEAD + ">a: - +0 0\n" * (CHAT.events + 1)),
    "a long name": record("#player1 " + "x" * (LONGEST_NAME + 1)),
    "many players": record("".join(f"#player{n} p{n} P\n" for n in range(1, MOST_SEATS + 2))),
    "accents in a record": record("#character-encoding UTF-8\n" + HEAD + "#note e" + "\u0301\u0316" * MOST_MARKS),
    "a long position": lambda: cgp.read("1" * (LONGEST_POSITION + 1), STANDARD),
    "long opcodes": lambda: cgp.read_opcodes("1 1 1 1 " + "a b;" * LONGEST_POSITION),
    "accents in a position": lambda: cgp.read("A" + "\u0315\u0300" * MOST_MARKS, STANDARD),
    "a long game": lambda: gamejson.read(" " * (CHAT.game_bytes + 1)),
    "a nested game": lambda: gamejson.read("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1)),
    "a game of many events": lambda: gamejson.read(json.dumps(finished_game() | {"events": [{}] * (CHAT.events + 1)})),
    "a game of 10^11 tiles": lambda: gamejson.read(changed_game(tiles=[["A", 1, HUGE]])),
    "a game of a long number": lambda: gamejson.read(changed_game(at=10 ** (MOST_DIGITS + 1))),
    "a game of many players": lambda: gamejson.read(crowded_game()),
    "an event of many tiles": lambda: codec.decode(opening(tile_set={"tiles": [["A", 1, MOST_TILES + 1]]})),
    "an event of 10^11 tiles": lambda: codec.decode(opening(tile_set={"tiles": [["A", 1, HUGE]]})),
    "an event of a huge number": lambda: codec.decode(opening() | {"at": 10**5000}),
    "a board of many squares": lambda: codec.decode(
        opening(
            layout={
                "width": 1,
                "height": 1,
                "start": [0, 0],
                "kinds": [[1, 1, 0, False]],
                "squares": [0] * (MAX_SIDE**2 + 1),
            }
        )
    ),
}
"""Reading each of these must raise `TooLarge`."""

HOSTILE: Mapping[str, Callable[[], object]] = {
    # word lists
    "open brackets": words(b"[" * 400_000),
    "open brackets, one a line": words(b"AB\n" * 10 + (b"[A" * 400 + b"\n") * 12),
    "open brackets of long letters": words(("CH" * 7 + "\n").encode() * 10 + (b"[C" * 400 + b"\n") * 12, SPANISH),
    "a broken file": words(packed(b"AB\n" * 1000)[:-20]),
    "a file with something behind": words(packed(b"AB\n") + b"more"),
    "bytes that are no text": words(b"AB\n\x81\x8d\n"),
    "bytes that are no xz": words(b"\xfd7zXZ\0" + b"\0" * 100),
    "half a character": words("AB\nÄÖÜ\nA".encode() + b"\xc3"),
    # word graphs
    "a graph without words": lambda: kwg.decode(layered_graph(8, words=False), 26),
    "a deep graph": lambda: kwg.decode(layered_graph(40, words=True), 26),
    "leaves that say too much": lambda: klv.decode(struct.pack("<I", 0xFFFFFFFF) * 4, 26),
    "leaves without an end": lambda: klv.decode(
        struct.pack("<I", 2 + 26 * 8) + layered_graph(8, words=False) + struct.pack("<I", 0), 26
    ),
    # variants
    "20,000 letters": variant(
        '"A B"', '"' + " ".join(f"{n:x}".translate({48 + d: 103 + d for d in range(10)}) for n in range(20_000)) + '"'
    ),
    "many letters": variant('"A B"', '"' + " ".join(map(chr, range(0x4E00, 0x4E01 + MAX_LETTERS))) + '"'),
    "many forms": variant('"A B"', '"A B' + "".join(f"/{chr(0x4E00 + n)}" for n in range(MAX_FORMS)) + '"'),
    "one letter 60,000 times": variant('"A B"', '"' + "A " * 60_000 + '"'),
    "many tiles": variant('"A9/1 B9/1"', '"' + "A999/1 " * 3 + '"'),
    "many bad tiles": variant('"A9/1 B9/1"', '"' + "x " * 100_000 + '"'),
    "a bonus for a huge number": variant("rack_size = 2\n", 'rack_size = 2\nbonuses = {"' + "1" * 5000 + '" = 1}\n'),
    "a date that is none": variant("2", "2024-99-99"),
    "infinity": variant("2", "1e999"),
    "many unknown keys": variant(new="[colours]\n" + "".join(f'"tile{n}" = 1\n' for n in range(10_000))),
    "a row of many squares": variant('"..."', '"...\\n' + "x" * 200_000 + '"'),
    "open strings": variant(new='"""\\' * 50_000),
    # files of cardwords
    "numbers with two signs": lambda: cardwords_with(bonus="-+1:0\n"),
    "a table without semicolons": lambda: cardwords_with(table="9*9 (0,0) " + "(0,0) B " * 30_000),
    "a table of semicolons": lambda: cardwords_with(table="9*9 (0,0) " + ";" * 200_000),
    "a table of open pairs": lambda: cardwords_with(table="9*9 (0,0) " + "(" * 200_000),
    "a table of white space": lambda: cardwords_with(table="9*9 (0,0) " + " " * 200_000),
    "a table of many attributes": lambda: cardwords_with(table="2*1 (0,0) (0,0) " + "Q " * 60_000 + "; (9,9)"),
    "cards without an end": lambda: cardwords_with(cards="9 " + "[A " * 60_000),
    "cards on many lines": lambda: cardwords_with(cards=f"{MOST_TILES}\n" + "[Q 1]\n" * MOST_TILES),
    "many cards": lambda: cardwords_with(cards=f"{MOST_TILES + 1}\n" + "[A 1]\n" * (MOST_TILES + 1)),
    "a charset of many lines": lambda: cardwords_with(charset="2\n" + "A\n" * 60_000),
    "a charset of one line": lambda: cardwords_with(charset="1\n" + "".join(map(chr, range(0xA1, 0xFF))) * 600),
    "bonuses of many lines": lambda: cardwords_with(bonus="1:1\n" * 60_000),
    "a dictionary of bad words": lambda: cardwords_with(words="Q\n" * 200_000),
    "a dictionary of brackets": lambda: cardwords_with(words="[" * 200_000),
    # records and positions
    "a record of one word": record(HEAD + ">a: " + "(" * 15_000 + " 8H AB +1 1"),
    "a record of open brackets": record(HEAD + ">a: A 8H " + "[A" * 7_000 + " +1 1"),
    "a record of question marks": record(HEAD + ">a: A 8H " + "?" * 15_000 + " +1 1"),
    "a record of open groups": record(HEAD + ">a: A 8H (" + "A" * 15_000 + " +1 1"),
    "a position of brackets": lambda: cgp.read("[" * 15_000 + " / 0/0 0", STANDARD),
    "a position of many tiles": lambda: cgp.read("15/" * 14 + "15 " + "A" * 15_000 + "/ 0/0 0", STANDARD),
    # games
    "a game of infinite points": lambda: gamejson.read(changed_game(at="x").replace('"x"', "1e999")),
    "a game of no number": lambda: gamejson.read(changed_game(at="x").replace('"x"', "NaN")),
    "a game of half a character": lambda: gamejson.read(changed_game(at="x").replace('"x"', '"\\ud800"')),
    "a game of a negative number of tiles": lambda: gamejson.read(changed_game(tiles=[["A", 1, -5]])),
    "a game of half a tile": lambda: gamejson.read(changed_game(tiles=[["A", 1, 1.5]])),
    "a game of version 0": lambda: gamejson.read(changed_game(v=0)),
    "a game of a true version": lambda: gamejson.read(changed_game(v=True)),
    "a game of open strings": lambda: gamejson.read('"\\' * 300_000),
    "an event of a long letter": lambda: codec.decode(
        opening(alphabet={"letters": ["A" * 500_000], "equivalents": []})
    ),
    "an event that is no event": lambda: codec.decode({"type": "x" * 500_000, "v": 1}),
    # moves
    "a long move": lambda: read_move("8H " + "A" * 500_000, STANDARD, USUAL),
    "a move of brackets": lambda: read_move("8H " + "[" * 190, STANDARD, USUAL),
    "long tiles": lambda: read_tiles("A" * 500_000, STANDARD, Tiles()),
}
"""Reading each of these must quickly raise one of the project's own errors."""
