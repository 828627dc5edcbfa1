"""The part of a variant's text that gives a language's letters and tiles."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from engine.formats.varianttoml.faults import Faults, shown
from engine.model.alphabet import MAX_LETTERS, RESERVED, Alphabet
from engine.model.tiles import Tile, Tiles, TileSet

MOST_TILES = 2000
MOST_OF_A_KIND = 999
MOST_POINTS = 9999
LONGEST_LETTER = 8
"""Characters of a letter."""

_TILE = re.compile(r"(.+?)(\d{1,6})/([-+]?\d{1,9})\Z", re.ASCII)
_WORD = re.compile(r"\S+")

Path = tuple[str, ...]


def read_tongue(path: Path, table: Mapping[str, Any], faults: Faults) -> tuple[Alphabet, TileSet] | None:
    """Letters and tiles of a language; None where faults were found."""
    before = len(faults)
    faults.unknown_keys(path, table, ("alphabet", "tiles"))
    alphabet = _read_alphabet((*path, "alphabet"), table, faults)
    tiles = _read_tiles((*path, "tiles"), table, alphabet, faults)
    if alphabet is None or len(faults) > before:
        return None
    return alphabet, TileSet(Tiles.of(tiles))


def _tokens(path: Path, table: Mapping[str, Any], faults: Faults) -> Iterator[tuple[int, str]]:
    """The pieces of a text between white space, with their lines."""
    text, line = faults.text(path, table), faults.lines.inside(*path)
    for number, row in enumerate((text or "").split("\n")):
        for match in _WORD.finditer(row):
            yield line + number, match[0]


def _read_alphabet(path: Path, table: Mapping[str, Any], faults: Faults) -> Alphabet | None:
    before = len(faults)
    letters: list[tuple[str, ...]] = []
    meant: dict[str, str] = {}
    for line, token in _tokens(path, table, faults):
        forms = tuple(dict.fromkeys(token.split("/")))
        letters.append(forms)
        for form in forms:
            _check_form(line, form, token, faults)
            if meant.setdefault(form, forms[0]) != forms[0] or (form == forms[0] and _count(letters, form) > 1):
                faults.add(line, f"{shown(form)} stands for two letters")
    if len(faults) == before and not 1 <= len(letters) <= MAX_LETTERS:
        faults.at(path, f"an alphabet has 1 to {MAX_LETTERS} letters, not {len(letters)}")
    if len(faults) > before:
        return None
    return Alphabet(tuple(forms[0] for forms in letters), tuple(forms[1:] for forms in letters))


def _count(letters: list[tuple[str, ...]], first: str) -> int:
    return sum(forms[0] == first for forms in letters)


def _check_form(line: int, form: str, token: str, faults: Faults) -> None:
    strange = sorted(RESERVED & set(form))
    if not form:
        faults.add(line, f"a form of a letter is missing in {shown(token)}")
    elif strange:
        faults.add(line, f"{shown(form)} cannot stand for a letter: {' '.join(strange)} means something in moves")
    elif len(form) > LONGEST_LETTER or not form.isprintable():
        faults.add(line, f"{shown(form)} cannot stand for a letter: it has up to {LONGEST_LETTER} printed characters")


def _read_tiles(path: Path, table: Mapping[str, Any], alphabet: Alphabet | None, faults: Faults) -> list[Tile]:
    tiles: list[Tile] = []
    for line, token in _tokens(path, table, faults):
        match = _TILE.match(token)
        if not match:
            faults.add(line, f"{shown(token)} is not of the form A9/1: letter, number of tiles, slash, points")
            continue
        letter, count, points = "" if match[1] == "?" else match[1], int(match[2]), int(match[3])
        if letter and alphabet and letter not in alphabet:
            faults.add(line, f"{shown(letter)} in {shown(token)} is no letter of the alphabet")
        if not 1 <= count <= MOST_OF_A_KIND:
            faults.add(line, f"{shown(token)}: there are 1 to {MOST_OF_A_KIND} tiles of a kind, not {count}")
        elif abs(points) > MOST_POINTS:
            faults.add(line, f"{shown(token)}: points are {-MOST_POINTS} to {MOST_POINTS}, not {points}")
        elif len(tiles) + count > MOST_TILES:
            faults.add(line, f"with {shown(token)} there are more than {MOST_TILES} tiles")
            return tiles
        else:
            tiles += [Tile(letter, points)] * count
    return tiles
