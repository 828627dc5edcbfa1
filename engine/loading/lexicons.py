"""Word lists and lexicons loaded from files, and their graphs loaded through the cache."""

from __future__ import annotations

import hashlib
import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from engine.errors import BadData, Internal, Sentence
from engine.limits import CHAT, COMMAND_LINE, Limits
from engine.loading import cache
from engine.loading.folders import resource_folder
from engine.loading.unpacking import read_file, unpacked
from engine.model.alphabet import Alphabet
from engine.words.graph import WordGraph
from engine.words.lexicon import Lexicon
from engine.words.textlist import read_word_bytes
from engine.words.wordlist import LexiconId, WordList

EMPTY = "empty"
"""The lexicon without any words, for games that build their own list."""

_ID = re.compile(r"[0-9a-f]{32}")


class LexiconMissing(BadData):
    """No lexicon or file has that name. `available` lists the names of the project's own lexicons."""

    available: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LexiconInfo:
    """The description of one of the project's lexicons, available without reading its words.

    `alphabet` is the letters in order, `words` the number of words, `sha256` the checksum of the unpacked list.
    """

    name: str
    title: str
    language: str
    alphabet: tuple[str, ...]
    source: str
    licence: str
    version: int
    words: int
    sha256: str


def list_lexicons() -> tuple[LexiconInfo, ...]:
    """The project's own lexicons by name. Raises `BadData` for a damaged description."""
    return _described_in(resource_folder("data") / "lexicons")


@lru_cache(maxsize=4)  # requests ask again and again, and reading the files takes longer than a statement
def _described_in(folder: Path) -> tuple[LexiconInfo, ...]:
    return tuple(_info(path) for path in sorted(folder.glob("*.toml")))


def _info(path: Path) -> LexiconInfo:
    try:
        facts = tomllib.loads(path.read_text(encoding="utf-8"))
        facts["alphabet"] = tuple(facts["alphabet"])
        return LexiconInfo(name=path.stem, **facts)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, TypeError, KeyError) as error:
        raise BadData(path.name, Internal("is not a lexicon description: {error}", error=error)) from error


def find_lexicon(name: str) -> Path:
    """The file of a lexicon: one of the project's own by name, or any word list by path.

    Raises `LexiconMissing`.
    """
    available = {info.name: info for info in list_lexicons()}
    if name.lower() in available:
        return resource_folder("data") / "lexicons" / f"{name.lower()}.txt.xz"
    path = Path(name)
    if not path.is_file():
        raise LexiconMissing(name, Sentence("is neither a lexicon nor a file"), available=tuple(available))
    return path


def load_lexicon(name: str, alphabet: Alphabet) -> Lexicon:
    """A lexicon ready for look-ups: from the cached graph if there is one, otherwise from the sorted list.

    Lines that the alphabet cannot spell are skipped in the project's own lists and rejected in any other file. Raises
    `LexiconMissing`, `BadWord` or `BadData`, and `OSError` for a file that cannot be read.
    """
    if name.lower() == EMPTY:
        return Lexicon.of(EMPTY, alphabet, WordList.of(()))
    path = find_lexicon(name)
    data = read_file(path, COMMAND_LINE.list_bytes)
    ours = path.parent == resource_folder("data") / "lexicons"
    title = path.name.partition(".")[0]
    note = _source_name(data, alphabet, ours)
    known = cache.read_note(note) or ""
    graph = cache.read_graph(known) if _ID.fullmatch(known) else None
    if graph is not None:
        return Lexicon(title, alphabet, graph, LexiconId(known))
    lexicon = Lexicon.of(
        title, alphabet, parse_word_list(data, alphabet, path.name, strict=not ours, limits=COMMAND_LINE)
    )
    cache.write_note(note, lexicon.id)
    return lexicon


def _source_name(data: bytes, alphabet: Alphabet, ours: bool) -> str:
    typing = (alphabet.folds, alphabet.drops_accents) if alphabet.folds or alphabet.drops_accents else ()
    forms = repr((alphabet.letters, alphabet.equivalents, *typing, ours, cache.VERSION)).encode()
    return hashlib.sha256(forms + b"\0" + data).hexdigest()[:32]


def load_word_list(path: Path, alphabet: Alphabet) -> WordList:
    """The words of a user's text file, plain or packed by xz. Raises `BadWord`, `BadData` or `OSError`."""
    data = read_file(path, COMMAND_LINE.list_bytes)
    return parse_word_list(data, alphabet, path.name, limits=COMMAND_LINE)


def parse_word_list(
    data: bytes, alphabet: Alphabet, where: str, *, strict: bool = True, limits: Limits = CHAT
) -> WordList:
    """The words in a file's bytes: UTF-8 text with one word a line, plain or packed by xz.

    Raises `BadWord` with a line's number, `TooLarge` before more is unpacked than the limits allow, and `BadData` if
    the bytes are not such a text.
    """
    pieces = unpacked(data, where, limits.list_bytes)
    return read_word_bytes(pieces, alphabet, where, strict=strict, limits=limits)


def load_graph(lexicon: Lexicon) -> WordGraph:
    """The graph of all words of a lexicon for the move generator: its own, the cached one, or built and cached.

    Building takes about half a second for 250,000 words once the kernels are compiled (`engine.jit.is_warm`).
    If the lexicon has no changes, `lexicon.on(graph)` then looks words up in the graph. Raises `GraphTooLarge`.
    """
    if isinstance(lexicon.base, WordGraph) and not lexicon.is_changed:
        return lexicon.base
    return cache.kept_graph(lexicon.id, lambda: _built(lexicon))


def _built(lexicon: Lexicon) -> WordGraph:
    from engine.words.graph.build import build_graph

    return build_graph(lexicon.word_list())
