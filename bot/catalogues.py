"""Keeps the catalogues in step with the code: `python -m bot.catalogues`.

Writes data/locale/tilewright.pot from the messages in the code and adds new ones to every language's tilewright.po. The
template names files without line numbers and has no date, so that it changes only with the messages.
"""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po, write_po

from bot.front.core.translator import CatalogueTranslator, RememberingTranslator
from bot.front.rooms import described
from bot.playground.commands import check_all
from bot.playground.errors import Form
from bot.text.texts import DOMAIN
from engine.loading import resource_folder

KEYWORDS = {name: places for name, places in DEFAULT_KEYWORDS.items() if name != "_"} | {
    "says": None,
    "NP_": ((1, "c"), 2),
}
"""Functions whose arguments are messages. The commands' `_` is missing: discord.py says what it translates."""

_CODE = Path(__file__).resolve().parent
_VOLATILE = (b'"POT-Creation-Date:', b'"PO-Revision-Date:', b'"Generated-By:')
_WIDTH = 110
LIMITS = {
    "command name": "At most 32 small letters, digits, - and _",
    "option name": "At most 32 small letters, digits, - and _",
    "menu entry": "At most 32 characters",
    "description": "At most 100 characters",
    "choice": "At most 100 characters",
}
"""What Discord accepts in the texts of a command, by context."""


def extract() -> Catalog:
    """All messages in the bot's code, with their files and the comments for translators."""
    catalogue = Catalog(project=DOMAIN, charset="utf-8", fuzzy=False, header_comment="# Texts of Tilewright.")
    found = extract_from_dir(_CODE, [("**.py", "python")], keywords=KEYWORDS, comment_tags=("Translators:",))
    for filename, _, message, comments, context in sorted(found, key=lambda one: (one[0], one[1])):
        place = [(f"bot/{Path(filename).as_posix()}", 0)]
        catalogue.add(message, None, place, auto_comments=comments, context=context)
    _add_commands(catalogue)
    return catalogue


def _add_commands(catalogue: Catalog) -> None:
    asked = RememberingTranslator()
    asyncio.run(described(asked))
    for (context, message), modules in asked.texts.items():
        places = [(module.replace(".", "/") + ".py", 0) for module in sorted(modules)]
        catalogue.add(message, None, places, auto_comments=[LIMITS[context]], context=context)


def written(catalogue: Catalog) -> bytes:
    """A catalogue as the bytes of its file, without parts that change by themselves."""
    file = io.BytesIO()
    write_po(file, catalogue, width=_WIDTH, include_lineno=False, sort_output=False)
    return b"".join(line for line in file.getvalue().splitlines(keepends=True) if not line.startswith(_VOLATILE))


def faults(catalogue: Catalog, template: Catalog) -> tuple[str, ...]:
    """The problems in a language's catalogue: missing translations, or placeholders that differ."""
    found: list[str] = []
    for message in template:
        own = catalogue.get(message.id, message.context) if message.id else None
        if message.id and (own is None or not own.string or not all(_forms(own.string))):
            found.append(f"not translated: {_forms(message.id)[0]}")
        elif own is not None:
            found += [f"other placeholders: {form}" for form in _forms(own.string) if not _fits(form, message)]
    return tuple(found)


def _forms(text: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())


def _fits(translation: str, message: Message) -> bool:
    """Whether a translation has its message's placeholders; a plural form may omit the count."""
    known = {name for form in _forms(message.id) for name in placeholders(form)}
    spare = {"count"} if message.pluralizable else set()
    try:
        return known - spare <= placeholders(translation) <= known
    except ValueError:
        return False


def placeholders(text: str) -> frozenset[str]:
    """The names in braces. Raises `ValueError` if braces do not match."""
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def command_faults(folder: Path | None = None) -> tuple[str, ...]:
    """What Discord would refuse in the commands' names and descriptions, in the languages of a folder of catalogues.

    That includes two names that are the same in a language, and a command that is too large in its longest language.
    """
    bodies = asyncio.run(described(CatalogueTranslator(folder)))
    told = [body.get(f"{key}_localizations", ()) for body in _walk(bodies) for key in ("name", "description")]
    locales = sorted({locale for one in told for locale in one})
    found = [f"{locale}: {fault}" for locale in locales for fault in _refused([_told(one, locale) for one in bodies])]
    return tuple(found or _refused(bodies))


def _walk(bodies: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for body in bodies:
        yield body
        yield from _walk([*body.get("options", ()), *body.get("choices", ())])


def _told(body: dict[str, Any], locale: str) -> dict[str, Any]:
    """A command, option or choice as people who use Discord in that language see it."""
    texts = {key: body.get(f"{key}_localizations", {}).get(locale) for key in ("name", "description")}
    own = {key: text for key, text in texts.items() if text is not None}
    inner = {key: [_told(one, locale) for one in body[key]] for key in ("options", "choices") if key in body}
    return {key: value for key, value in body.items() if not key.endswith("_localizations")} | own | inner


def _refused(bodies: list[dict[str, Any]]) -> list[str]:
    form = Form()
    check_all(form, bodies)
    return list(_flat(form.errors, bodies))


def _flat(errors: dict[str, Any], body: Any, way: str = "") -> Iterator[str]:
    """The mistakes in a form, each preceded by the names of its command and options."""
    for key, inner in errors.items():
        if key == "_errors":
            yield from (f"{way}: {one['message']}" for one in inner)
            continue
        part = body[int(key)] if isinstance(body, list) else body.get(key)
        yield from _flat(inner, part, f"{way} {part['name']}".strip() if isinstance(part, dict) else way)


def update(folder: Path | None = None) -> tuple[Path, ...]:
    """Writes the template and every language's catalogue; returns the files written."""
    folder = folder if folder is not None else resource_folder("data") / "locale"
    template = extract()
    files = {folder / f"{DOMAIN}.pot": template}
    for place in sorted(folder.glob(f"*/LC_MESSAGES/{DOMAIN}.po")):
        with place.open("rb") as file:
            catalogue = read_po(file, locale=place.parent.parent.name)
        catalogue.update(template, no_fuzzy_matching=True)
        files[place] = catalogue
    for place, catalogue in files.items():
        place.write_bytes(written(catalogue))
    return tuple(files)


if __name__ == "__main__":
    for path in update():
        print(path)  # noqa: T201 (a maintainers' command prints what it wrote)
    sys.exit("\n".join(command_faults()) or None)
