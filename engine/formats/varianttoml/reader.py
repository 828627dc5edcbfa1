"""Reads and checks a variant's TOML text as a whole."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import BadData, BadFile, Fault, Size, TooLarge
from engine.formats.varianttoml.faults import TomlFaults, reason_of, shown
from engine.limits import (
    CHAT,
    DEEPEST,
    LONGEST_ABOUT,
    LONGEST_KEY,
    LONGEST_LETTER,
    MAX_FACTOR,
    MAX_FORMS,
    MAX_LETTERS,
    MAX_RACK,
    MAX_SIDE,
    MOST_KEY_PARTS,
    MOST_LANGUAGES,
    MOST_OF_A_KIND,
    MOST_POINTS,
    MOST_TILES,
    Limits,
)
from engine.model.board import STANDARD_KEY, Cell, Direction, Layout, Square, StartCondition, number_of
from engine.model.tiles import RESERVED, Alphabet, Tile, Tiles, TileSet
from engine.model.variant import COLOURS, WHERE, Variant
from engine.reading import check
from engine.sentences import Internal, Sentence

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}\Z")
_LANGUAGE = re.compile(r"[a-z]{2,3}\Z")
_COUNT = re.compile(r"[0-9]{1,4}\Z")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}\Z")
_TOML_LINE = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)\Z")
_KEYS = ("name", "about", "rack_size", "pass_points", "bonuses", "exchange_points", "colours", "layout", "languages")

Tongues = Mapping[str, tuple[Alphabet, TileSet]]
"""Letters and tiles by language."""

LETTER_KEYS = ("alphabet", "folds", "drops_accents", "meant")
"""The keys that describe an alphabet."""


@dataclass(frozen=True, slots=True)
class VariantFile:
    """A variant in all its languages. `about` is a one-line description for choosing it."""

    name: str
    about: str
    variants: Mapping[str, Variant]

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages it has tiles for."""
        return tuple(self.variants)

    @property
    def any(self) -> Variant:
        """The variant in its first language, for uses that do not depend on the language."""
        return next(iter(self.variants.values()))

    def variant(self, language: str) -> Variant:
        """The variant in a language. Raises `BadData` if it has no tiles for it."""
        if language not in self.variants:
            known = ", ".join(self.languages)
            reason = Sentence(
                "has no tiles for the language {language}; it has them for {known}",
                language=shown(language),
                known=known,
            )
            raise BadData(self.name, reason)
        return self.variants[language]


Shared = Callable[[str], Tongues]
"""Finds the tile sets of a name, or of another variant, which a text reuses; raises `BadData` if there are none."""


def read(text: str, where: str = WHERE, shared: Shared | None = None, limits: Limits = CHAT) -> VariantFile:
    """The variant in a text. Raises `BadFile` with all its faults at once, each with its line, and `TooLarge`."""
    check(where, Size.CHARACTERS, len(text), limits.variant_characters)
    text = text.replace("\r\n", "\n")
    data = parse(text, where)
    faults = TomlFaults(where, text)
    faults.unknown_keys((), data, _KEYS)
    name, about = read_name(data, faults), read_about(data, faults)
    rack_size = faults.number(("rack_size",), data["rack_size"], 1, MAX_RACK) if "rack_size" in data else None
    if "rack_size" not in data:
        faults.wrong((), "{key} is missing", key="'rack_size'")
    scores = _read_scores(data, rack_size, faults)
    colours = tuple(sorted(read_colours("colours", COLOURS, data, faults).items()))
    layout = read_layout(data, faults)
    tongues = _read_tongues(data, shared, faults)
    faults.check()
    assert rack_size
    assert layout
    found = VariantFile(name, about, _assemble(name, tongues, layout, rack_size, scores, colours, faults))
    faults.check()
    return found


def is_name(text: str) -> bool:
    """Whether a name is valid for a variant."""
    return _NAME.match(text) is not None


def is_language(text: str) -> bool:
    """Whether a text looks like a language code."""
    return _LANGUAGE.match(text) is not None


def parse(text: str, where: str) -> dict[str, Any]:
    """The tables of a TOML text of bounded size. Raises `BadFile` and `TooLarge`."""
    check_sizes(text, where)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        match = _TOML_LINE.search(str(error))
        end = text.rstrip().count("\n") + 1
        line = int(match[1] or end) if match else 0
        reason = Sentence("is not valid TOML: {reason}", reason=reason_of(str(error)))
        raise BadFile.of([Fault(where, line, reason)]) from None
    except (RecursionError, ValueError):
        reason = Sentence("is not valid TOML: it has a value that nothing here uses")
        raise BadFile.of([Fault(where, 0, reason)]) from None


