"""Variants written as TOML, laid out as a person would lay them out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap

from engine.errors import letters_of
from engine.formats.varianttoml.reader import VariantFile
from engine.model.board import STANDARD_KEY, Layout, Square, StartCondition
from engine.model.tiles import Alphabet, TileSet
from engine.model.variant import Variant

_SIGNS = "123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!$%&*+,/:;<>?@_`|{}()[]0"
"""Signs for squares without a standard sign."""
_WIDTH = 100


def write(file: VariantFile) -> str:
    """The text of a variant; `read` reads it back."""
    one = file.any
    lines = [f"name = {_text(file.name)}"]
    lines += [f"about = {_text(file.about)}"] if file.about else []
    lines.append(f"rack_size = {one.rack_size}")
    lines += [f"pass_points = {one.pass_points}"] if one.pass_points else []
    lines += _counts("bonuses", one.bonuses)
    lines += _counts("exchange_points", one.exchange_points)
    if one.colours:
        lines += ["", "[colours]", *(f"{name} = {_text(value)}" for name, value in one.colours)]
    lines += _layout(one.layout)
    for language, variant in file.variants.items():
        lines += _tongue(language, variant)
    return "\n".join(lines) + "\n"


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _counts(name: str, points: Iterable[int]) -> list[str]:
    given = [f"{count} = {value}" for count, value in enumerate(points) if value]
    return ["", f"[{name}]", *given] if given else []


def _layout(layout: Layout) -> Iterator[str]:
    signs, rows = _drawn(layout, " ")
    if "'''" in "\n".join(rows):
        signs, rows = _drawn(layout, " '")
    # A literal string, so quotation marks and backslashes need no escapes.
    yield from ("", "[layout]", f"start = {_text(start_text(layout.start))}", "rows = '''", *rows, "'''")
    own = {sign: square for square, sign in signs.items() if STANDARD_KEY.get(sign) != square}
    if own:
        yield from ("", "[layout.key]", *(f"{_text(sign)} = {_square(square)}" for sign, square in own.items()))


def _drawn(layout: Layout, barred: str) -> tuple[Mapping[Square, str], list[str]]:
    """A sign for each kind of square, avoiding the barred ones, and the rows drawn with them."""
    usual = {square: sign for sign, square in STANDARD_KEY.items() if sign not in barred}
    spare = (sign for sign in (*_SIGNS, *map(chr, range(0xC0, 0x800))) if sign.isprintable())
    signs = {kind: usual.get(kind) or next(spare) for kind in dict.fromkeys(layout.squares)}
    text = "".join(signs[square] for square in layout.squares)
    return signs, [text[first : first + layout.width] for first in range(0, len(text), layout.width)]


def _square(square: Square) -> str:
    if square.blocked:
        return "{ blocked = true }"
    facts = (("letter", square.letter, 1), ("word", square.word, 1), ("points", square.points, 0))
    return "{ " + ", ".join(f"{name} = {value}" for name, value, usual in facts if value != usual) + " }"


def start_text(start: StartCondition) -> str:
    """The start as a variant file names it: `8H`, `8`, `H`, or empty for anywhere."""
    row = "" if start.row is None else str(start.row + 1)
    return row + ("" if start.column is None else letters_of(start.column))


def _tongue(language: str, variant: Variant) -> Iterator[str]:
    yield from ("", f"[languages.{language}]")
    yield from _long("alphabet", _letters(variant.alphabet))
    yield from _typing(variant.alphabet)
    yield from _long("tiles", _tiles(variant.tile_set))


def _long(name: str, tokens: Iterable[str]) -> list[str]:
    return [f'{name} = """', *wrap(" ".join(tokens).replace("\\", "\\\\"), _WIDTH, break_on_hyphens=False), '"""']


def _letters(alphabet: Alphabet) -> Iterator[str]:
    for letter, others in zip(alphabet.letters, alphabet.equivalents, strict=False):
        yield "/".join((letter, *others))
    yield from alphabet.letters[len(alphabet.equivalents) :]


def _typing(alphabet: Alphabet) -> Iterator[str]:
    if alphabet.folds:
        yield f"folds = {_text(' '.join(map('/'.join, alphabet.folds)))}"
    if alphabet.drops_accents:
        yield "drops_accents = true"
    if alphabet.meant:
        yield f"meant = {_text(' '.join('/'.join((sign, *others)) for sign, others in alphabet.meant))}"


def _tiles(tile_set: TileSet) -> Iterator[str]:
    for kind in tile_set.kinds:
        yield f"{kind.letter or '?'}{tile_set.tiles.count(kind)}/{kind.points}"
