"""Keeps the catalogues in step with the code: `python -m bot.text.maintain`.

Writes data/locale/tilewright.pot from the messages in the code and adds new ones to every language's tilewright.po. The
template names files without line numbers and has no date, so that it changes only with the messages.
"""

from __future__ import annotations

import io
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po, write_po

from bot.text.texts import DOMAIN
from engine.loading import resource_folder

KEYWORDS = {**DEFAULT_KEYWORDS, "locale_str": None}
"""Functions whose first argument is a message: gettext's own, `N_`, and discord.py's for command names."""

_CODE = Path(__file__).resolve().parent.parent
_VOLATILE = (b'"POT-Creation-Date:', b'"PO-Revision-Date:', b'"Generated-By:')
_WIDTH = 110


def extract() -> Catalog:
    """All messages in the bot's code, with their files and the comments for translators."""
    catalogue = Catalog(project=DOMAIN, charset="utf-8", fuzzy=False, header_comment="# Texts of Tilewright.")
    found = extract_from_dir(_CODE, [("**.py", "python")], keywords=KEYWORDS, comment_tags=("Translators:",))
    for filename, _, message, comments, context in sorted(found, key=lambda one: (one[0], one[1])):
        place = [(f"bot/{Path(filename).as_posix()}", 0)]
        catalogue.add(message, None, place, auto_comments=comments, context=context)
    return catalogue


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
