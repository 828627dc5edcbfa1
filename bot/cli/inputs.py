"""Shared by the commands: their language, variant and lexicon, reading files, and one-line errors for bad input."""

from __future__ import annotations

import errno
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import typer

if TYPE_CHECKING:
    from bot.settings import Settings, SettingsError
    from bot.text.texts import Texts
    from engine.errors import EngineError, Fault, UnknownLetter
    from engine.formats.cardwords import Source
    from engine.formats.cgp import Position
    from engine.formats.gcg import GcgGame
    from engine.formats.tiletext import Origin
    from engine.game.events import Event
    from engine.model.tiles import Alphabet
    from engine.model.variant import Variant
    from engine.sentences import Sentence
    from engine.words.lexicon import Lexicon
    from engine.words.textlist import FoundWords


@cache
def texts() -> Texts:
    """What the command line says; in English where a program reads the answer."""
    from bot.text.texts import ENGLISH, texts_for

    return texts_for(ENGLISH if "--json" in sys.argv else chosen_language(os.environ))


def chosen_language(environment: Mapping[str, str]) -> str:
    """The language that the environment asks for and that has a catalogue, or English."""
    from bot.text.texts import ENGLISH, nearest

    return next((name for name in map(nearest, _asked(environment)) if name), ENGLISH)


def _asked(environment: Mapping[str, str]) -> list[str]:
    """The languages asked for, the best first. Like other programs, `C` asks for English whatever LANGUAGE lists."""
    if own := environment.get("TILEWRIGHT_LANGUAGE"):
        return [own]
    locale = next((environment[key] for key in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(key)), "")
    if re.split("[.@]", locale)[0] in ("C", "POSIX"):
        return []
    return [re.split("[.@]", one)[0] for one in (*environment.get("LANGUAGE", "").split(":"), locale)]


def size_text(bytes_: int) -> str:
    """A size in megabytes."""
    return texts().gettext("{size} MB", size=texts().decimal(bytes_ / 1e6))


BAD_INPUT = 2
"""Exit code for unusable input."""

AND = "+"
"""Joins the names of lexicons."""

SETTINGS_FILE = Path("tilewright.toml")

NO_LEXICON = "none"
"""Stands for a lexicon where words are not checked."""


def fail(text: str) -> NoReturn:
    """End the command with one line on standard error."""
    typer.echo(f"tilewright: {' '.join(text.split())}", err=True)
    raise typer.Exit(BAD_INPUT)


@contextmanager
def clear_errors(where: str = "") -> Iterator[None]:
    """Turn errors in the input into one line; `where` names the file being read."""
    from engine.errors import BadFile, EngineError

    try:
        yield
    except BadFile as error:
        tell_faults(error.faults)
        raise typer.Exit(BAD_INPUT) from None
    except (EngineError, OSError) as error:
        fail(reason_for(error, where))


def reason_for(error: EngineError | OSError, where: str = "") -> str:
    """What is wrong with the input, after the place where it is. Raises an error about a closed pipe again."""
    from bot.system import reason_of
    from engine.errors import BadData, MalformedText, UnknownLetter

    match error:
        case BadData():
            place = where or texts().told(error.where)
            return _at(place, error.line, texts().told(error.reason) + _available(error))
        case UnknownLetter():
            return _at(where, 0, _strange(error))
        case MalformedText():
            return _at(where, 0, texts().gettext("{text} cannot be read", text=repr(error.text)))
        case OSError(errno=errno.EPIPE):
            raise error
        case OSError():
            return f"{error.filename or where}: {texts().told(reason_of(error))}".removeprefix(": ")
        case _:
            return f"{where}: {error}".removeprefix(": ")


def tell_faults(faults: Iterable[Fault]) -> None:
    """Print one line on standard error for each fault of a file."""
    for fault in faults:
        reason = " ".join(texts().told(fault.reason).split())
        typer.echo(f"tilewright: {_at(texts().told(fault.where), fault.line, reason)}", err=True)


def _at(where: str, line: int, reason: str) -> str:
    """What is wrong, after the place where it is; a line counts from 1."""
    if line:
        return texts().gettext("{where}, line {line}: {reason}", where=where, line=line, reason=reason)
    return f"{where}: {reason}" if where else reason


def _strange(error: UnknownLetter) -> str:
    facts = {"letter": repr(error.text[error.position : error.position + 1]), "text": repr(error.text)}
    if error.meant:
        meant = " / ".join(error.meant)
        return texts().gettext("{letter} in {text} is not a letter; did you mean {meant}?", **facts, meant=meant)
    return texts().gettext("{letter} in {text} is not a letter", **facts)


def _available(error: Exception) -> str:
    names = getattr(error, "available", ())
    return "; " + texts().gettext("choose from {names}", names=", ".join(names)) if names else ""


