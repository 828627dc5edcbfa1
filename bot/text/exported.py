"""A language's sentences for a program that is not in Python, such as the playground's page."""

from __future__ import annotations

import gettext

from babel.core import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from bot.text.texts import catalogue_file

_SAMPLES = (*range(201), 1000, 1_000_000)
"""Counts that show all plural forms of a language."""


def exported(language: str, place: str) -> dict[str, str | dict[str, str]]:
    """The translations of the messages in files below `place`, such as `bot/playground/page/`, by message id.

    A context precedes its message, separated by U+0004 as in compiled catalogues. A message with plural forms has the
    singular's id and its forms by CLDR's categories (`one`, `few`...), whatever the order of the catalogue's own forms.
    English has no catalogue and is empty.
    """
    path = catalogue_file(language)
    if not path.is_file():
        return {}
    with path.open("rb") as file:
        catalogue = read_po(file, locale=language)
    categories = _categories(catalogue)
    ours = (message for message in catalogue if any(file.startswith(place) for file, _ in message.locations))
    return {_key(message): _forms(message, categories) for message in ours if message.id and _complete(message)}


def _categories(catalogue: Catalog) -> dict[str, int]:
    """The number of the catalogue's plural form for each category of its language."""
    locale = Locale.parse(catalogue.locale)
    rule = gettext.c2py(catalogue.plural_expr)
    return {locale.plural_form(count): rule(count) for count in reversed(_SAMPLES)}


def _complete(message: Message) -> bool:
    return all(message.string) if isinstance(message.string, tuple | list) else bool(message.string)


def _key(message: Message) -> str:
    one = message.id if isinstance(message.id, str) else message.id[0]
    return f"{message.context}\x04{one}" if message.context else one


def _forms(message: Message, categories: dict[str, int]) -> str | dict[str, str]:
    forms = message.string
    if isinstance(forms, tuple | list):
        return {category: forms[number] for category, number in categories.items()}
    return str(forms)
