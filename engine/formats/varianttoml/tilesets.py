"""The part of a variant file that gives a language's letters and tiles."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from engine.formats.varianttoml.faults import Faults, shown
from engine.limits import LONGEST_LETTER, MAX_FORMS, MAX_LETTERS, MOST_OF_A_KIND, MOST_POINTS, MOST_TILES
from engine.model.alphabet import RESERVED, Alphabet
from engine.model.tiles import Tile, Tiles, TileSet

_TILE = re.compile(r"(.+?)(\d{1,6})/([-+]?\d{1,9})\Z", re.ASCII)
_WORD = re.compile(r"\S+")

Path = tuple[str, ...]


def read_tongue(path: Path, table: Mapping[str, Any], faults: Faults) -> tuple[Alphabet, TileSet] | None:
    """The letters and tiles of a language, or None if there were faults."""
    before = len(faults)
    faults.unknown_keys(path, table, ("alphabet", "tiles"))
    alphabet = _read_alphabet((*path, "alphabet"), table, faults)
    tiles = _read_tiles((*path, "tiles"), table, alphabet, faults)
    if alphabet is None or len(faults) > before:
        return None
    return alphabet, TileSet(Tiles.of(tiles))


def _tokens(path: Path, table: Mapping[str, Any], faults: Faults) -> Iterator[tuple[int, str]]:
    """The white-space separated pieces of a text, with their lines."""
    text, line = faults.text(path, table), faults.lines.inside(*path)
    for number, row in enumerate((text or "").split("\n")):
        for match in _WORD.finditer(row):
            yield line + number, match[0]


def _read_alphabet(path: Path, table: Mapping[str, Any], faults: Faults) -> Alphabet | None:
    before = len(faults)
    tokens = list(_tokens(path, table, faults))
    if len(faults) == before and not 1 <= len(tokens) <= MAX_LETTERS:
        faults.at(path, "an alphabet has 1 to {most} letters, not {count}", most=MAX_LETTERS, count=len(tokens))
    letters: list[tuple[str, ...]] = []
    meant: dict[str, int] = {}
    for number, (line, token) in enumerate(tokens[:MAX_LETTERS]):
        if token.count("/") >= MAX_FORMS:
            faults.add(
                line, "a letter has up to {most} forms, not as many as in {value}", most=MAX_FORMS, value=shown(token)
            )
            continue
        letters.append(tuple(dict.fromkeys(token.split("/"))))
        for form in letters[-1]:
            _check_form(line, form, token, faults)
            if meant.setdefault(form, number) != number:
                faults.add(line, "{form} stands for two letters", form=shown(form))
    if len(faults) > before:
        return None
    return Alphabet(tuple(forms[0] for forms in letters), tuple(forms[1:] for forms in letters))


def _check_form(line: int, form: str, token: str, faults: Faults) -> None:
    strange = sorted(RESERVED & set(form))
    if not form:
        faults.add(line, "a form of a letter is missing in {value}", value=shown(token))
    elif strange:
        faults.add(
            line,
            "{form} cannot stand for a letter: {signs} means something in moves",
            form=shown(form),
            signs=" ".join(strange),
        )
    elif len(form) > LONGEST_LETTER or not form.isprintable():
        faults.add(
            line,
            "{form} cannot stand for a letter: it has up to {most} printed characters",
            form=shown(form),
            most=LONGEST_LETTER,
        )


def _read_tiles(path: Path, table: Mapping[str, Any], alphabet: Alphabet | None, faults: Faults) -> list[Tile]:
    tiles: list[Tile] = []
    for line, token in _tokens(path, table, faults):
        match = _TILE.match(token)
        if not match:
            faults.add(
                line, "{value} is not of the form A9/1: letter, number of tiles, slash, points", value=shown(token)
            )
            continue
        letter, count, points = "" if match[1] == "?" else match[1], int(match[2]), int(match[3])
        if letter and alphabet and letter not in alphabet:
            faults.add(
                line, "{letter} in {value} is no letter of the alphabet", letter=shown(letter), value=shown(token)
            )
        if not 1 <= count <= MOST_OF_A_KIND:
            faults.add(
                line,
                "{value}: there are 1 to {most} tiles of a kind, not {count}",
                value=shown(token),
                most=MOST_OF_A_KIND,
                count=count,
            )
        elif abs(points) > MOST_POINTS:
            faults.add(
                line,
                "{value}: points are {low} to {high}, not {points}",
                value=shown(token),
                low=-MOST_POINTS,
                high=MOST_POINTS,
                points=points,
            )
        elif len(tiles) + count > MOST_TILES:
            faults.add(line, "with {value} there are more than {most} tiles", value=shown(token), most=MOST_TILES)
            return tiles
        else:
            tiles += [Tile(letter, points)] * count
    return tiles