def read_settings() -> Settings:
    """The settings from the environment and from `tilewright.toml` in this folder. Raises `SettingsError`."""
    from bot.settings import Settings, SettingsError
    from engine.sentences import Sentence

    try:
        file = SETTINGS_FILE.read_text(encoding="utf-8-sig") if SETTINGS_FILE.is_file() else ""
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(SETTINGS_FILE.name, Sentence("cannot be read as text")) from error
    return Settings.from_environment(os.environ, file)


def find_settings() -> Settings:
    """Like `read_settings`, but an invalid setting ends the command."""
    from bot.settings import SettingsError

    try:
        return read_settings()
    except SettingsError as error:
        fail(unusable(error))


def unusable(error: SettingsError) -> str:
    """What is wrong with a setting."""
    return f"{error.name} {texts().told(error.reason)}"


def read_bytes(path: Path) -> bytes:
    """The content of a file, or standard input for `-`. Raises `OSError`, and `TooLarge` for far too many bytes."""
    from engine.errors import Size
    from engine.limits import COMMAND_LINE
    from engine.reading import check

    most = COMMAND_LINE.list_bytes
    if str(path) == "-":
        data = sys.stdin.buffer.read(most + 1)
    else:
        with path.open("rb") as file:
            data = file.read(most + 1)
    check(path.name, Size.BYTES, len(data), most)
    return data


def read_text(path: Path) -> str:
    """The text of a file, or standard input for `-`. Raises `BadData` with the first invalid line."""
    from engine.reading import decoded

    return decoded(read_bytes(path), path.name)


def cardwords_file(path: Path) -> Source:
    """The text of a cardwords file, which may be in Latin-1. Raises `BadData` and `OSError`."""
    from engine.formats.cardwords import Source
    from engine.reading import guessed

    return Source(path.name, guessed(read_bytes(path), path.name))


def read_record(data: bytes) -> tuple[GcgGame, tuple[Event, ...]]:
    """The record in a file, and the events if it is one of our own games. Raises `BadData`."""
    from engine.formats import gamejson, gcg
    from engine.limits import COMMAND_LINE
    from engine.loading.origins import record_of

    if not gamejson.is_game(data):
        return gcg.read(data, COMMAND_LINE), ()
    events = gamejson.read(data, COMMAND_LINE)
    return record_of(events), events


def print_json(answer: object) -> None:
    """Print one object on one line and flushes, so that a program can read answers as it asks."""
    typer.echo(json.dumps(answer))


@lru_cache(maxsize=32)
def find_variant(name: str | None, language: str | None = None) -> Variant:
    """A variant by name or path of its file; `NAME:LANGUAGE` overrides the given language, English by default.

    Raises `BadData` or `OSError`.
    """
    from engine.limits import COMMAND_LINE
    from engine.loading import load_variant, read_variant_file

    base, _, tongue = (name or "standard").rpartition(":")
    if not base or len(tongue) > len("en_US"):
        base, tongue = name or "standard", ""
    chosen = tongue or language or "en"
    if base.endswith(".toml"):
        path = Path(base)
        file = read_variant_file(read_text(path), path.name, COMMAND_LINE)
        # Without a language given, the variant's only language is meant.
        return file.any if not tongue and len(file.languages) == 1 else file.variant(chosen)
    return load_variant(base, chosen)


@lru_cache(maxsize=8)
def find_lexicon(name: str, alphabet: Alphabet) -> Lexicon:
    """A lexicon by name, from the file of a word list or word graph, or several joined by `+`.

    Raises `BadData` or `OSError`.
    """
    from engine.words.lexicon import union

    if is_combined(name):
        return union(name, [_one_lexicon(part, alphabet) for part in name.split(AND) if part])
    return _one_lexicon(name, alphabet)


def is_combined(name: str) -> bool:
    """Whether a name joins several lexicons; a file may have such a name too, and then is meant."""
    return AND in name.strip(AND) and not Path(name).exists()


def _one_lexicon(name: str, alphabet: Alphabet) -> Lexicon:
    from engine.loading import load_lexicon

    return load_lexicon(name, alphabet, tell_unfit)


def tell_unfit(found: FoundWords) -> None:
    """Print on standard error which lines of a word list are left out."""
    for fault in found.faults:
        typer.echo(f"tilewright: {_at(texts().told(fault.where), fault.line, texts().told(fault.reason))}", err=True)
    if found.unfit:
        left_out = texts().ngettext("{count} line is left out", "{count} lines are left out", found.unfit)
        typer.echo(f"tilewright: {left_out}", err=True)


def find_words(name: str, variant: Variant) -> Lexicon:
    """A lexicon for a variant's tiles, by name or file. Raises `BadData`, naming both languages if they differ."""
    from engine.errors import BadData
    from engine.sentences import Sentence

    language = language_of_lexicon(name)
    if language not in (None, variant.language):
        reason = Sentence(
            "its words are in the language {language}, but the tiles of {variant} are in {tiles}",
            language=repr(language),
            variant=variant.name,
            tiles=repr(variant.language),
        )
        raise BadData(Sentence("lexicon {name}", name=name), reason)
    return find_lexicon(name, variant.alphabet)