def read_name(data: Mapping[str, Any], faults: TomlFaults) -> str:
    """The name of a variant or theme; records a fault if it is none."""
    name = faults.text(("name",), data)
    if name is not None and not is_name(name):
        faults.wrong(
            ("name",), "a name must have at most 32 characters, from a-z, 0-9, - and _, not {value}", value=shown(name)
        )
    return name or ""


def read_about(data: Mapping[str, Any], faults: TomlFaults) -> str:
    """The one-line description, which may be missing; records a fault if it is too long."""
    about = faults.text(("about",), data, "") or ""
    if len(about) > LONGEST_ABOUT or not about.isprintable():
        faults.wrong(("about",), "about must be one line of at most {most} characters", most=LONGEST_ABOUT)
    return about


@dataclass(frozen=True, slots=True)
class _Scores:
    """Points besides those of words: by number of tiles played or exchanged, and for a pass."""

    bonuses: tuple[int, ...]
    exchange: tuple[int, ...]
    passing: int


def _read_scores(data: Mapping[str, Any], rack_size: int | None, faults: TomlFaults) -> _Scores:
    passing = faults.number(("pass_points",), data.get("pass_points", 0), -MOST_POINTS, MOST_POINTS)
    bonuses = _read_counts("bonuses", data, rack_size, faults)
    exchange = _read_counts("exchange_points", data, rack_size, faults)
    return _Scores(bonuses, exchange if any(exchange) else (), passing or 0)


def _read_counts(key: str, data: Mapping[str, Any], rack_size: int | None, faults: TomlFaults) -> tuple[int, ...]:
    """Points by number of tiles, from 0 to a full rack."""
    points = [0] * (MAX_RACK + 1)
    for count, value in (faults.table((key,), data) or {}).items():
        if not (_COUNT.match(count) and 1 <= int(count) <= (rack_size or MAX_RACK)):
            faults.wrong(
                (key, count),
                "{key} must be for 1 to {most} tiles, not {value}",
                key=key,
                most=rack_size or MAX_RACK,
                value=shown(count),
            )
            continue
        points[int(count)] = faults.number((key, count), value, -MOST_POINTS, MOST_POINTS, f"{key} {count}") or 0
    return tuple(points[: (rack_size or MAX_RACK) + 1])


def read_colours(key: str, known: Iterable[str], data: Mapping[str, Any], faults: TomlFaults) -> dict[str, str]:
    """The colours in a table, by name."""
    table = faults.table((key,), data) or {}
    faults.unknown_keys((key,), table, known)
    for name, value in table.items():
        if not (isinstance(value, str) and _COLOUR.match(value)):
            faults.wrong((key, name), "a colour must be written #rrggbb, not {value}", value=shown(value))
    return {name: str(value).lower() for name, value in table.items()}


def _read_tongues(data: Mapping[str, Any], shared: Shared | None, faults: TomlFaults) -> Tongues:
    if isinstance(data.get("languages"), str):
        return _take_over(data["languages"], shared, faults)
    tables = faults.table(("languages",), data, needed=True)
    if tables is not None and not tables:
        faults.wrong(("languages",), "the language is missing")
    check(faults.where, Size.LANGUAGES, len(tables or ()), MOST_LANGUAGES, faults.lines.of("languages"))
    tongues: dict[str, tuple[Alphabet, TileSet]] = {}
    for language in tables or {}:
        path = ("languages", language)
        table = faults.table(path, tables or {}, needed=True)
        if not is_language(language):
            faults.wrong(path, "a language must be a code such as en, not {value}", value=shown(language))
        tongue = read_tongue(path, table, faults) if table is not None else None
        if tongue:
            tongues[language] = tongue
    return tongues


def _take_over(name: str, shared: Shared | None, faults: TomlFaults) -> Tongues:
    try:
        if shared is None:
            raise BadData(WHERE, Internal("the tiles are another variant's, which is not known here"))
        return shared(name)
    except BadData as error:
        faults.at(("languages",), error.reason)
        return {}


