"""The template of all messages, and the catalogues that are kept in step with it.

The template names files without line numbers and has no date, so that it changes only with the messages.
"""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any, BinaryIO

from babel.core import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir, extract_python
from babel.messages.pofile import read_po, write_po

import bot
from bot.front.speech import RememberingTranslator
from bot.text.texts import DOMAIN
from bot.wiring.bot import ROOMS
from engine.loading import resource_folder

KEYWORDS = {name: places for name, places in DEFAULT_KEYWORDS.items() if name != "_"} | {
    "says": None,
    "counts": (1, 2),
    "wrong": (2,),
    "NP_": ((1, "c"), 2),
    "Sentence": None,
}
"""Calls whose arguments are messages. The commands' `_` is missing: discord.py says what it translates."""

_CODE = Path(bot.__file__).parent
_ENGINE = _CODE.parent / "engine"
_WORDS = re.compile(rb"\b(?:%s)\(" % b"|".join(name.encode() for name in KEYWORDS))
_VOLATILE = (b'"POT-Creation-Date:', b'"PO-Revision-Date:', b'"Generated-By:')
_WIDTH = 110
_HEADER = "# Texts of Tilewright."
_FILE = f"LC_MESSAGES/{DOMAIN}.po"
LIMITS = {
    "command name": "At most 32 small letters, digits, - and _",
    "option name": "At most 32 small letters, digits, - and _",
    "menu entry": "At most 32 characters",
    "description": "At most 100 characters",
    "choice": "At most 100 characters",
}
"""What Discord accepts in the texts of a command, by context."""


def _python(file: BinaryIO, keywords: Any, comment_tags: Any, options: Any) -> Iterator[Any]:
    """The messages in a module; Babel takes long to find that there are none."""
    if _WORDS.search(file.read()):
        file.seek(0)
        yield from extract_python(file, keywords, comment_tags, options)


_METHODS = [("**.py", _python), ("playground/page/**.js", "javascript")]


def extract() -> Catalog:
    """All messages in the bot's code, with their files and the comments for translators."""
    catalogue = Catalog(project=DOMAIN, charset="utf-8", fuzzy=False, header_comment=_HEADER)
    found = extract_from_dir(_CODE, _METHODS, keywords=KEYWORDS, comment_tags=("Translators:",))
    for filename, _, message, comments, context in sorted(found, key=lambda one: (one[0], one[1])):
        place = [(f"bot/{Path(filename).as_posix()}", 0)]
        catalogue.add(message, None, place, auto_comments=comments, context=context)
    for filename, _, message, comments, context in extract_from_dir(_ENGINE, _METHODS, keywords=KEYWORDS):
        place = [(f"engine/{Path(filename).as_posix()}", 0)]
        catalogue.add(message, None, place, auto_comments=comments, context=context)
    _add_commands(catalogue)
    return catalogue


def _add_commands(catalogue: Catalog) -> None:
    asked = RememberingTranslator()
    asyncio.run(ROOMS.described(asked))
    for (context, message), modules in asked.texts.items():
        places = [(module.replace(".", "/") + ".py", 0) for module in sorted(modules)]
        catalogue.add(message, None, places, auto_comments=[LIMITS[context]], context=context)


def written(catalogue: Catalog) -> bytes:
    """A catalogue as the bytes of its file, without parts that change by themselves."""
    file = io.BytesIO()
    write_po(file, catalogue, width=_WIDTH, include_lineno=False, sort_output=False, ignore_obsolete=True)
    return b"".join(line for line in file.getvalue().splitlines(keepends=True) if not line.startswith(_VOLATILE))


def folder_or_own(folder: Path | None) -> Path:
    """A folder of catalogues; None means the bot's own."""
    return folder if folder is not None else resource_folder("data") / "locale"


def translated(folder: Path | None = None) -> tuple[str, ...]:
    """The languages that have a catalogue in a folder."""
    return tuple(sorted(place.parent.parent.name for place in folder_or_own(folder).glob(f"*/{_FILE}")))


def read_catalogue(language: str, folder: Path | None = None) -> Catalog:
    """The catalogue of a language. Raises `FileNotFoundError` if it has none."""
    with (folder_or_own(folder) / language / _FILE).open("rb") as file:
        return read_po(file, locale=language)


def refresh(folder: Path | None = None) -> tuple[Path, ...]:
    """Write the template and every language's catalogue; return the files written.

    A translation is kept as long as its message stays the same, wherever that is said. Nothing becomes fuzzy, and
    translations of messages that are gone are dropped.
    """
    template, place = extract(), folder_or_own(folder)
    files = {place / f"{DOMAIN}.pot": template}
    for language in translated(folder):
        files[place / language / _FILE] = _carried(read_catalogue(language, folder), template, language)
    for path, catalogue in files.items():
        path.write_bytes(written(catalogue))
    return tuple(files)


def create(language: str, folder: Path | None = None) -> Path:
    """Write an empty catalogue for a new language, with its plural forms; return the file.

    Raises `ValueError` for a language that is unknown or has a catalogue.
    """
    place = folder_or_own(folder) / language / _FILE
    if not is_language(language):
        raise ValueError(f"{language!r} is no language that Babel knows. Write it as in de or pt_BR.")
    if place.exists():
        raise ValueError(f"{place} exists. To add new messages to it, run `python -m tests.tools.catalogues`.")
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(written(_carried(_empty(language), extract(), language)))
    return place


def is_language(language: str) -> bool:
    """Whether a name is a language's, as the folder of its catalogue must be called."""
    try:
        return str(Locale.parse(language)) == language
    except (UnknownLocaleError, ValueError):
        return False


def _empty(language: str) -> Catalog:
    return Catalog(locale=language, project=DOMAIN, charset="utf-8", fuzzy=False, header_comment=_HEADER)


def _carried(old: Catalog, template: Catalog, language: str) -> Catalog:
    """The template's messages with the translations of an older catalogue."""
    new = _empty(language)
    new.header_comment, new.last_translator = old.header_comment, old.last_translator
    for message in filter(lambda one: one.id, template):
        own = old.get(message.id, message.context)
        kept = own if own is not None and own.id == message.id else None
        fuzzy = {"fuzzy"} & kept.flags if kept else set()
        new.add(
            message.id,
            kept.string if kept else None,
            message.locations,
            message.flags | fuzzy,
            message.auto_comments,
            kept.user_comments if kept else (),
            context=message.context,
        )
    return new


def placeholders(text: str) -> frozenset[str]:
    """The names in braces. Raises `ValueError` if braces do not match."""
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def forms(text: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    """A message or translation as its plural forms; one form if it has no plural."""
    return (text,) if isinstance(text, str) else tuple(text or ())
