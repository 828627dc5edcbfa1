"""Word lists and lexicons loaded from files, and their graphs loaded through the cache."""

from __future__ import annotations

import hashlib
import os
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from engine.errors import BadData
from engine.limits import CHAT, COMMAND_LINE, Limits
from engine.loading import cache
from engine.loading.bundled import language_of_alphabet, resource_folder
from engine.loading.cache import read_file, unpack, unpacked
from engine.model.tiles import Alphabet, Tiles
from engine.sentences import Internal, Sentence
from engine.words.graph import WordGraph
from engine.words.graph.view import ARC_SHIFT
from engine.words.lexicon import Lexicon, LexiconId, WordList, content_id
from engine.words.textlist import FoundWords, find_words, read_word_bytes, spelt_out

EMPTY = "empty"
"""The lexicon without any words, for games that build their own list."""

LEXICONS_FOLDER = "TILEWRIGHT_LEXICONS"
"""The environment variable with a folder of word lists, each of which takes the place of the project's of its name."""

_ID = re.compile(r"[0-9a-f]{32}")


class LexiconMissing(BadData):
    """No lexicon or file has that name. `available` lists the names of the project's own lexicons."""

    available: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LexiconInfo:
    """The description of one of the project's lexicons, available without reading its words.

    `alphabet` is the letters in order, `words` the number of words, `sha256` the checksum of the unpacked list, even if
    this installation has its `own` in its place.
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
    own: Path | None = None


def list_lexicons() -> tuple[LexiconInfo, ...]:
    """The lexicons by name. Raises `BadData` for a damaged description, `OSError` for a folder that is not there."""
    lists = {_title(path): path for path in _own_files()}
    return tuple(
        replace(info, own=lists.get(info.name)) for info in _described_in(resource_folder("data") / "lexicons")
    )


def _own_files() -> list[Path]:
    return sorted(Path(os.environ[LEXICONS_FOLDER]).iterdir()) if os.environ.get(LEXICONS_FOLDER) else []


def _title(path: Path) -> str:
    return path.name.partition(".")[0].lower()


def check_own_lists() -> tuple[LexiconInfo, ...]:
    """Read this installation's own lists; return what they replace.

    Raises `LexiconMissing` for a file that replaces no list, as `load_lexicon`, and `OSError`.
    """
    known = list_lexicons()
    names = tuple(info.name for info in known)
    for path in _own_files():
        if _title(path) not in names:
            raise LexiconMissing(
                path.name, Sentence("does not have the name of a dictionary, such as english.txt"), available=names
            )
    return tuple(info for info in known if info.own)


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
    """The file of a lexicon: one of the project's own, or what replaces it, by name, or any word list by path.

    Raises `LexiconMissing`.
    """
    available = {info.name: info for info in list_lexicons()}
    if info := available.get(name.lower()):
        return info.own or _shipped(info.name)
    path = Path(name)
    if not path.is_file():
        raise LexiconMissing(name, Sentence("is neither a lexicon nor a file"), available=tuple(available))
    return path


def load_lexicon(name: str, alphabet: Alphabet, tell: Callable[[FoundWords], object] = lambda _: None) -> Lexicon:
    """A lexicon ready for look-ups: from the cached graph if there is one, otherwise from the sorted list.

    A file may also be a word graph (KWG). Lines that the alphabet cannot spell are skipped in the project's own lists;
    `tell` is called if any other file has some. Raises `LexiconMissing`, `BadData` and `OSError`.
    """
    if name.lower() == EMPTY:
        return Lexicon.of(EMPTY, alphabet, WordList.of(()))
    path = find_lexicon(name)
    data = read_file(path, COMMAND_LINE.list_bytes)
    ours = path.parent == resource_folder("data") / "lexicons"
    title = path.name.partition(".")[0] if path == Path(name) else name.lower()
    note = _source_name(data, alphabet, ours)
    known = cache.read_note(note) or ""
    graph = cache.read_graph(known) if _ID.fullmatch(known) else None
    if graph is not None:
        return Lexicon(title, alphabet, graph, LexiconId(known))
    if is_graph(path.name):
        return _of_graph(title, data, alphabet, path.name, note)
    found = _own_words(data, alphabet, path.name) if ours else parse_word_list(data, alphabet, path.name, COMMAND_LINE)
    lexicon = Lexicon.of(title, alphabet, found.words)
    if found.unfit:
        tell(found)
    else:
        cache.write_note(note, lexicon.id)
    return lexicon


def is_graph(name: str) -> bool:
    """Whether a file's name marks it as a word graph."""
    return name.lower().endswith(".kwg")