def _assemble(
    name: str,
    tongues: Tongues,
    layout: Layout,
    rack_size: int,
    scores: _Scores,
    colours: tuple[tuple[str, str], ...],
    faults: TomlFaults,
) -> dict[str, Variant]:
    """The variant in each language; mismatches are recorded as faults of the language's tiles."""
    made: dict[str, Variant] = {}
    for language, (alphabet, tile_set) in tongues.items():
        parts = (alphabet, tile_set, layout, rack_size, scores.bonuses, scores.exchange, scores.passing, colours)
        try:
            made[language] = Variant(name, language, *parts)
        except BadData as error:
            faults.at(("languages", language, "tiles"), error.reason)
    return made


_START = re.compile(r"(\d{0,3})([A-Za-z]{0,2})\Z", re.ASCII)
_LIMITS = {"letter": (0, MAX_FACTOR), "word": (0, MAX_FACTOR), "points": (-MOST_POINTS, MOST_POINTS)}


def read_layout(data: Mapping[str, Any], faults: TomlFaults) -> Layout | None:
    """The board, or None if there were faults."""
    before = len(faults)
    table = faults.table(("layout",), data, needed=True)
    if table is None:
        return None
    faults.unknown_keys(("layout",), table, ("start", "rows", "key"))
    key = _read_key(table, faults)
    rows = _read_rows(table, key, faults)
    start = _read_start(table, rows, faults)
    if len(faults) > before or start is None:
        return None
    squares = tuple(square for row in rows for square in row)
    try:
        layout = Layout(len(rows[0]), len(rows), squares, start)
    except BadData as error:
        faults.at(("layout", "start"), error.reason)
        return None
    if not has_room(layout):
        faults.wrong(("layout", "start"), "no two-letter word fits on the start")
        return None
    return layout


def _read_key(table: Mapping[str, Any], faults: TomlFaults) -> dict[str, Square]:
    key = dict(STANDARD_KEY)
    for sign, square in (faults.table(("layout", "key"), table) or {}).items():
        path = ("layout", "key", sign)
        if len(sign) != 1:
            faults.wrong(path, "each sign in the key must be one character, not {value}", value=shown(sign))
        elif not isinstance(square, dict):
            faults.wrong(path, "a square must be written {{ letter = 2 }}, not {value}", value=shown(square))
        key[sign[:1]] = _read_square(path, square, faults) if isinstance(square, dict) else Square()
    return key


def _read_square(path: tuple[str, ...], data: Mapping[str, Any], faults: TomlFaults) -> Square:
    faults.unknown_keys(path, data, (*_LIMITS, "blocked"))
    blocked = data.get("blocked", False)
    if not isinstance(blocked, bool):
        faults.wrong(path, "blocked must be true or false, not {value}", value=shown(blocked))
    elif blocked and set(data) & set(_LIMITS):
        faults.wrong(path, "a blocked square takes no tile, so it cannot have factors or points")
    values = {
        name: faults.number((*path, name), data[name], *limits) for name, limits in _LIMITS.items() if name in data
    }
    return Square(**{name: value for name, value in values.items() if value is not None}, blocked=blocked is True)


def _read_rows(table: Mapping[str, Any], key: Mapping[str, Square], faults: TomlFaults) -> list[list[Square]]:
    text = faults.text(("layout", "rows"), table)
    if text is None:
        return []
    rows, first = text.removesuffix("\n").split("\n"), faults.lines.inside("layout", "rows")
    width = len(rows[0])
    if len(rows) > MAX_SIDE or width > MAX_SIDE:
        faults.wrong(
            ("layout", "rows"),
            "the board is {width} x {height}; each side must be 1 to {most} squares",
            width=width,
            height=len(rows),
            most=MAX_SIDE,
        )
        return []
    for number, row in enumerate(rows):
        if len(row) != width or not row:
            faults.wrong(
                first + number,
                "row {row} has {count} squares, but the first row has {width}",
                row=number + 1,
                count=len(row),
                width=width,
            )
        for column, sign in enumerate(row, 1):
            if sign not in key:
                faults.wrong(
                    first + number,
                    "{value} in row {row}, column {column} is not in the key",
                    value=shown(sign),
                    row=number + 1,
                    column=column,
                )
    return [[key.get(sign, Square()) for sign in row] for row in rows]