def default_lexicon(variant: Variant) -> str:
    """The name of the project's lexicon for a variant's language. Raises `BadData`."""
    from engine.errors import BadData
    from engine.loading import list_lexicons
    from engine.sentences import Sentence

    for info in list_lexicons():
        if info.language == variant.language:
            return info.name
    none = Sentence(
        "there is none for the language {language}; name one with --lexicon", language=repr(variant.language)
    )
    raise BadData(Sentence("the lexicon"), none)


def language_of_lexicon(name: str | None) -> str | None:
    """The language of one of the project's own lexicons, or None for any other."""
    from engine.loading import list_lexicons

    return next((info.language for info in list_lexicons() if name and info.name == name.lower()), None)


@dataclass(frozen=True, slots=True)
class ReadingChoice:
    """The variant and the lexicon that a file is read with, and what is to be told about the choice."""

    variant: Variant
    lexicon: str
    remarks: tuple[Sentence, ...]


def meant_by(
    origin: Origin, variant: str | None, lexicon: str | None, otherwise: Callable[[Variant], str] | None = None
) -> ReadingChoice:
    """The variant and the lexicon that were requested, else those that a file names; in that order for each.

    `otherwise` names the lexicon to use if the file names none that is here; without it, no lexicon is needed. Raises
    `BadData` for a board or tiles that are not known, and `OSError`.
    """
    from engine.loading import origins

    chosen = variant_meant(origin, variant, lexicon)
    remarks = _other_game(origin) if origins.is_other_game(origin) else ()
    if not (variant or lexicon or origins.named_language(origin)) and origins.language_of(origin):
        remarks = (*remarks, _by_letters(chosen))
    named = origin.lexicon if origin.lexicon.lower() != NO_LEXICON else ""
    if lexicon or (named and language_of_lexicon(named) == chosen.language):
        return ReadingChoice(chosen, lexicon or named, remarks)
    used = otherwise(chosen) if otherwise else ""
    return ReadingChoice(chosen, used, (*remarks, *_missing(named, used, chosen)))


def _other_game(origin: Origin) -> tuple[Sentence, ...]:
    from engine.sentences import Sentence

    return (Sentence("this is another game, {name}, whose rules may differ", name=repr(origin.game_type)),)


def _by_letters(variant: Variant) -> Sentence:
    from engine.sentences import Sentence

    language = repr(variant.language)
    return Sentence("no language is named; by the letters, the tiles are those of {language}", language=language)


def _missing(named: str, used: str, variant: Variant) -> Iterator[Sentence]:
    """What is used instead of a lexicon that is not here."""
    from engine.loading.origins import lexicon_language
    from engine.sentences import Sentence

    if not named:
        return
    if used == NO_LEXICON:
        yield Sentence("the lexicon {name} is not here; words are not checked", name=repr(named))
    elif used:
        yield Sentence("the lexicon {name} is not here; {used} is used instead", name=repr(named), used=used)
    elif not lexicon_language(named):
        facts = {"name": repr(named), "language": repr(variant.language)}
        yield Sentence("the lexicon {name} is not known; the tiles are those of {language}", **facts)


def variant_meant(origin: Origin, variant: str | None, lexicon: str | None) -> Variant:
    """The requested variant, else the one that a file names, in the language of its tiles, else of the lexicon.

    Raises `BadData` and `OSError`.
    """
    from engine.limits import COMMAND_LINE
    from engine.loading import origins

    told = replace(origin, lexicon=lexicon) if lexicon and language_of_lexicon(lexicon) else origin
    if variant is None:
        return origins.variant_of(told, limits=COMMAND_LINE)
    return find_variant(variant, origins.language_of(told) or None)


def joined(words: list[str]) -> str:
    """A position that may be given without quotes; a word that can only be an option ends the command."""
    for word in words:
        if word.startswith("--"):
            fail(texts().gettext("There is no option {name} here.", name=word))
    return " ".join(words)


def read_position(
    text: str, variant: str | None, lexicon: str | None, otherwise: Callable[[Variant], str] | None = None
) -> tuple[Position, ReadingChoice]:
    """The position in a CGP and what it is read with, as `meant_by`. Raises `BadData` and `OSError`."""
    from engine.formats import cgp

    meant = meant_by(cgp.read_origin(text), variant, lexicon, otherwise)
    position = cgp.read(text, meant.variant)
    return position, replace(meant, variant=position.rules_of(meant.variant))


def tell(remarks: Iterable[str]) -> None:
    """Print remarks about the input on standard error, one a line."""
    for one in remarks:
        typer.echo(f"tilewright: {' '.join(texts().told(one).split())}", err=True)


def with_remarks(answer: dict[str, object], remarks: Iterable[str]) -> dict[str, object]:
    """An answer to a program, with the remarks if there are any."""
    told = [texts().told(one) for one in remarks]
    return answer | {"remarks": told} if told else answer