def _of_graph(title: str, data: bytes, alphabet: Alphabet, where: str, note: str) -> Lexicon:
    from engine.words.graph.kwg import decode

    graph = decode(data, len(alphabet), where=where, limits=COMMAND_LINE)
    lexicon = Lexicon(title, alphabet, graph, content_id(WordList.of(graph), alphabet))
    # the cache is for the move generator, which needs both graphs
    if graph.nodes[1] >> ARC_SHIFT and cache.write_graph(lexicon.id, graph):
        cache.write_note(note, lexicon.id)
    return lexicon


def _own_words(data: bytes, alphabet: Alphabet, where: str) -> FoundWords:
    return FoundWords(read_word_bytes(_lines_of(data, where), alphabet, where, COMMAND_LINE))


def _lines_of(data: bytes, where: str) -> Iterator[bytes]:
    return spelt_out(unpacked(data, where, COMMAND_LINE.list_bytes))


def shipped_words(name: str) -> bytes:
    """The text of one of the project's lists, a word a line, even if another takes its place. Raises as `unpacked`."""
    path = _shipped(name)
    return b"".join(_lines_of(read_file(path, COMMAND_LINE.list_bytes), path.name))


def _shipped(name: str) -> Path:
    return resource_folder("data") / "lexicons" / f"{name}.txt.xz"


def _source_name(data: bytes, alphabet: Alphabet, ours: bool) -> str:
    written = _written(alphabet)
    typing = (written.folds, written.drops_accents) if alphabet.folds or alphabet.drops_accents else ()
    forms = repr((alphabet.letters, alphabet.equivalents, *typing, ours, cache.VERSION)).encode()
    return hashlib.sha256(forms + b"\0" + data).hexdigest()[:32]


def load_word_list(path: Path, alphabet: Alphabet) -> FoundWords:
    """The words of a user's file. Raises as `parse_word_list`, and `OSError`."""
    return parse_word_list(read_file(path, COMMAND_LINE.list_bytes), alphabet, path.name, COMMAND_LINE)


def parse_word_list(data: bytes, alphabet: Alphabet, where: str, limits: Limits = CHAT) -> FoundWords:
    """The words in the bytes of a file, plain or packed by xz, gzip or ZIP.

    With the letters of a language, an accent that its words do not have is a fault, and the encoding is that which
    gives its letters. Raises as `find_words`, and `TooLarge` before more is unpacked than the limits allow.
    """
    text = unpack(data, where, limits.list_bytes)
    return find_words(text, _written(alphabet), where, limits, _common(alphabet))


def _written(alphabet: Alphabet) -> Alphabet:
    language = language_of_alphabet(alphabet)
    return language.written if language else alphabet


def _common(alphabet: Alphabet) -> Mapping[str, int]:
    """How many tiles have each letter in the largest set of its language; nothing for other alphabets."""
    language = language_of_alphabet(alphabet)
    sets = [one.tiles for one in language.sets.values()] if language else []
    return Counter(tile.letter for tile in max(sets, key=len, default=Tiles()))


def load_graph(lexicon: Lexicon) -> WordGraph:
    """The graph of all words of a lexicon for the move generator: its own, the cached one, or built and cached.

    Building takes about half a second for 250,000 words once the kernels are compiled (`engine.jit.is_tuned`).
    If the lexicon has no changes, `lexicon.on(graph)` then looks words up in the graph. Raises `GraphTooLarge`.
    """
    if isinstance(lexicon.base, WordGraph) and not lexicon.is_changed:
        return lexicon.base
    return cache.kept_graph(lexicon.id, lambda: _built(lexicon))


def _built(lexicon: Lexicon) -> WordGraph:
    from engine.words.graph.kwg import build_graph

    return build_graph(lexicon.word_list())