def _read_start(table: Mapping[str, Any], rows: list[list[Square]], faults: TomlFaults) -> StartCondition | None:
    path = ("layout", "start")
    text = faults.text(path, table)
    match = _START.match(text) if text is not None else None
    if text is not None and not match:
        faults.wrong(
            path, "the start {value} is not a square like 8H, a row like 8 or a column like H", value=shown(text)
        )
    if not match:
        return None
    column, row = number_of(match[2]) if match[2] else None, int(match[1]) - 1 if match[1] else None
    outside = (row is not None and not 0 <= row < len(rows)) or (column is not None and column >= len(rows[0]))
    if rows and outside:
        faults.wrong(path, "the start {value} is outside the board", value=text)
        return None
    return StartCondition(column, row)


def has_room(layout: Layout) -> bool:
    """Whether there are two adjacent free squares, at least one of them allowed by the start condition."""
    return any(
        layout.start.admits(cell) and not layout[cell].blocked and any(_is_free(layout, one) for one in _around(cell))
        for cell in layout.cells()
    )


def _around(cell: Cell) -> list[Cell]:
    return [cell.step(direction, by) for direction in Direction for by in (-1, 1)]


def _is_free(layout: Layout, cell: Cell) -> bool:
    return cell in layout and not layout[cell].blocked


_TILE = re.compile(r"(.+?)(\d{1,6})/([-+]?\d{1,9})\Z", re.ASCII)
_WORD = re.compile(r"\S+")

Path = tuple[str, ...]


def read_tongue(path: Path, table: Mapping[str, Any], faults: TomlFaults) -> tuple[Alphabet, TileSet] | None:
    """The letters and tiles of a language, or None if there were faults."""
    before = len(faults)
    faults.unknown_keys(path, table, (*LETTER_KEYS, "tiles"))
    alphabet = read_alphabet(path, table, faults)
    tiles = read_tiles((*path, "tiles"), table, alphabet, faults)
    if alphabet is None or len(faults) > before:
        return None
    return alphabet, TileSet(Tiles.of(tiles))


def _tokens(path: Path, table: Mapping[str, Any], faults: TomlFaults) -> Iterator[tuple[int, str]]:
    """The white-space separated pieces of a text, with their lines."""
    text, line = faults.text(path, table), faults.lines.inside(*path)
    for number, row in enumerate((text or "").split("\n")):
        for match in _WORD.finditer(row):
            yield line + number, match[0]


def read_alphabet(path: Path, table: Mapping[str, Any], faults: TomlFaults) -> Alphabet | None:
    """The letters that the keys of `LETTER_KEYS` describe, or None if there were faults."""
    before = len(faults)
    letters = _read_letters((*path, "alphabet"), table, faults)
    folds = _read_folds((*path, "folds"), table, faults)
    meant = tuple(_pairs((*path, "meant"), table, faults))
    drops = table.get("drops_accents", False)
    if not isinstance(drops, bool):
        faults.wrong((*path, "drops_accents"), "drops_accents must be true or false, not {value}", value=shown(drops))
    if len(faults) > before:
        return None
    forms = tuple(one[0] for one in letters), tuple(one[1:] for one in letters)
    try:
        return Alphabet(*forms, folds, meant, drops)
    except BadData as error:
        faults.at((*path, "folds"), error.reason)
        return None


def _read_folds(path: Path, table: Mapping[str, Any], faults: TomlFaults) -> tuple[tuple[str, str], ...]:
    pairs = tuple(_pairs(path, table, faults))
    for sign, written in pairs:
        if len(written) != 1:
            faults.wrong(path, "{value} does not have the form ß/SS: a sign, a slash, letters", value=shown(sign))
    return tuple((sign, written[0]) for sign, written in pairs if written)


