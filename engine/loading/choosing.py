"""What a name means, as people type it: a variant, a lexicon or a file; and what a file is to be read with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import IO, TYPE_CHECKING

from engine.errors import BadData, Size
from engine.limits import COMMAND_LINE
from engine.loading import origins
from engine.loading.bundled import load_variant, read_variant_file
from engine.loading.lexicons import list_lexicons, load_lexicon
from engine.model.tiles import Alphabet
from engine.model.variant import Variant
from engine.reading import check, decoded
from engine.sentences import Sentence
from engine.words.lexicon import Lexicon, WordList, union

if TYPE_CHECKING:
    from engine.formats.gcg import GcgGame
    from engine.formats.tiletext import Origin
    from engine.game.events import Event
    from engine.words.textlist import FoundWords

AND = "+"
"""Joins the names of lexicons."""

NO_LEXICON = "none"
"""Stands for a lexicon where words are not checked."""

Tell = Callable[["FoundWords"], object]
"""Is told of a word list with lines that are left out."""


Name = str | Path
"""A name, or the path of a file."""


def read_bytes(path: Path) -> bytes:
    """The content of a file. Raises `OSError`, and `TooLarge` for far too many bytes."""
    with path.open("rb") as file:
        return read_from(file, path.name)


def read_from(file: IO[bytes], where: str) -> bytes:
    """What is left of an open file. Raises as `read_bytes`."""
    data = file.read(COMMAND_LINE.list_bytes + 1)
    check(where, Size.BYTES, len(data), COMMAND_LINE.list_bytes)
    return data


def read_record(source: Name | bytes) -> tuple[GcgGame, tuple[Event, ...]]:
    """The record in a file or its bytes, and the events if it is one of our own games. Raises `BadData`, `OSError`."""
    from engine.formats import gamejson, gcg

    data = source if isinstance(source, bytes) else read_bytes(Path(source))
    if not gamejson.is_game(data):
        return gcg.read(data, COMMAND_LINE), ()
    events = gamejson.read(data, COMMAND_LINE)
    return origins.record_of(events), events


@lru_cache(maxsize=32)
def find_variant(name: str | None, language: str | None = None) -> Variant:
    """A variant by name or path of its file; `NAME:LANGUAGE` overrides the given language, English by default.

    Raises `BadData` or `OSError`.
    """
    base, _, tongue = (name or "standard").rpartition(":")
    if not base or len(tongue) > len("en_US"):
        base, tongue = name or "standard", ""
    chosen = tongue or language or "en"
    if not base.endswith(".toml"):
        return load_variant(base, chosen)
    path = Path(base)
    file = read_variant_file(decoded(read_bytes(path), path.name), path.name, COMMAND_LINE)
    # Without a language given, the variant's only language is meant.
    return file.any if not tongue and len(file.languages) == 1 else file.variant(chosen)


def is_combined(name: str) -> bool:
    """Whether a name joins several lexicons; a file may have such a name too, and then is meant."""
    return AND in name.strip(AND) and not Path(name).exists()


@lru_cache(maxsize=8)
def find_words(name: str, alphabet: Alphabet, tell: Tell) -> Lexicon:
    """A lexicon by name, from the file of a word list or word graph, or several joined by `+`.

    Raises `BadData` or `OSError`.
    """
    if not is_combined(name):
        return load_lexicon(name, alphabet, tell)
    return union(name, [load_lexicon(part, alphabet, tell) for part in name.split(AND) if part])


def words_for(variant: Variant, name: str, tell: Tell) -> Lexicon:
    """A lexicon for a variant's tiles, as `find_words`; `none` is one without words.

    Raises `BadData`, naming both languages if they differ.
    """
    if name.lower() == NO_LEXICON:
        return Lexicon.of(NO_LEXICON, variant.alphabet, WordList.of(()))
    language = language_of_lexicon(name)
    if language in (None, variant.language):
        return find_words(name, variant.alphabet, tell)
    reason = Sentence(
        "its words are in the language {language}, but the tiles of {variant} are in {tiles}",
        language=repr(language),
        variant=variant.name,
        tiles=repr(variant.language),
    )
    raise BadData(Sentence("lexicon {name}", name=name), reason)


def alphabet_for(name: str, variant: str | None) -> Alphabet:
    """The letters of the requested variant, else of the language of one of our lexicons, else English.

    Raises `BadData` and `OSError`.
    """
    language = language_of_lexicon(name)
    try:
        return find_variant(variant, language).alphabet
    except BadData:
        if variant is not None or language is None:
            raise
    return next(Alphabet(info.alphabet) for info in list_lexicons() if info.name == name.lower())


def default_lexicon(variant: Variant) -> str:
    """The name of the project's lexicon for a variant's language. Raises `BadData`."""
    for info in list_lexicons():
        if info.language == variant.language:
            return info.name
    none = Sentence("there is none for the language {language}; name one", language=repr(variant.language))
    raise BadData(Sentence("the lexicon"), none)


def language_of_lexicon(name: str | None) -> str | None:
    """The language of one of the project's own lexicons, or None for any other."""
    return next((info.language for info in list_lexicons() if name and info.name == name.lower()), None)


