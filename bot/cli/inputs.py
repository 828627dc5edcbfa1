"""Shared by the commands: their language, reading files, and one-line errors for bad input."""

from __future__ import annotations

import errno
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import typer

if TYPE_CHECKING:
    from bot.settings import Settings, SettingsError
    from bot.text.texts import Texts
    from engine.errors import EngineError, Fault, UnknownLetter
    from engine.formats.cardwords import Source
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

SETTINGS_FILE = Path("tilewright.toml")


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
    from engine.loading.choosing import read_bytes as read
    from engine.loading.choosing import read_from

    return read_from(sys.stdin.buffer, path.name) if str(path) == "-" else read(path)


def read_text(path: Path) -> str:
    """The text of a file, or standard input for `-`. Raises `BadData` with the first invalid line."""
    from engine.reading import decoded

    return decoded(read_bytes(path), path.name)


def cardwords_file(path: Path) -> Source:
    """The text of a cardwords file, which may be in Latin-1. Raises `BadData` and `OSError`."""
    from engine.formats.cardwords import Source
    from engine.reading import guessed

    return Source(path.name, guessed(read_bytes(path), path.name))


def print_json(answer: object) -> None:
    """Print one object on one line and flushes, so that a program can read answers as it asks."""
    typer.echo(json.dumps(answer))


def tell_unfit(found: FoundWords) -> None:
    """Print on standard error which lines of a word list are left out."""
    for fault in found.faults:
        typer.echo(f"tilewright: {_at(texts().told(fault.where), fault.line, texts().told(fault.reason))}", err=True)
    if found.unfit:
        left_out = texts().ngettext("{count} line is left out", "{count} lines are left out", found.unfit)
        typer.echo(f"tilewright: {left_out}", err=True)


def joined(words: list[str]) -> str:
    """A position that may be given without quotes; a word that can only be an option ends the command."""
    for word in words:
        if word.startswith("--"):
            fail(texts().gettext("There is no option {name} here.", name=word))
    return " ".join(words)


def tell(remarks: Iterable[str]) -> None:
    """Print remarks about the input on standard error, one a line."""
    for one in remarks:
        typer.echo(f"tilewright: {' '.join(texts().told(one).split())}", err=True)


def with_remarks(answer: dict[str, object], remarks: Iterable[str]) -> dict[str, object]:
    """An answer to a program, with the remarks if there are any."""
    told = [texts().told(one) for one in remarks]
    return answer | {"remarks": told} if told else answer