def _pairs(path: Path, table: Mapping[str, Any], faults: TomlFaults) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The tokens of an optional text: what stands before the first slash, and between the others."""
    for line, token in _tokens(path, table, faults) if path[-1] in table else ():
        sign, *others = token.split("/")
        if len(others) > MAX_FORMS or not all(0 < len(one) <= LONGEST_LETTER for one in (sign, *others)):
            faults.wrong(line, "a form of a letter is missing in {value}", value=shown(token))
        yield sign, tuple(others)


def _read_letters(path: Path, table: Mapping[str, Any], faults: TomlFaults) -> list[tuple[str, ...]]:
    before = len(faults)
    tokens = list(_tokens(path, table, faults))
    if len(faults) == before and not 1 <= len(tokens) <= MAX_LETTERS:
        faults.wrong(
            path, "an alphabet must have 1 to {most} letters, not {count}", most=MAX_LETTERS, count=len(tokens)
        )
    letters: list[tuple[str, ...]] = []
    meant: dict[str, int] = {}
    for number, (line, token) in enumerate(tokens[:MAX_LETTERS]):
        if token.count("/") >= MAX_FORMS:
            faults.wrong(
                line, "a letter must have at most {most} forms; {value} has more", most=MAX_FORMS, value=shown(token)
            )
            continue
        letters.append(tuple(dict.fromkeys(token.split("/"))))
        for form in letters[-1]:
            _check_form(line, form, token, faults)
            if meant.setdefault(form, number) != number:
                faults.wrong(line, "{form} stands for two letters", form=shown(form))
    return letters


def _check_form(line: int, form: str, token: str, faults: TomlFaults) -> None:
    strange = sorted(RESERVED & set(form))
    if not form:
        faults.wrong(line, "a form of a letter is missing in {value}", value=shown(token))
    elif strange:
        faults.wrong(
            line,
            "{form} cannot stand for a letter: {signs} has a meaning in moves",
            form=shown(form),
            signs=" ".join(strange),
        )
    elif len(form) > LONGEST_LETTER or not form.isprintable():
        faults.wrong(
            line,
            "{form} cannot stand for a letter: use at most {most} printed characters",
            form=shown(form),
            most=LONGEST_LETTER,
        )


def read_tiles(path: Path, table: Mapping[str, Any], alphabet: Alphabet | None, faults: TomlFaults) -> list[Tile]:
    """The tiles of a text such as `?2/0 A9/1`, as far as it is sound."""
    tiles: list[Tile] = []
    for line, token in _tokens(path, table, faults):
        match = _TILE.match(token)
        if not match:
            faults.wrong(
                line, "{value} does not have the form A9/1: letter, number of tiles, slash, points", value=shown(token)
            )
            continue
        letter, count, points = "" if match[1] == "?" else match[1], int(match[2]), int(match[3])
        if letter and alphabet and letter not in alphabet:
            faults.wrong(line, "{letter} in {value} is not in the alphabet", letter=shown(letter), value=shown(token))
        if not 1 <= count <= MOST_OF_A_KIND:
            faults.wrong(
                line,
                "{value}: there must be 1 to {most} tiles of a kind, not {count}",
                value=shown(token),
                most=MOST_OF_A_KIND,
                count=count,
            )
        elif abs(points) > MOST_POINTS:
            faults.wrong(
                line,
                "{value}: points must be {low} to {high}, not {points}",
                value=shown(token),
                low=-MOST_POINTS,
                high=MOST_POINTS,
                points=points,
            )
        elif len(tiles) + count > MOST_TILES:
            faults.wrong(line, "with {value} there are more than {most} tiles", value=shown(token), most=MOST_TILES)
            return tiles
        else:
            tiles += [Tile(letter, points)] * count
    return tiles


_TOKEN = re.compile(
    r'"""(?:[^\\]|\\.)*?(?:"{3,5}|\\?\Z)'
    r"|'''.*?(?:'{3,5}|\Z)"
    r'|"(?:[^"\\\n]|\\.)*+"?'
    r"|'[^'\n]*+'?"
    r"|\#[^\n]*+"
    r"|(?P<word>[A-Za-z0-9_+-]++)"
    r"|(?P<dot>\.)"
    r"|(?P<opening>[\[{])"
    r"|(?P<closing>[\]}])"
    r"|(?P<end>[\n=,])",
    re.DOTALL,
)


def check_sizes(text: str, where: str) -> None:
    """Raise `TooLarge` for overlong keys and numbers, keys with too many parts, and list nested too deeply."""
    depth = dots = 0
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup
        dots = dots + 1 if kind == "dot" else dots if kind in (None, "word") else 0
        depth = max(0, depth + (kind == "opening") - (kind == "closing"))
        found = _excess(token, depth, dots)
        if found:
            raise TooLarge.beyond(where, *found, text.count("\n", 0, token.start()) + 1)


def _excess(token: re.Match[str], depth: int, dots: int) -> tuple[Size, int] | None:
    if depth > DEEPEST:
        return Size.NESTING, DEEPEST
    if dots >= MOST_KEY_PARTS:
        return Size.KEY_PARTS, MOST_KEY_PARTS
    if token.lastgroup == "word" and token.end() - token.start() > LONGEST_KEY:
        return Size.KEY, LONGEST_KEY
    return None