@dataclass(frozen=True, slots=True)
class ReadingChoice:
    """The variant and the lexicon that a file is read with, and what is to be told about the choice."""

    variant: Variant
    lexicon: str
    remarks: tuple[Sentence, ...]


def meant_by(
    origin: Origin, variant: Variant | str | None, lexicon: str | None, otherwise: Callable[[Variant], str] | None
) -> ReadingChoice:
    """The variant and the lexicon that were requested, else those that a file names; in that order for each.

    A file names lexicons that come with the program, and no other file. `otherwise` names the lexicon to use if it
    names none that is here; without it, no lexicon is needed. Raises `BadData` for a board or tiles that are not known,
    and `OSError`.
    """
    chosen = variant_meant(origin, variant, lexicon)
    remarks = _other_game(origin) if origins.is_other_game(origin) else ()
    named = origin.lexicon if origin.lexicon.lower() != NO_LEXICON else ""
    if lexicon or (named and language_of_lexicon(named) == chosen.language):
        return ReadingChoice(chosen, lexicon or named, remarks)
    used = otherwise(chosen) if otherwise else ""
    return ReadingChoice(chosen, used, (*remarks, *_missing(origin.lexicon, used, chosen)))


def _other_game(origin: Origin) -> tuple[Sentence, ...]:
    return (Sentence("this is another game, {name}, whose rules may differ", name=repr(origin.game_type)),)


def _missing(named: str, used: str, variant: Variant) -> Iterator[Sentence]:
    """What is used instead of a lexicon that is not here."""
    if not named or (named.lower() == NO_LEXICON and used in ("", NO_LEXICON)):
        return
    if used == NO_LEXICON:
        yield Sentence("the lexicon {name} is not here; words are not checked", name=repr(named))
    elif used:
        yield Sentence("the lexicon {name} is not here; {used} is used instead", name=repr(named), used=used)
    elif not origins.lexicon_language(named):
        facts = {"name": repr(named), "language": repr(variant.language)}
        yield Sentence("the lexicon {name} is not known; the tiles are those of {language}", **facts)


def variant_meant(origin: Origin, variant: Variant | str | None, lexicon: str | None) -> Variant:
    """The requested variant, else the one that a file names, in the language of its tiles, else of the lexicon.

    Raises `BadData` and `OSError`.
    """
    if isinstance(variant, Variant):
        return variant
    told = replace(origin, lexicon=lexicon) if lexicon and language_of_lexicon(lexicon) else origin
    if variant is None:
        return origins.variant_of(told, limits=COMMAND_LINE)
    return find_variant(variant, origins.language_of(told) or None)
